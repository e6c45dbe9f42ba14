# make            the program for this machine
# make release    everything a release consists of, in dist/; see release/main.go
VERSION ?=

stacktriage:
	CGO_ENABLED=0 go build -trimpath -o $@ ./cmd/stacktriage
release:
	cd release && go run . -version "$(VERSION)" -o ../dist
.PHONY: stacktriage release
