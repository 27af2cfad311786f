// Package timeline finds the timeline beside the files of a run: an HDTrace project, or flight recorders.
package timeline

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/flights"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/export/page/lanes"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// projectIn returns the project among the names, and the others: the one that is named, or else the one that lies in a directory. Those of
// other users there are named.
func projectIn(messages io.Writer, names []string) (others []string, project string, err error) {
	var beside []string
	for _, name := range names {
		switch {
		case filepath.Ext(name) != hdtrace.ExtProject:
			others = append(others, name)
			beside = append(beside, load.ProjectsIn(messages, name)...)
		case project != "":
			return nil, "", cli.Usagef("%s and %s: a page has one timeline", project, name)
		default:
			project = name
		}
	}
	switch {
	case project != "" || len(beside) == 0:
	case len(beside) > 1:
		err = cli.Usagef("%s and %s: a page has one timeline; name one of them", beside[0], beside[1])
	default:
		project = beside[0]
	}
	return others, project, err
}

// Besides returns the names of what a run itself is read from: all but the project that is named beside them, or the directory that
// holds nothing else.
func Besides(names []string) []string {
	others := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return filepath.Ext(name) == hdtrace.ExtProject || holdsProject(name) })
	if len(others) == 0 {
		return names
	}
	return others
}

// holdsProject reports whether a directory has the files of a project, and no others.
func holdsProject(name string) bool {
	list, _ := os.ReadDir(name)
	project := false
	for _, each := range list {
		switch filepath.Ext(each.Name()) {
		case hdtrace.ExtProject:
			project = true
		case hdtrace.ExtTrace, hdtrace.ExtStatistics, hdtrace.ExtRelation, hdtrace.ExtInfo, ".lock":
		default:
			return false
		}
	}
	return project
}

// In takes the project out of the names, and reads it: of a damaged one what is whole, with an error that
// matches cli.ErrIncomplete.
func In(messages io.Writer, names []string, o lanes.Options) (others []string, t *lanes.Timeline, err error) {
	others, project, err := projectIn(messages, names)
	if project == "" || err != nil {
		return others, nil, err
	}
	if len(others) > 1 { // the page may be of the project alone
		others = slices.DeleteFunc(others, holdsProject)
	}
	files, base := os.DirFS(filepath.Dir(project)), filepath.Base(project)
	t, err = lanes.Read(files, base, o)
	var fault *hdtrace.FormatError
	if errors.As(err, &fault) {
		damage := err
		o.Tolerant = true
		if t, err = lanes.Read(files, base, o); err == nil {
			err = fmt.Errorf("%w: %w", cli.ErrIncomplete, damage)
		}
	}
	if err == nil && t.Odd > 0 {
		err = fmt.Errorf("%w: %s: %s overlap others or end before they start; the timeline marks their starts", cli.ErrIncomplete, project, cli.Plural(int(t.Odd), "state"))
	}
	return others, t, err
}

// Recorded is what the flight recorders beside the tables of a run have, nil if there are none. An error matches
// cli.ErrIncomplete.
func Recorded(run *load.Run, names []string) (t *lanes.Timeline, problem error) {
	return recorded(run, names, math.MaxInt)
}

// recorded has at most so many of the last intervals of each goroutine.
func recorded(run *load.Run, names []string, most int) (t *lanes.Timeline, problem error) {
	tables := slices.DeleteFunc(flights.In(names), func(t *ranktable.Table) bool {
		if info, _ := t.Info(); run == nil || run.Uses(info.Owner) {
			return false
		}
		_ = t.Close() // read only
		return true
	})
	if flights.Beside(tables) {
		var n flights.Names
		if t, problem = n.Timeline(flights.Each(tables, most), flights.States); problem != nil {
			problem = fmt.Errorf("%w: %w", cli.ErrIncomplete, problem)
		}
	}
	for _, table := range tables {
		problem = errors.Join(problem, table.Close())
	}
	return t, problem
}

// mostRecorded is how many of the last intervals of a goroutine are looked at for its steps.
const mostRecorded = 1 << 16

// Steps is what the steps of a run took, as the project or the flight recorders among its files tell, or what its parts between
// checkpoints did; nil if none of them tells. What cannot be read is told.
func Steps(messages io.Writer, run *load.Run, names []string) *steps.Times {
	_, project, err := projectIn(messages, names)
	var t *steps.Times
	switch {
	case err != nil:
	case project != "":
		t, err = lanes.ReadSteps(os.DirFS(filepath.Dir(project)), filepath.Base(project), lanes.Options{Tolerant: true})
	default:
		var all *lanes.Timeline
		if all, err = recorded(run, names, mostRecorded); all != nil {
			t = all.Steps
		}
	}
	if err != nil && !errors.Is(err, lanes.ErrNothing) {
		fmt.Fprintf(messages, "mpitimer: it is unknown since when ranks are slow: %s\n", printable.Line(err.Error()))
	}
	if t == nil && run != nil {
		t = answers.OverCheckpoints(run.Checkpoints)
	}
	return t
}
