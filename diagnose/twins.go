package diagnose

import "strings"

// asyncTwins are methods that have an asynchronous form of the same name with Async, by
// the short names of their types as reports print them. Sources: the public API of .NET
// (learn.microsoft.com/dotnet/api) and of the packages' repositories.
var asyncTwins = map[string]string{
	// The base library.
	"Stream":          "Read Write Flush CopyTo",
	"NetworkStream":   "Read Write Flush CopyTo",
	"FileStream":      "Read Write Flush CopyTo",
	"BufferedStream":  "Read Write Flush CopyTo",
	"GZipStream":      "Read Write Flush CopyTo",
	"DeflateStream":   "Read Write Flush CopyTo",
	"BrotliStream":    "Read Write Flush CopyTo",
	"CryptoStream":    "Read Write Flush FlushFinalBlock CopyTo",
	"SslStream":       "Read Write Flush CopyTo AuthenticateAsClient AuthenticateAsServer",
	"NegotiateStream": "Read Write Flush AuthenticateAsClient AuthenticateAsServer",
	"PipeStream":      "Read Write Flush",
	"TextReader":      "Read ReadLine ReadToEnd ReadBlock",
	"StreamReader":    "Read ReadLine ReadToEnd ReadBlock",
	"TextWriter":      "Write WriteLine Flush",
	"StreamWriter":    "Write WriteLine Flush",
	"File": "ReadAllText ReadAllBytes ReadAllLines WriteAllText WriteAllBytes WriteAllLines " +
		"AppendAllText AppendAllLines",
	"RandomAccess":          "Read Write",
	"Socket":                "Send Receive SendTo ReceiveFrom Accept Connect Disconnect SendFile",
	"TcpClient":             "Connect",
	"TcpListener":           "AcceptTcpClient AcceptSocket",
	"UdpClient":             "Send Receive",
	"Dns":                   "GetHostAddresses GetHostEntry",
	"HttpClient":            "Send",
	"HttpMessageInvoker":    "Send",
	"HttpContent":           "ReadAsStream",
	"HttpWebRequest":        "GetResponse GetRequestStream",
	"WebRequest":            "GetResponse GetRequestStream",
	"FtpWebRequest":         "GetResponse GetRequestStream",
	"HttpListener":          "GetContext",
	"Process":               "WaitForExit",
	"NamedPipeServerStream": "WaitForConnection",
	"NamedPipeClientStream": "Connect",
	"SemaphoreSlim":         "Wait",
	"Parallel":              "For ForEach",
	"JsonSerializer":        "Serialize Deserialize",
	"XmlReader":             "Read MoveToContent ReadOuterXml ReadInnerXml",
	"XDocument":             "Load Save",
	"XElement":              "Load Save",
	// ASP.NET Core and hosting.
	"HttpRequestStream":                 "Read CopyTo",
	"HttpResponseStream":                "Write Flush",
	"PipeReaderStream":                  "Read CopyTo",
	"FileBufferingReadStream":           "Read CopyTo",
	"HostingAbstractionsHostExtensions": "Start Run WaitForShutdown",
	"WebApplication":                    "Run",
	"IDistributedCache":                 "Get Set Refresh Remove",
	"DistributedCacheExtensions":        "Set GetString SetString",
	"RedisCache":                        "Get Set Refresh Remove",
	"SqlServerCache":                    "Get Set Refresh Remove",
	"CacheExtensions":                   "GetOrCreate",
	"FusionCache":                       "GetOrSet GetOrDefault TryGet Set Remove Expire",
	"FusionCacheExtMethods":             "GetOrSet Set",
	// Databases.
	"DbConnection":                       "Open Close BeginTransaction ChangeDatabase",
	"DbCommand":                          "ExecuteReader ExecuteNonQuery ExecuteScalar Prepare",
	"DbDataReader":                       "Read NextResult",
	"DbTransaction":                      "Commit Rollback",
	"SqlConnection":                      "Open Close BeginTransaction",
	"SqlCommand":                         "ExecuteReader ExecuteNonQuery ExecuteScalar ExecuteXmlReader",
	"SqlDataReader":                      "Read NextResult",
	"SqlBulkCopy":                        "WriteToServer",
	"NpgsqlConnection":                   "Open Close BeginTransaction",
	"NpgsqlCommand":                      "ExecuteReader ExecuteNonQuery ExecuteScalar Prepare",
	"NpgsqlDataReader":                   "Read NextResult",
	"MySqlConnection":                    "Open Close BeginTransaction",
	"MySqlCommand":                       "ExecuteReader ExecuteNonQuery ExecuteScalar",
	"MySqlDataReader":                    "Read NextResult",
	"OracleConnection":                   "Open",
	"OracleCommand":                      "ExecuteReader ExecuteNonQuery ExecuteScalar",
	"DbContext":                          "SaveChanges Find Add",
	"InternalDbSet":                      "Find Add",
	"DbSet":                              "Find Add",
	"DatabaseFacade":                     "EnsureCreated EnsureDeleted CanConnect BeginTransaction CommitTransaction",
	"RelationalDatabaseFacadeExtensions": "Migrate ExecuteSqlRaw ExecuteSql OpenConnection",
	"SqlMapper": "Query QueryFirst QueryFirstOrDefault QuerySingle QuerySingleOrDefault QueryMultiple Execute " +
		"ExecuteScalar ExecuteReader",
	"MongoCollectionImpl": "InsertOne InsertMany ReplaceOne UpdateOne UpdateMany DeleteOne DeleteMany CountDocuments " +
		"Aggregate BulkWrite Distinct",
	"IAsyncCursorSourceExtensions": "ToList First FirstOrDefault Single SingleOrDefault Any",
	"IFindFluentExtensions":        "First FirstOrDefault Single SingleOrDefault Any",
	"RedisDatabase": "StringGet StringSet StringIncrement HashGet HashGetAll HashSet KeyDelete KeyExists " +
		"KeyExpire SetAdd SetMembers SortedSetAdd ListLeftPush ListRightPop LockTake LockRelease " +
		"ScriptEvaluate Ping Execute",
	"ConnectionMultiplexer": "Connect Close",
	// Clouds, brokers, mail.
	"BlobBaseClient": "Download DownloadTo DownloadContent OpenRead Exists Delete DeleteIfExists GetProperties",
	"BlobClient": "Upload OpenWrite Download DownloadTo DownloadContent Exists Delete DeleteIfExists " +
		"GetProperties",
	"BlockBlobClient":           "Upload StageBlock CommitBlockList",
	"BlobContainerClient":       "Create CreateIfNotExists Exists Delete UploadBlob",
	"ShareFileClient":           "Upload Download Create Exists",
	"QueueClient":               "SendMessage ReceiveMessage ReceiveMessages DeleteMessage CreateIfNotExists",
	"TableClient":               "GetEntity AddEntity UpdateEntity UpsertEntity DeleteEntity CreateIfNotExists",
	"SecretClient":              "GetSecret SetSecret",
	"KeyClient":                 "GetKey",
	"CertificateClient":         "GetCertificate",
	"DefaultAzureCredential":    "GetToken",
	"ManagedIdentityCredential": "GetToken",
	"ConfigurationClient":       "GetConfigurationSetting SetConfigurationSetting",
	"StorageClientImpl":         "UploadObject DownloadObject GetObject DeleteObject",
	"MailTransport":             "Send",
	"SmtpClient":                "Connect Authenticate",
	"ImapClient":                "Connect Authenticate",
	"ElasticClient":             "Search Index Get Bulk Update Delete",
	"ElasticsearchClient":       "Search Index Get Bulk Update Delete",
	"AbstractValidator":         "Validate",
	"Policy":                    "Execute",
	"ResiliencePipeline":        "Execute",
	"RestClientExtensions":      "Execute Get Post Put Delete",
}

// otherTwins are asynchronous forms that are named otherwise.
var otherTwins = map[string]string{
	"Enumerable.ToList":            "ToListAsync",
	"Enumerable.ToArray":           "ToArrayAsync",
	"Enumerable.First":             "FirstAsync",
	"Enumerable.FirstOrDefault":    "FirstOrDefaultAsync",
	"Enumerable.Single":            "SingleAsync",
	"Enumerable.SingleOrDefault":   "SingleOrDefaultAsync",
	"Enumerable.Any":               "AnyAsync",
	"Enumerable.Count":             "CountAsync",
	"Queryable.First":              "FirstAsync",
	"Queryable.FirstOrDefault":     "FirstOrDefaultAsync",
	"Queryable.Single":             "SingleAsync",
	"Queryable.SingleOrDefault":    "SingleOrDefaultAsync",
	"Queryable.Any":                "AnyAsync",
	"Queryable.Count":              "CountAsync",
	"NetworkStream.ReadByte":       "ReadAsync",
	"Stream.ReadByte":              "ReadAsync",
	"Stream.ReadExactly":           "ReadExactlyAsync",
	"SmtpClient.Send":              "SendMailAsync",
	"WebClient.DownloadString":     "HttpClient.GetStringAsync",
	"WebClient.DownloadData":       "HttpClient.GetByteArrayAsync",
	"WebClient.UploadString":       "HttpClient.PostAsync",
	"Ping.Send":                    "SendPingAsync",
	"Thread.Sleep":                 "Task.Delay",
	"Task.WaitAll":                 "Task.WhenAll",
	"Task.WaitAny":                 "Task.WhenAny",
	"MongoCollectionImpl.FindSync": "FindAsync",
	"Producer.Produce":             "ProduceAsync",
	"BlockingCollection.Take":      "ChannelReader.ReadAsync",
	"DataflowBlock.Receive":        "ReceiveAsync",
}

// twinOf is the asynchronous form of a call, "UploadAsync" of "BlobClient.Upload"; ""
// where none is known.
func twinOf(api string) string {
	if twin := otherTwins[api]; twin != "" {
		return twin
	}
	typ, method, ok := strings.Cut(api, ".")
	if !ok {
		return ""
	}
	typ, _, _ = strings.Cut(typ, "<")
	for _, known := range strings.Fields(asyncTwins[typ]) {
		if known == method {
			return method + "Async"
		}
	}
	return ""
}
