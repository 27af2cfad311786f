package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
)

// manCommand writes the manual pages of all commands.
func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write the manual pages",
		Long:  "man writes a manual page for each command (mpitimer-show.1) into a folder, which is made if it is missing.",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Usagef("expected a folder; see %s --help", c.CommandPath())
			}
			return nil
		},
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
