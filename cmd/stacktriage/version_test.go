package main

import (
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

func TestOriginHasTheDate(t *testing.T) {
	info := &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.time", Value: "2026-11-30T12:32:30Z"}}}
	if got := origin(info); !strings.HasPrefix(got, "2026-11-30, go") {
		t.Errorf("origin is %q", got)
	}
	if got := origin(&debug.BuildInfo{}); !strings.HasPrefix(got, "go") {
		t.Errorf("origin without a date is %q", got)
	}
}
