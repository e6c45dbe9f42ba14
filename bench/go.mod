module stacktriage/bench

go 1.26.0

require (
	github.com/DataDog/gostackparse v0.7.0
	github.com/maruel/panicparse/v2 v2.5.0
	stacktriage v0.0.0
)

replace stacktriage => ../
