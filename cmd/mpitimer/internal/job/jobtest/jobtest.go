// Package jobtest makes jobs for the tests of the commands that look at them.
package jobtest

import (
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// Begun is when the runs of these tests began.
var Begun = time.Date(2026, 8, 21, 14, 3, 11, 0, time.UTC)

// node is a region of a rank in the tests: how often it is called per second, and for what share of the time
// it runs.
type node struct {
	parent int
	name   string
	rate   float64
	share  float64
}

// solverNodes returns the tree of the job in these tests; slow is what the rank does more than others.
func solverNodes(slow float64) []node {
	return []node{
		{-1, "Total", 0, 1},
		{0, "init", 0, 0.01},
		{0, "run_loop", 0, 0.98},
		{2, "step", 40, 0.95},
		{3, "halo", 160, 0.55 - slow},
		{3, "tendencies", 120, 0.25},
		{5, "fluxes", 240, 0.1},
		{5, "slopes", 240, 0.12},
		{3, "friction", 40, 0.1 + slow},
		{2, "snapshot", 0.5, 0.003},
		{9, "write", 0.25, 0.001},
	}
}

// ProfileAt returns what a rank has measured after the given number of seconds.
func ProfileAt(rank, size int, seconds float64) *stats.Profile {
	slow := 0.0
	if rank == size-1 {
		slow = 0.3
	}
	to := int64(seconds * 1e9)
	p := &stats.Profile{
		Rank: rank, Size: size, Host: "node1", PID: 4000 + rank, Program: "shallowwater", Start: Begun.UnixNano(), To: to,
		Clock: stats.Clock{Name: "tsc", Hz: 2.4e9, Resolution: 8, PairCost: 38.2},
		Environments: []stats.Environment{
			{Name: "default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}},
			{Name: "writers", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}},
		},
		Tracks: []string{"main", "worker"},
	}
	for _, n := range solverNodes(slow) {
		m := stats.Measure{Calls: uint64(n.rate * seconds), Total: int64(n.share * float64(to))}
		switch n.name {
		case "Total", "run_loop":
			m.Running, m.Open = 1, m.Total
		case "init":
			m.Calls = 1
		}
		m.Timed = m.Calls
		if m.Calls > 0 {
			m.Min, m.Max = m.Total/int64(m.Calls), m.Total/int64(m.Calls)
		}
		environment := 0
		if n.name == "write" {
			environment = 1
			if rank > 0 {
				continue
			}
		}
		p.Nodes = append(p.Nodes, stats.Node{Parent: n.parent, Name: n.name, Environment: environment, Measure: m})
	}
	return p
}

// Open returns open regions, each below the last, each for the given number of milliseconds.
func Open(names []string, ms ...float64) []ranktable.OpenRegion {
	var regions []ranktable.OpenRegion
	for i := range names {
		regions = append(regions, ranktable.OpenRegion{
			TrackName: "main", Path: names[:i+1], Elapsed: time.Duration(ms[i] * 1e6),
		})
	}
	return regions
}

// At returns the job of these tests after the given number of seconds. Rank 3 has more work than the others.
func At(seconds float64) *job.Moment {
	const size = 4
	m := &job.Moment{At: Begun.Add(time.Duration(seconds * 1e9)), Name: "shallowwater-20260821-140311-00aa", Program: "shallowwater", Size: size}
	ms := seconds * 1000
	for rank := range size {
		r := job.Rank{Info: ranktable.Info{
			Run: m.Name, Program: m.Program, Host: "node1", Rank: rank, Size: size, PID: 4000 + rank,
			Begin: Begun, LastSeen: m.At, State: ranktable.Running, Alive: true, Complete: true,
		}}
		r.Profile = ProfileAt(rank, size, seconds)
		r.Open = Open([]string{"Total", "run_loop", "step", "halo"}, ms, ms-800, 21.5+float64(rank), 3.5+float64(rank))
		if rank == 3 {
			r.Open = Open([]string{"Total", "run_loop", "step", "friction"}, ms, ms-801, 19, 8.25)
			worker := Open([]string{"Total", "run_loop", "step", "friction", "bed"}, 0, 0, 0, 0, 1.5)[4]
			worker.Track, worker.TrackName = 1, "worker"
			r.Open = append(r.Open, worker)
		}
		m.Ranks = append(m.Ranks, r)
	}
	m.Merge()
	return m
}

// Dead returns the job some time after its ranks were killed, rank 2 before the others; rank 1 has no table.
func Dead(seconds float64) *job.Moment {
	m := At(seconds)
	m.At = m.At.Add(90 * time.Second)
	m.Ranks = append(m.Ranks[:1], m.Ranks[2:]...)
	m.Missing = []stats.Range{{First: 1, Last: 1, Stride: 1}}
	for i := range m.Ranks {
		m.Ranks[i].State, m.Ranks[i].Alive = ranktable.Died, false
	}
	m.Ranks[1].LastSeen = m.Ranks[1].LastSeen.Add(-10 * time.Second)
	m.Merge()
	return m
}

// Hanging returns a job of 1000 ranks on two nodes; one rank does not leave its region.
func Hanging() *job.Moment {
	const size = 1000
	m := &job.Moment{At: Begun.Add(time.Hour), Program: "omega", Size: size}
	for rank := range size {
		r := job.Rank{Info: ranktable.Info{
			Host: "node1", Rank: rank, Size: size, Begin: Begun, LastSeen: m.At, State: ranktable.Running, Alive: true, Complete: true,
			Job: map[string]string{"SLURM_JOB_ID": "123456", "SLURM_JOB_NAME": "omega"},
		}}
		if rank >= size/2 {
			r.Host = "node2"
		}
		r.Profile = ProfileAt(rank, size, 3600)
		ms := 1.6e6 - float64(rank)
		r.Open = Open([]string{"Total", "step", "halo", "MPI_Wait"}, 3.6e6, ms+40, ms+0.5, ms)
		if rank == 617 {
			r.Open = Open([]string{"Total", "step", "a region with a very long name, which does not fit into the line"}, 3.6e6, 1.6e6+41, 1.6e6+1)
		}
		if rank%97 == 0 {
			r.Open = Open([]string{"Total", "step", "halo"}, 3.6e6, 1.2e6, 1000)
		}
		m.Ranks = append(m.Ranks, r)
	}
	return m
}
