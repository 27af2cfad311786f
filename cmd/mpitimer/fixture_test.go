package main

import (
	"time"

	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// begun is when the runs of these tests began.
var begun = time.Date(2026, 8, 21, 14, 3, 11, 0, time.UTC)

// node is a region of a rank of the tests: how often it is called in a second, and for what share of
// the time it runs.
type node struct {
	parent int
	name   string
	rate   float64
	share  float64
}

// solverNodes is the tree of the job of these tests; slow is what the rank does more than others.
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

// profileAt is what a rank has measured after so many seconds.
func profileAt(rank, size int, seconds float64) *stats.Profile {
	slow := 0.0
	if rank == size-1 {
		slow = 0.3
	}
	to := int64(seconds * 1e9)
	p := &stats.Profile{
		Rank: rank, Size: size, Host: "node1", PID: 4000 + rank, Program: "shallowwater", Start: begun.UnixNano(), To: to,
		Clock: stats.Clock{Name: "tsc", Hz: 2.4e9, Resolution: 8, PairCost: 38.2},
		Contexts: []stats.Context{
			{Name: "default", Size: size, Ranks: []stats.Span{{First: 0, Last: size - 1, Stride: 1}}},
			{Name: "writers", Size: 1, Ranks: []stats.Span{{First: 0, Last: 0, Stride: 1}}},
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
		context := 0
		if n.name == "write" {
			context = 1
			if rank > 0 {
				continue
			}
		}
		p.Nodes = append(p.Nodes, stats.Node{Parent: n.parent, Name: n.name, Context: context, Measure: m})
	}
	return p
}

// open are regions that are open, one below the other, each for so many milliseconds.
func open(names []string, ms ...float64) []ranktable.OpenRegion {
	var regions []ranktable.OpenRegion
	for i := range names {
		regions = append(regions, ranktable.OpenRegion{
			TrackName: "main", Path: names[:i+1], For: time.Duration(ms[i] * 1e6),
		})
	}
	return regions
}

// jobAt is the job of these tests after so many seconds. Rank 3 has more work than the others.
func jobAt(seconds float64) *moment {
	const size = 4
	m := &moment{at: begun.Add(time.Duration(seconds * 1e9)), name: "shallowwater-20260821-140311-00aa", program: "shallowwater", size: size}
	ms := seconds * 1000
	for rank := range size {
		r := rankMoment{Info: ranktable.Info{
			Run: m.name, Program: m.program, Host: "node1", Rank: rank, Size: size, PID: 4000 + rank,
			Begin: begun, LastSeen: m.at, State: ranktable.Running, Alive: true, Complete: true,
		}}
		r.profile = profileAt(rank, size, seconds)
		r.open = open([]string{"Total", "run_loop", "step", "halo"}, ms, ms-800, 21.5+float64(rank), 3.5+float64(rank))
		if rank == 3 {
			r.open = open([]string{"Total", "run_loop", "step", "friction"}, ms, ms-801, 19, 8.25)
			worker := open([]string{"Total", "run_loop", "step", "friction", "bed"}, 0, 0, 0, 0, 1.5)[4]
			worker.Track, worker.TrackName = 1, "worker"
			r.open = append(r.open, worker)
		}
		m.ranks = append(m.ranks, r)
	}
	m.merge()
	return m
}

// dead is the job some time after its ranks were killed, rank 2 before the others, of which rank 1 has
// no table.
func dead(seconds float64) *moment {
	m := jobAt(seconds)
	m.at = m.at.Add(90 * time.Second)
	m.ranks = append(m.ranks[:1], m.ranks[2:]...)
	m.missing = []stats.Span{{First: 1, Last: 1, Stride: 1}}
	for i := range m.ranks {
		m.ranks[i].State, m.ranks[i].Alive = ranktable.Died, false
	}
	m.ranks[1].LastSeen = m.ranks[1].LastSeen.Add(-10 * time.Second)
	m.merge()
	return m
}

func screenText(lines []line) string {
	var text string
	for _, l := range lines {
		text += l.String() + "\n"
	}
	return text
}
