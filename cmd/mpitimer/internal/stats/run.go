package stats

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/child"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats/tacc"
)

func runCommand() *cobra.Command {
	var p place
	var id string
	var strict bool
	interval := 10 * time.Second
	c := &cobra.Command{
		Use:   "run [--interval TIME] [--job ID] [-o DIR] -- COMMAND [ARGUMENT...]",
		Short: "Run a command and sample the node until it ends",
		Long: `run takes samples while a command runs, and ends with the command's exit status:
128 plus the signal's number if a signal killed it, 127 if it cannot be started.
Signals are passed on to the command. If no samples can be taken, run reports the reason and
runs the command all the same; see --strict.

Under mpirun every rank runs the command, and only the first rank of each node takes samples.`,
		Example: `  mpitimer stats run --interval 10s -- ./solver -steps 1000`,
		Args:    cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error {
			if id == "" {
				id = jobID()
			}
			if err := p.check(); err != nil {
				return err
			}
			ended, err := run(c, &p, id, interval, strict, args)
			var status child.Status
			if !errors.As(ended, &status) {
				return errors.Join(ended, err)
			}
			if err = errors.Join(child.Reason(ended), err); err != nil { // whatever became of the samples
				cli.Tell(c, "mpitimer: %v", err)
			}
			return status
		},
	}
	p.flags(c)
	c.Flags().BoolVar(&strict, "strict", false, "do not run the command if no samples can be taken")
	c.Flags().StringVar(&id, "job", "", "record as the job `ID` (default: the batch system's, or the number of this process)")
	c.Flags().DurationVar(&interval, "interval", interval, "sample every `DURATION` (0: only at the start and the end)")
	return c
}

// jobID asks the batch systems.
func jobID() string {
	for _, name := range []string{"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "JOB_ID"} {
		if id := os.Getenv(name); id != "" {
			return id
		}
	}
	return strconv.Itoa(os.Getpid())
}

// run returns how the command has ended, and what became of the samples. A monitor that fails does not keep the
// command from running, unless it is strict.
func run(c *cobra.Command, p *place, id string, interval time.Duration, strict bool, args []string) (ended, monitored error) {
	var m *tacc.Monitor
	if child.LowestOfHost() {
		var err error
		m, err = tacc.NewMonitor(p.dir, id, interval, tacc.NodeOptions{CollectorOptions: tacc.CollectorOptions{Types: p.types}})
		if err != nil && strict {
			return err, nil
		}
		if err != nil {
			m = nil
			cli.Tell(c, "mpitimer: taking no samples: %v", err)
		}
	}
	signals, stop := child.Signals()
	defer stop()
	command := exec.Command(args[0], args[1:]...)
	command.Stdin, command.Stdout, command.Stderr = c.InOrStdin(), c.OutOrStdout(), c.ErrOrStderr()
	if m == nil {
		return child.Run(command, signals), nil
	}
	monitored = m.Begin()
	ended = child.Run(command, signals)
	return ended, errors.Join(monitored, m.Close())
}
