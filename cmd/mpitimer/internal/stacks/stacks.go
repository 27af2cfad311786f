// Package stacks implements the sub-command that shows the current regions of a job's ranks.
package stacks

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/flights"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/relay"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
)

// Command returns the sub-command stacks.
func Command() *cobra.Command {
	var nodes relay.Flags
	var findings int
	c := &cobra.Command{
		Use:   "stacks [DIR…|JOB] [NAME]",
		Short: "Show the regions that the ranks are in, and for how long",
		Long: `stacks first lists the slow ranks so far, the regions where they are slow, and the regions
where others wait for them. Then it groups the ranks by their current regions: first the innermost
regions, smallest groups first, since the many usually wait for the few; then the tree
of all open regions. Ranks that have died are shown where they were.

--goroutines asks your own ranks for data that no table holds: the functions of all their
goroutines. They answer within a second, even during an MPI call; an answer stops them
for some microseconds.

` + job.WhichRuns + `

` + relay.About,
		Example:           "  mpitimer stacks\n  watch -n 5 mpitimer stacks /scratch/tables\n  mpitimer stacks 4711",
		ValidArgsFunction: job.Complete,
		RunE:              func(c *cobra.Command, args []string) error { return run(c, args, &nodes, findings) },
	}
	nodes.Add(c)
	nodes.AddGoroutines(c)
	cli.FindingsFlag(c, &findings, 3)
	return c
}

// mostRecorded is how many of the last intervals of a goroutine are looked at for the steps of the program.
const mostRecorded = 1 << 16

func run(c *cobra.Command, args []string, flags *relay.Flags, findings int) error {
	if err := cli.CheckFindings(findings); err != nil {
		return err
	}
	nodes, args, err := flags.Sort(c, args)
	if err != nil {
		return err
	}
	if nodes != nil {
		defer nodes.Close()
		return far(c, nodes, findings)
	}
	r, err := job.Find(c, args, job.Running)
	if err != nil {
		return err
	}
	m := job.Look(r, time.Now())
	if findings > 0 && flights.Beside(r.Tables) {
		if m.Steps, err = flights.Steps(flights.Each(r.Tables, mostRecorded)); err != nil {
			cli.Tell(c, "mpitimer: it is unknown since when ranks are slow: %v", err)
		}
	}
	if flags.Goroutines() {
		m.AskGoroutines(r)
	}
	text := m.Text(sheet.PageOf(c.OutOrStdout()).Width, findings)
	if err := cli.Write(c, c.OutOrStdout(), text); err != nil {
		return err
	}
	return errors.Join(m.Unread(), r.Close())
}

// far shows a run on other nodes.
func far(c *cobra.Command, nodes *relay.Nodes, findings int) error {
	if err := nodes.Find(c, func(alive bool) bool { return alive }); err != nil {
		return err
	}
	seen, err := nodes.Look(relay.Now)
	if err != nil {
		return err
	}
	err = cli.Write(c, c.OutOrStdout(), seen.Text(sheet.PageOf(c.OutOrStdout()).Width, findings))
	return errors.Join(err, seen.Unread())
}
