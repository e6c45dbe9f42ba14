package classify

// lockRules are the waits to enter a lock, and for what one thread initialises for all.
var lockRules = []Rule{
	{
		ID: RuleMonitorEnter, API: "lock", Category: CategoryLock, Mechanism: MechanismLock, Rank: primitive,
		Match: []string{
			"System.Threading.Monitor.Enter", "System.Threading.Monitor.ReliableEnter",
			"System.Threading.Monitor.Enter_Slowpath", "System.Threading.Monitor.SynchronizedMethodEnter",
		},
		Why:    "The thread waits to enter a lock that another thread holds. The text does not show which one.",
		Advice: adviceLock,
		Source: "src/coreclr/System.Private.CoreLib/src/System/Threading/Monitor.CoreCLR.cs",
	},
	{
		ID: RuleMonitorTryEnter, API: "Monitor.TryEnter", Category: CategoryLock, Mechanism: MechanismLock,
		Rank: primitive,
		Match: []string{
			"System.Threading.Monitor.TryEnter", "System.Threading.Monitor.TryEnter_Slowpath",
			"System.Threading.Monitor.ReliableEnterTimeout",
			"System.Threading.Monitor.TryEnter_Timeout_WithLockTaken",
		},
		Why:    "The thread waits, up to a timeout, for a lock that another thread holds.",
		Advice: adviceLock,
		Source: "src/coreclr/System.Private.CoreLib/src/System/Threading/Monitor.CoreCLR.cs",
	},
	{
		ID: RuleLockEnter, API: "lock", Category: CategoryLock, Mechanism: MechanismLock, Rank: primitive,
		Match: []string{
			"System.Threading.Lock.Enter", "System.Threading.Lock.EnterScope",
			"System.Threading.Lock.EnterAndGetCurrentThreadId", "System.Threading.Lock.TryEnterSlow",
			"System.Threading.Lock.TryEnter", "System.Threading.Lock.TryEnter_Outlined",
			"System.Threading.Lock.TryEnter_Inlined",
		},
		Why:    "The thread waits for a System.Threading.Lock that another thread holds.",
		Advice: adviceLock,
		Source: "CoreLib/System/Threading/Lock.cs",
	},
	{
		ID: RuleReaderWriterLockRead, API: "ReaderWriterLockSlim.EnterReadLock", Category: CategoryLock,
		Mechanism: MechanismWaitHandle, Rank: primitive,
		Match: []string{
			"ReaderWriterLockSlim.EnterReadLock", "ReaderWriterLockSlim.TryEnterReadLock",
			"ReaderWriterLockSlim.TryEnterReadLockCore",
		},
		Why:    "The thread waits to read while another thread holds the write lock or waits for it.",
		Advice: adviceLock,
		Source: "src/libraries/System.Private.CoreLib/src/System/Threading/ReaderWriterLockSlim.cs",
	},
	{
		ID: RuleReaderWriterLockWrite, API: "ReaderWriterLockSlim.EnterWriteLock", Category: CategoryLock,
		Mechanism: MechanismWaitHandle, Rank: primitive,
		Match: []string{
			"ReaderWriterLockSlim.EnterWriteLock", "ReaderWriterLockSlim.TryEnterWriteLock",
			"ReaderWriterLockSlim.TryEnterWriteLockCore",
		},
		Why:    "The thread waits to write until every reader has left.",
		Advice: adviceLock,
		Source: "CoreLib/System/Threading/ReaderWriterLockSlim.cs",
	},
	{
		ID: RuleReaderWriterLockUpgrade, API: "ReaderWriterLockSlim.EnterUpgradeableReadLock",
		Category: CategoryLock, Mechanism: MechanismWaitHandle, Rank: primitive,
		Match: []string{
			"ReaderWriterLockSlim.EnterUpgradeableReadLock", "ReaderWriterLockSlim.TryEnterUpgradeableReadLock",
			"ReaderWriterLockSlim.TryEnterUpgradeableReadLockCore",
		},
		Why:    "The thread waits for the one upgradeable read lock.",
		Advice: adviceLock,
		Source: "CoreLib/System/Threading/ReaderWriterLockSlim.cs",
	},
	{
		ID: RuleReaderWriterLockOld, Category: CategoryLock, Mechanism: MechanismWaitHandle, Rank: primitive,
		Match: []string{
			"System.Threading.ReaderWriterLock.AcquireReaderLock",
			"System.Threading.ReaderWriterLock.AcquireWriterLock",
			"System.Threading.ReaderWriterLock.UpgradeToWriterLock",
		},
		Why:    "The thread waits for a ReaderWriterLock.",
		Advice: adviceLock,
		Source: "src/libraries/System.Threading/src/System/Threading/ReaderWriterLock.cs",
	},
	{
		ID: RuleSpinLock, API: "SpinLock.Enter", Category: CategoryLock, Mechanism: MechanismSpin, Rank: primitive,
		Match: []string{
			"System.Threading.SpinLock.ContinueTryEnter", "System.Threading.SpinLock.Enter",
			"System.Threading.SpinLock.TryEnter",
		},
		Why:    "The thread spins for a SpinLock; a Thread.Sleep on top is part of the spinning.",
		Advice: "Hold a SpinLock for a few instructions only; use lock where the section can wait.",
		Source: "CoreLib/System/Threading/SpinLock.cs",
	},
	{
		ID: RuleSemaphoreSlim, API: "SemaphoreSlim.Wait", Category: CategoryLock, Mechanism: MechanismMonitorWait,
		Rank: primitive,
		Match: []string{
			"System.Threading.SemaphoreSlim.Wait", "System.Threading.SemaphoreSlim.WaitCore",
			"System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout",
		},
		Why:    "The thread waits for a semaphore synchronously.",
		Advice: "Use SemaphoreSlim.WaitAsync and await it.",
		Source: "CoreLib/System/Threading/SemaphoreSlim.cs",
	},
	{
		ID: RuleLazyValue, API: "Lazy<T>.Value", Category: CategoryLock, Mechanism: MechanismLock, Rank: refined,
		Match:  []string{"System.Lazy.ExecutionAndPublication", "System.Lazy.CreateValue", "System.Lazy.get_Value"},
		Unless: []string{"System.Lazy.ViaFactory", "System.Lazy.CreateViaDefaultConstructor"},
		Why:    "The thread waits while another thread runs the factory of a Lazy<T>.",
		Advice: "Do no waiting in the factory; for asynchronous values keep a Lazy<Task<T>> and await it.",
		Source: "CoreLib/System/Lazy.cs",
	},
	{
		ID: RuleStaticInit, API: "static initialisation", Category: CategoryLock,
		Mechanism: MechanismClassInitialisation, Rank: refined,
		Match: []string{
			"System.Runtime.CompilerServices.InitHelpers.InitClassSlow",
			"System.Runtime.CompilerServices.InitHelpers.InitClass",
			"System.Runtime.CompilerServices.StaticsHelpers.Get*", "StaticsHelpers.Get*",
			"System.Runtime.CompilerServices.RuntimeHelpers.RunClassConstructor",
		},
		Why:    "The thread waits while another thread runs a static constructor or static field initialisers.",
		Advice: "Do no waiting and no asynchronous work in static constructors or static field initialisers.",
		Source: "src/coreclr/System.Private.CoreLib/src/System/Runtime/CompilerServices/InitHelpers.cs",
	},
}
