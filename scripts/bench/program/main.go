// Command program measures what timers add to a program of one rank, against one that does nothing: from its start to
// its end, in memory and in threads. It prints
//
//	figure program/time VALUE ms limit <=2
//	figure program/processor VALUE ms
//	figure program/memory VALUE MB limit <=3
//	figure program/memory-linked VALUE MB
//	figure program/memory-own VALUE MB
//	figure program/threads VALUE threads limit <=1
//	figure program/threads-running VALUE threads
//	figure program/threads-floor VALUE threads
//
// The floor is a program that only asks for a signal, as the timers do for SIGUSR1. Linked is a program that has the timers
// in it and does not start them: the pages of its file that the kernel maps. Own is without the pages of the program's
// file, which processes on a node share. Running is before the end, at which files are written side by side.
//
// The programs run by turns, and each figure is the median of the differences within a turn, of time over the quicker
// half of the turns. The files that the timers write go to memory (/dev/shm) where there is such a place: what a disk
// takes to sync them is not the timers'.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

var turns = flag.Int("turns", 200, "turns in which each program runs")

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() (problem error) {
	base := "/dev/shm"
	if _, err := os.Stat(base); errors.Is(err, fs.ErrNotExist) {
		base = ""
	}
	folder, err := os.MkdirTemp(base, "bench-program-")
	if err != nil {
		return err
	}
	defer func() { problem = errors.Join(problem, os.RemoveAll(folder)) }()
	names := []string{"nothing", "timed", "notify", "linked", "running"}
	for _, name := range names {
		build := exec.Command("go", "build", "-o", filepath.Join(folder, name), "github.com/go-hpc/timers/scripts/bench/program/"+name)
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	var all []turn
	for range *turns {
		var t turn
		for i, name := range names {
			if t[i], err = once(filepath.Join(folder, name), folder); err != nil {
				return err
			}
		}
		all = append(all, t)
	}
	report(all)
	return nil
}

// turn is one run of each program.
type turn [5]cost

// cost is what a run took.
type cost struct {
	wall, processor time.Duration
	memory, own     int // kB
	threads         int
}

// once runs a program twice: for the time, and for what it says of itself.
func once(program, folder string) (r cost, err error) {
	command := func(args ...string) *exec.Cmd {
		c := exec.Command(program, args...)
		c.Dir = folder
		c.Env = append(os.Environ(), "MPITIMER_DIRECTORY="+folder, "MPITIMER_TABLES="+filepath.Join(folder, "tables"))
		return c
	}
	c := command()
	start := time.Now()
	if err := c.Run(); err != nil {
		return r, err
	}
	r.wall = time.Since(start)
	r.processor = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	out, err := command("report").Output()
	if err != nil {
		return r, err
	}
	if _, err := fmt.Sscanf(string(out), "VmHWM %d\nRssAnon %d\nThreads %d", &r.memory, &r.own, &r.threads); err != nil {
		return r, fmt.Errorf("%s says %q: %w", program, out, err)
	}
	return r, nil
}

func report(all []turn) {
	slices.SortFunc(all, func(a, b turn) int { return int(a[0].wall + a[1].wall - b[0].wall - b[1].wall) })
	quiet := all[:(len(all)+1)/2]
	fmt.Printf("# doing nothing takes %.2f ms, %.2f ms of processor, %.2f MB, %d threads\n", milliseconds(quiet[len(quiet)/2][0].wall),
		milliseconds(quiet[len(quiet)/2][0].processor), float64(quiet[len(quiet)/2][0].memory)/1e3, quiet[len(quiet)/2][0].threads)
	fmt.Printf("figure program/time %.2f ms limit <=2\n", median(quiet, func(r *cost) float64 { return milliseconds(r.wall) }))
	fmt.Printf("figure program/processor %.2f ms\n", median(quiet, func(r *cost) float64 { return milliseconds(r.processor) }))
	memory := func(r *cost) float64 { return float64(r.memory) / 1e3 }
	fmt.Printf("figure program/memory %.2f MB limit <=3\n", median(all, memory))
	fmt.Printf("figure program/memory-linked %.2f MB\n", medianOf(all, linked, memory))
	fmt.Printf("figure program/memory-own %.2f MB\n", median(all, func(r *cost) float64 { return float64(r.own) / 1e3 }))
	threads := func(r *cost) float64 { return float64(r.threads) }
	fmt.Printf("figure program/threads %.0f threads limit <=1\n", median(all, threads))
	fmt.Printf("figure program/threads-running %.0f threads\n", medianOf(all, running, threads))
	fmt.Printf("figure program/threads-floor %.0f threads\n", medianOf(all, notify, threads))
}

// The programs of a turn.
const (
	nothing = iota
	timed
	notify
	linked
	running
)

// median is that of what timers add.
func median(list []turn, of func(*cost) float64) float64 { return medianOf(list, timed, of) }

func medianOf(list []turn, program int, of func(*cost) float64) float64 {
	var values []float64
	for i := range list {
		values = append(values, of(&list[i][program])-of(&list[i][nothing]))
	}
	slices.Sort(values)
	return values[len(values)/2]
}

func milliseconds(d time.Duration) float64 { return float64(d) / 1e6 }
