// Package man is the sub-command of mpitimer that writes its manual pages.
package man

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
)

// Command returns mpitimer man.
func Command() *cobra.Command {
	return &cobra.Command{
		Use:     "man FOLDER",
		Short:   "Write the manual pages",
		Long:    "man writes a manual page for each command (mpitimer-show.1) into a folder, which is made if it is missing.",
		Example: `  mpitimer man ~/.local/share/man/man1`,
		Args:    cli.Arguments(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			header := &doc.GenManHeader{Title: "MPITIMER", Section: "1", Source: "github.com/go-hpc/timers", Manual: "Timers"}
			c.Root().DisableAutoGenTag = true // which has today's date
			if err := doc.GenManTree(c.Root(), header, args[0]); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return nil
		},
	}
}
