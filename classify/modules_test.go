package classify

import (
	"strings"
	"testing"

	"stacktriage/frame"
	"stacktriage/parse"
)

func TestModuleKind(t *testing.T) {
	tests := map[string]FrameKind{
		"System.Private.CoreLib": KindFramework, "system.private.corelib": KindFramework, "mscorlib": KindFramework,
		"System": KindFramework, "System.Text.Json": KindFramework, "Microsoft.AspNetCore.Http": KindFramework,
		"Microsoft.Extensions.Hosting": KindFramework, "PresentationFramework": KindFramework, "testhost": KindFramework,
		"Npgsql": KindLibrary, "npgsql": KindLibrary, "Npgsql.NodaTime": KindLibrary, "AutoMapper": KindLibrary,
		"Serilog.Sinks.File": KindLibrary, "Akka": KindLibrary, "System.Reactive": KindLibrary,
		"Acme.Orders": KindUser, "Npgsqlx": KindUser, "Microsoft": KindUser, "Microsoft.AspNetCoreish": KindUser,
		"Microsoft.Contoso": KindUser, "System.Contoso": KindUser, "Systematic": KindUser, "Akkadian": KindUser,
		"wfuqmsw4.p0f": KindTransparent, "abcdefgh.1jk": KindTransparent, "ProxyBuilder": KindTransparent,
		"DynamicProxyGenAssembly2":                   KindTransparent,
		"Anonymously Hosted DynamicMethods Assembly": KindTransparent,
		"abcdefgh.ijk":                               KindUser, "abcdefg.1jk": KindUser, "wfuqmsw4_p0f": KindUser,
		"wfuqmsW4.p-f": KindUser,
	}
	for module, want := range tests {
		if got := moduleKind(module); got != want {
			t.Errorf("%s is %s, want %s", module, got, want)
		}
	}
}

// TestModuleOfType: where a dialect prints no modules, rules that demand one go by where
// the types of a namespace live.
func TestModuleOfType(t *testing.T) {
	tests := map[string]string{
		"System.String": coreLib, "System.Threading.Monitor": coreLib, "System.Threading.Tasks.Task": coreLib,
		"Interop+Sys": coreLib, "Internal.Console": coreLib, "System.Collections.Generic.List": coreLib,
		"System.Collections.Concurrent.ConcurrentDictionary": coreLib,
		"System.Collections.Concurrent.BlockingCollection":   "System.Collections.Concurrent",
		"System.Collections.Immutable.ImmutableArray":        "System.Collections.Immutable",
		"System.Console":                                       "System.Console",
		"System.Data.Common.DbConnection":                      "System.Data.Common",
		"System.Diagnostics.Metrics.AggregationManager":        "System.Diagnostics.DiagnosticSource",
		"System.Diagnostics.Process":                           "System.Diagnostics.Process",
		"System.Drawing.Graphics":                              "System.Drawing",
		"System.IO.Compression.DeflateStream":                  "System.IO.Compression",
		"System.IO.FileSystemWatcher+RunningInstance":          "System.IO.FileSystem.Watcher",
		"System.IO.FileStream":                                 coreLib,
		"System.IO.Pipelines.PipeReaderStream":                 "System.IO.Pipelines",
		"System.IO.Pipes.PipeStream":                           "System.IO.Pipes",
		"System.Linq.Enumerable":                               "System.Linq",
		"System.Linq.Expressions.Compiler.LambdaCompiler":      "System.Linq.Expressions",
		"System.Management.Automation.Runspaces.Pipeline":      "System.Management.Automation",
		"System.Net.WebRequest":                                "System.Net.Requests",
		"System.Net.Dns":                                       "System.Net.NameResolution",
		"System.Net.NameResolutionPal":                         "System.Net.NameResolution",
		"System.Net.Http.HttpConnection":                       "System.Net.Http",
		"System.Net.HttpListener":                              "System.Net.HttpListener",
		"System.Net.Mail.SmtpClient":                           "System.Net.Mail",
		"System.Net.Quic.QuicConnection":                       "System.Net.Quic",
		"System.Net.Security.SslStream":                        "System.Net.Security",
		"System.Net.Sockets.Socket":                            "System.Net.Sockets",
		"System.Net.WebClient":                                 "System.Net.WebClient",
		"System.Net.WebSockets.ManagedWebSocket":               "System.Net.WebSockets",
		"System.Reactive.Concurrency.EventLoopScheduler":       "System.Reactive",
		"System.Security.Cryptography.RSAOpenSsl":              "System.Security.Cryptography",
		"System.Text.Json.JsonSerializer":                      "System.Text.Json",
		"System.Text.RegularExpressions.Regex":                 "System.Text.RegularExpressions",
		"System.Threading.Channels.BoundedChannel":             "System.Threading.Channels",
		"System.Threading.Tasks.Dataflow.ActionBlock":          "System.Threading.Tasks.Dataflow",
		"System.Threading.Tasks.Parallel":                      "System.Threading.Tasks.Parallel",
		"System.Timers.Timer":                                  "System.ComponentModel.TypeConverter",
		"System.ComponentModel.BackgroundWorker":               "System.ComponentModel",
		"System.Windows.Threading.Dispatcher":                  "PresentationFramework",
		"System.Windows.Forms.Application":                     "System.Windows.Forms",
		"System.Xml.XmlReader":                                 "System.Private.Xml",
		"Microsoft.CodeAnalysis.CompilerServer.ServerDispatch": "VBCSCompiler",
		"Microsoft.VisualStudio.TestPlatform.TestHost.Program": "testhost",
		"Acme.Orders.OrderService":                             "Acme.Orders",
		"Npgsql.NpgsqlConnector+<Open>d__13":                   "Npgsql",
		"OrderService":                                         "OrderService",
	}
	for typ, want := range tests {
		if got := moduleOfType(typ); got != want {
			t.Errorf("%s lives in %s, want %s", typ, got, want)
		}
	}
}

// TestWhoseFrame: own code is told by its module wherever one is printed, else by its
// namespace.
func TestWhoseFrame(t *testing.T) {
	tests := map[string]FrameKind{
		"Acme.Orders!System.Text.Shim.Run()": KindUser, "Npgsql!Acme.Orders.Run()": KindLibrary,
		"?!?": KindTransparent, "System.Linq!System.Linq.Enumerable.ToList()": KindFramework,
		"Anonymously Hosted DynamicMethods Assembly!dynamicClass.lambda_method2(int32)": KindDynamic,
		"System.Text.RegularExpressions!dynamicClass.Regex1_Scan(int32)":                KindFramework,
		"Anonymously Hosted DynamicMethods Assembly!dynamicClass.IL_STUB_PInvoke()":     KindTransparent,
		"Acme.Orders!OrleansCodeGen.Acme.Stub.Invoke()":                                 KindTransparent,
		"Acme.Orders!Internal.Generated.Handlers.Run()":                                 KindTransparent,
		"ManagedModule!Acme.Orders.Run()":                                               KindUser,
		"ManagedModule!System.String.Concat()":                                          KindFramework,
		"ManagedModule!Npgsql.NpgsqlConnection.Open()":                                  KindLibrary,
	}
	c := New(&parse.Snapshot{}, Options{})
	for raw, want := range tests {
		f, ok := frame.Decode(raw)
		if !ok {
			t.Fatalf("%s is no frame", raw)
		}
		if got := c.lookup(&f).kind; got != want {
			t.Errorf("%s is %s, want %s", raw, got, want)
		}
	}
	told := New(&parse.Snapshot{}, Options{User: []string{"Npgsql*"}, Framework: []string{"acme.orders"}})
	for raw, want := range map[string]FrameKind{
		"Npgsql.NodaTime!Npgsql.X.Y()": KindUser, "Acme.Orders!Acme.Orders.Run()": KindFramework,
		"Acme.OrdersX!Acme.Orders.Run()": KindUser, "ManagedModule!Npgsql.X.Y()": KindUser,
	} {
		f, _ := frame.Decode(raw)
		if got := told.lookup(&f).kind; got != want {
			t.Errorf("with lists of the user's, %s is %s, want %s", raw, got, want)
		}
	}
}

// TestSystemModules: companies name modules System.X, too, so that only Microsoft's own
// second parts make a module the framework's.
func TestSystemModules(t *testing.T) {
	parts := strings.Fields(`AppContext Activities AddIn Buffers ClientModel CodeDom Collections CommandLine ComponentModel
		Composition Configuration Console Core Data Deployment Design Device Diagnostics DirectoryServices Drawing Dynamic
		EnterpriseServices Formats Globalization IdentityModel IO Json Linq Management Memory Messaging Net Numerics
		ObjectModel Printing Private Reflection Resources Runtime Security ServiceModel ServiceProcess Speech Text
		Threading Transactions Utf8String ValueTuple Web Windows Workflow Xaml Xml`)
	if len(parts) != len(systemParts) {
		t.Errorf("%d parts, the table has %d", len(parts), len(systemParts))
	}
	for _, part := range parts {
		for _, module := range []string{"System." + part, "System." + part + ".Extensions"} {
			if got := moduleKind(module); got != KindFramework {
				t.Errorf("%s is %s", module, got)
			}
		}
		if got := moduleKind("System." + part + "Zz"); got != KindUser {
			t.Errorf("System.%sZz is %s", part, got)
		}
	}
}
