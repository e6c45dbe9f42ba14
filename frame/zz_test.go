package frame
import ("testing";"fmt";"os";"strings")
func TestZZ(t *testing.T){
 for _,p:=range strings.Split(os.Getenv("ZZ"),","){
 d,_:=os.ReadFile(p)
 for l:=range strings.Lines(string(d)) { l=strings.TrimSpace(l); if l=="" {continue}
  f,ok:=Decode(l); if !ok { f=DecodeBare(l) }
  if os.Getenv("ZN")!="" { fmt.Printf("%s\n", f.Name()); continue }
  fmt.Printf("%s\n   M %s | T %s | A %s | m %s | F %s\n   N %s\n   S %s\n   API %s\n   X %s\n", l, f.Module,f.Type,f.TypeArgs,f.Method,f.Full,f.Name(),f.Signature(),f.API(),f.CrossBuildKey())
 }}
}
