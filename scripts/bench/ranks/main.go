//go:build unix

// Command ranks measures how long the commands take on files that have each rank by itself: made-up ones, the same each time, of
// 10 000 ranks with 1 000 regions, and of a tenth as many ranks to show that it grows with their number and no faster.
//
//	figure ranks/show-10000x1000 VALUE s
//	figure ranks/show-10000x1000-processor VALUE s
//	figure ranks/show-10000x1000-memory VALUE MB
//	figure ranks/show-growth VALUE x
//
// and so on for merge, page and diff, which compares the two runs. Growth is the time of processors for all ranks, over ten times
// that for a tenth of them.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/stats"
)

var (
	ranks   = flag.Int("ranks", 10_000, "ranks of the run")
	regions = flag.Int("regions", 1000, "regions of each")
	write   = flag.String("write", "", "write the files into this `DIRECTORY`, and measure nothing")
	form    = flag.String("form", "profiles", "profiles, or e3sm for a file for each rank")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "ranks:", err)
		os.Exit(1)
	}
}

func run() error {
	if *write != "" {
		return files(*write, *form, *ranks)
	}
	return measure()
}

// files writes those of a run: of profiles one, of E3SM's form one for each rank.
func files(folder, form string, ranks int) (err error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	p := model(ranks)
	if form == "profiles" {
		return file(filepath.Join(folder, "run.mptprof"), func(w *bufio.Writer) (err error) {
			for rank := 0; rank < ranks && err == nil; rank++ {
				vary(p, rank)
				_, err = p.WriteTo(w)
			}
			return err
		})
	}
	for rank := 0; rank < ranks && err == nil; rank++ {
		vary(p, rank)
		err = file(filepath.Join(folder, fmt.Sprintf("timing.%06d", rank)), func(w *bufio.Writer) error {
			return gptlcompat.WriteRank(w, p, gptlcompat.RankOptions{Method: gptlcompat.CallPath})
		})
	}
	return err
}

func file(name string, write func(*bufio.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<18)
	return errors.Join(write(w), w.Flush(), f.Close())
}

// model is the tree of a model, at most twelve regions below one parent.
func model(ranks int) *stats.Profile {
	p := &stats.Profile{
		Size: ranks, Program: "model", Start: 1_700_000_000e9, To: 3600e9, Clock: stats.Clock{Name: "tsc", Hz: 2e9, PairCost: 36}, Tracks: []string{"main"},
		Environments: []stats.Environment{{Name: "default", Size: ranks, Ranks: []stats.Range{{First: 0, Last: ranks - 1, Stride: 1}}}},
	}
	for i := range *regions {
		p.Nodes = append(p.Nodes, stats.Node{Parent: (i+11)/12 - 1, Name: fmt.Sprintf("CPL:RUN_LOOP_%d halo", i)})
	}
	return p
}

// vary gives the tree the times of a rank.
func vary(p *stats.Profile, rank int) {
	random := rand.New(rand.NewPCG(1, uint64(rank)))
	p.Rank, p.Host, p.PID = rank, fmt.Sprintf("node%05d", rank/128), 1000+rank
	for i := range p.Nodes {
		calls, each := uint64(1+i*37%5000), int64(100_000+random.Int64N(1_000_000))
		p.Nodes[i].Measure = stats.Measure{Calls: calls, Timed: calls, Total: int64(calls) * each, Min: each / 2, Max: each * 3, Squares: stats.Square(uint64(each) * calls)}
	}
}

// measure makes the files and runs the commands.
func measure() error {
	folder, err := os.MkdirTemp("", "bench-ranks-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	command, few, all := filepath.Join(folder, "mpitimer"), filepath.Join(folder, "few"), filepath.Join(folder, "all")
	if out, err := exec.Command("go", "build", "-o", command, "./cmd/mpitimer").CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	if err := errors.Join(files(few, *form, *ranks/10), files(all, *form, *ranks)); err != nil {
		return err
	}
	size := fmt.Sprintf("%dx%d", *ranks, *regions)
	for _, words := range [][]string{
		{"show", "show", "RUN"}, {"page", "page", "RUN", "-o", filepath.Join(folder, "page.html")},
		{"merge", "convert", "RUN", "-o", filepath.Join(folder, "all.mptsum")}, {"diff", "diff", few, "RUN"},
	} {
		name, args := words[0], words[1:]
		small, err := spent(command, few, args)
		if err != nil {
			return err
		}
		large, err := spent(command, all, args)
		if err != nil {
			return err
		}
		fmt.Printf("figure ranks/%s-%s %.2f s\n", name, size, large.wall.Seconds())
		fmt.Printf("figure ranks/%s-%s-processor %.2f s\n", name, size, large.processor.Seconds())
		fmt.Printf("figure ranks/%s-%s-memory %.0f MB\n", name, size, large.memory)
		fmt.Printf("figure ranks/%s-growth %.2f x\n", name, large.processor.Seconds()/10/small.processor.Seconds())
	}
	return nil
}

// cost is what a command took.
type cost struct {
	wall, processor time.Duration
	memory          float64
}

// spent runs a command on a run.
func spent(command, run string, args []string) (cost, error) {
	args = slices.Clone(args)
	args[slices.Index(args, "RUN")] = run
	c := exec.Command(command, args...)
	begin := time.Now()
	out, err := c.CombinedOutput()
	if err != nil && c.ProcessState.ExitCode() != changed {
		return cost{}, fmt.Errorf("%s: %w\n%s", args[0], err, out)
	}
	memory := float64(c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) / 1e3
	return cost{time.Since(begin), c.ProcessState.UserTime() + c.ProcessState.SystemTime(), memory}, nil
}

// changed is the exit status of diff for runs that differ.
const changed = 1
