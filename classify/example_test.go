package classify_test

import (
	"fmt"
	"strings"

	"stacktriage/classify"
	"stacktriage/parse"
)

// A stack is classified with what its whole snapshot knows: the version of .NET, the main
// module, and whether the markers can be believed.
func Example() {
	report := `Thread (0x335E):
  [Native Frames]
  System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object,int32)
  System.Private.CoreLib!System.Threading.Tasks.Task` + "`" + `1[System.__Canon].GetResultCore(bool)
  Shop.Web!Shop.Web.CartController.Buy(int32)
  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()
  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()
`
	snapshots, err := parse.Read(strings.NewReader(report), "stack.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	snapshot := snapshots[0]
	classifier := classify.New(snapshot, classify.Options{})
	for i := range snapshot.Stacks {
		c := classifier.Classify(&snapshot.Stacks[i], classify.Marks{Native: 1}, false)
		fmt.Println(c.Role, c.State, "on", c.Cause.API, "in", c.Culprit.Short)
	}
	// Output: worker blocked on Task<T>.Result in CartController.Buy
}
