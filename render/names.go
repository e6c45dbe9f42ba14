package render

import (
	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/output/chat"
	"stacktriage/series"
)

// namesIn collects the code that headlines can speak of.
func namesIn(r *diagnose.Report) []string {
	var names []string
	for _, s := range r.Snapshots {
		for _, site := range s.Sites {
			names = append(names, siteNames(site)...)
		}
	}
	return chat.LongestFirst(names)
}

func namesInDiff(d *compare.Diff) []string {
	return namesIn(&diagnose.Report{Snapshots: []*diagnose.Snapshot{d.Before, d.After}})
}

func namesInSeries(s *series.Series) []string {
	var names []string
	for _, p := range s.Places {
		names = append(names, siteNames(p.Site)...)
	}
	return chat.LongestFirst(names)
}

func siteNames(s *group.Site) []string {
	var names []string
	if s.Cause != nil {
		names = append(names, s.Cause.API)
	}
	if c := s.Culprit; c != nil {
		names = append(names, c.Short, c.Name, c.Frame.Module)
	}
	g := s.Groups[0]
	if i := diagnose.HostFrame(g); i >= 0 {
		names = append(names, g.Stack.Frames[i].API())
	}
	return names
}
