package util

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/child"
	"github.com/go-hpc/timers/internal/printable"
)

// exitStatus is the status with which a program ended, as a shell shows it.
type exitStatus int

func (e exitStatus) Error() string { return "exit status " + strconv.Itoa(int(e)) }

// What shells answer for programs that cannot be run, or were killed.
const (
	statusNotFound = 127
	statusSignal   = 128
)

// localRanks are the variables by which launchers tell a process its rank on its host.
var localRanks = []string{
	"OMPI_COMM_WORLD_LOCAL_RANK", // Open MPI
	"MPI_LOCALRANKID",            // MPICH, Intel MPI
	"MV2_COMM_WORLD_LOCAL_RANK",  // MVAPICH2
	"PALS_LOCAL_RANKID",          // HPE
	"SLURM_LOCALID",              // srun
}

// lowestOfHost says whether this process is the lowest of its host, or the only one.
func lowestOfHost(env func(string) string) bool {
	for _, name := range localRanks {
		if rank, err := strconv.Atoi(env(name)); err == nil {
			return rank == 0
		}
	}
	return true
}

// follow runs a program to its end, or waits where there is none. A program that did not end well gives an
// exitStatus.
func follow(program []string, duration time.Duration) error {
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, child.Forwarded...)
	defer signal.Stop(signals)
	if len(program) == 0 {
		wait(signals, duration)
		return nil
	}
	c := exec.Command(program[0], program[1:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := c.Start(); err != nil {
		fmt.Fprintln(printable.Writer(os.Stderr), "mpitimer:", err)
		return exitStatus(statusNotFound)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for {
		select {
		case s := <-signals:
			if !child.FromTerminal(s) {
				_ = c.Process.Signal(s) // or it has just ended
			}
		case err := <-ended:
			return statusOf(err)
		}
	}
}

// wait waits for the end of a time, 0 for no end, or for a signal that asks for the end.
func wait(signals <-chan os.Signal, duration time.Duration) {
	var end <-chan time.Time
	if duration > 0 {
		end = time.After(duration)
	}
	for {
		select {
		case <-end:
			return
		case s := <-signals:
			if ends(s) {
				return
			}
		}
	}
}

func ends(s os.Signal) bool { return s == os.Interrupt || s == syscall.SIGTERM || s == syscall.SIGHUP }

// statusOf is how a program has ended.
func statusOf(err error) error {
	var failed *exec.ExitError
	if err == nil || !errors.As(err, &failed) {
		return err
	}
	if s, ok := failed.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return exitStatus(statusSignal + int(s.Signal()))
	}
	return exitStatus(failed.ExitCode())
}
