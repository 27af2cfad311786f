package page

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/flights"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/lanes"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// extProject is that of a project of HDTrace.
const extProject = ".proj"

// projectIn returns the project among the names, and the others: the one that is named, or else the one that lies in a directory. Those of
// other users there are named.
func projectIn(messages io.Writer, names []string) (others []string, project string, err error) {
	var beside []string
	for _, name := range names {
		switch {
		case filepath.Ext(name) != extProject:
			others = append(others, name)
			found, _ := filepath.Glob(filepath.Join(name, "*"+extProject)) // none in a file
			found, strangers := load.OfOneUser(name, found)
			load.TellNotUsed(messages, strangers)
			beside = append(beside, found...)
		case project != "":
			return nil, "", cli.Usagef("%s and %s: a page has one timeline", project, name)
		default:
			project = name
		}
	}
	switch {
	case project != "" || len(beside) == 0:
	case len(beside) > 1:
		err = cli.Usagef("%s and %s: a page has one timeline: name the one that is meant", beside[0], beside[1])
	default:
		project = beside[0]
	}
	return others, project, err
}

// timelineIn takes the project out of the names, and reads it: of a damaged one what is whole, with an error that
// matches cli.ErrIncomplete.
func timelineIn(messages io.Writer, names []string, o lanes.Options) (others []string, t *lanes.Timeline, err error) {
	others, project, err := projectIn(messages, names)
	if project == "" || err != nil {
		return others, nil, err
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
		err = fmt.Errorf("%w: %s: %s overlap others or end before they begin: the timeline has marks at their starts", cli.ErrIncomplete, project, cli.Plural(int(t.Odd), "state"))
	}
	return others, t, err
}

// interval is the one of --detail.
func (o *options) interval(c *cobra.Command) (part lanes.Options, err error) {
	if o.detail == "" {
		return part, nil
	}
	from, to, is := strings.Cut(o.detail, "-")
	first, err := time.ParseDuration(from)
	last, wrong := time.ParseDuration(to)
	if err = errors.Join(err, wrong); !is || err != nil || first < 0 || last <= first {
		return part, cli.Usagef("--detail %q: expected an interval, as 10s-12.5s; see %s --help", o.detail, c.CommandPath())
	}
	part.From, part.To = first.Nanoseconds(), last.Nanoseconds()
	return part, nil
}

// recorded is what the flight recorders beside the tables of a run have, nil if there are none. An error matches
// cli.ErrIncomplete.
func recorded(run *load.Run, names []string) (t *lanes.Timeline, problem error) {
	tables := slices.DeleteFunc(flights.In(names), func(t *ranktable.Table) bool {
		if info, _ := t.Info(); run == nil || run.Uses(info.Owner) {
			return false
		}
		_ = t.Close() // read only
		return true
	})
	if flights.Beside(tables) {
		var n flights.Names
		if t, problem = n.Timeline(flights.Each(tables, math.MaxInt), flights.States); problem != nil {
			problem = fmt.Errorf("%w: %w", cli.ErrIncomplete, problem)
		}
	}
	for _, table := range tables {
		problem = errors.Join(problem, table.Close())
	}
	return t, problem
}

// runOver is the run of a timeline alone: what its traces say of each rank.
func runOver(t *lanes.Timeline) (page.Run, error) {
	if len(t.Profiles) == 0 {
		return page.Run{}, fmt.Errorf("%s: it has no traces, only statistics: name a run beside it", t.Name)
	}
	s, err := stats.Merge(t.Profiles)
	if err != nil {
		return page.Run{}, err
	}
	return page.Run{Name: t.Name, Form: "event traces", Summary: s, Profiles: slices.Values(t.Profiles)}, nil
}
