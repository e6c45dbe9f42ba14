package classify

// dataRules are the waits for databases and caches.
var dataRules = []Rule{
	{
		ID: RuleDBQuery, Category: CategoryData, Rank: family,
		Match: []string{
			"Npgsql!*", "MySqlConnector!*", "MySql.Data!*", "Microsoft.Data.SqlClient!*", "System.Data.SqlClient!*",
			"Microsoft.Data.Sqlite!*", "System.Data.SQLite!*", "Oracle.ManagedDataAccess*!*",
			"Microsoft.EntityFrameworkCore*!*", "Dapper*!*", "MongoDB.*!*", "SQLitePCLRaw*!*", "linq2db*!*",
			"NHibernate*!*", "FirebirdSql*!*", "ClickHouse*!*", "Cassandra*!*", "LiteDB!*",
			"Microsoft.Azure.Cosmos*!*", "System.Data.Common!*", "EntityFramework*!*", "RepoDb*!*",
			"System.Data.Odbc!*", "System.Data.OleDb!*", "ServiceStack.OrmLite*!*",
		},
		Why:    "The thread waits for a database.",
		Advice: adviceData,
		Source: "npgsql/npgsql, mysql-net/MySqlConnector, dotnet/SqlClient, dotnet/efcore",
	},
	{
		ID: RuleDBQuery, Category: CategoryData, Mechanism: MechanismSleep, Rank: refined,
		Match: []string{
			"Microsoft.Data.Sqlite!*SqliteDataReader.NextResult", "Microsoft.Data.Sqlite!*SqliteCommand.*",
		},
		Needs: []string{"System.Threading.Thread.Sleep"},
		Why:   "SQLite reports that the database is locked, and the library sleeps between its tries.",
		Advice: "Find the long write transaction that holds the database file; use WAL, one writer and short " +
			"transactions, and set a command timeout. The asynchronous calls of this library block, too.",
		Source: "dotnet/efcore src/Microsoft.Data.Sqlite.Core/SqliteDataReader.cs",
	},
	{
		ID: RuleDBOpen, Category: CategoryData, Rank: refined,
		Match: []string{
			"Npgsql!*NpgsqlConnection.Open", "MySqlConnector!*MySqlConnection.Open",
			"MySql.Data!*MySqlConnection.Open", "Microsoft.Data.SqlClient!*SqlConnection.Open",
			"System.Data.SqlClient!*SqlConnection.Open", "Npgsql!*PoolingDataSource.Open*",
			"Npgsql!*NpgsqlDataSource.OpenConnection", "Npgsql!*PoolingDataSource.Get",
			"Npgsql!*NpgsqlConnector.Open", "MySqlConnector!*ConnectionPool.GetSessionAsync",
			"*DbConnectionPool.TryGetConnection", "*SqlConnection.TryOpen*",
			"System.Data.Common!*DbConnection.Open*",
			"Microsoft.EntityFrameworkCore.Relational!*RelationalConnection.Open*",
			"Oracle.ManagedDataAccess*!*OracleConnection.Open",
		},
		Why:    "The thread waits for a database connection to be opened.",
		Advice: adviceData,
		Source: "npgsql/npgsql src/Npgsql/NpgsqlConnection.cs, dotnet/SqlClient",
	},
	{
		ID: RuleDBPoolWait, Category: CategoryData, Mechanism: MechanismMonitorWait, Rank: refined + 1,
		Match: []string{"Npgsql!*RentAsync*"},
		Unless: []string{
			"Npgsql!*OpenNewConnector*", "Npgsql!*NpgsqlConnector.Open*", "Npgsql!*NpgsqlConnector+<Open*",
		},
		Why:    "The thread waits for a pooled connection: all of them are in use or leaked.",
		Advice: advicePool,
		Source: "npgsql/npgsql src/Npgsql/PoolingDataSource.cs",
	},
	{
		ID: RuleDBPoolWait, Category: CategoryData, Mechanism: MechanismMonitorWait, Rank: refined + 1,
		Match:  []string{"MySqlConnector!*ConnectionPool.GetSessionAsync"},
		Needs:  []string{"System.Threading.SemaphoreSlim.*"},
		Unless: []string{"MySqlConnector!*ServerSession.*"},
		Why:    "The thread waits for a pooled connection: all of them are in use or leaked.",
		Advice: advicePool,
		Source: "mysql-net/MySqlConnector src/MySqlConnector/Core/ConnectionPool.cs",
	},
	{
		ID: RuleDBPoolWait, Category: CategoryData, Mechanism: MechanismWaitHandle, Rank: refined + 1,
		Match: []string{"*DbConnectionPool.TryGetConnection", "*DbConnectionPool.WaitForPendingOpen"},
		Unless: []string{
			"*DbConnectionPool.UserCreateRequest", "*DbConnectionPool.CreateObject", "*TdsParser.Connect",
			"*SqlConnectionInternal*",
		},
		Why: "The thread waits for a pooled connection. SqlClient makes one connection at a time, so a slow " +
			"server looks the same.",
		Advice: advicePool,
		Source: "dotnet/SqlClient ConnectionPool/WaitHandleDbConnectionPool.cs",
	},
	{
		ID: RuleCacheCommand, Category: CategoryData, Mechanism: MechanismMonitorWait, Rank: family,
		Match: []string{
			"StackExchange.Redis!*", "ServiceStack.Redis!*", "CSRedisCore!*", "FreeRedis!*", "EnyimMemcached*!*",
		},
		Why:    "The thread waits for the answer of a cache server.",
		Advice: "Use the asynchronous command (StringGetAsync) and await it.",
		Source: "StackExchange/StackExchange.Redis src/StackExchange.Redis/ConnectionMultiplexer.cs",
	},
}

const advicePool = "Dispose connections early and find out what holds them (slow queries, a missing using); " +
	"raise the pool size only after that."
