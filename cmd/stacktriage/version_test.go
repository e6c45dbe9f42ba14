package main

import (
	"encoding/json"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersionOf(t *testing.T) {
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "0c659ec6f6549c2ea20a9f723b856f43ce7a56be"}
	dirty := debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	tests := []struct {
		module   string
		settings []debug.BuildSetting
		want     string
	}{
		{"v1.2.3", nil, "v1.2.3"},
		{"v1.2.4-0.20261130123230-0c659ec6f654", []debug.BuildSetting{revision}, "v1.2.4-0.20261130123230-0c659ec6f654"},
		{"(devel)", []debug.BuildSetting{revision}, "devel-0c659ec6f654"},
		{"", []debug.BuildSetting{revision, dirty}, "devel-0c659ec6f654+dirty"},
		{"(devel)", nil, "devel"},
		{"", nil, "devel"},
	}
	for _, tt := range tests {
		info := &debug.BuildInfo{Main: debug.Module{Version: tt.module}, Settings: tt.settings}
		if got := versionOf(info); got != tt.want {
			t.Errorf("module %q, settings %v: %q, want %q", tt.module, tt.settings, got, tt.want)
		}
	}
}

func TestVersionSaysWhatItWasBuiltFrom(t *testing.T) {
	info := &debug.BuildInfo{Settings: []debug.BuildSetting{
		{Key: "vcs.time", Value: "2026-11-30T12:32:30Z"}, {Key: "vcs.revision", Value: "0c659ec6f6549c2ea20a9f723b856f43ce7a56be"},
	}}
	if got := buildOf(info).String(); !strings.HasPrefix(got, "stacktriage devel-0c659ec6f654 (commit 0c659ec6f654 of 2026-11-30, go") {
		t.Errorf("got %q", got)
	}
	if got := buildOf(&debug.BuildInfo{}).String(); !strings.HasPrefix(got, "stacktriage devel (go") {
		t.Errorf("without a commit: %q", got)
	}
}

func TestVersionForPrograms(t *testing.T) {
	got := execute(t, piped(), "", "version", "--json")
	var b build
	if err := json.Unmarshal([]byte(got.stdout), &b); err != nil || got.code != exitOK {
		t.Fatalf("exit code %d, %v: %s", got.code, err, got.stdout)
	}
	if b != buildOf(buildInfo()) || b.Version == "" || b.Go == "" {
		t.Errorf("got %+v", b)
	}
	if text := execute(t, piped(), "", "version").stdout; text != execute(t, piped(), "", "--version").stdout {
		t.Errorf("version and --version differ: %s", text)
	}
}
