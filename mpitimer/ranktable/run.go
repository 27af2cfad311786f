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

// The kinds of warnings by which a Summary of tables says how its ranks have ended. The path is that
// of the innermost region that was open on the main goroutine: where it happened.
const (
	WarnDied     = "rank died"
	WarnRunning  = "still running"
	WarnPanicked = "rank panicked"
	WarnKept     = "rank ended without a full report"
)

// Run is the tables of a run that were found.
type Run struct {
	Name    string   // the name of its folders
	Folders []string // where the tables are
	Program string
	Owner   int // user whose run it is, -1 if that is not known
	Size    int // ranks of the run; 0 if no table could be read

	Tables  []*Table      // ascending by rank
	Missing []stats.Range // ranks without a table that could be read

	// Problems tells of tables that could not be read, or not to their end. Summary adds what it finds.
	Problems []error

	// Ignored tells of tables that were not used since they are not of the run's owner, whatever they say: by
	// folder and owner. It is no reason to call the run incomplete.
	Ignored []error

	members []member // as Find found them
	begin   time.Time
	ranks   []int // of Tables
	found   int   // Problems that Find has found
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

// Summary is what the ranks have measured, as of now: those that live up to this moment, those that
// died up to their last sign of life. Warnings say how each rank ended, and where. It fails when no
// rank's table can be read.
func (r *Run) Summary() (*stats.Summary, error) {
	m, n := r.NewMerger(), 0
	for l, err := range r.Looks() {
		if err != nil {
			r.Problems = append(r.Problems, err)
		}
		m.Add(n, l)
		n++
	}
	return m.Summary()
}

// Merger makes the Summary of a Run while its tables are looked at, so that none of them has to stay.
type Merger struct {
	run    *Run
	stats  stats.Merger
	looked int   // ranks that could be read
	merged int   // and merged
	wrong  error // with the first that could not
	fatal  error
}

// NewMerger begins a Summary of the run.
func (r *Run) NewMerger() *Merger {
	r.Problems = slices.Clip(r.Problems[:r.found])
	return &Merger{run: r}
}

// Add takes in what was seen of the n-th of Tables, nil for nothing. What is wrong with it is added to the
// run's Problems.
func (m *Merger) Add(n int, l *Look) {
	r := m.run
	if l == nil {
		return
	}
	if l.Rank != r.ranks[n] || l.Size != r.Size {
		r.Problems = append(r.Problems, r.Tables[n].wrong(fmt.Errorf("byte 0: rank %d of %d by now, it was %d of %d: %w", l.Rank, l.Size, r.ranks[n], r.Size, ErrFormat)))
		return
	}
	m.looked++
	switch err := m.stats.Add(l.Marked()); {
	case err == nil:
		m.merged++
	case errors.Is(err, stats.ErrProfile): // one that is not what it says must not hide the others
		if m.wrong == nil {
			m.wrong = err
		}
		r.Problems = append(r.Problems, fmt.Errorf("run %s: rank %d: %w", r.Name, l.Rank, err))
	default:
		if m.fatal == nil {
			m.fatal = err
		}
	}
}

// Summary is that of the Run.
func (m *Merger) Summary() (*stats.Summary, error) {
	switch {
	case m.fatal != nil:
		return nil, m.fatal
	case m.looked == 0:
		return nil, fmt.Errorf("run %s: no table that can be read: %w", m.run.Name, errors.Join(m.run.Problems...))
	case m.merged == 0:
		return nil, fmt.Errorf("run %s: %w", m.run.Name, m.wrong)
	}
	return m.stats.Summary()
}

// Looks looks at the tables, on all processors, and yields what it sees of each, in their order: with an error that
// tells of damage what stands before it, nil where there is nothing. Only some Looks are in memory at
// a time, unless the caller keeps them.
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

// inOrder yields f of each of list, in their order, while some of those behind are being made on other
// processors.
func inOrder[T, R any](list []T, f func(T) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		const ahead = 16
		ordered := make(chan chan R, ahead)
		todo := make(chan func(), ahead)
		over := make(chan struct{})
		var workers sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			workers.Go(func() {
				for work := range todo {
					work()
				}
			})
		}
		go func() {
			defer close(todo)
			defer close(ordered)
			for _, of := range list {
				result := make(chan R, 1)
				select {
				case ordered <- result:
					todo <- func() { result <- f(of) }
				case <-over:
					return
				}
			}
		}()
		defer workers.Wait()
		defer close(over)
		for result := range ordered {
			if !yield(<-result) {
				return
			}
		}
	}
}

// Marked is the Profile of a Look with a warning that says how the rank ended, and where. It is nil if there is
// none.
func (t *Table) Marked() *stats.Profile {
	l, _ := t.Look() // of what is damaged the warnings tell
	if l == nil {
		return nil
	}
	return l.Marked()
}

// Marked is the Profile with a warning that says how the rank ended, and where.
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
