package classify

import (
	"sync"

	"stacktriage/frame"
)

// callbackRule says what code of the application the methods of a framework call: where
// such a method stands directly below a wait, that code was inlined into it, or was an
// expression of its own.
type callbackRule struct {
	what  string
	match []string // patterns as in Rule.Match
}

// callbackRules is the table of callbacks, first match wins: what is narrower comes first.
// Paths without a repository are in dotnet/aspnetcore or dotnet/runtime, in the file of
// the type.
var callbackRules = []callbackRule{
	{"a Dispose or DisposeAsync of a scoped service", []string{
		"Microsoft.Extensions.DependencyInjection.ServiceLookup.ServiceProviderEngineScope.Dispose*",
	}},
	{"a constructor or a factory of a service", []string{"Microsoft.Extensions.DependencyInjection.*"}},
	{"a custom JsonConverter", []string{"System.Text.Json.Serialization.JsonConverter.*"}},
	{"a property that is read or written as JSON", []string{
		"System.Text.Json.Serialization.Metadata.JsonPropertyInfo.*", "System.Text.Json.Serialization.Converters.*",
	}},
	{"a JSON converter or a property that is written as JSON", []string{"Newtonsoft.Json.Serialization.*"}},
	{"a health check", []string{
		"Microsoft.Extensions.Diagnostics.HealthChecks.*", "Microsoft.AspNetCore.Diagnostics.HealthChecks.*",
	}},
	{"middleware", []string{
		"Microsoft.AspNetCore.Builder.UseMiddlewareExtensions*", "Microsoft.AspNetCore.Builder.UseExtensions*",
		"Microsoft.AspNetCore.Builder.Extensions.*", "Microsoft.AspNetCore.Diagnostics.*",
		"Microsoft.AspNetCore.HostFiltering.*",
	}},
	{"a model validator", []string{"Microsoft.AspNetCore.Mvc.ModelBinding.Validation.*", "FluentValidation.*"}},
	{"a model binder", []string{
		"Microsoft.AspNetCore.Mvc.ModelBinding.*",
		"Microsoft.AspNetCore.Mvc.Controllers.ControllerBinderDelegateProvider*",
	}},
	{"a constructor of a controller", []string{"Microsoft.AspNetCore.Mvc.Controllers.*"}},
	{"an input or output formatter", []string{"Microsoft.AspNetCore.Mvc.Formatters.*"}},
	{"an MVC action", []string{"Microsoft.AspNetCore.Mvc.Infrastructure.ActionMethodExecutor*"}},
	{"an MVC filter", []string{"Microsoft.AspNetCore.Mvc.Infrastructure.*", "Microsoft.AspNetCore.Mvc.Filters.*"}},
	{"a page handler", []string{"Microsoft.AspNetCore.Mvc.RazorPages.*"}},
	{"a tag helper", []string{"Microsoft.AspNetCore.Razor.Runtime.TagHelpers.*"}},
	{"a view or a view component", []string{
		"Microsoft.AspNetCore.Mvc.Razor.*", "Microsoft.AspNetCore.Mvc.ViewFeatures.*",
		"Microsoft.AspNetCore.Mvc.ViewComponents.*",
	}},
	{"a Blazor component", []string{"Microsoft.AspNetCore.Components.*"}},
	{"a hub method or a hub filter", []string{"Microsoft.AspNetCore.SignalR.*"}},
	{"a gRPC method or an interceptor", []string{
		"Grpc.AspNetCore.*", "Grpc.Shared.Server.*", "Grpc.Core.Interceptors.*",
	}},
	{"code that writes the result of a handler", []string{
		"Microsoft.AspNetCore.Http.RequestDelegateFactory.Execute*",
		"Microsoft.AspNetCore.Internal.ExecuteHandlerHelper.*", "Microsoft.AspNetCore.Http.HttpResults.*",
	}},
	{"a minimal API handler or an endpoint filter", []string{
		"Microsoft.AspNetCore.Http.RequestDelegateFactory*", "Microsoft.AspNetCore.Routing.*",
	}},
	{"an authorization handler", []string{"Microsoft.AspNetCore.Authorization.*"}},
	{"an authentication handler or its events", []string{"Microsoft.AspNetCore.Authentication.*"}},
	{"a rate limiter", []string{"Microsoft.AspNetCore.RateLimiting.*", "System.Threading.RateLimiting.*"}},
	{"an OnStarting or OnCompleted callback", []string{"*HttpProtocol.FireOn*"}},
	{"a hosted service", []string{
		"Microsoft.Extensions.Hosting.Internal.Host.*", "Microsoft.Extensions.Hosting.BackgroundService.*",
	}},
	{"a logging provider", []string{"Microsoft.Extensions.Logging.*"}},
	{"a configuration provider", []string{"Microsoft.Extensions.Configuration.*"}},
	{"a configuration of options", []string{"Microsoft.Extensions.Options.*"}},
	{"a factory of a cache entry", []string{
		"Microsoft.Extensions.Caching.*", "ZiggyCreatures.Caching.*", "LazyCache.*",
	}},
	{"an HTTP message handler", []string{
		"System.Net.Http.DelegatingHandler.*", "System.Net.Http.HttpMessageInvoker.*",
		"Microsoft.Extensions.Http.*",
	}},
	{"a connect callback", []string{"System.Net.Http.HttpConnectionPool.*"}},
	{"a callback that checks a certificate", []string{"System.Net.Security.SslStream.*"}},
	{"an EF Core interceptor", []string{"Microsoft.EntityFrameworkCore.Diagnostics.*"}},
	{"a value converter", []string{"Microsoft.EntityFrameworkCore.Storage.ValueConversion.*"}},
	{"code that EF Core calls", []string{"Microsoft.EntityFrameworkCore.*"}},
	{"a MediatR handler or behavior", []string{"MediatR.*"}},
	{"a Quartz job", []string{"Quartz.*"}},
	{"a Hangfire job or filter", []string{"Hangfire.*"}},
	{"a consumer of messages", []string{
		"MassTransit.*", "Rebus.*", "NServiceBus.*", "RabbitMQ.Client.*", "Wolverine.*", "Azure.Messaging.*",
	}},
	{"a grain method", []string{"Orleans.*"}},
	{"an actor", []string{"Akka.*"}},
	{"a mapping or a value resolver", []string{"AutoMapper.*", "Mapster.*"}},
	{"a policy's callback, or the call it guards", []string{"Polly.*"}},
	{"the body of a parallel loop", []string{
		"System.Threading.Tasks.Parallel*", "System.Threading.Tasks.TaskReplicator*", "System.Linq.Parallel.*",
	}},
	{"a dataflow block", []string{"System.Threading.Tasks.Dataflow.*"}},
	{"an observer or an operator's function", []string{"System.Reactive.*"}},
	{"a function given to LINQ, or an iterator", []string{"System.Linq.*"}},
	{"a handler of Elapsed", []string{"System.Timers.Timer.*"}},
	{"a handler of file events", []string{"System.IO.FileSystemWatcher*"}},
	{"a test", []string{"Xunit.*", "NUnit.Framework.*", "Microsoft.VisualStudio.TestPlatform.*"}},
}

var callbackMatcher = sync.OnceValue(func() *matcher {
	m := newMatcher()
	m.add(0, len(callbackRules), func(i int) []string { return callbackRules[i].match })
	return m
})

// CallsBack is what code of the application a frame of a framework or library calls, in
// words: "a custom JsonConverter". It is empty where the table does not know.
func CallsBack(f *frame.Frame) string {
	first := -1
	for _, row := range callbackMatcher().rows(0, f, namesOf(f)) {
		if first < 0 || row < first {
			first = row
		}
	}
	if first < 0 {
		return ""
	}
	return callbackRules[first].what
}
