package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
)

func stacksCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "stacks [DIR…] [NAME]",
		Short: "Show in which regions the ranks are, and for how long",
		Long: `stacks shows the open regions of all ranks, those together that are in the same
place: first the innermost ones, those of few ranks before those of many, for where
the others wait it is these that they wait for; then the tree of all open regions.
Of ranks that have died it shows where they were.

DIR is the folder of a run, or one that holds folders of runs; the folders of
several nodes can be named together. Without one it is the job that runs on this
node. Of several runs it is the one whose name begins with NAME.`,
		Example:           "  mpitimer stacks\n  watch -n 5 mpitimer stacks /scratch/tables",
		ValidArgsFunction: completeRuns,
		RunE: func(c *cobra.Command, args []string) error {
			run, err := findRun(c, args, alive)
			if err != nil {
				return err
			}
			m := lookAt(run, time.Now())
			if err := cli.Write(c, c.OutOrStdout(), stacksText(m, pageWidth(c.OutOrStdout()))); err != nil {
				return err
			}
			return errors.Join(m.unread(), run.Close())
		},
	}
}

// stacksText shows where the ranks of a run are.
func stacksText(m *moment, page int) string {
	text := m.headline() + "\n" + joined(m.fateLines(page))
	if where := m.whereLines(page); len(where) > 0 {
		text += "\n" + joined(where)
	}
	return text + joined(m.problemLines())
}

// unread is the error of a run of which nothing can be read.
func (m *moment) unread() error {
	switch {
	case len(m.problems) == 0:
		return nil
	case len(m.ranks) == 0:
		return errors.New("no table can be read")
	}
	return cli.Incomplete("%s could not be read whole", cli.Plural(len(m.problems), "table"))
}

// problemLines say what could not be read.
func (m *moment) problemLines() []string {
	var lines []string
	for _, p := range m.problems {
		lines = append(lines, "not readable: "+printable.Line(p.Error()))
	}
	for i := range m.ranks {
		if r := &m.ranks[i]; !r.Complete && r.profile != nil && r.problem == nil {
			lines = append(lines, fmt.Sprintf("rank %d: there was no room for all of its table (%s): what it shows is older", r.Rank, printable.Line(r.File)))
		}
	}
	return lines
}
