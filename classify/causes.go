package classify

// causeRules is the table of blocking calls. A row is added by adding it to one of the
// tables below, with an entry in testdata/causes.txt (a stack it must match and one it must
// not) and a frame for each of its patterns in testdata/patterns.txt.
//
// Sources name files of dotnet/runtime unless another repository is named;
// CoreLib = src/libraries/System.Private.CoreLib/src.
var causeRules = concat(taskRules, lockRules, eventRules, queueRules, ioRules, dataRules, otherRules)

func concat(tables ...[]Rule) []Rule {
	var all []Rule
	for _, t := range tables {
		all = append(all, t...)
	}
	return all
}

// Advice that several rules share.
const (
	adviceAwait = "Await the call instead of blocking on it, all the way up. Where the signature must stay synchronous, use a synchronous API end to end."
	adviceLock  = "Shrink the critical section and do no I/O, no waiting and no await inside it; split the lock, or use SemaphoreSlim.WaitAsync."
)

var taskRules = []Rule{
	{
		ID: RuleTaskResult, API: "Task<T>.Result", Category: CategorySyncOverAsync, Mechanism: MechanismTaskWait, Rank: primitive,
		Match:  []string{"System.Threading.Tasks.Task.GetResultCore", "System.Threading.Tasks.Task.get_Result"},
		Why:    "The thread waits for a task's result; the task itself usually needs a pool thread to finish.",
		Advice: adviceAwait, Source: "CoreLib/System/Threading/Tasks/Future.cs",
	},
	{
		ID: RuleTaskWait, API: "Task.Wait", Category: CategorySyncOverAsync, Mechanism: MechanismTaskWait, Rank: primitive,
		Match:  []string{"System.Threading.Tasks.Task.Wait"},
		Why:    "The thread waits for a task; the task itself usually needs a pool thread to finish.",
		Advice: adviceAwait, Source: "CoreLib/System/Threading/Tasks/Task.cs",
	},
	{
		ID: RuleTaskWaitAll, API: "Task.WaitAll", Category: CategorySyncOverAsync, Mechanism: MechanismTaskWait, Rank: primitive,
		Match:  []string{"System.Threading.Tasks.Task.WaitAll", "System.Threading.Tasks.Task.WaitAllCore", "System.Threading.Tasks.Task.WaitAllBlockingCore"},
		Why:    "The thread waits for several tasks. The pool is not told of this wait, so it adds threads slowly.",
		Advice: "Await Task.WhenAll instead of Task.WaitAll.", Source: "CoreLib/System/Threading/Tasks/Task.cs",
	},
	{
		ID: RuleTaskWaitAny, API: "Task.WaitAny", Category: CategorySyncOverAsync, Mechanism: MechanismTaskWait, Rank: primitive,
		Match:  []string{"System.Threading.Tasks.Task.WaitAny", "System.Threading.Tasks.Task.WaitAnyCore"},
		Why:    "The thread waits for the first of several tasks.",
		Advice: "Await Task.WhenAny instead of Task.WaitAny.", Source: "CoreLib/System/Threading/Tasks/Task.cs",
	},
	{
		ID: RuleTaskGetResult, API: "GetAwaiter().GetResult()", Category: CategorySyncOverAsync, Mechanism: MechanismTaskWait, Rank: primitive,
		Match:  []string{"System.Runtime.CompilerServices.TaskAwaiter.GetResult", handleNonSuccess, "System.Runtime.CompilerServices.TaskAwaiter.ValidateEnd"},
		Why:    "The thread waits for a task through its awaiter. ConfigureAwait(false) and ValueTask variants can look the same.",
		Advice: adviceAwait, Source: "CoreLib/System/Runtime/CompilerServices/TaskAwaiter.cs",
	},
	{
		ID: RuleTaskGetResultConfigured, API: "ConfigureAwait().GetAwaiter().GetResult()", Category: CategorySyncOverAsync, Mechanism: MechanismTaskWait, Rank: primitive,
		Match:  []string{"System.Runtime.CompilerServices.ConfiguredTaskAwaitable+ConfiguredTaskAwaiter.GetResult"},
		Why:    "The thread waits for a task through a configured awaiter; ConfigureAwait(false) does not make that wait asynchronous.",
		Advice: adviceAwait, Source: "CoreLib/System/Runtime/CompilerServices/TaskAwaiter.cs",
	},
	{
		ID: RuleValueTaskResult, API: "ValueTask<T>.Result", Category: CategorySyncOverAsync, Mechanism: MechanismTaskWait, Rank: primitive,
		Match:  []string{"System.Threading.Tasks.ValueTask.get_Result"},
		Why:    "The thread waits for a ValueTask's result.",
		Advice: adviceAwait, Source: "CoreLib/System/Threading/Tasks/ValueTask.cs",
	},
	{
		ID: RuleValueTaskGetResult, API: "ValueTask GetResult()", Category: CategorySyncOverAsync, Mechanism: MechanismTaskWait, Rank: primitive,
		Match: []string{
			"System.Runtime.CompilerServices.ValueTaskAwaiter.GetResult",
			"System.Threading.Tasks.ValueTask.ThrowIfCompletedUnsuccessfully",
			"System.Runtime.CompilerServices.ConfiguredValueTaskAwaitable+ConfiguredValueTaskAwaiter.GetResult",
		},
		Why:    "The thread waits for a ValueTask through its awaiter.",
		Advice: adviceAwait, Source: "CoreLib/System/Runtime/CompilerServices/ValueTaskAwaiter.cs",
	},
	{
		ID: RuleTaskUnnamed, API: "Task wait", Category: CategorySyncOverAsync, Mechanism: MechanismTaskWait, Rank: primitive,
		Match: []string{
			"System.Threading.Tasks.Task.InternalWait", "System.Threading.Tasks.Task.InternalWaitCore",
			"System.Threading.Tasks.Task.SpinThenBlockingWait", "System.Threading.Tasks.Task.SpinWait",
		},
		Why:    "The thread waits for a task; which call asked for it was inlined away.",
		Advice: adviceAwait, Source: "CoreLib/System/Threading/Tasks/Task.cs",
	},
	{
		ID: RuleSyncWrapper, Category: CategorySyncOverAsync, Mechanism: MechanismTaskWait, Rank: refined,
		Match: []string{
			"Microsoft.VisualStudio.Threading.JoinableTaskFactory.Run", "Microsoft.VisualStudio.Threading.JoinableTask.Join",
			"Microsoft.VisualStudio.Threading.JoinableTask.CompleteOnCurrentThread",
			"Microsoft.VisualStudio.Threading.JoinableTaskFactory.WaitSynchronously*",
			"Nito.AsyncEx.AsyncContext.Run", "Nito.AsyncEx.AsyncContext.Execute",
			"*.WaitAndUnwrapException", "*AsyncLock.Lock",
			"FSharp.Core!*FSharpAsync.RunSynchronously", "FSharp.Core!*AsyncPrimitives.RunSynchronously",
			"FSharp.Core!*AsyncPrimitives.RunImmediate", "FSharp.Core!*AsyncPrimitives.QueueAsyncAndWaitForResultSynchronously",
			"FSharp.Core!*FSharpMailboxProcessor.PostAndReply", "FSharp.Core!*FSharpMailboxProcessor.TryPostAndReply",
			"*.RunSync", "Azure.Core.Pipeline.TaskExtensions.EnsureCompleted",
			"Grpc.Net.Client.Internal.HttpClientCallInvoker.BlockingUnaryCall", "*.BlockingUnaryCall",
			"System.Threading.Tasks.Dataflow.DataflowBlock.Receive", "System.Threading.Tasks.Dataflow.DataflowBlock.ReceiveCore",
			"System.Reactive.Linq.Observable.First*", "System.Reactive.Linq.Observable.Last*", "System.Reactive.Linq.Observable.Single*",
			"System.Reactive.Linq.Observable.Wait", "System.Reactive.Linq.Observable.ForEach", "System.Reactive.Linq.QueryLanguage.Wait",
			"System.Reactive.Linq.QueryLanguage.ForEach", "System.Reactive.Linq.ObservableImpl.GetEnumerator.MoveNext",
			"StackExchange.Redis!*.Wait", "StackExchange.Redis!*.WaitAll", "StackExchange.Redis!*ConnectionMultiplexer.Connect*",
		},
		Why:    "A library's synchronous call blocks on asynchronous work of its own.",
		Advice: "Call the asynchronous form of this API and await it.",
		Source: "microsoft/vs-threading, StephenCleary/AsyncEx, dotnet/fsharp, grpc/grpc-dotnet",
	},
}

var lockRules = []Rule{
	{
		ID: RuleMonitorEnter, API: "lock", Category: CategoryLock, Mechanism: MechanismLock, Rank: primitive,
		Match: []string{
			"System.Threading.Monitor.Enter", "System.Threading.Monitor.ReliableEnter", "System.Threading.Monitor.Enter_Slowpath",
			"System.Threading.Monitor.SynchronizedMethodEnter",
		},
		Why:    "The thread waits to enter a lock that another thread holds. The text does not show which one.",
		Advice: adviceLock, Source: "src/coreclr/System.Private.CoreLib/src/System/Threading/Monitor.CoreCLR.cs",
	},
	{
		ID: RuleMonitorTryEnter, API: "Monitor.TryEnter", Category: CategoryLock, Mechanism: MechanismLock, Rank: primitive,
		Match: []string{
			"System.Threading.Monitor.TryEnter", "System.Threading.Monitor.TryEnter_Slowpath", "System.Threading.Monitor.ReliableEnterTimeout",
			"System.Threading.Monitor.TryEnter_Timeout_WithLockTaken",
		},
		Why:    "The thread waits, up to a timeout, for a lock that another thread holds.",
		Advice: adviceLock, Source: "src/coreclr/System.Private.CoreLib/src/System/Threading/Monitor.CoreCLR.cs",
	},
	{
		ID: RuleLockEnter, API: "lock", Category: CategoryLock, Mechanism: MechanismLock, Rank: primitive,
		Match: []string{
			"System.Threading.Lock.Enter", "System.Threading.Lock.EnterScope", "System.Threading.Lock.EnterAndGetCurrentThreadId",
			"System.Threading.Lock.TryEnterSlow", "System.Threading.Lock.TryEnter", "System.Threading.Lock.TryEnter_Outlined", "System.Threading.Lock.TryEnter_Inlined",
		},
		Why:    "The thread waits for a System.Threading.Lock that another thread holds.",
		Advice: adviceLock, Source: "CoreLib/System/Threading/Lock.cs",
	},
	{
		ID: RuleReaderWriterLockRead, API: "ReaderWriterLockSlim.EnterReadLock", Category: CategoryLock, Mechanism: MechanismWaitHandle, Rank: primitive,
		Match:  []string{"ReaderWriterLockSlim.EnterReadLock", "ReaderWriterLockSlim.TryEnterReadLock", "ReaderWriterLockSlim.TryEnterReadLockCore"},
		Why:    "The thread waits to read while another thread holds the write lock or waits for it.",
		Advice: adviceLock, Source: "src/libraries/System.Private.CoreLib/src/System/Threading/ReaderWriterLockSlim.cs",
	},
	{
		ID: RuleReaderWriterLockWrite, API: "ReaderWriterLockSlim.EnterWriteLock", Category: CategoryLock, Mechanism: MechanismWaitHandle, Rank: primitive,
		Match:  []string{"ReaderWriterLockSlim.EnterWriteLock", "ReaderWriterLockSlim.TryEnterWriteLock", "ReaderWriterLockSlim.TryEnterWriteLockCore"},
		Why:    "The thread waits to write until every reader has left.",
		Advice: adviceLock, Source: "CoreLib/System/Threading/ReaderWriterLockSlim.cs",
	},
	{
		ID: RuleReaderWriterLockUpgrade, API: "ReaderWriterLockSlim.EnterUpgradeableReadLock", Category: CategoryLock, Mechanism: MechanismWaitHandle, Rank: primitive,
		Match:  []string{"ReaderWriterLockSlim.EnterUpgradeableReadLock", "ReaderWriterLockSlim.TryEnterUpgradeableReadLock", "ReaderWriterLockSlim.TryEnterUpgradeableReadLockCore"},
		Why:    "The thread waits for the one upgradeable read lock.",
		Advice: adviceLock, Source: "CoreLib/System/Threading/ReaderWriterLockSlim.cs",
	},
	{
		ID: RuleReaderWriterLockOld, Category: CategoryLock, Mechanism: MechanismWaitHandle, Rank: primitive,
		Match:  []string{"System.Threading.ReaderWriterLock.AcquireReaderLock", "System.Threading.ReaderWriterLock.AcquireWriterLock", "System.Threading.ReaderWriterLock.UpgradeToWriterLock"},
		Why:    "The thread waits for a ReaderWriterLock.",
		Advice: adviceLock, Source: "src/libraries/System.Threading/src/System/Threading/ReaderWriterLock.cs",
	},
	{
		ID: RuleSpinLock, API: "SpinLock.Enter", Category: CategoryLock, Mechanism: MechanismSpin, Rank: primitive,
		Match:  []string{"System.Threading.SpinLock.ContinueTryEnter", "System.Threading.SpinLock.Enter", "System.Threading.SpinLock.TryEnter"},
		Why:    "The thread spins for a SpinLock; a Thread.Sleep on top is part of the spinning.",
		Advice: "Hold a SpinLock for a few instructions only; use lock where the section can wait.", Source: "CoreLib/System/Threading/SpinLock.cs",
	},
	{
		ID: RuleSemaphoreSlim, API: "SemaphoreSlim.Wait", Category: CategoryLock, Mechanism: MechanismMonitorWait, Rank: primitive,
		Match:  []string{"System.Threading.SemaphoreSlim.Wait", "System.Threading.SemaphoreSlim.WaitCore", "System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout"},
		Why:    "The thread waits for a semaphore synchronously.",
		Advice: "Use SemaphoreSlim.WaitAsync and await it.", Source: "CoreLib/System/Threading/SemaphoreSlim.cs",
	},
	{
		ID: RuleLazyValue, API: "Lazy<T>.Value", Category: CategoryLock, Mechanism: MechanismLock, Rank: refined,
		Match: []string{"System.Lazy.ExecutionAndPublication", "System.Lazy.CreateValue", "System.Lazy.get_Value"}, Unless: []string{"System.Lazy.ViaFactory", "System.Lazy.CreateViaDefaultConstructor"},
		Why:    "The thread waits while another thread runs the factory of a Lazy<T>.",
		Advice: "Do no waiting in the factory; for asynchronous values keep a Lazy<Task<T>> and await it.", Source: "CoreLib/System/Lazy.cs",
	},
	{
		ID: RuleStaticInit, API: "static initialisation", Category: CategoryLock, Mechanism: MechanismClassInitialisation, Rank: refined,
		Match: []string{
			"System.Runtime.CompilerServices.InitHelpers.InitClassSlow", "System.Runtime.CompilerServices.InitHelpers.InitClass",
			"System.Runtime.CompilerServices.StaticsHelpers.Get*", "StaticsHelpers.Get*", "System.Runtime.CompilerServices.RuntimeHelpers.RunClassConstructor",
		},
		Why:    "The thread waits while another thread runs a static constructor or static field initialisers.",
		Advice: "Do no waiting and no asynchronous work in static constructors or static field initialisers.",
		Source: "src/coreclr/System.Private.CoreLib/src/System/Runtime/CompilerServices/InitHelpers.cs",
	},
}

var eventRules = []Rule{
	{
		ID: RuleMonitorWait, API: "Monitor.Wait", Category: CategoryEvent, Mechanism: MechanismMonitorWait, Rank: primitive,
		Match:  []string{"System.Threading.Monitor.Wait", "System.Threading.Monitor.ObjWait", "System.Threading.Condition.Wait"},
		Why:    "The thread waits for a pulse.",
		Advice: "Signal with a SemaphoreSlim or a Channel that can be awaited.", Source: "CoreLib/System/Threading/Monitor.cs",
	},
	{
		ID: RuleEventSlim, API: "ManualResetEventSlim.Wait", Category: CategoryEvent, Mechanism: MechanismMonitorWait, Rank: primitive,
		Match:  []string{"System.Threading.ManualResetEventSlim.Wait"},
		Why:    "The thread waits for an event.",
		Advice: "Await a TaskCompletionSource instead of waiting for an event on a pool thread.", Source: "CoreLib/System/Threading/ManualResetEventSlim.cs",
	},
	{
		ID: RuleCountdown, API: "CountdownEvent.Wait", Category: CategoryEvent, Mechanism: MechanismMonitorWait, Rank: primitive,
		Match: []string{"System.Threading.CountdownEvent.Wait"}, Why: "The thread waits for a countdown.",
		Advice: "Await Task.WhenAll over the work instead.", Source: "src/libraries/System.Threading/src/System/Threading/CountdownEvent.cs",
	},
	{
		ID: RuleBarrier, API: "Barrier.SignalAndWait", Category: CategoryEvent, Mechanism: MechanismMonitorWait, Rank: primitive,
		Match: []string{"System.Threading.Barrier.SignalAndWait", "System.Threading.Barrier.DiscontinuousWait"},
		Why:   "The thread waits for the other participants of a barrier.", Advice: "Keep barriers off the thread pool.",
		Source: "src/libraries/System.Threading/src/System/Threading/Barrier.cs",
	},
	{
		ID: RuleWaitHandleOne, API: "WaitHandle.WaitOne", Category: CategoryEvent, Mechanism: MechanismWaitHandle, Rank: primitive,
		Match: []string{"System.Threading.WaitHandle.WaitOne", "System.Threading.WaitHandle.WaitOneNoCheck", "System.Threading.WaitHandle.WaitOneCore"},
		Why:   "The thread waits for a mutex, a semaphore or an event; which of them is not visible.", Advice: "Use an awaitable signal (SemaphoreSlim.WaitAsync, TaskCompletionSource).",
		Source: "CoreLib/System/Threading/WaitHandle.cs",
	},
	{
		ID: RuleWaitHandleAny, API: "WaitHandle.WaitAny", Category: CategoryEvent, Mechanism: MechanismWaitHandle, Rank: primitive,
		Match: []string{
			"System.Threading.WaitHandle.WaitAny", "System.Threading.WaitHandle.WaitMultiple", "System.Threading.WaitHandle.WaitAnyMultiple",
			"System.Threading.WaitHandle.WaitMultipleIgnoringSyncContext", "System.Threading.WaitHandle.WaitForMultipleObjectsIgnoringSyncContext",
		},
		Why: "The thread waits for one of several handles.", Advice: "Use awaitable signals and Task.WhenAny.", Source: "CoreLib/System/Threading/WaitHandle.cs",
	},
	{
		ID: RuleWaitHandleAll, API: "WaitHandle.WaitAll", Category: CategoryEvent, Mechanism: MechanismWaitHandle, Rank: primitive,
		Match: []string{"System.Threading.WaitHandle.WaitAll"}, Why: "The thread waits for several handles.",
		Advice: "Use awaitable signals and Task.WhenAll.", Source: "CoreLib/System/Threading/WaitHandle.cs",
	},
	{
		ID: RuleSignalAndWait, API: "WaitHandle.SignalAndWait", Category: CategoryEvent, Mechanism: MechanismWaitHandle, Rank: primitive,
		Match: []string{"System.Threading.WaitHandle.SignalAndWait", "System.Threading.WaitHandle.SignalAndWaitCore", "System.Threading.WaitHandle.SignalAndWaitNative"},
		Why:   "The thread signals one handle and waits for another.", Advice: "Use awaitable signals.", Source: "CoreLib/System/Threading/WaitHandle.cs",
	},
	{
		ID: RuleThreadJoin, API: "Thread.Join", Category: CategoryEvent, Mechanism: MechanismJoin, Rank: primitive,
		Match: []string{"System.Threading.Thread.Join", "System.Threading.Thread.JoinInternal"}, Why: "The thread waits for another thread to end.",
		Advice: "Run the work as a task and await it.", Source: "CoreLib/System/Threading/Thread.cs",
	},
	{
		ID: RuleProcessExit, API: "Process.WaitForExit", Category: CategoryEvent, Mechanism: MechanismWaitHandle, Rank: family,
		Match: []string{"System.Diagnostics.Process.WaitForExit", "System.Diagnostics.Process.WaitForExitCore", "System.Diagnostics.ProcessWaitState.WaitForExit"},
		Why:   "The thread waits for a child process to end.", Advice: "Await Process.WaitForExitAsync.",
		Source: "src/libraries/System.Diagnostics.Process/src/System/Diagnostics/Process.cs",
	},
	{
		ID: RuleCancellationWait, API: "CancellationTokenRegistration.Dispose", Category: CategoryEvent, Mechanism: MechanismSpin, Rank: family,
		Match: []string{"System.Threading.CancellationTokenSource+Registrations.WaitForCallbackToComplete", "System.Threading.CancellationTokenRegistration.Dispose"},
		Why:   "The thread disposes a cancellation registration and waits for its running callback.", Advice: "Use DisposeAsync, or Unregister.",
		Source: "CoreLib/System/Threading/CancellationTokenSource.cs",
	},
	{
		ID: RuleGCWait, Category: CategoryEvent, Mechanism: MechanismGC, Rank: family,
		Match: []string{"System.GC.WaitForPendingFinalizers", "System.GC._WaitForPendingFinalizers", "System.GC.WaitForFullGC*", "System.GC.Collect", "System.GC._Collect"},
		Why:   "The thread waits for the garbage collector or the finalizers.", Advice: "Remove induced collections from the request path.",
		Source: "src/coreclr/System.Private.CoreLib/src/System/GC.CoreCLR.cs",
	},
	{
		ID: RuleThreadSleep, API: "Thread.Sleep", Category: CategorySleep, Mechanism: MechanismSleep, Rank: primitive,
		Match: []string{"System.Threading.Thread.Sleep", "System.Threading.Thread.SleepInternal", "System.Threading.Thread.UninterruptibleSleep0"},
		Why:   "The thread sleeps and keeps its pool thread.", Advice: "Await Task.Delay instead of Thread.Sleep; a loop that must sleep belongs on a thread of its own.", Source: "CoreLib/System/Threading/Thread.cs",
	},
	{
		ID: RuleRetrySleep, Category: CategorySleep, Mechanism: MechanismSleep, Rank: refined,
		Match: []string{"Polly*!*Retry*", "Polly.Utilities.SystemClock*", "Polly*!*RetryEngine*"}, Needs: []string{"Polly.Utilities.SystemClock*", "System.Threading.Thread.Sleep"},
		Why: "A resilience library sleeps between two tries; the operation itself is not on the stack.", Advice: "Use the asynchronous policy (ExecuteAsync), and look at why the operation fails.",
		Source: "App-vNext/Polly v7 src/Polly/Utilities/SystemClock.cs",
	},
	{
		ID: RuleSpinUntil, API: "SpinWait.SpinUntil", Category: CategorySpin, Mechanism: MechanismSpin, Rank: family,
		Match: []string{"System.Threading.SpinWait.SpinUntil"}, Why: "The thread polls a condition, spinning and sleeping in turn.",
		Advice: "Wait for an awaitable signal instead of polling.", Source: "CoreLib/System/Threading/SpinWait.cs",
	},
	{
		ID: RuleSpinOnce, API: "SpinWait.SpinOnce", Category: CategorySpin, Mechanism: MechanismSpin, Rank: family,
		Match: []string{"System.Threading.SpinWait.SpinOnce", "System.Threading.SpinWait.SpinOnceCore"}, Unless: []string{"System.Threading.SpinLock.*", "System.Threading.Tasks.Task.*", "System.Threading.CancellationToken*"},
		Why: "A hand-written loop spins until something changes.", Advice: "Wait for an awaitable signal instead of spinning.", Source: "CoreLib/System/Threading/SpinWait.cs",
	},
}

var queueRules = []Rule{
	{
		ID: RuleQueueTake, API: "BlockingCollection.Take", Category: CategoryQueue, Mechanism: MechanismMonitorWait, Rank: family,
		Match: []string{
			"BlockingCollection.Take", "BlockingCollection.TryTake", "BlockingCollection.TryTakeWithNoTimeValidation",
			"BlockingCollection.TakeFromAny*", "BlockingCollection.TryTakeFromAny*",
		},
		Why: "The thread waits for an item of a blocking queue.", Advice: "Give a consumer loop its own thread, or use a Channel and await ReadAsync.",
		Source: "src/libraries/System.Collections.Concurrent/src/System/Collections/Concurrent/BlockingCollection.cs",
	},
	{
		ID: RuleQueueConsume, API: "BlockingCollection.GetConsumingEnumerable", Category: CategoryQueue, Mechanism: MechanismMonitorWait, Rank: family,
		Match: []string{"BlockingCollection.GetConsumingEnumerable"},
		Why:   "The thread is the consumer loop of a blocking queue and waits for the next item.", Advice: "Give a consumer loop its own thread, or use a Channel and await ReadAllAsync.",
		Source: "src/libraries/System.Collections.Concurrent/src/System/Collections/Concurrent/BlockingCollection.cs",
	},
	{
		ID: RuleQueueAdd, API: "BlockingCollection.Add", Category: CategoryQueue, Mechanism: MechanismMonitorWait, Rank: family,
		Match: []string{"BlockingCollection.Add", "BlockingCollection.TryAdd", "BlockingCollection.TryAddWithNoTimeValidation", "BlockingCollection.AddToAny*", "BlockingCollection.TryAddToAny*"},
		Why:   "The thread waits because a bounded queue is full: the consumers are slower than the producers.", Advice: "Look at what the consumers do; use a bounded Channel and await WriteAsync.",
		Source: "src/libraries/System.Collections.Concurrent/src/System/Collections/Concurrent/BlockingCollection.cs",
	},
	{
		ID: RuleMessagePoll, Category: CategoryQueue, Rank: family,
		Match: []string{"Confluent.Kafka!*", "RabbitMQ.Client!*"},
		Why:   "The thread waits for the client library of a message broker.", Advice: "Give a poll loop its own thread.",
		Source: "confluentinc/confluent-kafka-dotnet, rabbitmq/rabbitmq-dotnet-client",
	},
}
