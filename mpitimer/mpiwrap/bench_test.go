package mpiwrap_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
)

// BenchmarkCost is what the wrappers add to a call, in nanoseconds and as a multiple of two readings of
// the clock, which is the least that timing can cost. It runs a program in C once, whatever b.N:
//
//	go test ./mpitimer/mpiwrap -run '^$' -bench Cost -benchtime 1x
func BenchmarkCost(b *testing.B) {
	for _, m := range mpis {
		b.Run(m.name, func(b *testing.B) {
			if _, err := exec.LookPath("mpicc." + m.name); err != nil {
				b.Skipf("mpicc.%s is not installed", m.name)
			}
			for name, c := range costs(b, m) {
				b.Run(name, func(b *testing.B) {
					added := (c.wrapped - c.plain) / c.calls
					b.ReportMetric(0, "ns/op") // the benchmark's own time means nothing
					b.ReportMetric(added, "ns/call")
					b.ReportMetric(c.clock, "ns/clockpair")
					b.ReportMetric(added/c.clock, "ratio")
				})
			}
		})
	}
}

// BenchmarkTimeOnly is what the wrappers add to a call where only the time in MPI is recorded, as a multiple of a start and a stop
// of a region that are measured beside it: the mean of the calls that may wait.
func BenchmarkTimeOnly(b *testing.B) {
	for _, m := range mpis {
		b.Run(m.name, func(b *testing.B) {
			if _, err := exec.LookPath("mpicc." + m.name); err != nil {
				b.Skipf("mpicc.%s is not installed", m.name)
			}
			before := pair(b)
			added, calls := 0.0, 0.0
			for name, c := range costs(b, m, "MPIWRAP_MODE=time") {
				if name != "Comm_rank" && name != "Type_size" {
					added, calls = added+c.wrapped-c.plain, calls+c.calls
				}
			}
			each := (before + pair(b)) / 2
			b.ReportMetric(0, "ns/op") // the benchmark's own time means nothing
			b.ReportMetric(added/calls, "ns/call")
			b.ReportMetric(each, "ns/pair")
			b.ReportMetric(added/calls/each, "ratio")
		})
	}
}

// pair is what a start and a stop of a region cost, in nanoseconds: the median of several batches.
func pair(b *testing.B) float64 {
	tm, err := mpitimer.New(mpitimer.WithLog(io.Discard), mpitimer.WithConfigFunc(func(c *mpitimer.Config) {
		c.Output.Tables, c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "off", "none", 0, false
	}))
	if err != nil {
		b.Fatal(err)
	}
	defer tm.Finalize()
	region, list := mpitimer.Define("region"), make([]float64, 101)
	for i := range list {
		const pairs = 2000
		begin := time.Now()
		for range pairs {
			tm.StartRegion(region).Stop()
		}
		list[i] = float64(time.Since(begin).Nanoseconds()) / pairs
	}
	slices.Sort(list)
	return list[len(list)/2]
}

type cost struct{ wrapped, plain, clock, calls float64 }

// costs runs the program, with the clock that the timers would use.
func costs(t testing.TB, m mpi, environ ...string) map[string]cost {
	c := exec.Command(m.c(t, "cost", "-O2"))
	c.Env = environment(append(environ, "LD_PRELOAD="+m.library(t))...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	list := make(map[string]cost)
	for line := range strings.Lines(string(out)) {
		var name string
		var x cost
		if _, err := fmt.Sscanf(line, "cost %s %f %f %f", &name, &x.wrapped, &x.plain, &x.clock); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		x.calls = float64(strings.Count(name, "+") + 1)
		list[name] = x
	}
	return list
}

// The program of the benchmark runs, and the wrappers do add something: that they are in it at all.
func TestCost(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	each(t, func(t *testing.T, m mpi) {
		list := costs(t, m)
		for name, c := range list {
			if c.wrapped <= c.plain || c.clock <= 0 {
				t.Errorf("%s: %+v", name, c)
			}
			t.Logf("%s: %.1f ns more per call, two readings of the clock take %.1f: %.2f times", name, (c.wrapped-c.plain)/c.calls, c.clock, (c.wrapped-c.plain)/c.calls/c.clock)
		}
		if len(list) != 7 {
			t.Errorf("%v", list)
		}
	})
}
