//go:build unix

// Command offsets aligns the clocks of ranks on hosts with time namespaces, for which the kernel gives the
// true differences, and fails if a measured difference is farther from the true one than its error. It runs
// under MPI.
//
// Usage: offsets [-between DURATION] [-host NAME]
//
// With -host all ranks claim to be on one host of that name, like containers that have clocks of their own.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/stats/calls"
)

const patience = time.Minute

func main() {
	between := flag.Duration("between", 300*time.Millisecond, "from one alignment to the other")
	host := flag.String("host", "", "`name` of all hosts (default: their own)")
	flag.Parse()
	if err := run(*between, *host); err != nil {
		fmt.Fprintln(os.Stderr, "offsets:", err)
		os.Exit(1)
	}
}

func run(between time.Duration, host string) error {
	world, err := mpi.World()
	if err != nil {
		return err
	}
	own, err := os.Hostname()
	if err != nil {
		return err
	}
	host = cmp.Or(host, own)
	truth, err := trueOffset(world)
	if err != nil {
		return err
	}
	begin, err := calls.Align(world, host, now, patience)
	if err != nil {
		return err
	}
	time.Sleep(between / 2)
	middle := now()
	time.Sleep(between / 2)
	end, err := calls.Align(world, host, now, patience)
	if err != nil {
		return err
	}
	at, uncertain := calls.Interpolate(begin, end).At(middle)
	var text strings.Builder
	problem := errors.Join(
		judge(&text, world.Rank(), own, "begin", begin.Steps, begin.Offset, truth, begin.Error),
		judge(&text, world.Rank(), own, "between", end.Steps, at-middle, truth, uncertain),
		judge(&text, world.Rank(), own, "end", end.Steps, end.Offset, truth, end.Error))
	texts, err := machenv.Gather(world, 0, []byte(text.String()))
	for _, t := range texts {
		fmt.Printf("%s", t)
	}
	if problem = errors.Join(problem, err); problem != nil {
		return problem
	}
	return errors.Join(world.Free(), mpi.Finalize())
}

// judge prints an offset, and fails if it is wrong.
func judge(text *strings.Builder, rank int, host, when string, steps int, measured, truth, bound int64) error {
	off := measured - truth
	fmt.Fprintf(text, "rank %d %s %s steps %d offset %d true %d off %d error %d\n", rank, host, when, steps, measured, truth, off, bound)
	if max(off, -off) > bound {
		return fmt.Errorf("rank %d on %s: %s: the clock of rank 0 is ahead by %d ns, measured was %d ± %d", rank, host, when, truth, measured, bound)
	}
	return nil
}

// now is CLOCK_MONOTONIC, which is what differs between time namespaces.
func now() int64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &t); err != nil {
		panic(err) // Linux has it
	}
	return t.Nano()
}

// trueOffset returns by how much the clock of rank 0 is ahead of the own one.
func trueOffset(world machenv.Communicator) (int64, error) {
	own, err := namespaceOffset()
	if err != nil {
		return 0, err
	}
	text, err := machenv.Broadcast(world, 0, strconv.AppendInt(nil, own, 10))
	if err != nil {
		return 0, err
	}
	first, err := strconv.ParseInt(string(text), 10, 64)
	return first - own, err
}

// namespaceOffset returns by how much the monotonic clock of this process is ahead of the kernel's.
func namespaceOffset() (int64, error) {
	const name = "/proc/self/timens_offsets"
	text, err := os.ReadFile(name)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "monotonic" {
			seconds, err1 := strconv.ParseInt(f[1], 10, 64)
			nanos, err2 := strconv.ParseInt(f[2], 10, 64)
			return seconds*1e9 + nanos, errors.Join(err1, err2)
		}
	}
	return 0, fmt.Errorf("%s: no line monotonic", name)
}
