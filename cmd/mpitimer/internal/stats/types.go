package stats

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/tacc"
)

func typesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "types",
		Short: "List the types of this node, with reasons for missing ones",
		Long: `types lists all types of the monitor. For types that cannot be collected on this node it
gives the reason and the remedy. Programmed counters (amd64_*, intel_*)
depend on the processor, and on the counters that its kernel allows this user.`,
		Example: `  mpitimer stats types`,
		Args:    cli.Arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			collector, err := tacc.NewCollector(tacc.CollectorOptions{})
			if err != nil {
				return err
			}
			defer collector.Close()
			return writeTypes(cli.Writer(c, c.OutOrStdout()), collector.Types(), collector.Missing())
		},
	}
}

// writeTypes writes a line for each type, by name.
func writeTypes(w io.Writer, types []tacc.Type, missing []tacc.Missing) error {
	var lines []string
	for _, t := range types {
		lines = append(lines, fmt.Sprintf("%-15s collected\n", t.Name))
	}
	for _, m := range missing {
		lines = append(lines, fmt.Sprintf("%-15s - %s\n", m.Type, printable.Line(m.Reason.Error())))
	}
	slices.Sort(lines)
	_, err := io.WriteString(w, strings.Join(lines, ""))
	return err
}
