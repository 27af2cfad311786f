// Command mpitimer looks at what runs have measured: while a job runs, after it has ended, and after it
// has died.
//
//	mpitimer show FILE…          the tree of a run, its imbalances, one region over ranks and calls
//	mpitimer diff OLD NEW        what has become slower, and whether that is more than chance
//	mpitimer page FILE… -o PAGE  the same as a page for a browser
//	mpitimer convert FILE… -o F  the same in the form of other programs: pprof, Perfetto, speedscope, …
//	mpitimer top                 watch the job of this node
//	mpitimer stacks              in which regions its ranks are, and for how long
//	mpitimer recover DIR         what a job had measured when it died
//	mpitimer clean               remove the tables that runs have left behind
//	mpitimer hd                  look at, check, cut and convert the files of an HDTrace project
//	mpitimer geopm               show, compare, check and convert GEOPM reports
//	mpitimer util -- PROGRAM     trace what a node is used for, as statistics of an HDTrace project
//	mpitimer build|run|test|vet  a Go program whose functions are timed without a change to it
//	mpitimer stats               write and look at raw statistics of nodes, in TACC's form
//
// Files of a run are only read, unless recover is told to remove the tables, or clean does; what is written goes where -o
// says. Each command has a page in docs, which shows it at work, and a manual page (mpitimer man).
//
// Its exit status is 0 when everything is there; 1 when it failed; 2 when it was called wrongly, or
// there are several runs and none was named; 3 when there is a result and something is missing from it.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/convert"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/diff"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/geopm"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/page"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/show"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/stats"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/util"
	"github.com/go-hpc/timers/internal/printable"
)

func main() {
	os.Exit(execute(os.Args[1:], os.Stdout, os.Stderr))
}

// execute runs a command line and returns the exit status.
func execute(args []string, out, messages io.Writer) int {
	root := rootCommand()
	root.SetArgs(append([]string{}, args...)) // nil would stand for those of the process
	root.SetOut(out)
	root.SetErr(messages)
	err := root.Execute()
	var program interface{ ExitStatus() int } // that was run: it has said itself what is wrong
	if err != nil && !errors.As(err, &program) {
		fmt.Fprintln(messages, "mpitimer:", printable.Message(err.Error()))
	}
	return cli.Status(err)
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "mpitimer",
		Short: "Look at what runs have measured",
		Long: `mpitimer looks at what runs have measured: while a job runs, after it has ended,
and after it has died.

Exit status: 0 everything is there; 1 it failed; 2 it was called wrongly, or there
are several runs and none was named; 3 there is a result, and something is missing
from it.`,
		Args:          cli.NoArguments,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.PersistentFlags().Bool("ascii", false, "print no characters beyond ASCII")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return cli.Usage{Err: err} })
	root.AddCommand(manCommand(), show.Command(), diff.Command(), page.Command(), convert.Command(), topCommand(), stacksCommand(), recoverCommand(), cleanCommand(), hdCommand(), geopm.Command(), stats.Command(), util.Command())
	root.AddCommand(instrument.Commands()...)
	return root
}
