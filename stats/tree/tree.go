// Package tree prints a Summary as an indented table, as in the log of a run.
//
// The table has a row per call path. Its columns are:
//
//   - region: the name, below its parent; regions outside the default context have @context behind;
//   - calls: over all ranks and threads;
//   - ranks: k/P, the k of the P ranks of the region's context that ran it;
//   - threads: pairs of rank and thread that ran it, if any region ran on several threads of a rank;
//   - min, mean, max: of a rank's time, over those k ranks, with the rank of each extreme. The time of
//     a rank is that of its slowest thread;
//   - imbalance, share: max − mean, which is what the slowest rank costs, and what share of max that
//     is;
//   - % parent, % total: the time of all ranks, of that of the parent, and of the first region.
//
// A second table has the counters (Summary.Quantities): the mean over the ranks that measured them, and the
// largest value with its rank.
//
// A run of a single rank has one column of times, without the statistics. A dash marks what does not exist.
// The run and its clock are described above the table, the columns and the warnings below it.
package tree

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// Options change how a tree looks. The zero value shows all regions.
type Options struct {
	// ASCII restricts the output to ASCII, even in names.
	ASCII bool

	// Width is how many columns a line may have, or 0 for any number. If they do not suffice, names are cut
	// and then columns left out; numbers are never cut.
	Width int

	// NameWidth is how many columns a name may have: 0 means 60, a negative number any.
	NameWidth int

	// MinShare folds regions below that share of the run (0.01 is 1 %) into one row, together with all below
	// them. A region is folded only if its slowest rank, too, spent less than that share in it, and if it has
	// no warning and is not running, since a region that is small on average and large on one rank is worth
	// finding.
	MinShare float64

	// Partial means that only some ranks were asked on purpose, so that missing ones are not listed.
	Partial bool

	// Derived are further columns beside those of the Summary's Quantities.
	Derived []Derived

	// Depth is how many levels are shown, or 0 for all.
	Depth int
}

// DefaultNameWidth is how many columns a name may have unless Options say otherwise.
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

// Log prints s to a logger at level Info, with a record for each line, since slog's own handlers would print
// a record of the whole table as a single line with escaped line breaks.
func Log(ctx context.Context, l *slog.Logger, s *stats.Summary, o Options) error {
	text, err := text(s, o)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			l.InfoContext(ctx, line)
		}
	}
	return nil
}

// text makes the whole output, without blanks at line ends.
func text(s *stats.Summary, o Options) ([]byte, error) {
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	p := newPage(s, o)
	to := p.paragraph(nil, p.head())
	to = append(to, '\n')
	to = p.table(to)
	to = p.quantities(to)
	if foot := p.foot(); len(foot) > 0 {
		to = append(to, '\n')
		to = p.paragraph(to, foot)
	}
	return to, nil
}

// paragraph appends lines, broken to the width of the page.
func (p *page) paragraph(to []byte, lines []string) []byte {
	for _, line := range p.wrapped(lines) {
		to = append(append(to, strings.TrimRight(line, " ")...), '\n')
	}
	return to
}

// page is a Summary on its way to paper.
type page struct {
	s *stats.Summary
	o Options
	style
	root     []int           // of each region
	children [][]int         // of each region; those of the last are the roots
	left     []stats.Uint128 // of each region, what its children leave of its time
	notes    [][]int         // of each region, the numbers of its warnings
	sizes    []int           // of each region: it and all below it
	small    []bool          // of each region: it and all below it may be folded, see Options.MinShare
	counted  []bool          // of each region: something beside time was measured of it or of one below it

	// What was met on the way, to be explained below the table.
	untimed, estimated, narrowed bool
	deeper                       int // regions below Options.Depth
	deepest                      int // level of the deepest row that is not indented as deep as it stands

	regionsOnly  bool     // rows stand for a region each, and have no cells in numbers
	numbers      grid     // the table of times
	contextNotes []string // what stands behind the names of regions of a context
}

func newPage(s *stats.Summary, o Options) *page {
	p := &page{s: s, o: o, style: styleOf(o.ASCII)}
	n := len(s.Regions)
	p.left = make([]stats.Uint128, n)
	p.root = make([]int, n)
	for i := range s.Regions {
		r := &s.Regions[i]
		p.left[i] = r.Wall
		if r.Parent < 0 {
			p.root[i] = i
			continue
		}
		p.root[i] = p.root[r.Parent]
		p.left[r.Parent] = p.left[r.Parent].Sub(r.Wall)
	}
	p.children = childrenOf(s.Regions)
	p.number()
	p.fromBelow()
	return p
}

// childrenOf lists the children of each region, and behind them the roots. All lists share one array.
func childrenOf(regions []stats.Region) [][]int {
	n := len(regions)
	above := func(i int) int {
		if parent := regions[i].Parent; parent >= 0 {
			return parent
		}
		return n
	}
	counts := make([]int, n+1)
	for i := range regions {
		counts[above(i)]++
	}
	all, lists, end := make([]int, n), make([][]int, n+1), 0
	for i, count := range counts {
		lists[i] = all[end : end : end+count]
		end += count
	}
	for i := range regions {
		lists[above(i)] = append(lists[above(i)], i)
	}
	return lists
}

// fromBelow finds out of each region what depends on those below it, which stand behind it.
func (p *page) fromBelow() {
	n := len(p.s.Regions)
	p.sizes, p.small, p.counted = make([]int, n), make([]bool, n), make([]bool, n)
	for i := range n {
		p.sizes[i], p.small[i] = 1, p.smallAlone(i)
		p.counted[i] = slices.ContainsFunc(p.s.Regions[i].Values, func(v stats.Value) bool { return v.Ranks > 0 })
	}
	for i := n - 1; i >= 0; i-- {
		above := p.s.Regions[i].Parent
		if above < 0 {
			continue
		}
		p.sizes[above] += p.sizes[i]
		p.small[above] = p.small[above] && p.small[i]
		p.counted[above] = p.counted[above] || p.counted[i]
	}
}
