// Command mpitimer looks at the tables that ranks keep of their timers: while a job runs, and after it
// has died.
//
//	mpitimer top                 watch the job of this node
//	mpitimer stacks              in which regions its ranks are, and for how long
//	mpitimer recover DIR         what a job had measured when it died
//	mpitimer hd                  look at, check, cut and convert the files of an HDTrace project
//	mpitimer geopm               show, compare, check and convert GEOPM reports
//	mpitimer util -- PROGRAM     trace what a node is used for, as statistics of an HDTrace project
//	mpitimer stats               write and look at raw statistics of nodes, in TACC's form
//
// It only reads, unless recover is told to remove the tables. docs/watching.md shows all of it, docs/hdtrace.md
// the last.
//
// Its exit status is 0 when everything is there; 1 when it failed; 2 when it was called wrongly, or
// there are several runs and none was named; 3 when there is a result and something is missing from it.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/geopm"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/stats"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/util"
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
	if err != nil {
		fmt.Fprintln(messages, "mpitimer:", err)
	}
	return cli.Status(err)
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "mpitimer",
		Short: "Look at the timers of a job that runs or has died",
		Long: `mpitimer looks at the tables that ranks keep of their timers: while a job runs, and
after it has died.

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
	root.AddCommand(topCommand(), stacksCommand(), recoverCommand(), hdCommand(), geopm.Command(), stats.Command(), util.Command())
	return root
}
