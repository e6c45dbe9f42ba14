package classify

// eventRules are the waits for a signal, for another thread and for time to pass.
var eventRules = []Rule{
	{
		ID: RuleMonitorWait, API: "Monitor.Wait", Category: CategoryEvent, Mechanism: MechanismMonitorWait,
		Rank: primitive,
		Match: []string{
			"System.Threading.Monitor.Wait", "System.Threading.Monitor.ObjWait", "System.Threading.Condition.Wait",
		},
		Why:    "The thread waits for a pulse.",
		Advice: "Signal with a SemaphoreSlim or a Channel that can be awaited.",
		Source: "CoreLib/System/Threading/Monitor.cs",
	},
	{
		ID: RuleEventSlim, API: "ManualResetEventSlim.Wait", Category: CategoryEvent,
		Mechanism: MechanismMonitorWait, Rank: primitive,
		Match:  []string{"System.Threading.ManualResetEventSlim.Wait"},
		Why:    "The thread waits for an event.",
		Advice: "Await a TaskCompletionSource instead of waiting for an event on a pool thread.",
		Source: "CoreLib/System/Threading/ManualResetEventSlim.cs",
	},
	{
		ID: RuleCountdown, API: "CountdownEvent.Wait", Category: CategoryEvent, Mechanism: MechanismMonitorWait,
		Rank:   primitive,
		Match:  []string{"System.Threading.CountdownEvent.Wait"},
		Why:    "The thread waits for a countdown.",
		Advice: "Await Task.WhenAll over the work instead.",
		Source: "src/libraries/System.Threading/src/System/Threading/CountdownEvent.cs",
	},
	{
		ID: RuleBarrier, API: "Barrier.SignalAndWait", Category: CategoryEvent, Mechanism: MechanismMonitorWait,
		Rank:   primitive,
		Match:  []string{"System.Threading.Barrier.SignalAndWait", "System.Threading.Barrier.DiscontinuousWait"},
		Why:    "The thread waits for the other participants of a barrier.",
		Advice: "Keep barriers off the thread pool.",
		Source: "src/libraries/System.Threading/src/System/Threading/Barrier.cs",
	},
	{
		ID: RuleWaitHandleOne, API: "WaitHandle.WaitOne", Category: CategoryEvent, Mechanism: MechanismWaitHandle,
		Rank: primitive,
		Match: []string{
			"System.Threading.WaitHandle.WaitOne", "System.Threading.WaitHandle.WaitOneNoCheck",
			"System.Threading.WaitHandle.WaitOneCore",
		},
		Why:    "The thread waits for a mutex, a semaphore or an event; which of them is not visible.",
		Advice: "Use an awaitable signal (SemaphoreSlim.WaitAsync, TaskCompletionSource).",
		Source: "CoreLib/System/Threading/WaitHandle.cs",
	},
	{
		ID: RuleWaitHandleAny, API: "WaitHandle.WaitAny", Category: CategoryEvent, Mechanism: MechanismWaitHandle,
		Rank: primitive,
		Match: []string{
			"System.Threading.WaitHandle.WaitAny", "System.Threading.WaitHandle.WaitMultiple",
			"System.Threading.WaitHandle.WaitAnyMultiple",
			"System.Threading.WaitHandle.WaitMultipleIgnoringSyncContext",
			"System.Threading.WaitHandle.WaitForMultipleObjectsIgnoringSyncContext",
		},
		Why:    "The thread waits for one of several handles.",
		Advice: "Use awaitable signals and Task.WhenAny.",
		Source: "CoreLib/System/Threading/WaitHandle.cs",
	},
	{
		ID: RuleWaitHandleAll, API: "WaitHandle.WaitAll", Category: CategoryEvent, Mechanism: MechanismWaitHandle,
		Rank:   primitive,
		Match:  []string{"System.Threading.WaitHandle.WaitAll"},
		Why:    "The thread waits for several handles.",
		Advice: "Use awaitable signals and Task.WhenAll.",
		Source: "CoreLib/System/Threading/WaitHandle.cs",
	},
	{
		ID: RuleSignalAndWait, API: "WaitHandle.SignalAndWait", Category: CategoryEvent,
		Mechanism: MechanismWaitHandle, Rank: primitive,
		Match: []string{
			"System.Threading.WaitHandle.SignalAndWait", "System.Threading.WaitHandle.SignalAndWaitCore",
			"System.Threading.WaitHandle.SignalAndWaitNative",
		},
		Why:    "The thread signals one handle and waits for another.",
		Advice: "Use awaitable signals.",
		Source: "CoreLib/System/Threading/WaitHandle.cs",
	},
	{
		ID: RuleThreadJoin, API: "Thread.Join", Category: CategoryEvent, Mechanism: MechanismJoin, Rank: primitive,
		Match:  []string{"System.Threading.Thread.Join", "System.Threading.Thread.JoinInternal"},
		Why:    "The thread waits for another thread to end.",
		Advice: "Run the work as a task and await it.",
		Source: "CoreLib/System/Threading/Thread.cs",
	},
	{
		ID: RuleProcessExit, API: "Process.WaitForExit", Category: CategoryEvent, Mechanism: MechanismWaitHandle,
		Rank: family,
		Match: []string{
			"System.Diagnostics.Process.WaitForExit", "System.Diagnostics.Process.WaitForExitCore",
			"System.Diagnostics.ProcessWaitState.WaitForExit",
		},
		Why:    "The thread waits for a child process to end.",
		Advice: "Await Process.WaitForExitAsync.",
		Source: "src/libraries/System.Diagnostics.Process/src/System/Diagnostics/Process.cs",
	},
	{
		ID: RuleCancellationWait, API: "CancellationTokenRegistration.Dispose", Category: CategoryEvent,
		Mechanism: MechanismSpin, Rank: family,
		Match: []string{
			"System.Threading.CancellationTokenSource+Registrations.WaitForCallbackToComplete",
			"System.Threading.CancellationTokenRegistration.Dispose",
		},
		Why:    "The thread disposes a cancellation registration and waits for its running callback.",
		Advice: "Use DisposeAsync, or Unregister.",
		Source: "CoreLib/System/Threading/CancellationTokenSource.cs",
	},
	{
		ID: RuleGCWait, Category: CategoryEvent, Mechanism: MechanismGC, Rank: family,
		Match: []string{
			"System.GC.WaitForPendingFinalizers", "System.GC._WaitForPendingFinalizers", "System.GC.WaitForFullGC*",
			"System.GC.Collect", "System.GC._Collect",
		},
		Why:    "The thread waits for the garbage collector or the finalizers.",
		Advice: "Remove induced collections from the request path.",
		Source: "src/coreclr/System.Private.CoreLib/src/System/GC.CoreCLR.cs",
	},
	{
		ID: RuleThreadSleep, API: "Thread.Sleep", Category: CategorySleep, Mechanism: MechanismSleep,
		Rank: primitive,
		Match: []string{
			"System.Threading.Thread.Sleep", "System.Threading.Thread.SleepInternal",
			"System.Threading.Thread.UninterruptibleSleep0",
		},
		Why:    "The thread sleeps and keeps its pool thread.",
		Advice: "Await Task.Delay instead of Thread.Sleep; a loop that must sleep belongs on a thread of its own.",
		Source: "CoreLib/System/Threading/Thread.cs",
	},
	{
		ID: RuleRetrySleep, Category: CategorySleep, Mechanism: MechanismSleep, Rank: refined,
		Match:  []string{"Polly*!*Retry*", "Polly.Utilities.SystemClock*", "Polly*!*RetryEngine*"},
		Needs:  []string{"Polly.Utilities.SystemClock*", "System.Threading.Thread.Sleep"},
		Why:    "A resilience library sleeps between two tries; the operation itself is not on the stack.",
		Advice: "Use the asynchronous policy (ExecuteAsync), and look at why the operation fails.",
		Source: "App-vNext/Polly v7 src/Polly/Utilities/SystemClock.cs",
	},
	{
		ID: RuleSpinUntil, API: "SpinWait.SpinUntil", Category: CategorySpin, Mechanism: MechanismSpin,
		Rank:   family,
		Match:  []string{"System.Threading.SpinWait.SpinUntil"},
		Why:    "The thread polls a condition, spinning and sleeping in turn.",
		Advice: "Wait for an awaitable signal instead of polling.",
		Source: "CoreLib/System/Threading/SpinWait.cs",
	},
	{
		ID: RuleSpinOnce, API: "SpinWait.SpinOnce", Category: CategorySpin, Mechanism: MechanismSpin, Rank: family,
		Match: []string{"System.Threading.SpinWait.SpinOnce", "System.Threading.SpinWait.SpinOnceCore"},
		Unless: []string{
			"System.Threading.SpinLock.*", "System.Threading.Tasks.Task.*", "System.Threading.CancellationToken*",
		},
		Why:    "A hand-written loop spins until something changes.",
		Advice: "Wait for an awaitable signal instead of spinning.",
		Source: "CoreLib/System/Threading/SpinWait.cs",
	},
}

// queueRules are the waits for an item of a queue, or for room in one.
var queueRules = []Rule{
	{
		ID: RuleQueueTake, API: "BlockingCollection.Take", Category: CategoryQueue, Mechanism: MechanismMonitorWait,
		Rank: family,
		Match: []string{
			"BlockingCollection.Take", "BlockingCollection.TryTake",
			"BlockingCollection.TryTakeWithNoTimeValidation", "BlockingCollection.TakeFromAny*",
			"BlockingCollection.TryTakeFromAny*",
		},
		Why:    "The thread waits for an item of a blocking queue.",
		Advice: "Give a consumer loop its own thread, or use a Channel and await ReadAsync.",
		Source: "src/libraries/System.Collections.Concurrent/src/System/Collections/Concurrent/BlockingCollection.cs",
	},
	{
		ID: RuleQueueConsume, API: "BlockingCollection.GetConsumingEnumerable", Category: CategoryQueue,
		Mechanism: MechanismMonitorWait, Rank: family,
		Match:  []string{"BlockingCollection.GetConsumingEnumerable"},
		Why:    "The thread is the consumer loop of a blocking queue and waits for the next item.",
		Advice: "Give a consumer loop its own thread, or use a Channel and await ReadAllAsync.",
		Source: "src/libraries/System.Collections.Concurrent/src/System/Collections/Concurrent/BlockingCollection.cs",
	},
	{
		ID: RuleQueueAdd, API: "BlockingCollection.Add", Category: CategoryQueue, Mechanism: MechanismMonitorWait,
		Rank: family,
		Match: []string{
			"BlockingCollection.Add", "BlockingCollection.TryAdd", "BlockingCollection.TryAddWithNoTimeValidation",
			"BlockingCollection.AddToAny*", "BlockingCollection.TryAddToAny*",
		},
		Why:    "The thread waits because a bounded queue is full: the consumers are slower than the producers.",
		Advice: "Look at what the consumers do; use a bounded Channel and await WriteAsync.",
		Source: "src/libraries/System.Collections.Concurrent/src/System/Collections/Concurrent/BlockingCollection.cs",
	},
	{
		ID: RuleMessagePoll, Category: CategoryQueue, Rank: family,
		Match:  []string{"Confluent.Kafka!*", "RabbitMQ.Client!*"},
		Why:    "The thread waits for the client library of a message broker.",
		Advice: "Give a poll loop its own thread.",
		Source: "confluentinc/confluent-kafka-dotnet, rabbitmq/rabbitmq-dotnet-client",
	},
}
