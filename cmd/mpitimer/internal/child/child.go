// Package child is shared by the commands that run a program: which signals to pass on to it, how it ended,
// and which process of a parallel program samples its host.
package child

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
)

// Status is the status with which a program ended, as a shell shows it. Commands return it as their error, so
// that it becomes their own status; the program has already said what is wrong.
type Status int

// The statuses that shells use for programs that could not be run, or were killed.
const (
	notFound = 127
	killed   = 128
)

// Error is for those who do not look for the status.
func (s Status) Error() string { return "exit status " + strconv.Itoa(int(s)) }

// ExitStatus returns the status.
func (s Status) ExitStatus() int { return int(s) }

// Signals returns the signals that are for the program, until the result of stop is called.
func Signals() (signals <-chan os.Signal, stop func()) {
	c := make(chan os.Signal, 16)
	signal.Notify(c, Forwarded...)
	return c, func() { signal.Stop(c) }
}

// NotStarted is an error of a program that cannot be started. It matches the Status 127.
type NotStarted struct{ Reason error }

func (e NotStarted) Error() string { return e.Reason.Error() }

// Unwrap returns the status and the reason.
func (e NotStarted) Unwrap() []error { return []error{Status(notFound), e.Reason} }

// Reason returns why a program was not started, or nil if it was: then it has said itself what is wrong.
func Reason(ended error) error {
	var e NotStarted
	if errors.As(ended, &e) {
		return e.Reason
	}
	return nil
}

// Run runs a program to its end, to which signals go on. Unless that ended with 0 the error matches a Status.
func Run(c *exec.Cmd, signals <-chan os.Signal) error {
	if err := c.Start(); err != nil {
		return NotStarted{err}
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for {
		select {
		case s := <-signals:
			if !FromTerminal(s) {
				_ = c.Process.Signal(s) // or it has just ended
			}
		case err := <-ended:
			return Ended(err)
		}
	}
}

// Ended converts an error of exec.Cmd to the program's Status; it returns any other error unchanged.
func Ended(err error) error {
	var failed *exec.ExitError
	if !errors.As(err, &failed) {
		return err
	}
	if s, ok := failed.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return Status(killed + int(s.Signal()))
	}
	return Status(failed.ExitCode())
}

// LocalRanks are the variables by which launchers tell a process its rank on its host. More specific ones
// come first, since a batch system may start mpirun.
var LocalRanks = []string{
	"OMPI_COMM_WORLD_LOCAL_RANK", // Open MPI
	"MPI_LOCALRANKID",            // MPICH, Intel MPI
	"MV2_COMM_WORLD_LOCAL_RANK",  // MVAPICH2
	"MVP_COMM_WORLD_LOCAL_RANK",  // MVAPICH
	"PALS_LOCAL_RANKID",          // HPE
	"JSM_NAMESPACE_LOCAL_RANK",   // jsrun
	"FLUX_TASK_LOCAL_ID",         // flux run
	"PMIX_LOCAL_RANK",            // others with PMIx
	"SLURM_LOCALID",              // srun
}

// LowestOfHost reports whether this process is the lowest of its host, or the only one.
func LowestOfHost() bool {
	for _, name := range LocalRanks {
		if rank, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return rank == 0
		}
	}
	return true
}
