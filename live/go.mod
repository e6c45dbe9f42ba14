module stacktriage/live

go 1.26.0
