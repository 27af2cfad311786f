package ranktable

import (
	"errors"
	"fmt"
	"os"
	"slices"
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

	Tables  []*Table     // ascending by rank
	Missing []stats.Span // ranks without a table that could be read

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
	r.Problems = slices.Clip(r.Problems[:r.found])
	profiles := r.profiles()
	if len(profiles) == 0 {
		return nil, fmt.Errorf("run %s: no table that can be read: %w", r.Name, errors.Join(r.Problems...))
	}
	s, err := stats.Merge(profiles)
	if err == nil {
		return s, nil
	}
	// One that is not what it says must not hide the others.
	profiles = slices.DeleteFunc(profiles, func(p *stats.Profile) bool {
		_, wrong := stats.Merge([]*stats.Profile{p})
		if wrong != nil {
			r.Problems = append(r.Problems, fmt.Errorf("run %s: rank %d: %w", r.Name, p.Rank, wrong))
		}
		return wrong != nil
	})
	if len(profiles) == 0 {
		return nil, fmt.Errorf("run %s: %w", r.Name, err)
	}
	return stats.Merge(profiles)
}

// profiles are those that can be had.
func (r *Run) profiles() []*stats.Profile {
	var list []*stats.Profile
	for n, t := range r.Tables {
		l, err := t.Look()
		if err != nil {
			r.Problems = append(r.Problems, err)
		}
		if l == nil {
			continue
		}
		if l.Rank != r.ranks[n] || l.Size != r.Size {
			r.Problems = append(r.Problems, t.wrong(fmt.Errorf("byte 0: rank %d of %d by now, it was %d of %d: %w", l.Rank, l.Size, r.ranks[n], r.Size, ErrFormat)))
			continue
		}
		l.mark()
		list = append(list, l.Profile)
	}
	return list
}

// Marked is the Profile of a Look with a warning that says how the rank ended, and where. It is nil if there is
// none.
func (t *Table) Marked() *stats.Profile {
	l, _ := t.Look() // of what is damaged the warnings tell
	if l == nil {
		return nil
	}
	l.mark()
	return l.Profile
}

func (l *Look) mark() {
	if kind := ending(l.State); kind != "" {
		l.Profile.Warnings = append(l.Profile.Warnings, stats.Warning{Kind: kind, Path: innermost(l.Open), Count: 1})
	}
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
