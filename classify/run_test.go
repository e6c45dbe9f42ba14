package classify

import (
	"fmt"
	"testing"

	"stacktriage/frame"
)

// TestCulprit: the first frame of own code below the wait, or the handler that was inlined
// into a compiled delegate, whoever stands further down.
func TestCulprit(t *testing.T) {
	const (
		hub = "Microsoft.AspNetCore.SignalR.Core!Microsoft.AspNetCore.SignalR.Internal." +
			"DefaultHubDispatcher`1[System.__Canon].ExecuteMethod()"
		mapper   = "AutoMapper!AutoMapper.Mapper.Map(class System.Object)"
		hook     = "Acme.Orders!Acme.Orders.Context.Wait(int[],bool,int32)"
		caller   = "Acme.Orders!Acme.Orders.Checkout.Pay()"
		starting = "C!System.Runtime.CompilerServices.AsyncTaskMethodBuilder.Start(!!0&)"
		library  = "MailKit!MailKit.Net.Smtp.SmtpClient+<SendAsync>d__10.MoveNext()"
		sync     = "MailKit!MailKit.Net.Smtp.SmtpClient.Send()"
		emitted  = "Anonymously Hosted DynamicMethods Assembly!dynamicClass.lambda_method7(class System.Object)"
	)
	tests := []struct {
		name, stack          string
		kind                 CulpritKind
		culprit, note, third string // third is the own caller of the culprit
	}{
		{"own code", taskResult + " < @own < " + caller + " < @pool", CulpritUser, "OrderService.Load", "",
			"Checkout.Pay"},
		{"calls itself", taskResult + " < @own < @own < " + caller + " < @pool", CulpritUser, "OrderService.Load", "",
			"Checkout.Pay"},
		{"nobody below", taskResult + " < @own < @pool", CulpritUser, "OrderService.Load", "", ""},
		{"caller beyond a continuation", taskResult +
			" < @own < C!System.Threading.Tasks.Task.RunContinuations(class System.Object) < " + caller + " < @pool",
			CulpritUser, "OrderService.Load", "", ""},
		{"handler", taskResult + " < " + compiled + " < " + endpoint + " < " + caller + " < @pool", CulpritDynamic,
			"minimal API handler inlined into lambda_method2", "", "Checkout.Pay"},
		{"hub method", taskResult + " < " + emitted + " < " + hub + " < @pool", CulpritDynamic,
			"hub method inlined into lambda_method7", "", ""},
		{"delegate of a mapper", taskResult + " < " + emitted + " < " + mapper + " < @own < @pool", CulpritUser,
			"OrderService.Load", "", ""},
		{"unreadable frame between", taskResult + " < " + emitted + " < ?!? < " + hub + " < @pool", CulpritDynamic,
			"hub method inlined into lambda_method7", "", ""},
		{"hook that the runtime calls in a wait", hook + " < @wait < @own < @pool", CulpritUser, "OrderService.Load",
			"", ""},
		{"library that its own caller started", taskResult + " < " + sync + " < " + library + " < " + starting +
			" < @own < @pool", CulpritUser, "OrderService.Load", "or own code inlined into SmtpClient.Send", ""},
		{"library that own code called", taskResult + " < " + sync + " < @own < @pool", CulpritUser,
			"OrderService.Load", "", ""},
		{"wrapper", taskResult + " < Acme.Orders!Acme.Orders.AsyncHelper.RunSync() < " + caller + " < @pool",
			CulpritUser, "AsyncHelper.RunSync", "", "Checkout.Pay"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := classifyText(t, tt.stack, "[Native Frames]")
			c := got.Culprit
			if c == nil || c.Kind != tt.kind || c.Short != tt.culprit || c.Note != tt.note {
				t.Fatalf("culprit %+v", c)
			}
			if c.Wrapper != (tt.name == "wrapper") || got.CulpritFrame != got.RunEnd || c.Frame == nil {
				t.Errorf("culprit %+v at %d, run to %d", c, got.CulpritFrame, got.RunEnd)
			}
			if (got.Caller >= 0) != (tt.third != "") {
				t.Errorf("caller at %d, want %q", got.Caller, tt.third)
			}
		})
	}
}

func TestExplainOfAFrame(t *testing.T) {
	decode := func(raw string) *frame.Frame {
		f, ok := frame.Decode(shorthand.Replace(raw))
		if !ok {
			t.Fatalf("%s is no frame", raw)
		}
		return &f
	}
	wait := Explain(decode("C!System.Threading.Monitor.Wait(class System.Object,int32)"), Options{})
	if wait.Kind != KindFramework || !wait.Listed || wait.Wait != MechanismMonitorWait || len(wait.Causes) != 1 ||
		wait.Causes[0].ID != RuleMonitorWait || wait.Role != nil || wait.Handler != "" {
		t.Errorf("%+v", wait)
	}
	gate := Explain(decode("C!System.Threading.PortableThreadPool+GateThread.GateThreadStart()"), Options{})
	if gate.Role == nil || gate.Role.ID != RuleGate || gate.Wait != "" || len(gate.Causes) != 0 {
		t.Errorf("%+v", gate)
	}
	if own := Explain(decode("@own"), Options{}); own.Kind != KindUser || own.Listed {
		t.Errorf("%+v", own)
	}
	if told := Explain(decode("@own"), Options{User: []string{"Acme*"}}); told.Kind != KindUser || !told.Listed {
		t.Errorf("%+v", told)
	}
	if action := Explain(decode(endpoint), Options{}); action.Handler != "minimal API handler" || Dispatches(decode("@own")) != "" {
		t.Errorf("%+v", action)
	}
}

// TestOwnCodeWithoutModules: where a dialect prints no modules, own code is what begins
// as the entry point does, and what is on no list.
func TestOwnCodeWithoutModules(t *testing.T) {
	const sos = `OS Thread Id: 0x1 (0)
        Child SP               IP Call Site
000000A1B2C6E6B0 00007ff9a0b4d504 System.Threading.Thread.Sleep(Int32)
000000A1B2C6E7D0 00007ff9a0b51241 %s.Main(System.String[])
OS Thread Id: 0x2 (1)
        Child SP               IP Call Site
000000A1B2C7E6B0 00007ff9a0b4d504 System.Threading.Thread.Sleep(Int32)
000000A1B2C7E7D0 00007ff9a0b61252 Acme.Orders.Load()
`
	tests := []struct {
		main, typ string
		want      FrameKind
	}{
		{"Acme.Shop.Program", "Acme.Shop.Cart", KindUser}, {"Acme.Shop.Program", "Contoso.Cart", KindUser},
		{"Npgsql.Tools.Program", "Npgsql.Tools.Runner", KindUser}, {"Npgsql.Tools.Program", "Npgsql.NpgsqlConnection",
			KindLibrary},
		{"Npgsql.Tools.Cli.Program", "Npgsql.Tools.Runner", KindUser}, {"Program", "Npgsql.NpgsqlConnection",
			KindLibrary},
		{"Acme.Shop.Program", "System.Linq.Enumerable", KindFramework}, {"Acme.Shop.Program",
			"Microsoft.FSharp.Core.Operators", KindFramework},
		{"Acme.Shop.Program", "MySql.Data.MySqlClient.MySqlCommand", KindLibrary}, {"Acme.Shop.Program", "Interop+Sys", KindFramework},
		{"Microsoft.AspNetCore.Sample.Program", "Microsoft.AspNetCore.Sample.Runner", KindUser},
		{"Microsoft.AspNetCore.Sample.Program", "Microsoft.AspNetCore.Http.Context", KindFramework},
		{"Acme.Shop.Program", "<PrivateImplementationDetails>", KindTransparent}, {"Acme.Shop.Program", "Cart",
			KindUser},
	}
	for _, tt := range tests {
		s := readOne(t, fmt.Sprintf(sos, tt.main))
		f := frame.DecodeBare(tt.typ + ".Run")
		if got := New(s, Options{}).lookup(&f).kind; got != tt.want {
			t.Errorf("%s beside %s is %s, want %s", tt.typ, tt.main, got, tt.want)
		}
	}
}
