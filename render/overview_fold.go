package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stacktriage/wording"
)

// mostAlike is how many rows that say the same are read one by one. Of more, the worst
// stands for all.
const mostAlike = 20

// alike is what rows share that can be folded.
type alike struct {
	verdict  string
	severity string
}

func (r *overviewRow) alike() alike { return alike{r.verdict().String(), string(r.severity)} }

// foldAlike parts sorted rows into lines: of more than mostAlike that say the same, the
// first is one and all others are the next.
func foldAlike(rows []overviewRow) [][]overviewRow {
	same := map[alike][]overviewRow{}
	for _, r := range rows {
		same[r.alike()] = append(same[r.alike()], r)
	}
	var lines [][]overviewRow
	for _, r := range rows {
		all := same[r.alike()]
		switch {
		case len(all) <= mostAlike:
			lines = append(lines, []overviewRow{r})
		case all[0].at == r.at:
			rest := slices.Clone(all[1:])
			slices.SortFunc(rest, func(a, b overviewRow) int { return a.at - b.at })
			lines = append(lines, []overviewRow{r}, rest)
		}
	}
	return lines
}

// lineOf is the line of one report, or of several that are folded.
func lineOf(rows []overviewRow, in string) overviewLine {
	first := &rows[0]
	line := overviewLine{severity: first.severity, name: first.name(in), verdict: first.verdict()}
	for i := range rows {
		line.members = append(line.members, overviewMember{rows[i].name(in), rows[i].at})
	}
	if len(rows) > 1 {
		line.folded = true
		line.name, line.verdict = foldedName(rows), wording.Plain("the same")
	}
	line.numbers = [...]string{
		spanOf(rows, func(r *overviewRow) int { return r.threads }),
		spanOf(rows, func(r *overviewRow) int { return r.blocked }),
		poolOf(rows),
		spanOf(rows, func(r *overviewRow) int { return r.workers.Idle }),
	}
	return line
}

// spanOf is a number of all rows, or the least and the greatest.
func spanOf(rows []overviewRow, of func(*overviewRow) int) string {
	least, most := of(&rows[0]), of(&rows[0])
	for i := range rows {
		least, most = min(least, of(&rows[i])), max(most, of(&rows[i]))
	}
	return spread(least, most)
}

// poolOf is how many pool workers of how many are blocked.
func poolOf(rows []overviewRow) string {
	of := spanOf(rows, func(r *overviewRow) int { return r.workers.Total })
	if of == "0" {
		return "none"
	}
	return spanOf(rows, func(r *overviewRow) int { return r.workers.Blocked }) + " of " + of
}

// foldedName names rows by their numbers where they are of one input.
func foldedName(rows []overviewRow) string {
	for i := range rows {
		if !rows[i].numbered || rows[i].label != rows[0].label {
			return fmt.Sprintf("%d more", len(rows))
		}
	}
	const most = 3 // ranges that are still read
	ranges := rangesOf(rows)
	if len(ranges) > most {
		return fmt.Sprintf("%d more of #%d–#%d", len(rows), rows[0].index, rows[len(rows)-1].index)
	}
	return strings.Join(ranges, ", ")
}

// rangesOf are the numbers of rows in order, runs as "#3–#400".
func rangesOf(rows []overviewRow) []string {
	var out []string
	for i := 0; i < len(rows); {
		end := i
		for end+1 < len(rows) && rows[end+1].index == rows[end].index+1 {
			end++
		}
		text := "#" + strconv.Itoa(rows[i].index)
		if end > i {
			text += "–#" + strconv.Itoa(rows[end].index)
		}
		out = append(out, text)
		i = end + 1
	}
	return out
}

// numberAlike marks the reports of inputs that hold several.
func (o *Overview) numberAlike() {
	seen := map[string]int{}
	for _, r := range o.rows {
		seen[r.label]++
	}
	for i := range o.rows {
		r := &o.rows[i]
		r.numbered = r.of > 1 && seen[r.label] > 1
	}
}

// name is the label of a row without what all labels begin with, and its number where
// it is not the only one of its input.
func (r *overviewRow) name(in string) string {
	name := strings.TrimPrefix(r.label, in)
	if !r.numbered {
		return name
	}
	return strings.TrimSpace(name + " #" + strconv.Itoa(r.index))
}

// commonPart is what the labels of all reports begin with: the input they are in, or
// the folder or archive.
func (o *Overview) commonPart() string {
	if len(o.rows)+len(o.unread) < 2 || len(o.rows) == 0 {
		return ""
	}
	common, numbered := o.rows[0].label, true
	for i := range o.rows {
		common = commonStart(common, o.rows[i].label)
		numbered = numbered && o.rows[i].numbered && o.rows[i].label == o.rows[0].label
	}
	for _, u := range o.unread {
		common, numbered = commonStart(common, u.label), false
	}
	if numbered {
		return common
	}
	return common[:strings.LastIndexAny(common, `/\:`)+1]
}

func commonStart(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return a[:n]
}
