package diagnose

// The pages that findings refer to.
const (
	// LinkStarvation is the page about starvation.
	LinkStarvation = "https://learn.microsoft.com/dotnet/core/diagnostics/debug-threadpool-starvation"
	linkDeadlock   = "https://learn.microsoft.com/dotnet/core/diagnostics/debug-deadlock"

	guidance  = "https://github.com/davidfowl/AspNetCoreDiagnosticScenarios/blob/master/"
	linkAsync = guidance + "AsyncGuidance.md"
	linkBody  = guidance + "AspNetCoreGuidance.md"
	linkHTTP  = guidance + "HttpClientGuidance.md"
)
