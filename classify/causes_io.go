package classify

const (
	adviceIO = "Use the asynchronous form of this call (of a stream ReadAsync, WriteAsync) and await it, " +
		"set a timeout, and look at why the other side answers slowly."
	adviceBody = "Read the body asynchronously (ReadFromJsonAsync, ReadToEndAsync): " +
		"a slow client otherwise holds a pool thread."
	adviceData = "Use the asynchronous form (OpenAsync, ExecuteReaderAsync, ToListAsync, SaveChangesAsync) and " +
		"await it, and look at why the database answers slowly."
)

var ioRules = []Rule{
	{
		ID: RuleSocketRead, Category: CategoryIO, Mechanism: MechanismSocket, Rank: family,
		Match: []string{
			"System.Net.Sockets.Socket.Receive*", "System.Net.Sockets.NetworkStream.Read*",
			"System.Net.Sockets.SocketPal.TryCompleteReceive*", "System.Net.Sockets.SocketPal.SysReceive*",
			"System.Net.Sockets.SocketPal.Receive*", "System.Net.Sockets.SocketAsyncContext.Receive*",
			"UdpClient.Receive",
		},
		Why:    "The thread waits for data of a peer.",
		Advice: adviceIO,
		Source: "src/libraries/System.Net.Sockets/src/System/Net/Sockets/SocketAsyncContext.Unix.cs",
	},
	{
		ID: RuleSocketWrite, Category: CategoryIO, Mechanism: MechanismSocket, Rank: family,
		Match: []string{
			"System.Net.Sockets.Socket.Send*", "System.Net.Sockets.NetworkStream.Write*",
			"System.Net.Sockets.SocketPal.TryCompleteSend*", "System.Net.Sockets.SocketPal.Send*",
			"System.Net.Sockets.SocketAsyncContext.Send*",
		},
		Why:    "The thread waits until the peer takes data.",
		Advice: adviceIO,
		Source: "src/libraries/System.Net.Sockets/src/System/Net/Sockets/SocketAsyncContext.Unix.cs",
	},
	{
		ID: RuleSocketAccept, Category: CategoryIO, Mechanism: MechanismSocket, Rank: family,
		Match: []string{
			"System.Net.Sockets.Socket.Accept*", "TcpListener.Accept*", "System.Net.Sockets.SocketPal.Accept",
			"System.Net.Sockets.SocketPal.TryCompleteAccept", "System.Net.Sockets.SocketAsyncContext.Accept*",
			"HttpListener.GetContext", "HttpListener.EndGetContext",
		},
		Why:    "The thread waits for the next connection.",
		Advice: "An accept loop belongs on its own thread, or awaits AcceptAsync.",
		Source: "src/libraries/System.Net.Sockets/src/System/Net/Sockets/Socket.cs",
	},
	{
		ID: RuleSocketConnect, Category: CategoryIO, Mechanism: MechanismSocket, Rank: family,
		Match: []string{
			"System.Net.Sockets.Socket.Connect*", "TcpClient.Connect*", "System.Net.Sockets.SocketPal.Connect*",
			"System.Net.Sockets.SocketAsyncContext.Connect*", "System.Net.Sockets.SocketPal.TryCompleteConnect",
		},
		Why:    "The thread waits for a connection to be made.",
		Advice: adviceIO,
		Source: "src/libraries/System.Net.Sockets/src/System/Net/Sockets/Socket.cs",
	},
	{
		ID: RuleSocketPoll, Category: CategoryIO, Mechanism: MechanismSocket, Rank: family,
		Match: []string{
			"System.Net.Sockets.Socket.Poll", "System.Net.Sockets.Socket.Select",
			"System.Net.Sockets.SocketPal.Poll", "System.Net.Sockets.SocketPal.Select*",
		},
		Why:    "The thread polls sockets.",
		Advice: "Use asynchronous socket calls instead of polling.",
		Source: "src/libraries/System.Net.Sockets/src/System/Net/Sockets/Socket.cs",
	},
	{
		ID: RuleTLS, Category: CategoryIO, Mechanism: MechanismSocket, Rank: family,
		Match:  []string{"System.Net.Security!System.Net.Security.SslStream.*"},
		Why:    "The thread waits in a TLS handshake, read or write.",
		Advice: adviceIO,
		Source: "src/libraries/System.Net.Security/src/System/Net/Security/SslStream.cs",
	},
	{
		ID: RuleDNS, Category: CategoryIO, Mechanism: MechanismSocket, Rank: refined,
		Match: []string{
			"System.Net.Dns.*", "System.Net.NameResolutionPal.*", "Interop+Sys.GetHostEntryForName",
			"Interop+Winsock.GetAddrInfoW",
		},
		Why: "The thread waits for a name to be resolved. On Unix the asynchronous Dns calls end here, too, on " +
			"a pool thread.",
		Advice: "Check the resolver's latency; resolve once and keep the result.",
		Source: "src/libraries/System.Net.NameResolution/src/System/Net/Dns.cs",
	},
	{
		ID: RuleHTTPSend, Category: CategoryIO, Mechanism: MechanismSocket, Rank: family,
		Match: []string{"System.Net.Http!*", "System.Net.Requests!*", "System.Net.WebClient!*"},
		Why:   "The thread waits for an HTTP response.",
		Advice: "Use HttpClient's SendAsync or GetStringAsync and await it; set a timeout. The synchronous " +
			"calls need free pool threads to connect, too.",
		Source: "src/libraries/System.Net.Http/src/System/Net/Http/HttpClient.cs",
	},
	{
		ID: RuleHTTPConnectionWait, Category: CategoryIO, Mechanism: MechanismTaskWait, Rank: refined,
		Match: []string{
			"System.Net.Http!*HttpConnectionWaiter*",
			"System.Net.Http!*TaskCompletionSourceWithCancellation.WaitWithCancellation",
		},
		Why: "A synchronous HTTP call waits until a connection is free or made.",
		Advice: "Use HttpClient's SendAsync and await it: the connects need a free pool thread to finish, so " +
			"synchronous calls starve each other. Look at MaxConnectionsPerServer only where a limit is set.",
		Source: "src/libraries/System.Net.Http/src/System/Net/Http/SocketsHttpHandler/" +
			"ConnectionPool/HttpConnectionWaiter.cs",
	},
	{
		ID: RuleBodyRead, Category: CategoryIO, Mechanism: MechanismTaskWait, Rank: refined,
		Match: []string{
			"*HttpRequestStream.Read*", "System.IO.Pipelines.PipeReaderStream.Read*",
			"*FileBufferingReadStream.Read*",
		},
		Why:    "The thread waits for the body of a request.",
		Advice: adviceBody,
		Source: "dotnet/aspnetcore src/Servers/Kestrel/Core/src/Internal/Http/HttpRequestStream.cs",
	},
	{
		ID: RuleBodyWrite, Category: CategoryIO, Mechanism: MechanismTaskWait, Rank: refined,
		Match: []string{
			"*HttpResponseStream.Write*", "*HttpResponsePipeWriter*", "System.IO.Pipelines.PipeWriterStream.Write*",
			"*HttpResponseStream.Flush",
		},
		Why:    "The thread waits until the client takes the response.",
		Advice: "Write the response asynchronously.",
		Source: "dotnet/aspnetcore src/Servers/Kestrel/Core/src/Internal/Http/HttpResponseStream.cs",
	},
	{
		ID: RuleFile, Category: CategoryIO, Mechanism: MechanismFile, Rank: family,
		Match: []string{
			"System.IO.FileStream.*", "System.IO.RandomAccess.*", "System.IO.File.*", "System.IO.Strategies.*",
			"Microsoft.Win32.SafeHandles.SafeFileHandle.*", "Microsoft.Win32.SafeHandles.SafeFileHandle+*",
			"System.IO.Directory.*", "System.IO.FileSystem.*", "System.IO.Enumeration.*", "Interop+Sys.FSync",
			"Interop+Sys.FLock", "Interop+Sys.PRead", "Interop+Sys.PWrite", "Interop+Sys.Open",
		},
		Why:    "The thread waits for the file system.",
		Advice: "Use asynchronous file calls; on a slow or remote disk they keep the caller free.",
		Source: "CoreLib/System/IO/RandomAccess.Unix.cs",
	},
	{
		ID: RulePipe, Category: CategoryIO, Mechanism: MechanismPipe, Rank: refined,
		Match:  []string{"System.IO.Pipes!*"},
		Why:    "The thread waits for the other end of a pipe, which can be the output of a child process.",
		Advice: "Read the pipe or the process's output asynchronously.",
		Source: "src/libraries/System.IO.Pipes/src/System/IO/Pipes/PipeStream.cs",
	},
	{
		ID: RuleProcessOutput, Category: CategoryIO, Mechanism: MechanismPipe, Rank: refined,
		Match: []string{
			"System.Diagnostics.AsyncStreamReader.*", "System.Diagnostics.Process.get_StandardOutput",
			"System.Diagnostics.ProcessUtils.*",
		},
		Why:    "The thread waits for the output of a child process.",
		Advice: "Read the output with BeginOutputReadLine or asynchronously.",
		Source: "src/libraries/System.Diagnostics.Process/src/System/Diagnostics/AsyncStreamReader.cs",
	},
	{
		ID: RuleConsoleRead, Category: CategoryIO, Mechanism: MechanismConsole, Rank: family,
		Match: []string{
			"System.Console.Read*", "System.IO.SyncTextReader.*", "System.IO.StdInReader.*",
			"System.ConsolePal.Read*", "System.ConsolePal.TryGetCursorPosition*", "System.IO.ConsoleStream.Read*",
			"System.ConsolePal+UnixConsoleStream.Read", "System.ConsolePal+WindowsConsoleStream.Read*",
		},
		Why:    "The thread waits for input on the console.",
		Advice: "Keep console reads on the main thread or a thread of their own.",
		Source: "src/libraries/System.Console/src/System/ConsolePal.Unix.cs",
	},
	{
		ID: RuleConsoleWrite, Category: CategoryIO, Mechanism: MechanismConsole, Rank: family,
		Match: []string{
			"System.Console.Write*", "System.IO.TextWriter+SyncTextWriter.Write*", "System.ConsolePal.Write*",
			"System.IO.ConsoleStream.Write*", "System.ConsolePal+UnixConsoleStream.Write",
			"System.ConsolePal+WindowsConsoleStream.Write*", "System.IO.TextWriter+SyncTextWriter.Flush",
		},
		Why:    "The thread waits until the terminal or the reader of stdout takes the text.",
		Advice: "Do not write to the console on the request path; check who reads stdout.",
		Source: "src/libraries/System.Console/src/System/ConsolePal.Unix.cs",
	},
}
