package classify

const (
	adviceIO   = "Use the asynchronous form of this call (of a stream ReadAsync, WriteAsync) and await it, set a timeout, and look at why the other side answers slowly."
	adviceBody = "Read the body asynchronously (ReadFromJsonAsync, ReadToEndAsync): a slow client otherwise holds a pool thread."
	adviceData = "Use the asynchronous form (OpenAsync, ExecuteReaderAsync, ToListAsync, SaveChangesAsync) and await it, and look at why the database answers slowly."
)

var ioRules = []Rule{
	{
		ID: RuleSocketRead, Category: CategoryIO, Mechanism: MechanismSocket, Rank: family,
		Match: []string{
			"System.Net.Sockets.Socket.Receive*", "System.Net.Sockets.NetworkStream.Read*", "System.Net.Sockets.SocketPal.TryCompleteReceive*",
			"System.Net.Sockets.SocketPal.SysReceive*", "System.Net.Sockets.SocketPal.Receive*", "System.Net.Sockets.SocketAsyncContext.Receive*", "UdpClient.Receive",
		},
		Why: "The thread waits for data of a peer.", Advice: adviceIO, Source: "src/libraries/System.Net.Sockets/src/System/Net/Sockets/SocketAsyncContext.Unix.cs",
	},
	{
		ID: RuleSocketWrite, Category: CategoryIO, Mechanism: MechanismSocket, Rank: family,
		Match: []string{
			"System.Net.Sockets.Socket.Send*", "System.Net.Sockets.NetworkStream.Write*", "System.Net.Sockets.SocketPal.TryCompleteSend*",
			"System.Net.Sockets.SocketPal.Send*", "System.Net.Sockets.SocketAsyncContext.Send*",
		},
		Why: "The thread waits until the peer takes data.", Advice: adviceIO, Source: "src/libraries/System.Net.Sockets/src/System/Net/Sockets/SocketAsyncContext.Unix.cs",
	},
	{
		ID: RuleSocketAccept, Category: CategoryIO, Mechanism: MechanismSocket, Rank: family,
		Match: []string{
			"System.Net.Sockets.Socket.Accept*", "TcpListener.Accept*", "System.Net.Sockets.SocketPal.Accept", "System.Net.Sockets.SocketPal.TryCompleteAccept",
			"System.Net.Sockets.SocketAsyncContext.Accept*", "HttpListener.GetContext", "HttpListener.EndGetContext",
		},
		Why: "The thread waits for the next connection.", Advice: "An accept loop belongs on its own thread, or awaits AcceptAsync.", Source: "src/libraries/System.Net.Sockets/src/System/Net/Sockets/Socket.cs",
	},
	{
		ID: RuleSocketConnect, Category: CategoryIO, Mechanism: MechanismSocket, Rank: family,
		Match: []string{"System.Net.Sockets.Socket.Connect*", "TcpClient.Connect*", "System.Net.Sockets.SocketPal.Connect*", "System.Net.Sockets.SocketAsyncContext.Connect*", "System.Net.Sockets.SocketPal.TryCompleteConnect"},
		Why:   "The thread waits for a connection to be made.", Advice: adviceIO, Source: "src/libraries/System.Net.Sockets/src/System/Net/Sockets/Socket.cs",
	},
	{
		ID: RuleSocketPoll, Category: CategoryIO, Mechanism: MechanismSocket, Rank: family,
		Match: []string{"System.Net.Sockets.Socket.Poll", "System.Net.Sockets.Socket.Select", "System.Net.Sockets.SocketPal.Poll", "System.Net.Sockets.SocketPal.Select*"},
		Why:   "The thread polls sockets.", Advice: "Use asynchronous socket calls instead of polling.", Source: "src/libraries/System.Net.Sockets/src/System/Net/Sockets/Socket.cs",
	},
	{
		ID: RuleTLS, Category: CategoryIO, Mechanism: MechanismSocket, Rank: family,
		Match: []string{"System.Net.Security!System.Net.Security.SslStream.*"},
		Why:   "The thread waits in a TLS handshake, read or write.", Advice: adviceIO, Source: "src/libraries/System.Net.Security/src/System/Net/Security/SslStream.cs",
	},
	{
		ID: RuleDNS, Category: CategoryIO, Mechanism: MechanismSocket, Rank: refined,
		Match: []string{"System.Net.Dns.*", "System.Net.NameResolutionPal.*", "Interop+Sys.GetHostEntryForName", "Interop+Winsock.GetAddrInfoW"},
		Why:   "The thread waits for a name to be resolved. On Unix the asynchronous Dns calls end here, too, on a pool thread.", Advice: "Check the resolver's latency; resolve once and keep the result.",
		Source: "src/libraries/System.Net.NameResolution/src/System/Net/Dns.cs",
	},
	{
		ID: RuleHTTPSend, Category: CategoryIO, Mechanism: MechanismSocket, Rank: family,
		Match: []string{"System.Net.Http!*", "System.Net.Requests!*", "System.Net.WebClient!*"},
		Why:   "The thread waits for an HTTP response.", Advice: "Use HttpClient's SendAsync or GetStringAsync and await it; set a timeout. The synchronous calls need free pool threads to connect, too.",
		Source: "src/libraries/System.Net.Http/src/System/Net/Http/HttpClient.cs",
	},
	{
		ID: RuleHTTPConnectionWait, Category: CategoryIO, Mechanism: MechanismTaskWait, Rank: refined,
		Match: []string{"System.Net.Http!*HttpConnectionWaiter*", "System.Net.Http!*TaskCompletionSourceWithCancellation.WaitWithCancellation"},
		Why:   "A synchronous HTTP call waits until a connection is free or made.", Advice: "Use HttpClient's SendAsync and await it: the connects need a free pool thread to finish, so synchronous calls starve each other. Look at MaxConnectionsPerServer only where a limit is set.",
		Source: "src/libraries/System.Net.Http/src/System/Net/Http/SocketsHttpHandler/ConnectionPool/HttpConnectionWaiter.cs",
	},
	{
		ID: RuleBodyRead, Category: CategoryIO, Mechanism: MechanismTaskWait, Rank: refined,
		Match: []string{"*HttpRequestStream.Read*", "System.IO.Pipelines.PipeReaderStream.Read*", "*FileBufferingReadStream.Read*"},
		Why:   "The thread waits for the body of a request.", Advice: adviceBody, Source: "dotnet/aspnetcore src/Servers/Kestrel/Core/src/Internal/Http/HttpRequestStream.cs",
	},
	{
		ID: RuleBodyWrite, Category: CategoryIO, Mechanism: MechanismTaskWait, Rank: refined,
		Match: []string{"*HttpResponseStream.Write*", "*HttpResponsePipeWriter*", "System.IO.Pipelines.PipeWriterStream.Write*", "*HttpResponseStream.Flush"},
		Why:   "The thread waits until the client takes the response.", Advice: "Write the response asynchronously.", Source: "dotnet/aspnetcore src/Servers/Kestrel/Core/src/Internal/Http/HttpResponseStream.cs",
	},
	{
		ID: RuleFile, Category: CategoryIO, Mechanism: MechanismFile, Rank: family,
		Match: []string{
			"System.IO.FileStream.*", "System.IO.RandomAccess.*", "System.IO.File.*", "System.IO.Strategies.*", "Microsoft.Win32.SafeHandles.SafeFileHandle.*",
			"Microsoft.Win32.SafeHandles.SafeFileHandle+*", "System.IO.Directory.*", "System.IO.FileSystem.*", "System.IO.Enumeration.*",
			"Interop+Sys.FSync", "Interop+Sys.FLock", "Interop+Sys.PRead", "Interop+Sys.PWrite", "Interop+Sys.Open",
		},
		Why: "The thread waits for the file system.", Advice: "Use asynchronous file calls; on a slow or remote disk they keep the caller free.", Source: "CoreLib/System/IO/RandomAccess.Unix.cs",
	},
	{
		ID: RulePipe, Category: CategoryIO, Mechanism: MechanismPipe, Rank: refined,
		Match: []string{"System.IO.Pipes!*"},
		Why:   "The thread waits for the other end of a pipe, which can be the output of a child process.", Advice: "Read the pipe or the process's output asynchronously.",
		Source: "src/libraries/System.IO.Pipes/src/System/IO/Pipes/PipeStream.cs",
	},
	{
		ID: RuleProcessOutput, Category: CategoryIO, Mechanism: MechanismPipe, Rank: refined,
		Match: []string{"System.Diagnostics.AsyncStreamReader.*", "System.Diagnostics.Process.get_StandardOutput", "System.Diagnostics.ProcessUtils.*"},
		Why:   "The thread waits for the output of a child process.", Advice: "Read the output with BeginOutputReadLine or asynchronously.", Source: "src/libraries/System.Diagnostics.Process/src/System/Diagnostics/AsyncStreamReader.cs",
	},
	{
		ID: RuleConsoleRead, Category: CategoryIO, Mechanism: MechanismConsole, Rank: family,
		Match: []string{
			"System.Console.Read*", "System.IO.SyncTextReader.*", "System.IO.StdInReader.*", "System.ConsolePal.Read*", "System.ConsolePal.TryGetCursorPosition*", "System.IO.ConsoleStream.Read*",
			"System.ConsolePal+UnixConsoleStream.Read", "System.ConsolePal+WindowsConsoleStream.Read*",
		},
		Why: "The thread waits for input on the console.", Advice: "Keep console reads on the main thread or a thread of their own.", Source: "src/libraries/System.Console/src/System/ConsolePal.Unix.cs",
	},
	{
		ID: RuleConsoleWrite, Category: CategoryIO, Mechanism: MechanismConsole, Rank: family,
		Match: []string{
			"System.Console.Write*", "System.IO.TextWriter+SyncTextWriter.Write*", "System.ConsolePal.Write*", "System.IO.ConsoleStream.Write*",
			"System.ConsolePal+UnixConsoleStream.Write", "System.ConsolePal+WindowsConsoleStream.Write*", "System.IO.TextWriter+SyncTextWriter.Flush",
		},
		Why: "The thread waits until the terminal or the reader of stdout takes the text.", Advice: "Do not write to the console on the request path; check who reads stdout.", Source: "src/libraries/System.Console/src/System/ConsolePal.Unix.cs",
	},
}

var dataRules = []Rule{
	{
		ID: RuleDBQuery, Category: CategoryData, Rank: family,
		Match: []string{
			"Npgsql!*", "MySqlConnector!*", "MySql.Data!*", "Microsoft.Data.SqlClient!*", "System.Data.SqlClient!*", "Microsoft.Data.Sqlite!*", "System.Data.SQLite!*",
			"Oracle.ManagedDataAccess*!*", "Microsoft.EntityFrameworkCore*!*", "Dapper*!*", "MongoDB.*!*", "SQLitePCLRaw*!*", "linq2db*!*", "NHibernate*!*",
			"FirebirdSql*!*", "ClickHouse*!*", "Cassandra*!*", "LiteDB!*", "Microsoft.Azure.Cosmos*!*", "System.Data.Common!*", "EntityFramework*!*", "RepoDb*!*", "System.Data.Odbc!*", "System.Data.OleDb!*", "ServiceStack.OrmLite*!*",
		},
		Why: "The thread waits for a database.", Advice: adviceData, Source: "npgsql/npgsql, mysql-net/MySqlConnector, dotnet/SqlClient, dotnet/efcore",
	},
	{
		ID: RuleDBQuery, Category: CategoryData, Mechanism: MechanismSleep, Rank: refined,
		Match: []string{"Microsoft.Data.Sqlite!*SqliteDataReader.NextResult", "Microsoft.Data.Sqlite!*SqliteCommand.*"}, Needs: []string{"System.Threading.Thread.Sleep"},
		Why: "SQLite reports that the database is locked, and the library sleeps between its tries.", Advice: "Find the long write transaction that holds the database file; use WAL, one writer and short transactions, and set a command timeout. The asynchronous calls of this library block, too.",
		Source: "dotnet/efcore src/Microsoft.Data.Sqlite.Core/SqliteDataReader.cs",
	},
	{
		ID: RuleDBOpen, Category: CategoryData, Rank: refined,
		Match: []string{
			"Npgsql!*NpgsqlConnection.Open", "MySqlConnector!*MySqlConnection.Open", "MySql.Data!*MySqlConnection.Open", "Microsoft.Data.SqlClient!*SqlConnection.Open",
			"System.Data.SqlClient!*SqlConnection.Open", "Npgsql!*PoolingDataSource.Open*", "Npgsql!*NpgsqlDataSource.OpenConnection", "Npgsql!*PoolingDataSource.Get", "Npgsql!*NpgsqlConnector.Open",
			"MySqlConnector!*ConnectionPool.GetSessionAsync", "*DbConnectionPool.TryGetConnection", "*SqlConnection.TryOpen*", "System.Data.Common!*DbConnection.Open*",
			"Microsoft.EntityFrameworkCore.Relational!*RelationalConnection.Open*", "Oracle.ManagedDataAccess*!*OracleConnection.Open",
		},
		Why: "The thread waits for a database connection to be opened.", Advice: adviceData, Source: "npgsql/npgsql src/Npgsql/NpgsqlConnection.cs, dotnet/SqlClient",
	},
	{
		ID: RuleDBPoolWait, Category: CategoryData, Mechanism: MechanismMonitorWait, Rank: refined + 1,
		Match: []string{"Npgsql!*RentAsync*"}, Unless: []string{"Npgsql!*OpenNewConnector*", "Npgsql!*NpgsqlConnector.Open*", "Npgsql!*NpgsqlConnector+<Open*"},
		Why: "The thread waits for a pooled connection: all of them are in use or leaked.", Advice: advicePool, Source: "npgsql/npgsql src/Npgsql/PoolingDataSource.cs",
	},
	{
		ID: RuleDBPoolWait, Category: CategoryData, Mechanism: MechanismMonitorWait, Rank: refined + 1,
		Match: []string{"MySqlConnector!*ConnectionPool.GetSessionAsync"}, Needs: []string{"System.Threading.SemaphoreSlim.*"},
		Unless: []string{"MySqlConnector!*ServerSession.*"},
		Why:    "The thread waits for a pooled connection: all of them are in use or leaked.", Advice: advicePool, Source: "mysql-net/MySqlConnector src/MySqlConnector/Core/ConnectionPool.cs",
	},
	{
		ID: RuleDBPoolWait, Category: CategoryData, Mechanism: MechanismWaitHandle, Rank: refined + 1,
		Match:  []string{"*DbConnectionPool.TryGetConnection", "*DbConnectionPool.WaitForPendingOpen"},
		Unless: []string{"*DbConnectionPool.UserCreateRequest", "*DbConnectionPool.CreateObject", "*TdsParser.Connect", "*SqlConnectionInternal*"},
		Why:    "The thread waits for a pooled connection. SqlClient makes one connection at a time, so a slow server looks the same.", Advice: advicePool,
		Source: "dotnet/SqlClient ConnectionPool/WaitHandleDbConnectionPool.cs",
	},
	{
		ID: RuleCacheCommand, Category: CategoryData, Mechanism: MechanismMonitorWait, Rank: family,
		Match: []string{"StackExchange.Redis!*", "ServiceStack.Redis!*", "CSRedisCore!*", "FreeRedis!*", "EnyimMemcached*!*"},
		Why:   "The thread waits for the answer of a cache server.", Advice: "Use the asynchronous command (StringGetAsync) and await it.", Source: "StackExchange/StackExchange.Redis src/StackExchange.Redis/ConnectionMultiplexer.cs",
	},
}

const advicePool = "Dispose connections early and find out what holds them (slow queries, a missing using); raise the pool size only after that."

var otherRules = []Rule{
	{
		ID: RuleLogWrite, Category: CategoryLogging, Rank: refined + 2,
		Match: []string{"Microsoft.Extensions.Logging*!*", "ZLogger*!*", "NReco.Logging*!*", "Common.Logging*!*"},
		Why:   "The thread waits inside a log call: the sink behind it is slow, full or stuck.", Advice: adviceLog + "ConsoleLoggerOptions.QueueFullMode = DropWrite keeps the console logger from blocking.",
		Source: "src/libraries/Microsoft.Extensions.Logging.Console/src/ConsoleLoggerProcessor.cs",
	},
	{
		ID: RuleLogWrite, Category: CategoryLogging, Rank: refined + 2,
		Match: []string{"Serilog!*", "Serilog.Sinks*!*", "Serilog.Extensions.Logging!*"},
		Why:   "The thread waits inside a log call: the sink behind it is slow, full or stuck.", Advice: adviceLog + "Wrap the sink in Serilog.Sinks.Async, which drops when its buffer is full (blockWhenFull: false).",
		Source: "serilog/serilog-sinks-console, serilog/serilog-sinks-async",
	},
	{
		ID: RuleLogWrite, Category: CategoryLogging, Rank: refined + 2,
		Match: []string{"NLog!*", "NLog.Extensions.Logging!*"},
		Why:   "The thread waits inside a log call: the sink behind it is slow, full or stuck.", Advice: adviceLog + "Give the AsyncTargetWrapper overflowAction=Discard.",
		Source: "NLog/NLog src/NLog/Targets/Wrappers/AsyncTargetWrapper.cs",
	},
	{
		ID: RuleLogWrite, Category: CategoryLogging, Rank: refined + 2,
		Match: []string{"log4net*!*"},
		Why:   "The thread waits inside a log call: the sink behind it is slow, full or stuck.", Advice: adviceLog + "Put a buffering or asynchronous appender in front of it.",
		Source: "apache/logging-log4net src/log4net/Appender/AppenderSkeleton.cs",
	},
	{
		ID: RuleRegex, Category: CategoryCPU, Mechanism: MechanismRunning, Rank: family,
		Match: []string{"System.Text.RegularExpressions!*"},
		Why:   "The thread evaluates a regular expression.", Advice: "Give the expression a match timeout, or RegexOptions.NonBacktracking.", Source: "src/libraries/System.Text.RegularExpressions",
	},
}

const adviceLog = "Find out who reads stdout or what slows the sink, and log less on the request path. "
