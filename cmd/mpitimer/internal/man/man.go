// Package man implements the sub-command that writes the manual pages.
package man

import (
	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/internal/command"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
)

// Command returns mpitimer man.
func Command() *cobra.Command {
	var folder string
	c := &cobra.Command{
		Use:     "man -o DIR",
		Short:   "Write the manual pages",
		Long:    "man writes a manual page for each command (mpitimer-show.1) to the directory DIR, and creates it if necessary.",
		Example: `  mpitimer man -o ~/.local/share/man/man1`,
		Args:    cli.Arguments(0, 1),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case folder != "" && len(args) > 0:
				return cli.Arguments(0, 0)(c, args)
			case len(args) > 0:
				cli.Tell(c, "mpitimer: man %s is now man -o %s", args[0], args[0])
				folder = args[0]
			case folder == "":
				return cli.Missing(c, "-o DIR")
			}
			return command.ManualPages(c.Root(), "MPITIMER", folder)
		},
	}
	c.Flags().StringVarP(&folder, "output", "o", "", "write to the directory `DIR`")
	return c
}
