package classify

import (
	"strings"
	"testing"

	"stacktriage/frame"
)

// TestMicrosoftsAssembliesAreNoOwnCode has assemblies of the runtime, of the desktop and
// web frameworks, of the SDK and its tools, and of Microsoft's packages.
func TestMicrosoftsAssembliesAreNoOwnCode(t *testing.T) {
	for _, name := range strings.Fields(`
		mscorlib netstandard System WindowsBase PresentationCore PresentationFramework PresentationFramework.Aero2
		PresentationUI ReachFramework WindowsFormsIntegration Accessibility UIAutomationClient
		UIAutomationClientSideProviders UIAutomationProvider UIAutomationTypes WinRT.Runtime testhost MSBuild pwsh
		vstest.console datacollector VBCSCompiler
		Microsoft.AspNetCore.Http Microsoft.AspNet.SignalR.Core Microsoft.Owin.Host.SystemWeb
		Microsoft.Extensions.Hosting Microsoft.JSInterop Microsoft.Net.Http.Headers Microsoft.NET.Test.Sdk
		Microsoft.EntityFrameworkCore.SqlServer Microsoft.Data.SqlClient Microsoft.Identity.Client
		Microsoft.IdentityModel.Tokens Microsoft.Azure.Cosmos.Client Microsoft.ApplicationInsights Microsoft.AI.Web
		Microsoft.OpenApi Microsoft.OData.Core Microsoft.Build.Framework Microsoft.CodeAnalysis.CSharp
		Microsoft.TestPlatform.CoreUtilities Microsoft.Testing.Platform Microsoft.VisualStudio.Threading
		Microsoft.DotNet.Cli.Utils Microsoft.PowerShell.ConsoleHost Microsoft.Diagnostics.NETCore.Client
		Microsoft.Bcl.AsyncInterfaces Microsoft.IO.RecyclableMemoryStream Microsoft.SqlServer.Smo Microsoft.Toolkit.Mvvm
		Microsoft.Maui.Controls Microsoft.WindowsAppSDK Microsoft.CSharp Microsoft.VisualBasic.Core
		Microsoft.Win32.SystemEvents Microsoft.Orleans.Runtime Microsoft.Graph.Core Microsoft.Kiota.Abstractions
		Microsoft.ServiceFabric.Services Microsoft.ML.Core Microsoft.SemanticKernel.Core Microsoft.DurableTask.Worker
		Microsoft.Playwright Microsoft.ClearScript.V8 Microsoft.Rest.ClientRuntime
		System.AppContext System.Activities System.AddIn System.Buffers System.ClientModel System.CodeDom
		System.Collections.Concurrent System.CommandLine System.ComponentModel.Primitives System.Composition.Hosting
		System.Configuration.ConfigurationManager System.Console System.Core System.Data.Common System.Deployment
		System.Design System.Device.Gpio System.Diagnostics.Process System.DirectoryServices.Protocols
		System.Drawing.Common System.Dynamic.Runtime System.EnterpriseServices System.Formats.Asn1
		System.Globalization System.IdentityModel.Tokens.Jwt System.IO.Pipelines System.Json System.Linq.Expressions
		System.Management.Automation System.Memory System.Messaging System.Net.Sockets System.Numerics
		System.ObjectModel System.Printing System.Private.CoreLib System.Reflection.Emit System.Resources.Extensions
		System.Runtime System.Security.Cryptography System.ServiceModel.Http System.ServiceProcess.ServiceController
		System.Speech System.Text.Json System.Threading.Channels System.Transactions.Local System.Utf8String
		System.ValueTuple System.Web.HttpUtility System.Windows.Forms System.Workflow.Runtime System.Xaml
		System.Xml.Linq`) {
		if got := moduleKind(name); got != KindFramework {
			t.Errorf("%s is %s", name, got)
		}
		if got := moduleKind(name + "Zz"); got == KindFramework && strings.Count(name, ".") < 1 {
			t.Errorf("%sZz is %s, too", name, got)
		}
	}
}

// TestTypesWithoutNamespace: Rider prints types of the base library without namespace.
// Types of the program's own can have such a name, but not in a frame with a module.
func TestTypesWithoutNamespace(t *testing.T) {
	for _, full := range strings.Fields(`
		System.Console System.Lazy System.Collections.Concurrent.BlockingCollection System.Diagnostics.Process
		System.Net.Http.HttpClient System.Net.Sockets.Socket
		System.Runtime.CompilerServices.AsyncMethodBuilderCore System.Runtime.CompilerServices.AsyncTaskMethodBuilder
		System.Runtime.CompilerServices.ConfiguredTaskAwaitable System.Runtime.CompilerServices.TaskAwaiter
		System.Runtime.CompilerServices.ValueTaskAwaiter
		System.Threading.AutoResetEvent System.Threading.Barrier System.Threading.CompleteWaitThreadPoolWorkItem
		System.Threading.CountdownEvent System.Threading.EventWaitHandle System.Threading.ExecutionContext
		System.Threading.Lock System.Threading.LowLevelLifoSemaphore System.Threading.ManualResetEvent
		System.Threading.ManualResetEventSlim System.Threading.Monitor System.Threading.Mutex
		System.Threading.PortableThreadPool System.Threading.ReaderWriterLock System.Threading.ReaderWriterLockSlim
		System.Threading.Semaphore System.Threading.SemaphoreSlim System.Threading.SpinWait
		System.Threading.SynchronizationContext System.Threading.Thread System.Threading.ThreadHelper
		System.Threading.ThreadPoolWorkQueue System.Threading.TimerQueue System.Threading.TimerQueueTimer
		System.Threading.WaitHandle System.Threading.WaitSubsystem System.Threading._ThreadPoolWaitCallback
		System.Threading.Tasks.Parallel System.Threading.Tasks.Task System.Threading.Tasks.TaskFactory
		Microsoft.AspNetCore.Builder.WebApplication Microsoft.AspNetCore.Hosting.WebHostExtensions
		Microsoft.AspNetCore.Server.Kestrel.Core.KestrelServer
		Microsoft.Extensions.Hosting.HostingAbstractionsHostExtensions`) {
		dot := strings.LastIndexByte(full, '.')
		for _, rest := range []string{".Wait(Int32)", "<System.__Canon>.Wait()", "`1[[System.__Canon, X]].Wait()"} {
			short := frame.DecodeBare(full[dot+1:] + rest)
			got := (&Memory{short: map[*frame.Frame]*frame.Frame{}}).qualified([]*frame.Frame{&short})[0]
			if got.Full != full+".Wait" || got.Raw != short.Raw {
				t.Errorf("%s reads as %s, printed as %s", short.Raw, got.Full, got.Raw)
			}
		}
	}
	own := frame.DecodeBare("Acme.Monitor.Wait()")
	other := frame.DecodeBare("Ledger.Wait()")
	with, _ := frame.Decode("Acme!Monitor.Wait()")
	for _, f := range []*frame.Frame{&own, &other, &with} {
		if got := (&Memory{short: map[*frame.Frame]*frame.Frame{}}).qualified([]*frame.Frame{f})[0]; got != f {
			t.Errorf("%s reads as %s", f.Raw, got.Full)
		}
	}
}

// TestNamespacesWithoutModules: where a dialect prints no modules, namespaces tell whose
// code a frame is.
func TestNamespacesWithoutModules(t *testing.T) {
	for member, want := range map[string]FrameKind{
		"Interop.Sys.Read(IntPtr)": KindFramework, "Internal.Console.Write(String)": KindFramework,
		"Microsoft.FSharp.Control.AsyncPrimitives.Run()": KindFramework, "MS.Internal.Threading.Wrapper.Call()": KindFramework,
		"MS.Win32.UnsafeNativeMethods.GetMessage()": KindFramework, "WinRT.Marshaler.Call()": KindFramework,
		"System.Threading.Monitor.Wait(Object)": KindFramework, "Microsoft.Internal.Helper.Go()": KindFramework,
		"<StartupCode$FSharp-Core>.$Mailbox.Go()": KindFramework, "MsInternal.Go.Go()": KindUser,
		"Amazon.S3.AmazonS3Client.GetObject()": KindLibrary, "Oracle.DataAccess.Client.Command.Run()": KindLibrary,
		"Lucene.Net.Index.IndexWriter.Commit()": KindLibrary, "IBM.WMQ.Queue.Get()": KindLibrary,
		"Google.Cloud.Storage.Client.Get()": KindLibrary, "MySql.Data.Client.Open()": KindLibrary,
		"Nest.ElasticClient.Search()": KindLibrary, "Elasticsearch.Net.Pool.Get()": KindLibrary,
		"Npgsql.NpgsqlConnection.Open()": KindLibrary, "Acme.Orders.Cart.Load()": KindUser, "Amazonia.Cart.Load()": KindUser,
	} {
		f := frame.DecodeBare(member)
		if got := new(judge).spaceKind(&f); got != want {
			t.Errorf("%s is %s, want %s", member, got, want)
		}
	}
}
