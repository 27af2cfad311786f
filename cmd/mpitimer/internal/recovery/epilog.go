package recovery

import (
	"cmp"
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
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page"
)

// epilog moves what dead runs have left on this node to a directory that all nodes see: a file of the node's ranks below
// the name of the run, which show and convert read together with those of the other nodes. Runs that live, and those
// of other users, stay where they are.
func (o *options) epilog(c *cobra.Command, args []string) error {
	if len(o.outputs) > 0 || o.format != "" || o.remove {
		return cli.Usagef("--epilog DIRECTORY determines the files and moves the tables: it does not go with --output, --format and --remove")
	}
	if o.nodes.Set(c) {
		return cli.Usagef("--epilog moves the tables of this node: it does not go with --hosts, --hostfile, --job and other options for nodes")
	}
	folders, name, err := job.Sort(c, args, false)
	if err != nil {
		return err
	}
	_, missing := os.Stat(o.shared)
	defer func() {
		if missing != nil { // nothing was written into what was made
			_ = os.Remove(o.shared)
		}
	}()
	runs, problem := ranktable.Find(folders...)
	host, err := os.Hostname()
	if problem = errors.Join(problem, err); err != nil {
		return problem
	}
	id := cmp.Or(os.Getenv("SLURM_JOB_ID"), os.Getenv("PBS_JOBID"))
	for _, r := range runs {
		m := job.Glance(r, time.Now())
		switch {
		case !strings.HasPrefix(r.Name, name), m.Others:
		case id != "" && m.Job() != "" && m.Job() != id: // another job of the user on this node
		case m.Alive():
			cli.Tell(c, "mpitimer: %s is still running: its tables stay", printable.Line(r.Name))
		default:
			problem = errors.Join(problem, o.moved(c, r, filepath.Join(o.shared, r.Name, host+".mptprof")))
		}
		problem = errors.Join(problem, r.Close())
	}
	return problem
}

// moved writes the profiles of a run's ranks to a file, and then removes their tables.
func (o *options) moved(c *cobra.Command, r *ranktable.Run, file string) error {
	var profiles []*stats.Profile
	m := job.LookEach(r, time.Now(), func(l *ranktable.Look) {
		p := *l.Marked()
		p.Nodes = slices.Clone(p.Nodes)
		profiles = append(profiles, &p)
	})
	if len(profiles) == 0 {
		return m.Unread()
	}
	file, err := cli.WriteNew(file, func(w io.Writer) error {
		for _, p := range profiles {
			if _, err := p.WriteTo(w); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		_ = os.Remove(filepath.Dir(file)) // if nothing else is in it
		return err
	}
	page, problem := keepTimeline(r, profiles, strings.TrimSuffix(file, ".mptprof")+".html")
	if page != "" {
		cli.Tell(c, "mpitimer: the last seconds of its ranks: %s", printable.Line(page))
	}
	var files []string
	for i := range m.Ranks {
		if m.Ranks[i].Profile != nil {
			files = append(files, m.Ranks[i].File)
		}
	}
	removed, err := job.RemoveFiles(files)
	problem = errors.Join(problem, err)
	line := fmt.Sprintf("%s: %s of %d moved to %s\n", printable.Line(r.Name), cli.Plural(removed, "rank"), m.Size, printable.Line(file))
	return errors.Join(problem, m.Unread(), cli.Write(c, c.OutOrStdout(), line))
}

// keepTimeline writes a page of what flight recorders have, which go with the tables; blank if there are none.
func keepTimeline(r *ranktable.Run, profiles []*stats.Profile, file string) (name string, problem error) {
	if !flights.Beside(r.Tables) {
		return "", nil
	}
	var n flights.Names
	t, problem := n.Timeline(flights.Each(r.Tables, math.MaxInt), flights.States)
	if t == nil {
		return "", problem
	}
	s, err := stats.Merge(profiles)
	if err != nil {
		return "", errors.Join(problem, err)
	}
	run := page.Run{Form: "tables", Summary: s, Profiles: slices.Values(profiles), Meta: map[string]string{"Run": r.Name}}
	name, err = cli.WriteNew(file, func(w io.Writer) error { return page.Write(w, page.Page{Runs: []page.Run{run}, Timeline: t}) })
	return name, errors.Join(problem, err)
}
