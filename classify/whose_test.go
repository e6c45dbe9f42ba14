package classify

import "testing"

const (
	taskResult = "C!System.Threading.Monitor.Wait(class System.Object,int32) < " +
		"C!System.Threading.Tasks.Task.InternalWaitCore(int32,value class System.Threading.CancellationToken) < " +
		"C!System.Threading.Tasks.Task`1[System.__Canon].GetResultCore(bool)"
	compiled = "Anonymously Hosted DynamicMethods Assembly!dynamicClass.lambda_method2(class System.Object," +
		"class Microsoft.AspNetCore.Http.HttpContext)"
	endpoint = "Microsoft.AspNetCore.Routing!Microsoft.AspNetCore.Routing.EndpointMiddleware." +
		"Invoke(class Microsoft.AspNetCore.Http.HttpContext)"
	ownSetter = "Acme.Orders!Acme.Orders.Signal.Set()"
)

// TestWhoseCall: a call belongs to the code that made it. What completes an operation did
// not call the continuations that run inside the completion, and a handler that has
// returned did not call what writes its result.
func TestWhoseCall(t *testing.T) {
	const (
		factory = "Microsoft.AspNetCore.Http.Extensions!Microsoft.AspNetCore.Http.RequestDelegateFactory." +
			"ExecuteTaskOfTFast(class System.Threading.Tasks.Task`1<!!0>,class Microsoft.AspNetCore.Http.HttpContext)"
		writer = "Microsoft.AspNetCore.Http.Extensions!Microsoft.AspNetCore.Internal.ExecuteHandlerHelper." +
			"WriteJsonResponseAsync(class Microsoft.AspNetCore.Http.HttpResponse,!!0)"
		library = "MailKit!MailKit.Net.Smtp.SmtpClient+<SendAsync>d__10.MoveNext()"
		box     = "C!System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[System." +
			"__Canon,System.__Canon].MoveNext(class System.Threading.Thread)"
		profile = "C!System.Runtime.CompilerServices." +
			"AsyncTaskMethodBuilder`1+AsyncProfilerAsyncStateMachineBox`1[System.__Canon,System.__Canon]."
		loop = "System.Threading.Tasks.Parallel!System.Threading.Tasks.Parallel+<>c__DisplayClass19_0`2[System." +
			"__Canon,System.Int32].<ForWorker>b__1(value class System.Threading.Tasks.RangeWorker&,int64,bool&)"
		replica = "System.Threading.Tasks.Parallel!System.Threading.Tasks.TaskReplicator+Replica.Execute()"
	)
	tests := []struct {
		name, stack  string
		culprit, api string
	}{
		{"own code", taskResult + " < @own < @pool", "OrderService.Load", "Task<T>.Result"},
		{"handler inlined", taskResult + " < " + compiled + " < " + endpoint + " < @pool",
			"minimal API handler inlined into lambda_method2", "Task<T>.Result"},
		{"handler has returned", taskResult + " < " + factory + " < " + compiled + " < " + endpoint +
			" < @own < @pool", "", "Task<T>.Result"},
		{"result is being written", taskResult + " < " + writer + " < " + compiled + " < " + endpoint + " < @pool", "", "Task<T>.Result"},
		{"own converter while it is", taskResult + " < @own < " + writer + " < " + compiled + " < " + endpoint +
			" < @pool", "OrderService.Load", "Task<T>.Result"},

		{"below a continuation", taskResult + " < " + library +
			" < C!System.Threading.Tasks.AwaitTaskContinuation.RunOrScheduleAction(class System.Object) < " +
			"C!System.Threading.Tasks.Task.RunContinuations(class System.Object) < " + ownSetter + " < @pool", "",
			"Task<T>.Result"},
		{"below a resumed state machine", taskResult + " < " + library + " < " + box + " < " + ownSetter + " < @pool",
			"", "Task<T>.Result"},
		{"below a resumed one of .NET 11", taskResult + " < " + library + " < " + profile + "InstrumentedMoveNext() < " + profile + "MoveNextAsDispatcher() < " + ownSetter + " < @pool", "", "Task<T>.Result"},
		{"below a dispatcher", taskResult + " < " + library +
			" < C!System.Runtime.CompilerServices.AsyncStateMachineDispatcher.MoveNext() < " + ownSetter + " < @pool",
			"", "Task<T>.Result"},
		{"below a continuation wrapper", taskResult + " < " + library + " < C!System.Runtime.CompilerServices.AsyncProfiler+ContinuationWrapper.Continuation_Wrapper_12(class System.Runtime.CompilerServices.Continuation,unsigned int8&) < " + ownSetter + " < @pool", "", "Task<T>.Result"},
		{"above a resumed state machine", taskResult + " < @own < " + box + " < " + ownSetter + " < @pool",
			"OrderService.Load", "Task<T>.Result"},

		{"body of a loop", taskResult + " < @own < " + loop + " < " + replica + " < @pool", "OrderService.Load",
			"Task<T>.Result"},
		{"body of a loop inlined", taskResult + " < " + loop + " < " + replica + " < @pool", "", "Task<T>.Result"},
		{"thread that started the loop", taskResult + " < " + loop + " < " + replica +
			" < System.Threading.Tasks.Parallel!System.Threading.Tasks.TaskReplicator.Run() < " +
			"System.Threading.Tasks.Parallel!System.Threading.Tasks.Parallel.ForWorker() < " +
			"System.Threading.Tasks.Parallel!System.Threading.Tasks.Parallel.For() < @own < @pool",
			"OrderService.Load", "Parallel.For"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := classifyText(t, tt.stack, "[Native Frames]")
			culprit := ""
			if got.Culprit != nil {
				culprit = got.Culprit.Short
			}
			if got.State != Blocked || culprit != tt.culprit || got.Cause.API != tt.api {
				t.Errorf("%s, culprit %q, cause %+v; want %q, %q", got.State, culprit, got.Cause, tt.culprit, tt.api)
			}
		})
	}
}
