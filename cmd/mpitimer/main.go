// Command mpitimer looks at the tables that ranks keep of their timers: while a job runs, and after it
// has died.
//
//	mpitimer top                 watch the job of this node
//	mpitimer stacks              in which regions its ranks are, and for how long
//	mpitimer recover DIR         what a job had measured when it died
//	mpitimer hd                  look at, check, cut and convert the files of an HDTrace project
//
// It only reads, unless recover is told to remove the tables. docs/watching.md shows all of it, docs/hdtrace.md
// the last.
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
)

// Exit statuses.
const (
	statusOK = iota
	statusFailed
	statusUsage
	statusIncomplete
)

var (
	// errIncomplete is matched by errors that tell what is missing from a result.
	errIncomplete = errors.New("incomplete")
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
	if err == nil {
		return statusOK
	}
	var called usageError
	if errors.As(err, &called) {
		err = called.error
	}
	fmt.Fprintln(messages, "mpitimer:", err)
	switch {
	case called.error != nil:
		return statusUsage
	case errors.Is(err, errIncomplete):
		return statusIncomplete
	}
	return statusFailed
}

// usageError is an error of calling the program wrongly.
type usageError struct{ error }

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "mpitimer",
		Short: "Look at the timers of a job that runs or has died",
		Long: `mpitimer looks at the tables that ranks keep of their timers: while a job runs, and
after it has died.

Exit status: 0 everything is there; 1 it failed; 2 it was called wrongly, or there
are several runs and none was named; 3 there is a result, and something is missing
from it.`,
		Args:          noArguments,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.PersistentFlags().Bool("ascii", false, "print no characters beyond ASCII")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(topCommand(), stacksCommand(), recoverCommand(), hdCommand())
	return root
}

func wantsASCII(c *cobra.Command) bool {
	ascii, err := c.Flags().GetBool("ascii")
	return err == nil && ascii
}

// write writes a text, in ASCII where that is wanted.
func write(c *cobra.Command, w io.Writer, text string) error {
	if wantsASCII(c) {
		text = toASCII(text)
	}
	_, err := io.WriteString(w, text)
	return err
}

func noArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Errorf("unknown command %q; see %s --help", args[0], c.CommandPath())}
	}
	return nil
}
