package stats

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/child"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats/tacc"
)

// exit ends the process with the status of the command that was run; tests look at it.
var exit = os.Exit

func runCommand() *cobra.Command {
	var p place
	var id string
	var strict bool
	interval := 10 * time.Second
	c := &cobra.Command{
		Use:   "run [--interval TIME] [--job ID] [--dir DIR] -- COMMAND [ARGUMENT...]",
		Short: "Run a command and take samples at its begin, its end and between",
		Long: `run takes samples while a command runs, and ends with the command's exit status;
128 and the number of the signal if one killed it. Signals go on to the command. Where
no samples can be taken it says why, and runs the command all the same; see --strict.

Under mpirun each rank runs it; the first of each node alone takes samples.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef("expected a command behind --")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if id == "" {
				id = jobID()
			}
			if err := p.check(); err != nil {
				return err
			}
			status, err := run(c, &p, id, interval, strict, args)
			if status < 0 {
				return err
			}
			if err != nil { // the command has done its work whatever became of the samples
				cli.Tell(c, "mpitimer: %v", err)
			}
			if status > 0 {
				exit(status)
			}
			return nil
		},
	}
	p.flags(c)
	c.Flags().BoolVar(&strict, "strict", false, "do not run the command if no samples can be taken")
	c.Flags().StringVar(&id, "job", "", "id of the job; otherwise that of the batch system, or the number of this process")
	c.Flags().DurationVar(&interval, "interval", interval, "time between samples; 0 takes those at the ends alone")
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

// first says whether this process is the first of its node under mpirun, or alone.
func first() bool {
	for _, name := range []string{"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "PMIX_LOCAL_RANK", "SLURM_LOCALID"} {
		if rank := os.Getenv(name); rank != "" {
			return rank == "0"
		}
	}
	return true
}

// run returns the status of the command, or -1 if it was not started. A monitor that fails does not keep the
// command from running, unless it is strict.
func run(c *cobra.Command, p *place, id string, interval time.Duration, strict bool, args []string) (int, error) {
	var m *tacc.Monitor
	if first() {
		var err error
		m, err = tacc.NewMonitor(p.dir, id, interval, tacc.NodeOptions{CollectorOptions: tacc.CollectorOptions{Types: p.types}})
		if err != nil && strict {
			return -1, err
		}
		if err != nil {
			m = nil
			cli.Tell(c, "mpitimer: no samples are taken: %v", err)
		}
	}
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, child.Forwarded...)
	defer signal.Stop(signals)
	command := exec.Command(args[0], args[1:]...)
	command.Stdin, command.Stdout, command.Stderr = c.InOrStdin(), c.OutOrStdout(), c.ErrOrStderr()
	var monitored error
	if m != nil {
		monitored = m.Begin()
	}
	if err := command.Start(); err != nil {
		return -1, errors.Join(err, closeMonitor(m))
	}
	done := make(chan error, 1)
	go func() { done <- command.Wait() }()
	for {
		select {
		case s := <-signals:
			if !child.FromTerminal(s) {
				_ = command.Process.Signal(s) // it may have ended
			}
		case err := <-done:
			monitored = errors.Join(monitored, closeMonitor(m))
			return statusOf(command.ProcessState, err), monitored
		}
	}
}

func closeMonitor(m *tacc.Monitor) error {
	if m == nil {
		return nil
	}
	return m.Close()
}

func statusOf(state *os.ProcessState, err error) int {
	if state == nil {
		return cli.StatusFailed
	}
	if w, ok := state.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	if code := state.ExitCode(); code >= 0 {
		return code
	}
	if err != nil {
		return cli.StatusFailed
	}
	return cli.StatusOK
}
