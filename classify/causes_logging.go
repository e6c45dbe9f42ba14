package classify

// otherRules are the waits inside log calls, and the work that has a rule.
var otherRules = []Rule{
	{
		ID: RuleLogWrite, Category: CategoryLogging, Rank: refined + 2,
		Match:  []string{"Microsoft.Extensions.Logging*!*", "ZLogger*!*", "NReco.Logging*!*", "Common.Logging*!*"},
		Why:    "The thread waits inside a log call: the sink behind it is slow, full or stuck.",
		Advice: adviceLog + "ConsoleLoggerOptions.QueueFullMode = DropWrite keeps the console logger from blocking.",
		Source: "src/libraries/Microsoft.Extensions.Logging.Console/src/ConsoleLoggerProcessor.cs",
	},
	{
		ID: RuleLogWrite, Category: CategoryLogging, Rank: refined + 2,
		Match: []string{"Serilog!*", "Serilog.Sinks*!*", "Serilog.Extensions.Logging!*"},
		Why:   "The thread waits inside a log call: the sink behind it is slow, full or stuck.",
		Advice: adviceLog +
			"Wrap the sink in Serilog.Sinks.Async, which drops when its buffer is full (blockWhenFull: false).",
		Source: "serilog/serilog-sinks-console, serilog/serilog-sinks-async",
	},
	{
		ID: RuleLogWrite, Category: CategoryLogging, Rank: refined + 2,
		Match:  []string{"NLog!*", "NLog.Extensions.Logging!*"},
		Why:    "The thread waits inside a log call: the sink behind it is slow, full or stuck.",
		Advice: adviceLog + "Give the AsyncTargetWrapper overflowAction=Discard.",
		Source: "NLog/NLog src/NLog/Targets/Wrappers/AsyncTargetWrapper.cs",
	},
	{
		ID: RuleLogWrite, Category: CategoryLogging, Rank: refined + 2,
		Match:  []string{"log4net*!*"},
		Why:    "The thread waits inside a log call: the sink behind it is slow, full or stuck.",
		Advice: adviceLog + "Put a buffering or asynchronous appender in front of it.",
		Source: "apache/logging-log4net src/log4net/Appender/AppenderSkeleton.cs",
	},
	{
		ID: RuleRegex, Category: CategoryCPU, Mechanism: MechanismRunning, Rank: family,
		Match:  []string{"System.Text.RegularExpressions!*"},
		Why:    "The thread evaluates a regular expression.",
		Advice: "Give the expression a match timeout, or RegexOptions.NonBacktracking.",
		Source: "src/libraries/System.Text.RegularExpressions",
	},
}

const adviceLog = "Find out who reads stdout or what slows the sink, and log less on the request path. "
