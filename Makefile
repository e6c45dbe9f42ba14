# Release binaries without goreleaser: make VERSION=v1.2.3
VERSION ?= $(shell git describe --tags --always --dirty)
TARGETS := linux-amd64 linux-arm64 darwin-amd64 darwin-arm64 windows-amd64 windows-arm64

all: $(TARGETS)
$(TARGETS):
	CGO_ENABLED=0 GOOS=$(word 1,$(subst -, ,$@)) GOARCH=$(word 2,$(subst -, ,$@)) \
	go build -trimpath -ldflags "-s -w -X main.release=$(VERSION)" -o dist/stacktriage-$@/ ./cmd/stacktriage
.PHONY: all $(TARGETS)
