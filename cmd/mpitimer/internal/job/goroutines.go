package job

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// Goroutines is where those of ranks are, as far as these have answered.
type Goroutines struct {
	All    int // of all processes, but for the timers' own
	Spots  []Spot
	Others int           // goroutines elsewhere
	Silent []stats.Range // ranks that live and have not answered
}

// Spot is goroutines of several ranks that have called the same functions.
type Spot struct {
	Frames string // the innermost first
	Count  int
	Ranks  []stats.Range
}

// mostSpots bounds them: what is sent must not grow with the ranks.
const mostSpots = 200

// answerWithin is how long ranks have to answer, which they do at their next beat.
const answerWithin = 3 * time.Second

// AskGoroutines asks the ranks that live for their goroutines. Ranks of one process have the same ones.
func (m *Moment) AskGoroutines(r *ranktable.Run) {
	type process struct {
		table    *ranktable.Table
		question uint64
		ranks    []int
	}
	var asked []*process
	of := make(map[string]*process)
	var silent []int
	for _, t := range r.Tables {
		info, err := t.Info()
		if err != nil || !info.Alive {
			continue
		}
		key := fmt.Sprint(info.Host, " ", info.PID)
		p := of[key]
		if p == nil {
			p = &process{table: t}
			of[key] = p
			if p.question, err = t.AskGoroutines(); err == nil {
				asked = append(asked, p)
			} else {
				m.Problems = append(m.Problems, err)
			}
		}
		if p.ranks = append(p.ranks, info.Rank); p.question == 0 {
			silent = append(silent, info.Rank)
		}
	}
	m.Goroutines = &Goroutines{}
	for until := time.Now().Add(answerWithin); len(asked) > 0; time.Sleep(20 * time.Millisecond) {
		over := time.Now().After(until)
		asked = slices.DeleteFunc(asked, func(p *process) bool {
			found, err := p.table.Goroutines(p.question)
			switch {
			case found != nil:
				m.Goroutines.add(found, p.ranks)
			case err != nil || over:
				silent = append(silent, p.ranks...)
			default:
				return false
			}
			return true
		})
	}
	slices.Sort(silent)
	m.Goroutines.Silent = cli.RangesOf(silent)
}

// add adds those of a process, but for the timers' own.
func (g *Goroutines) add(found *ranktable.Goroutines, ranks []int) {
	of := &Goroutines{All: found.All, Others: found.All}
	for _, p := range found.Places {
		if n := len(p.Frames); n > 0 && beginsOwn(p.Frames[n-1]) {
			of.All, of.Others = of.All-p.Count, of.Others-p.Count
			continue
		}
		of.Spots = append(of.Spots, Spot{strings.Join(p.Frames, " < "), p.Count, cli.RangesOf(ranks)})
		of.Others -= p.Count
	}
	of.Others = max(of.Others, 0)
	g.Join(of)
}

// beginsOwn reports whether a function is one with which a goroutine of the timers begins, or that of package os/signal, of which a
// program that uses signals knows nothing either.
func beginsOwn(frame string) bool {
	return strings.HasPrefix(frame, "mpitimer.") && strings.Contains(frame, " mpitimer/") ||
		strings.HasPrefix(frame, "mpi.serve mpi/native_cgo.go:") || strings.HasPrefix(frame, "signal.loop signal/signal_unix.go:")
}

// Join adds those of other ranks.
func (g *Goroutines) Join(o *Goroutines) {
	known := make(map[string]int, len(g.Spots))
	for i := range g.Spots {
		known[g.Spots[i].Frames] = i
	}
	for _, s := range o.Spots {
		switch i, is := known[s.Frames]; {
		case is:
			g.Spots[i].Count += s.Count
			g.Spots[i].Ranks = JoinRanges(g.Spots[i].Ranks, s.Ranks)
		case len(g.Spots) < mostSpots:
			known[s.Frames] = len(g.Spots)
			g.Spots = append(g.Spots, s)
		default:
			g.Others += s.Count
		}
	}
	g.All += o.All
	g.Others += o.Others
	g.Silent = JoinRanges(g.Silent, o.Silent)
}

// lines show them: those of few ranks first.
func (g *Goroutines) lines(page int) []string {
	spots := slices.Clone(g.Spots)
	slices.SortStableFunc(spots, func(a, b Spot) int {
		return cmp.Or(cmp.Compare(cli.Count(a.Ranks), cli.Count(b.Ranks)), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Frames, b.Frames))
	})
	t := &sheet.Table{Columns: []sheet.Column{
		{Title: "goroutines", Right: true}, {Title: "n", Right: true, Min: 2}, {Title: "ranks", Least: ranksColumn}, {Title: "in", Least: 24},
	}}
	for _, s := range spots {
		t.Words(strconv.Itoa(s.Count), strconv.Itoa(cli.Count(s.Ranks)), cli.Cut(cli.RankList(RanksOf(s.Ranks)), ranksBefore), printable.Line(s.Frames))
	}
	lines := t.Lines(page, sheet.None)
	if g.Others > 0 {
		lines = append(lines, fmt.Sprintf("… and %s elsewhere, of %d", cli.Plural(g.Others, "goroutine"), g.All))
	}
	if n := cli.Count(g.Silent); n > 0 {
		lines = append(lines, fmt.Sprintf("no goroutines of %s (%s): no answer", cli.Plural(n, "rank"), cli.Cut(cli.RankList(RanksOf(g.Silent)), ranksBefore)))
	}
	return lines
}
