package diagnose_test

import (
	"fmt"
	"strings"

	"stacktriage/diagnose"
	"stacktriage/parse"
)

func ExampleAnalyze() {
	const report = `Thread (0x1A):
  [Native Frames]
  System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object,int32)
  System.Private.CoreLib!System.Threading.ManualResetEventSlim.Wait(int32,value class System.Threading.CancellationToken)
  System.Private.CoreLib!System.Threading.Tasks.Task.InternalWaitCore(int32,value class System.Threading.CancellationToken)
  System.Private.CoreLib!System.Threading.Tasks.Task` + "`1[System.__Canon]" + `.GetResultCore(bool)
  Acme!Acme.Orders.Load()
  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()
  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()
`
	snaps, err := parse.Read(strings.NewReader(report+"\n"+strings.Replace(report, "0x1A", "0x1B", 1)), "report")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range diagnose.Analyze(snaps, diagnose.Options{}).Snapshots {
		f := s.Findings[0]
		fmt.Println(f.Severity, f.ID)
		fmt.Println(f.Sentence)
	}
	// Output:
	// warning sync-over-async
	// 2 of 2 pool workers blocked on Task<T>.Result in Orders.Load (Acme): sync-over-async
}
