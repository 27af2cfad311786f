// Package stats implements the command mpitimer stats: a node's own counters, in TACC's raw stats files.
package stats

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/packed"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/tacc"
)

// Command returns the command with all below it.
func Command() *cobra.Command {
	return cli.Group(&cobra.Command{
		Use:   "stats",
		Short: "Collect and sum up raw stats files of nodes (tacc_stats)",
		Long: `stats records a node's counters (processors, memory, disks, network, file
systems, energy, events) in raw stats files, and reads the files of all generations of tacc_stats and
hpcperfstats, compressed or not.

The files are in DIR/HOST: current, also under a second name, its first second since
1970. docs/tacc.md describes the files, and the flags of differences.

` + cli.StatusHelp,
	}, beginCommand(), endCommand(), collectCommand(), markCommand(), rotateCommand(), archiveCommand(), runCommand(), daemonCommand(), typesCommand(),
		showCommand(), checkCommand(), openMetricsCommand(), regionsCommand())
}

// open opens a file; "-" is the standard input.
func open(c *cobra.Command, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(c.InOrStdin()), nil
	}
	return os.Open(name)
}

// unpack calls read with the contents of a file that may be packed. The error names the file.
func unpack(c *cobra.Command, name string, read func(io.Reader) error) error {
	f, err := open(c, name)
	if err != nil {
		return err
	}
	u, err := packed.NewReader(f, nil)
	if err == nil {
		err = errors.Join(read(u), u.Close())
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return errors.Join(err, f.Close())
}

// read reads files into one Data. What could not be read of them gives an error that matches
// cli.ErrIncomplete if there is something else; the first faults go to the messages.
func read(c *cobra.Command, names []string) (*tacc.Data, error) {
	d := new(tacc.Data)
	var errs []error
	for _, name := range names {
		f, err := open(c, name)
		if err == nil {
			err = errors.Join(d.Add(name, f), f.Close())
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	if len(d.Records) == 0 && len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	if err := faults(c, d); err != nil {
		errs = append(errs, err)
	}
	if len(errs) > 0 {
		return d, fmt.Errorf("%w: %w", cli.ErrIncomplete, errors.Join(errs...))
	}
	return d, nil
}

// mostShown is how many faults are shown.
const mostShown = 10

// faults prints what is wrong with lines. Marks that were repaired are not a loss.
func faults(c *cobra.Command, d *tacc.Data) error {
	lost := d.FaultTotal() - d.FaultCount[tacc.TornMark]
	if lost == 0 {
		return nil
	}
	shown := 0
	for _, f := range d.Faults {
		if f.Kind != tacc.TornMark && shown < mostShown {
			cli.Tell(c, "%s", printable.Line(f.String()))
			shown++
		}
	}
	return fmt.Errorf("%s left out", cli.Plural(lost, "line"))
}
