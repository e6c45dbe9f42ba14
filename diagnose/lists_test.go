package diagnose

import (
	"strings"
	"testing"

	"stacktriage/frame"
)

// TestLockFrames: the caller of a lock stands below all frames that the lock itself has in
// some version of the runtime.
func TestLockFrames(t *testing.T) {
	for _, name := range strings.Fields(`
		Monitor.Enter_Slowpath Lock.TryEnterSlow ObjectHeader.TryAcquire ReaderWriterLockSlim.TryEnterReadLockCore
		ReaderWriterLock.AcquireReaderLock SemaphoreSlim.Wait ManualResetEventSlim.Wait SpinLock.ContinueTryEnter
		SpinWait.SpinOnceCore Thread.SleepInternal Thread.YieldInternal WaitHandle.WaitOneNoCheck WaitSubsystem.Wait
		WaitSubsystem+WaitableObject.Wait SynchronizationContext.InvokeWaitMethodHelper Condition.Wait
		LowLevelLock.WaitAndAcquire LowLevelMonitor.Wait`) {
		f, _ := frame.Decode("System.Private.CoreLib!System.Threading." + name + "(int32)")
		if !isLockFrame(&f) {
			t.Errorf("%s is taken for the caller of a lock", f.Full)
		}
	}
	for _, line := range []string{"System.Private.CoreLib!System.Lazy`1.get_Value()", "Acme!Acme.Monitor.Enter()",
		"System.Private.CoreLib!System.Threading.Thread.StartCallback()"} {
		if f, _ := frame.Decode(line); isLockFrame(&f) {
			t.Errorf("%s is taken for a frame of a lock", line)
		}
	}
}

// TestClients: a type whose name ends so stands for something outside the process.
func TestClients(t *testing.T) {
	for name, want := range map[string]bool{
		"InventoryClient": true, "OrderRepository": true, "PaymentGateway": true, "ShopDbContext": true, "StockProxy": true,
		"NpgsqlConnection": true, "RabbitChannel": true, "Cart": false, "ClientList": false, "int": false, "": false,
	} {
		if got := isClient(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// TestHostsThatStop: own code that blocks while any of these stands below keeps the
// process from ending.
func TestHostsThatStop(t *testing.T) {
	for _, below := range []string{
		"Microsoft.Extensions.Hosting!Microsoft.Extensions.Hosting.Internal.Host.StopAsync()",
		"Microsoft.Extensions.Hosting!Microsoft.Extensions.Hosting.Internal.Host+<StopAsync>d__16.MoveNext()",
		"Microsoft.Extensions.Hosting!Microsoft.Extensions.Hosting.Internal.Host.DisposeAsync()",
		"Microsoft.Extensions.Hosting!Microsoft.Extensions.Hosting.Internal.Host+<DisposeAsync>d__20.MoveNext()",
		"Microsoft.Extensions.Hosting!Microsoft.Extensions.Hosting.Internal.Host.Dispose()",
		"Microsoft.Extensions.Hosting!Microsoft.Extensions.Hosting.Internal.Host+<<DisposeAsync>g__DisposeAsync|20_0>d.MoveNext()",
		"Microsoft.Extensions.Hosting!Microsoft.Extensions.Hosting.Internal.ApplicationLifetime.NotifyStopped()",
		"Microsoft.Extensions.Hosting!Microsoft.Extensions.Hosting.Internal.ApplicationLifetime.StopApplication()",
		"Microsoft.Extensions.Hosting.Abstractions!Microsoft.Extensions.Hosting.BackgroundService.StopAsync()",
		"Microsoft.Extensions.Hosting.Abstractions!Microsoft.Extensions.Hosting.BackgroundService+<StopAsync>d__5.MoveNext()",
		"Microsoft.AspNetCore.Hosting!Microsoft.AspNetCore.Hosting.Internal.WebHost+<StopAsync>d__31.MoveNext()",
		"Microsoft.AspNetCore.Hosting!Microsoft.AspNetCore.Hosting.WebHost+<StopAsync>d__31.MoveNext()",
		"Microsoft.AspNetCore.Hosting!Microsoft.AspNetCore.Hosting.WebHost+<DisposeAsync>d__33.MoveNext()",
		"C!System.AppContext.OnProcessExit()", "mscorlib!System.AppDomain.OnProcessExit()",
	} {
		s := analyzeText(t, reportText{stacks: []string{"1 @result < Acme!Acme.Feed.Close() < " + below + " < @pool"}})
		if s.Findings[0].ID != ShutdownHang {
			t.Errorf("%s: %s", below, s.Headline)
		}
	}
}
