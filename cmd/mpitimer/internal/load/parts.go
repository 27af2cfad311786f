package load

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
)

// numberedPart is a file of Checkpoint: that of the whole run has the same name without the number.
var numberedPart = lazyregexp.New(`^(.+)(\.[0-9]{4,})(\..+)$`)

// wholeRun leaves out of what was found in a directory the reports on parts of the run that is reported there as a whole:
// those of Checkpoint and of Print.
func (g *gathering) wholeRun(found []source) []source {
	parts := make(map[string]bool) // by what the names of a report's files begin with: false for the whole
	if whole := widest(found); whole != nil {
		for i := range found {
			if s := &found[i]; s.class == summaryClass && covers(whole.summary, s.summary) {
				parts[strings.TrimSuffix(s.file, mpitimer.SummaryExtension)+"."] = s != whole
			}
		}
	}
	there := make(map[string]bool, len(found))
	for i := range found {
		there[found[i].file] = true
	}
	for i := range found {
		folder, name := filepath.Split(found[i].file)
		if m := numberedPart().FindStringSubmatch(name); m != nil && there[folder+m[1]+m[3]] {
			parts[folder+m[1]+m[2]+"."] = true
		}
	}
	for _, part := range parts {
		if part {
			g.parts++
		}
	}
	g.checkpoints = checkpointsOf(found, widest(found))
	return slices.DeleteFunc(found, func(s source) bool { return parts[longestOf(parts, s.file)] })
}

// checkpointsOf are the summaries of the parts of a run, each of which begins where the one before it ends; nil if there are others: those of
// Print are of all of the run so far.
func checkpointsOf(found []source, whole *source) (list []answers.Checkpoint) {
	for i := range found {
		s := &found[i]
		m := numberedPart().FindStringSubmatch(filepath.Base(s.file))
		if s == whole || whole == nil || m == nil || s.class != summaryClass || !covers(whole.summary, s.summary) {
			continue
		}
		if number, err := strconv.Atoi(m[2][1:]); err == nil {
			list = append(list, answers.Checkpoint{Number: number, Summary: s.summary})
		}
	}
	slices.SortFunc(list, func(a, b answers.Checkpoint) int { return a.Number - b.Number })
	for i := 1; i < len(list); i++ {
		if list[i].Summary.From <= list[i-1].Summary.From {
			return nil
		}
	}
	return list
}

// widest is the summary of the longest time.
func widest(found []source) (whole *source) {
	for i := range found {
		s := &found[i]
		if s.class == summaryClass && s.summary != nil && (whole == nil || s.summary.To-s.summary.From > whole.summary.To-whole.summary.From) {
			whole = s
		}
	}
	return whole
}

// covers reports whether a summary is of the same run as a part, and of all of the part's time.
func covers(whole, part *stats.Summary) bool {
	return part != nil && whole.Program == part.Program && whole.Start == part.Start && whole.Size == part.Size &&
		whole.From <= part.From && part.To <= whole.To
}

func longestOf(parts map[string]bool, file string) (longest string) {
	for p := range parts {
		if len(p) > len(longest) && strings.HasPrefix(file, p) {
			longest = p
		}
	}
	return longest
}

// leftOut is the key of Meta that says of which reports nothing is shown.
const leftOut = "left out"

// tellParts says how many reports were left out.
func (g *gathering) tellParts(r *Run) {
	if g.parts > 0 {
		r.Meta[leftOut] = cli.Plural(g.parts, "report") + " on a part of the run"
	}
}
