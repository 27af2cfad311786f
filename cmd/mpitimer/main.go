// Command mpitimer reads the measurements of a run: while the job runs, after it has ended, and after
// it has died.
//
//	mpitimer show FILE…          the tree of a run, its imbalances, one region over ranks and calls
//	mpitimer diff OLD NEW        what has become slower, and whether that is more than chance
//	mpitimer scaling RUN…        how runs scale with the number of ranks, and what will take the most on more
//	mpitimer history DIR         which commits made the program slower or faster
//	mpitimer page FILE… -o PAGE  the same as a page for a browser
//	mpitimer convert FILE… -o F  the same in the form of other programs: pprof, Perfetto, speedscope, …
//	mpitimer top                 watch the job of this node
//	mpitimer serve               the same in a browser
//	mpitimer stacks              in which regions its ranks are, and for how long
//	mpitimer recover DIR         what a job had measured when it died
//	mpitimer runs                list the runs that have left tables, and clear them
//	mpitimer hd                  look at, check, cut and convert the files of an HDTrace project
//	mpitimer geopm               show, compare, check and convert GEOPM reports
//	mpitimer util -- PROGRAM     trace what a node is used for, as statistics of an HDTrace project
//	mpitimer build|run|test|vet  a Go program whose functions are timed without a change to it
//	mpitimer stats               write and look at raw statistics of nodes, in TACC's form
//
// Files of a run are only read, unless recover or runs is asked to remove the tables; output goes where -o
// says. Each command has a page in docs, which shows it at work, and a manual page (mpitimer man).
//
// Exit statuses are those of package cli: 0 all is well; 1 findings; 2 it could not run; 3 there is a result, and
// something is missing from it.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/internal/command"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/convert"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/diff"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/geopm"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/hd"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/history"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/man"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/page"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/recovery"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/relay"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/runs"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/scaling"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/serve"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/show"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/stacks"
	tacc "github.com/go-hpc/timers/cmd/mpitimer/internal/stats"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/top"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/util"
	"github.com/go-hpc/timers/stats"
)

func main() {
	os.Exit(execute(os.Args[1:], os.Stdout, os.Stderr))
}

// execute runs a command line and returns the exit status.
func execute(args []string, out, messages io.Writer) int {
	var root *cobra.Command
	if len(args) > 0 && args[0] == "relay" {
		root = bareCommand() // one is started on each node of a job, and commands take time to make
		root.AddCommand(relay.Command())
	} else {
		root = rootCommand()
	}
	root.SetArgs(append([]string{}, args...)) // nil would mean the process's own
	root.SetOut(out)
	root.SetErr(messages)
	err := root.Execute()
	var program interface{ ExitStatus() int } // that was run: it has already said what is wrong
	if err != nil && !errors.As(err, &program) {
		cli.Tell(root, "mpitimer: %v", err)
	}
	return cli.Status(err)
}

// bareCommand is the program without sub-commands.
func bareCommand() *cobra.Command {
	root := cli.Group(&cobra.Command{
		Use:   "mpitimer",
		Short: "Look at the measurements of runs",
		Long: `mpitimer reads the measurements of a run: while the job runs, after it has ended,
and after it has died.

` + cli.StatusHelp,
		Version:       fmt.Sprintf("%s\nreads summaries and profiles of version %d", command.Version(), stats.Version),
		SilenceUsage:  true,
		SilenceErrors: true,
	})
	root.PersistentFlags().Bool("ascii", false, "print no characters beyond ASCII")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return cli.Usagef("%w; see %s --help", err, c.CommandPath()) })
	return root
}

// rootCommand is the program.
func rootCommand() *cobra.Command {
	root := bareCommand()
	for _, g := range []struct {
		id, title string
		commands  []*cobra.Command
	}{
		{"run", "Look at a run:", []*cobra.Command{show.Command(), diff.Command(), scaling.Command(), history.Command(), page.Command(), convert.Command()}},
		{"job", "Look at a running or dead job:", []*cobra.Command{top.Command(), serve.Command(), stacks.Command(), recovery.Command(), runs.Command(), runs.Clean()}},
		{"node", "Measure the node:", []*cobra.Command{util.Command(), tacc.Command()}},
		{"go", "Time Go programs:", instrument.Commands()},
		{"files", "Look at other tools' files:", []*cobra.Command{hd.Command(), geopm.Command()}},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.id
			root.AddCommand(c)
		}
	}
	root.AddCommand(man.Command(), relay.Command())
	return root
}
