//go:build unix

// Command gptl measures what it costs to write a row of E3SM's and of GPTL's files, and how fast E3SM's rank
// files are read. It prints
//
//	figure gptl/FILE-row VALUE us limit <=2
//	figure gptl/FILE-row-allocations VALUE x limit <=1
//	figure gptl/read-rank VALUE MB/s limit >=500
//
// and the floor of the reader, which is a loop that only finds the lines and words of the same text and makes
// numbers of them. Everything is measured in turns, on one processor, and the figure is the lower quartile of the
// time of the processor, garbage collection included: a neighbour makes a turn slower, never faster.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/read"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

const (
	regions = 1000
	turns   = 60
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// job is one thing that is measured; work does it so often that a turn takes some milliseconds.
type job struct {
	name  string
	work  func() error
	text  *bytes.Buffer // of a reader
	times []float64     // seconds a call
}

func run() error {
	runtime.GOMAXPROCS(1)
	p := profile()
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		return err
	}
	byName, err := stats.Merge([]*stats.Profile{gptlcompat.ByName(p)})
	if err != nil {
		return err
	}
	paths := gptlcompat.RankOptions{Method: gptlcompat.CallPath}
	writers := []job{
		{name: "rank", work: func() error { return gptlcompat.WriteRank(io.Discard, p, paths) }},
		{name: "rank-by-name", work: func() error { return gptlcompat.WriteRank(io.Discard, p, gptlcompat.RankOptions{}) }},
		{name: "stats", work: func() error {
			return gptlcompat.WriteGlobal(io.Discard, byName, gptlcompat.GlobalOptions{})
		}},
		{name: "stats-of-paths", work: func() error {
			return gptlcompat.WriteGlobal(io.Discard, s, gptlcompat.GlobalOptions{PathNames: true})
		}},
		{name: "timing", work: func() error {
			return upstream.WriteTiming(io.Discard, p, upstream.TimingOptions{Method: paths.Method})
		}},
		{name: "summary", work: func() error {
			return upstream.WriteTimingSummary(io.Discard, byName, upstream.TimingSummaryOptions{})
		}},
	}
	var rank, global bytes.Buffer
	if err := gptlcompat.WriteRank(&rank, p, paths); err != nil {
		return err
	}
	if err := gptlcompat.WriteGlobal(&global, byName, gptlcompat.GlobalOptions{}); err != nil {
		return err
	}
	jobs := append(writers,
		job{name: "read-rank", text: &rank, work: func() error {
			_, err := read.Rank(bytes.NewReader(rank.Bytes()))
			return err
		}},
		job{name: "read-stats", text: &global, work: func() error {
			_, err := read.Global(bytes.NewReader(global.Bytes()))
			return err
		}},
		job{name: "read-floor", text: &rank, work: func() error { return words(rank.Bytes()) }})

	for range turns {
		for i := range jobs {
			if err := jobs[i].turn(); err != nil {
				return fmt.Errorf("%s: %w", jobs[i].name, err)
			}
		}
	}
	for i := range jobs {
		j := &jobs[i]
		slices.Sort(j.times)
		took := j.times[len(j.times)/4]
		switch {
		case j.name == "read-floor":
			fmt.Printf("figure gptl/%s %.0f MB/s\n", j.name, float64(j.text.Len())/took/1e6)
		case j.text != nil:
			fmt.Printf("figure gptl/%s %.0f MB/s limit >=500\n", j.name, float64(j.text.Len())/took/1e6)
		default:
			fmt.Printf("figure gptl/%s-row %.2f us limit <=2\n", j.name, took/regions*1e6)
			fmt.Printf("figure gptl/%s-row-allocations %.2f x limit <=1\n", j.name, allocations(j.work)/regions)
		}
	}
	return nil
}

func (j *job) turn() error {
	const calls = 4
	start := processor()
	for range calls {
		if err := j.work(); err != nil {
			return err
		}
	}
	j.times = append(j.times, (processor()-start).Seconds()/calls)
	return nil
}

// processor returns the processor time of this process.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func allocations(work func() error) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const calls = 8
	for range calls {
		_ = work() // it went well in every turn
	}
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs-before.Mallocs) / calls
}

// profile returns the tree of a model: names as models have them, at most twelve below one parent, all
// different.
func profile() *stats.Profile {
	p := &stats.Profile{Size: 1, Clock: stats.Clock{Name: "tsc", PairCost: 36}, Tracks: []string{"main"},
		Environments: []stats.Environment{{Name: "default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}}}
	for i := range regions {
		calls, each := uint64(1+i*37%5000), int64(1_234_567+i*7919)
		p.Nodes = append(p.Nodes, stats.Node{Parent: (i+11)/12 - 1, Name: fmt.Sprintf("CPL:RUN_LOOP_%d halo", i),
			Measure: stats.Measure{Calls: calls, Timed: calls, Total: int64(calls) * each, Min: each / 2, Max: each * 3,
				Squares: stats.Square(uint64(each))}})
	}
	return p
}

// words does the minimum that a reader of a table of blanks and numbers must do.
func words(text []byte) error {
	var nanoseconds int64
	for line := range bytes.Lines(text) {
		for word := range bytes.FieldsSeq(line) {
			if c := word[0]; c < '0' || c > '9' {
				continue
			}
			if v, err := strconv.ParseFloat(string(word), 64); err == nil {
				nanoseconds += int64(v * 1e9)
			}
		}
	}
	if nanoseconds == 0 {
		return fmt.Errorf("there was no number")
	}
	return nil
}
