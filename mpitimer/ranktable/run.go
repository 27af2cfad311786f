package ranktable

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/go-hpc/timers/stats"
)

// The kinds of warnings for the ends of ranks in a Summary of tables. The path names the innermost open
// region of the main goroutine, where it happened.
const (
	WarnDied     = "rank died"
	WarnRunning  = "still running"
	WarnPanicked = "rank panicked"
	WarnKept     = "rank ended without a full report"
)

// Run holds the tables found for a run.
type Run struct {
	Name    string   // the name of its directories
	Folders []string // where the tables are
	Program string
	Owner   int // user whose run it is, -1 if that is not known
	Size    int // ranks of the run; 0 if no table could be read

	Tables  []*Table      // ascending by rank
	Missing []stats.Range // ranks without a table that could be read

	// Problems lists tables that could not be read, or not to their end. Summary adds to it.
	Problems []error

	// Ignored lists tables that were not used because they do not belong to the run's owner, whatever
	// they contain, by directory and owner. It does not make the run incomplete.
	Ignored []error

	members []member // those of Tables, in their order
	begin   time.Time
	found   int // Problems that Find has found
}

// member is a table of a run.
type member struct {
	table *Table
	Info
}

// Own reports whether the run is the caller's.
func (r *Run) Own() bool { return r.Owner == os.Geteuid() }

// Close closes the tables.
func (r *Run) Close() error {
	var problem error
	for _, t := range r.Tables {
		problem = errors.Join(problem, t.Close())
	}
	return problem
}

// Summary returns the ranks' measurements: of living ranks up to now, of dead ranks up to their last
// sign of life. Warnings show how each rank ended, and where. It fails if no rank's table can be read.
func (r *Run) Summary() (*stats.Summary, error) {
	return r.Through(func(_ int, _ *Look, err error) {
		if err != nil {
			r.Problems = append(r.Problems, err)
		}
	})
}

// Through is like Summary, and also shows the caller the Look of each of Tables, in order. The Profiles
// have no nodes: the nodes of all ranks of a large run would fill the memory. An error that matches
// [stats.ErrProfile] comes with a Look that is not part of the Summary.
func (r *Run) Through(see func(n int, l *Look, err error)) (*stats.Summary, error) {
	r.Problems = slices.Clip(r.Problems[:r.found])
	parts, looks := make([]part, runtime.GOMAXPROCS(0)), make([]looked, len(r.Tables))
	inParts(len(parts), len(looks), func(i, n int) { looks[n] = parts[i].look(r, n) })
	for n := range looks {
		see(n, looks[n].Look, looks[n].err)
		if looks[n].wrong != nil {
			r.Problems = append(r.Problems, looks[n].wrong)
		}
	}
	return r.merged(parts, looks)
}

// part is some of the tables of a run, one after the other, so that they share what they have alike.
type part struct {
	work  work
	ranks stats.Merger
}

// looked is what was seen of a table, and why the Summary lacks it.
type looked struct {
	*Look
	err   error
	wrong error
}

func (p *part) look(r *Run, n int) (l looked) {
	if l.Look, l.err = r.Tables[n].lookWith(&p.work); l.Look == nil {
		return l
	}
	if l.Rank != r.members[n].Rank || l.Size != r.Size {
		l.wrong = r.Tables[n].wrong(fmt.Errorf("byte 0: rank %d of %d by now, it was %d of %d: %w", l.Rank, l.Size, r.members[n].Rank, r.Size, ErrFormat))
	} else if err := p.ranks.Add(l.Marked()); err != nil { // one that is not what it says must not hide the others
		l.wrong = fmt.Errorf("run %s: rank %d: %w", r.Name, l.Rank, err)
	}
	head := *l.Profile
	head.Nodes = nil
	l.Profile = &head
	return l
}

// merged is the Summary of all parts.
func (r *Run) merged(parts []part, looks []looked) (*stats.Summary, error) {
	any, merged, wrong := false, false, error(nil)
	for n := range looks {
		l := &looks[n]
		any, merged = any || l.Look != nil, merged || l.Look != nil && l.wrong == nil
		if wrong == nil {
			wrong = l.wrong
		}
		if errors.Is(l.wrong, stats.ErrMismatch) {
			return nil, l.wrong
		}
	}
	switch {
	case !any:
		return nil, fmt.Errorf("run %s: no table that can be read: %w", r.Name, errors.Join(r.Problems...))
	case !merged:
		return nil, wrong
	}
	var all []*stats.Merger
	for i := range parts {
		all = append(all, &parts[i].ranks)
	}
	return stats.SummaryOf(all...)
}

// Each looks at the tables, one after the other, and shows each Look like Looks does. It uses less
// processor time than Looks, since the Looks share memory: each is valid until see returns.
func (r *Run) Each(see func(n int, l *Look, err error)) {
	var w work
	for n, t := range r.Tables {
		l, err := t.lookWith(&w)
		see(n, l, err)
	}
}

// Looks looks at the tables, on all processors, and yields the Look of each, in order: for a damaged
// table the part before the damage and an error, or nil if there is nothing. Only some Looks are in
// memory at a time, unless the caller keeps them.
func (r *Run) Looks() iter.Seq2[*Look, error] {
	return func(yield func(*Look, error) bool) {
		type result struct {
			look *Look
			err  error
		}
		looks := inOrder(r.Tables, func(t *Table) result {
			l, err := t.Look()
			return result{l, err}
		})
		for l := range looks {
			if !yield(l.look, l.err) {
				return
			}
		}
	}
}

// inParts calls f for n things, in parts that run at the same time.
func inParts(parts, n int, f func(part, i int)) {
	var done sync.WaitGroup
	for part := range parts {
		done.Go(func() {
			for i := part * n / parts; i < (part+1)*n/parts; i++ {
				f(part, i)
			}
		})
	}
	done.Wait()
}

// inOrder yields f of each of list, in their order, while some of those behind are being made on other
// processors.
func inOrder[T, R any](list []T, f func(T) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		const ahead = 24
		var workers sync.WaitGroup
		defer workers.Wait()
		var results []chan R
		for todo := list; len(todo)+len(results) > 0; results = results[1:] {
			for ; len(todo) > 0 && len(results) < ahead; todo = todo[1:] {
				of, result := todo[0], make(chan R, 1)
				results = append(results, result)
				workers.Go(func() { result <- f(of) })
			}
			if !yield(<-results[0]) {
				return
			}
		}
	}
}

// Marked returns the Profile of a Look with a warning that shows how the rank ended, and where, or nil
// if there is no Profile.
func (t *Table) Marked() *stats.Profile {
	l, _ := t.Look() // of what is damaged the warnings tell
	if l == nil {
		return nil
	}
	return l.Marked()
}

// Marked returns the Profile with a warning that shows how the rank ended, and where.
func (l *Look) Marked() *stats.Profile {
	kind := ending(l.State)
	if kind == "" {
		return l.Profile
	}
	p := *l.Profile
	p.Warnings = append(slices.Clip(p.Warnings), stats.Warning{Kind: kind, Path: innermost(l.Open), Count: 1})
	return &p
}

// ending is the kind of the warning of how a rank ended.
func ending(s State) string {
	switch s {
	case Died:
		return WarnDied
	case Running:
		return WarnRunning
	case Panicked:
		return WarnPanicked
	case Kept:
		return WarnKept
	}
	return ""
}
