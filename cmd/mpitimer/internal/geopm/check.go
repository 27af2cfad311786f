package geopm

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/geopm"
)

func checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE…",
		Short: "List faults that GEOPM's readers would refuse or misread",
		Long: `check lists the faults that make GEOPM's Python readers (geopmpy of the development version, 3.1.0, 3.0.1
and 2.0.2) fail on a report, and the faults that they silently misread.

Exit status: 0 they read everything correctly; 1 findings, including damage;
2 a report cannot be read.`,
		Example: `  mpitimer geopm check geopm.report`,
		Args:    cli.Arguments(1, -1),
		RunE:    check,
	}
}

func check(c *cobra.Command, args []string) error {
	total := 0
	for _, name := range args {
		f, err := open(c, name)
		if err != nil {
			return err
		}
		found := geopm.Check(f)
		if err := f.Close(); err != nil {
			return err
		}
		var b strings.Builder
		for _, finding := range found {
			fmt.Fprintf(&b, "%s: %s\n", printable.Line(name), printable.Line(finding.String()))
		}
		if len(found) == 0 {
			fmt.Fprintf(&b, "%s: accepted\n", printable.Line(name))
		}
		total += len(found)
		if err := cli.Write(c, c.OutOrStdout(), b.String()); err != nil {
			return err
		}
	}
	if total > 0 {
		return cli.Findings("%s", cli.Plural(total, "finding"))
	}
	return nil
}
