// Package tree makes the rows of a Summary's tree, with their figures, words and footnotes, and writes
// them as an indented table, for the log of a run. All other views of a run's tree use these rows: New
// and the methods of Tree are for views that draw them themselves.
//
// The table has a row per call path, and columns of [Columns]: those of [Tree.Usual]. Regions outside the default
// environment have @environment behind their names.
//
// Below the regions inside another, the row ~untimed shows the rest of its time, on the slowest thread
// of each rank like all other columns. A Summary's self time is another figure: it covers all threads,
// including threads that wait for others.
//
// A second table has the counters. A run of a single rank has no statistics over ranks. A dash marks what does not exist.
// The run and its clock are described above the table, the columns and the warnings below it.
package tree

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// Options change how a tree looks. The zero value shows all regions.
type Options struct {
	// ASCII restricts the output to ASCII, even in names.
	ASCII bool

	// Width is the maximum width of a line in columns, or 0 for no limit. If it is too small, names are
	// cut and then columns left out; numbers are never cut.
	Width int

	// NameWidth is the maximum width of a name: 0 means 60, a negative number no limit.
	NameWidth int

	// MinShare folds regions below that share of the run (0.01 is 1 %) into one row, together with all below
	// them. A region is folded only if its slowest rank, too, spent less than that share in it, and if it has
	// no warning and is not running, since a region that is small on average and large on one rank is worth
	// finding.
	MinShare float64

	// Partial means that only some ranks were asked on purpose, so that missing ones are not listed.
	Partial bool

	// Derived are further columns beside the Summary's Counters.
	Derived []Derived

	// Depth is the number of levels shown, or 0 for all.
	Depth int

	// Who replaces the numbers of ranks and hosts in the head.
	Who string

	// Order sorts the regions below one parent. Nil leaves them in the order of their first start.
	Order func(a, b *stats.Region) int

	// Keep reports whether a region is shown, by its index in the Summary; the regions above it are
	// then shown too, and ~untimed is left out. Nil: all.
	Keep func(region int) bool

	// Closed reports whether a region is shown without those below it. Nil: none.
	Closed func(region int) bool
}

// DefaultNameWidth is the default of Options.NameWidth.
const DefaultNameWidth = 60

// Write prints s. It fails if s contradicts itself (the error matches stats.ErrSummary) or w fails.
func Write(w io.Writer, s *stats.Summary, o Options) error {
	text, err := text(s, o)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("tree: %w", err)
	}
	return nil
}

// Logger is a structured logger: a *slog.Logger, or a type with these two of its methods. The package
// does not link slog, and encoding/json with it, into programs without a logger.
type Logger interface {
	Info(message string, args ...any)
	Warn(message string, args ...any)
}

// Log prints s to a logger at level Info, with a record for each line, since slog's own handlers would print
// a record of the whole table as a single line with escaped line breaks.
func Log(l Logger, s *stats.Summary, o Options) error {
	text, err := text(s, o)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			l.Info(line)
		}
	}
	return nil
}

// text makes the whole output, without blanks at line ends.
func text(s *stats.Summary, o Options) ([]byte, error) {
	t, err := New(s, o)
	if err != nil {
		return nil, err
	}
	to := t.paragraph(nil, t.Head())
	to = append(to, '\n')
	to, shown := t.table(to)
	to = t.counters(to)
	if foot := t.Foot(shown); len(foot) > 0 {
		to = append(to, '\n')
		to = t.paragraph(to, foot)
	}
	return to, nil
}

// paragraph appends lines, broken to the width of the page.
func (t *Tree) paragraph(to []byte, lines []string) []byte {
	for _, line := range t.wrapped(lines) {
		to = append(append(to, strings.TrimRight(line, " ")...), '\n')
	}
	return to
}

// Tree is a Summary prepared for printing.
type Tree struct {
	s *stats.Summary
	o Options
	style
	total    int             // the region that shares are of; -1: there is none
	root     []int           // of each region
	children [][]int         // of each region; those of the last are the roots
	left     []stats.Uint128 // of each region, what its children leave of its time
	rough    []bool          // of each region: that is an estimate, since its own time is or that of a child
	notes    [][]int         // of each region, the numbers of its warnings
	sizes    []int           // of each region: it and all below it
	small    []bool          // of each region: it and all below it may be folded, see Options.MinShare
	aside    []bool          // of each region: it ran on other threads than the one it stands below
	counted  []bool          // of each region: something beside time was measured of it or of one below it
	kept     []bool          // of each region: it or one below it is wanted, see Options.Keep; nil: all

	// What was met on the way, to be explained below the table.
	untimed, estimated, narrowed, counting, zeros bool
	devices, beside                               bool
	deeper                                        int // regions below Options.Depth
	deepest                                       int // level of the deepest row that is not indented as deep as it stands

	environmentNotes []string     // the text after the names of regions of an environment
	parted           stats.Region // the part of a region that was last asked for
}

// New makes the tree of s. It fails if s contradicts itself (the error matches stats.ErrSummary).
func New(s *stats.Summary, o Options) (*Tree, error) {
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	t := &Tree{s: s, o: o, style: styleOf(o.ASCII), total: TotalOf(s)}
	n := len(s.Regions)
	t.left = make([]stats.Uint128, n)
	t.root, t.rough = make([]int, n), make([]bool, n)
	for i := range s.Regions {
		r := &s.Regions[i]
		t.left[i], t.rough[i] = r.Wall, r.Estimated
		if t.root[i] = i; r.Parent >= 0 {
			t.root[i] = t.root[r.Parent]
		}
	}
	t.children = s.Children()
	t.elsewhere()
	for i := range s.Regions {
		if r := &s.Regions[i]; r.Parent >= 0 && !t.aside[i] && !s.Beside(i) {
			t.left[r.Parent] = t.left[r.Parent].Sub(r.Wall)
			t.rough[r.Parent] = t.rough[r.Parent] || r.Estimated
		}
	}
	t.number()
	t.fromBelow()
	return t, nil
}

// TotalOf returns the region that shares are of, -1 if there is none: the first one, which timers of this module start before all others;
// of other programs the longest of those without a parent.
func TotalOf(s *stats.Summary) int {
	total := -1
	for i := range s.Regions {
		r := &s.Regions[i]
		if r.Parent < 0 && (total < 0 || s.Source != "" && r.Wall.Cmp(s.Regions[total].Wall) > 0) {
			total = i
		}
	}
	return total
}

// Total returns the region that % total refers to, or -1.
func (t *Tree) Total() int { return t.total }

// Left returns a region's time outside the regions below it, summed over ranks.
func (t *Tree) Left(region int) stats.Uint128 { return t.left[region] }

// elsewhere finds the regions that ran on other threads than the region they stand below, where rows add up to more than
// that one or it waits for them. How much of its time was in regions inside is known: if those that may have shared a thread
// with it are all of it, the others have none.
func (t *Tree) elsewhere() {
	const nearly = 0.98 // clocks are read at slightly different times
	t.aside = make([]bool, len(t.s.Regions))
	for i := range t.s.Regions {
		p, inside, rows, waits := &t.s.Regions[i], 0.0, stats.Uint128{}, false
		for _, c := range t.children[i] {
			r := &t.s.Regions[c]
			rows, waits = rows.Add(r.Wall), waits || strings.HasPrefix(r.Name, stats.Waits)
			if t.aside[c] = !p.SharesThread(r) && r.Ranks > 0 && !t.s.Beside(c); !t.aside[c] {
				inside += r.Total.Float64()
			}
		}
		if p.Lacks != 0 || p.Total == (stats.Uint128{}) || inside < nearly*p.Total.Sub(p.Self).Float64() || !waits && rows.Cmp(p.Wall) <= 0 {
			for _, c := range t.children[i] {
				t.aside[c] = false
			}
		}
	}
}

// fromBelow finds out of each region what depends on those below it, which stand behind it.
func (t *Tree) fromBelow() {
	n := len(t.s.Regions)
	t.sizes, t.small, t.counted = make([]int, n), make([]bool, n), make([]bool, n)
	if t.o.Keep != nil {
		t.kept = make([]bool, n)
	}
	for i := range n {
		t.sizes[i], t.small[i] = 1, t.smallAlone(i)
		t.counted[i] = slices.ContainsFunc(t.s.Regions[i].Values, func(v stats.CounterStats) bool { return v.Ranks > 0 || v.LeftOut > 0 || v.Turns.Due > 0 })
	}
	for i := n - 1; i >= 0; i-- {
		if t.kept != nil {
			if t.kept[i] = t.kept[i] || t.o.Keep(i); !t.kept[i] {
				t.sizes[i] = 0
			}
		}
		above := t.s.Regions[i].Parent
		if above < 0 || t.sizes[i] == 0 {
			continue
		}
		t.sizes[above] += t.sizes[i]
		t.small[above] = t.small[above] && t.small[i]
		t.counted[above] = t.counted[above] || t.counted[i]
		if t.kept != nil {
			t.kept[above] = true
		}
	}
}
