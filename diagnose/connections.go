package diagnose

import (
	"slices"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

// What waits for a connection: of a database, of HttpClient, for a name's address.

var connectionPool = row{
	id: ConnectionPool, order: 9, severity: always(Critical), several: true,
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		waiters := e.open(func(g *group.Group) bool { return blockedOwn(g) && hasRule(g, classify.RuleDBPoolWait) })
		// A slow connect looks the same while somebody is making a connection.
		if threads(waiters) < 2 || slices.ContainsFunc(e.set.Groups, makesConnection) {
			return nil, ""
		}
		if e.starved {
			return waiters, Medium
		}
		return waiters, High
	},
	// The sentence names what uses the connections, where that is on the stacks.
	say: func(e *evidence, f *Finding) wording.Text {
		at := placeOf(e.set, f.Groups).at()
		text := wording.Format("%s %s for a pooled connection on %s", e.count(f.Groups), waits(f.Groups), at)
		users := e.open(func(g *group.Group) bool {
			return g.Class.State == classify.Blocked && hasRule(g, classify.RuleDBQuery)
		})
		if len(users) > 0 {
			count := wording.Counted(threads(users), "thread uses", "threads use")
			text = text.Thenf("; %s one on %s", count, placeOf(e.set, users).at())
		}
		return text.Thenf(": %s", tailOf(e, f, "thread pool", "the connection pool is exhausted"))
	},
	advice: func(a advised) []string {
		advice := []string{"Dispose connections early, use asynchronous queries, and find what holds them " +
			"(slow queries, a missing using); raise the pool size only after that."}
		if a.starved() {
			advice = append(advice, "With no idle worker, a starved pool that cannot finish its connects looks the same.")
		}
		return advice
	},
	means: "Two threads or more wait for a database connection, and none is being made: all are in use, or leaked.",
	follows: func(a advised) string {
		return a.whoWaits(a.f.Groups) + " for a connection to come back. " +
			"When the time limit for that has passed they fail, as a rule with an exception" + a.pool()
	},
	now: func(a advised) []Step {
		return steps(a.saveMore(),
			Step{Do: "Look at the database: which sessions of this process are open, what do they run, do they hold locks?"},
			restart("A restart gives all connections back; it helps only until they leak or pile up again. "+
				"A larger pool buys time if the server can take it."))
	},
}

// makesConnection reports a thread that is making a database connection.
func makesConnection(g *group.Group) bool {
	return g.Class.State == classify.Blocked && anyFrame(g, 0, opensConnection)
}

var connecting = []string{
	"OpenNewConnector", "NpgsqlConnector.Open", "NpgsqlConnector+<Open",
	"ConnectionPool.CreateObject", "ConnectionPool.UserCreateRequest", "TdsParser.Connect",
	"ServerSession.ConnectAsync", "ServerSession+<ConnectAsync", "ServerSession+<OpenTcpSocketAsync",
	"ConnectionPool+<ConnectSessionAsync",
}

var httpConnectionLimit = row{
	id: HTTPConnectionLimit, order: 10, severity: always(Critical), link: linkHTTP, several: true,
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		waiters := e.open(func(g *group.Group) bool { return blockedOwn(g) && hasRule(g, classify.RuleHTTPConnectionWait) })
		readers := e.open(readsHTTP)
		if threads(waiters) < 2 || len(readers) == 0 {
			return nil, ""
		}
		confidence := High
		if e.starved {
			confidence = Low
		}
		return append(waiters, readers...), confidence
	},
	say: func(e *evidence, f *Finding) wording.Text {
		readers, waiters := split(f.Groups, readsHTTP)
		if f.Confidence == Low { // what they wait for is the question
			return wording.Format("%s in a synchronous %s: %s", who(e, f), placeOf(e.set, f.Groups).at(),
				tail(e, f, "the connection limit is reached"))
		}
		return wording.Format("%s %s for a free HTTP connection in %s, %s: %s",
			e.count(waiters), waits(waiters), placeOf(e.set, waiters).at(),
			wording.Counted(threads(readers), "uses one", "use one"), tail(e, f, "the connection limit is reached"))
	},
	advice: func(a advised) []string {
		advice := []string{"Reuse one HttpClient and await its asynchronous calls; " +
			"raise MaxConnectionsPerServer if the server can take it."}
		if a.starved() {
			advice = append(advice, "With no idle worker this may be starvation instead of the limit: "+
				"the connects need a pool thread to finish.")
		}
		return advice
	},
	means:   "Threads wait for a free HTTP connection while others use the ones there are.",
	follows: func(a advised) string { return a.holdsHTTP() },
	now: func(a advised) []Step {
		return steps(a.saveMore(),
			Step{Do: "Look at the server that the requests go to: is it up, and how fast does it answer?"}, a.helpsForNow())
	},
}

// readsHTTP reports a thread that uses an HTTP connection: it reads a socket under it.
func readsHTTP(g *group.Group) bool {
	return blockedOwn(g) && hasRule(g, classify.RuleHTTPSend) && hasMechanism(g, classify.MechanismSocket) &&
		anyFrame(g, 0, usesHTTPConnection)
}

var dnsStall = row{
	id: DNSStall, order: 11, severity: always(Warning), several: true,
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		return atLeastTwo(e.open(func(g *group.Group) bool { return blockedWorker(g) && hasRule(g, classify.RuleDNS) }), High)
	},
	why: "name resolution is slow",
	advice: fixed("Check the resolver's latency and the search list; resolve once and keep the answer. " +
		"On Unix the asynchronous Dns calls hold pool threads, too."),
	means: "Threads wait for the name resolver.",
	follows: func(a advised) string {
		return a.who() + " " + wording.Form(a.f.Threads, "waits", "wait") + " for the name resolver" + a.pool()
	},
	now: func(a advised) []Step {
		return steps(a.saveMore(),
			Step{Do: "Look at the name server: how fast does it answer for the names that are asked for?"}, a.helpsForNow())
	},
}
