package show

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
)

// view is a run on its way to the page.
type view struct {
	o    *options
	run  *load.Run
	s    *stats.Summary
	of   string // the rank that is shown alone, with its host
	root int    // the region with the most time of all that have no parent: what shares are of; -1: none

	selfKnown bool // the files carry self time

	notes []string // what was met on the way, to be said below
}

func (o *options) view(run *load.Run) (*view, error) {
	v := &view{o: o, run: run, s: run.Summary, root: -1}
	if o.rank >= 0 {
		if err := v.alone(); err != nil {
			return nil, err
		}
	}
	for i := range v.s.Regions {
		r := &v.s.Regions[i]
		if r.Parent < 0 && (v.root < 0 || r.Wall.Cmp(v.s.Regions[v.root].Wall) > 0) {
			v.root = i
		}
		v.selfKnown = v.selfKnown || r.Lacks&stats.LacksSelf == 0
	}
	if o.context != "" && !slices.ContainsFunc(v.s.Contexts, func(c stats.ContextUse) bool { return c.Name == o.context }) {
		var names []string
		for _, c := range v.s.Contexts {
			names = append(names, printable.Line(c.Name))
		}
		return nil, cli.Usagef("--context %q: the run has the contexts %s", o.context, strings.Join(names, ", "))
	}
	return v, nil
}

// alone makes a run of a single rank of one of many.
func (v *view) alone() error {
	if len(v.run.Profiles) == 0 {
		return cli.Usagef("--rank: a %s has no single ranks; profiles, rank tables and files of ranks have", v.run.Form)
	}
	i, found := slices.BinarySearchFunc(v.run.Profiles, v.o.rank, func(p *stats.Profile, rank int) int { return p.Rank - rank })
	if !found {
		return fmt.Errorf("rank %d is not in the files; of %d ranks there are %d", v.o.rank, v.s.Size, len(v.run.Profiles))
	}
	p := *v.run.Profiles[i]
	v.of = fmt.Sprintf("rank %d of %d", p.Rank, p.Size)
	if p.Host != "" {
		v.of += " on " + printable.Line(p.Host)
	}
	p.Rank, p.Size = 0, 1
	p.Contexts = slices.Clone(p.Contexts)
	for i := range p.Contexts {
		p.Contexts[i].Size, p.Contexts[i].Ranks = 1, []stats.Span{{First: 0, Last: 0, Stride: 1}}
	}
	s, err := stats.Merge([]*stats.Profile{&p})
	if err != nil {
		return fmt.Errorf("rank %d: %w", v.o.rank, err)
	}
	v.s = s
	return nil
}

// serial says that there is one rank, and nothing to compare it with.
func (v *view) serial() bool { return v.s.Size == 1 }

// whole is the time of the run, of all ranks; 0 where there is none.
func (v *view) whole() float64 {
	if v.root < 0 {
		return 0
	}
	return v.s.Regions[v.root].Wall.Float64()
}

// longest is the time of the run on its slowest rank.
func (v *view) longest() float64 {
	if v.root < 0 {
		return 0
	}
	return float64(v.s.Regions[v.root].Max.Value)
}

func (v *view) share(part stats.Uint128) float64 {
	if whole := v.whole(); whole > 0 {
		return part.Float64() / whole
	}
	return 0
}

// head says which run it is.
func (v *view) head() []string {
	s := v.s
	var parts []string
	switch {
	case v.of != "":
		parts = append(parts, v.of)
	case v.run.Form == "GEOPM report":
		parts = append(parts, cli.Plural(s.Size, "host"))
	case s.Hosts > 0:
		parts = append(parts, cli.Plural(s.Size, "rank")+" on "+cli.Plural(s.Hosts, "host"))
	default:
		parts = append(parts, cli.Plural(s.Size, "rank"))
	}
	if s.To > s.From {
		parts = append(parts, "wall time "+trimmed(float64(s.To-s.From)))
	}
	if s.Start != 0 {
		parts = append(parts, "started "+time.Unix(0, s.Start).UTC().Format("2006-01-02 15:04:05 UTC"))
	}
	name := s.Program
	if name == "" {
		name = v.run.Name
	}
	lines := []string{printable.Line(name) + ": " + strings.Join(parts, ", ")}
	if missing := cli.Count(s.Missing); missing > 0 && v.of == "" {
		lines = append(lines, fmt.Sprintf("MISSING: %s of %d: %s", cli.Plural(missing, "rank"), s.Size, cli.SpanList(s.Missing)))
	}
	return lines
}

// foot says what the view means, what the files lack, and what went wrong in the run.
func (v *view) foot(body []string) []string {
	lines := slices.Clone(v.notes)
	lines = append(lines, v.contexts(body)...)
	var lacks []string
	for _, l := range v.run.Lacks {
		if len(v.s.Missing) == 0 || !strings.HasSuffix(l, cli.SpanList(v.s.Missing)) { // the head has it
			lacks = append(lacks, l)
		}
	}
	if len(lacks) > 0 {
		lines = append(lines, "not in "+v.run.Form+": "+printable.Line(strings.Join(lacks, "; "))+".")
	}
	if v.s.Source != "" && v.s.Source != v.run.Form {
		lines = append(lines, "the figures were read from "+printable.Line(v.s.Source)+".")
	}
	return append(lines, v.warnings()...)
}

// contexts says who is in those, beside the default one, that names have behind an @.
func (v *view) contexts(body []string) (lines []string) {
	const most = 20
	for i, c := range v.s.Contexts {
		named := func(line string) bool { return strings.Contains(line, " @"+printable.Line(c.Name)) }
		if i == 0 || v.of != "" || !slices.ContainsFunc(body, named) {
			continue
		}
		if len(lines) == most {
			return append(lines, fmt.Sprintf("and %d more contexts", len(v.s.Contexts)-i))
		}
		line := "@" + printable.Line(c.Name) + ": " + cli.Plural(c.Size, "rank")
		if len(c.Ranks) > 0 {
			line += ", " + cli.SpanList(c.Ranks)
		}
		lines = append(lines, line)
	}
	return lines
}

// mostWarnings is how many are printed.
const mostWarnings = 10

func (v *view) warnings() (lines []string) {
	for i := range v.s.Warnings {
		w := &v.s.Warnings[i]
		if i == mostWarnings {
			lines = append(lines, fmt.Sprintf("and %d more kinds of warnings", len(v.s.Warnings)-i))
			break
		}
		line := "! " + printable.Line(w.Kind)
		if w.Path != "" {
			line += ": " + printable.Line(w.Path)
		}
		if w.Place != "" {
			line += " at " + printable.Line(w.Place)
		}
		times := "1 time"
		if w.Count != 1 {
			times = fmt.Sprintf("%d times", w.Count)
		}
		lines = append(lines, fmt.Sprintf("%s, %s on %s, first on rank %d", line, times, cli.Plural(w.Ranks, "rank"), w.FirstRank))
	}
	return lines
}

func trimmed(ns float64) string { return strings.TrimRight(cli.Duration(ns), " ") }

var errNoSelf = errors.New("the files carry no self time, and so no view from the bottom up")
