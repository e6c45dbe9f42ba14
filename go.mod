module stacktriage

go 1.26
