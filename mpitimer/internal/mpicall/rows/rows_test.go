package rows

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls/functions"
)

// function is the number of a function of MPI.
func function(t *testing.T, name string) int {
	t.Helper()
	n, ok := functions.Lookup(name)
	if !ok {
		t.Fatalf("no function %s", name)
	}
	return n
}

// lines are the nodes of a tree with their calls, bytes and tracks.
func lines(nodes []stats.Node) (list []string) {
	for i := range nodes {
		n := &nodes[i]
		path := n.Name
		for p := n.Parent; p >= 0; p = nodes[p].Parent {
			path = nodes[p].Name + "/" + path
		}
		line := fmt.Sprintf("%s@%d %d %v", path, n.Environment, n.Calls, n.Values)
		for _, m := range n.ByTrack {
			line += fmt.Sprintf(" %d:%d", m.Track, m.Calls)
		}
		if n.Running > 0 {
			line += fmt.Sprintf(" running %d", n.Open)
		}
		list = append(list, line)
	}
	return list
}

// Calls of MPI stand below the regions that made them, on their tracks, in the environments of their
// communicators; what they moved is carried up.
func TestAdd(t *testing.T) {
	var main, other table.Table
	main.Init(nil, 0, 4)
	total := main.Add(1, table.Cold{}, "Total")
	step := main.Add(2, table.Cold{Parent: total}, "step")
	main.Records[total] = table.Record{Calls: 1, Total: 1000, Min: 1000, Max: 1000}
	main.Records[step] = table.Record{Calls: 2, Total: 500, Min: 200, Max: 300}
	other.Init(nil, 1, 4)
	otherTotal := other.Add(1, table.Cold{}, "Total")
	calibration := clock.Calibration{From: clock.Mark{Ticks: 0, Nanos: 0}}.Extend(clock.Mark{Ticks: 1 << 40, Nanos: 1 << 40})
	b := snapshot.Builder{Calibration: calibration, Now: 5000}
	b.Add(0, &main)
	b.Add(1, &other)
	send, reduce, rank := function(t, "Send"), function(t, "Allreduce"), function(t, "Comm_rank")
	p := &stats.Profile{Tracks: []string{"main", "goroutine 1", "MPI thread 0"}}
	Add(&b, p, []mpicall.Entry{
		{Node: step, Function: send, Comm: 0, Calls: 3, Total: 30, Min: 5, Max: 20, Sent: 300},
		{Node: step, Function: send, Comm: 5, Calls: 1, Total: 10, Min: 10, Max: 10, Sent: 7}, // the default environment too
		{Node: step, Function: reduce, Comm: 7, Calls: 2, Total: 40, Min: 20, Max: 20, Sent: 8, Received: 8},
		{Node: step, Function: reduce, Comm: 7, Synchronising: true, Calls: 2, Total: 4, Min: 2, Max: 2},
		{Node: step, Function: rank, Comm: 0, Calls: 9, Total: 9, Min: 1, Max: 1},
		{Node: otherTotal, Track: 1, Function: send, Calls: 1, Total: 1, Min: 1, Max: 1, Sent: 1},
		{Node: step, Track: mpicall.Foreign + 1, Function: send, Calls: 4, Total: 4, Min: 1, Max: 1, Sent: 4},
		{Node: 0, Track: mpicall.Foreign, Function: function(t, "Init"), Comm: -1, Calls: 1, Total: 50, Min: 50, Max: 50},
		{Node: total, Function: function(t, "Recv"), Comm: 0, Running: 4000},
		{Node: total, Function: 1 << 14, Calls: 1}, // of a later version
		{Node: 99, Function: send, Calls: 1, Total: 1, Min: 1, Max: 1},
	}, func(comm int) int { return map[int]int{7: 1}[comm] })
	if len(p.Tracks) != 4 || p.Tracks[3] != "MPI thread 1" || len(p.Counters) != 2 {
		t.Errorf("tracks %q, counters %v", p.Tracks, p.Counters)
	}
	got := strings.Join(lines(b.Nodes()), "\n")
	want := strings.Join([]string{
		"Total@0 1 [320 8]",
		"Total/step@0 2 [319 8]",
		"Total/step/MPI_Send@0 8 [311 0] 0:4 3:4",
		"Total/step/MPI_Allreduce@1 2 [8 8]",
		"Total/step/sync_Allreduce@1 2 [0 0]",
		"Total/step/MPI_Comm_rank@0 9 []",
		"Total/MPI_Send@0 1 [1 0] 1:1",
		"Total/MPI_Recv@0 0 [0 0] running 1000",
		"MPI_Init@0 1 []",
		"MPI_Send@0 1 [0 0]",
	}, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Time in calls of which nothing else is recorded, and between those that ask, is waiting of the region around them, on its track.
func TestAddTimeInCalls(t *testing.T) {
	var main table.Table
	main.Init(nil, 0, 5)
	total := main.Add(1, table.Cold{}, "Total")
	step := main.Add(2, table.Cold{Parent: total}, "step")
	halo := main.Add(3, table.Cold{Parent: step}, "halo")
	kernel := main.Add(4, table.Cold{Parent: step}, "kernel")
	main.Records[total] = table.Record{Calls: 1, Total: 1000, Min: 1000, Max: 1000}
	main.Records[step] = table.Record{Calls: 2, Total: 500, Min: 200, Max: 300}
	main.Records[halo] = table.Record{Calls: 2, Total: 100, Min: 50, Max: 50}
	main.Records[kernel] = table.Record{Calls: 2, Total: 300, Min: 50, Max: 250}
	calibration := clock.Calibration{From: clock.Mark{Ticks: 0, Nanos: 0}}.Extend(clock.Mark{Ticks: 1 << 40, Nanos: 1 << 40})
	b := snapshot.Builder{Calibration: calibration, Now: 5000}
	b.Add(0, &main)
	p := &stats.Profile{Tracks: []string{"main"}}
	Add(&b, p, []mpicall.Entry{
		{Node: halo, Function: mpicall.Polled, Comm: -1, Calls: 3, Total: 60},
		{Node: halo, Function: mpicall.Between, Comm: -1, Calls: 2, Total: 30},
		{Node: halo, Function: mpicall.Timed, Comm: -1, Calls: 1, Total: 10},
		{Node: step, Function: mpicall.Polled, Comm: -1, Calls: 1, Total: 5},
		{Node: total, Function: mpicall.Timed, Comm: -1, Running: 4900},
		{Node: kernel, Function: mpicall.Timed, Comm: -1, Calls: 1, Total: 1 << 62}, // of a damaged file
		{Node: 0, Track: mpicall.Foreign, Function: mpicall.Timed, Comm: -1, Calls: 1, Total: 7},
		{Node: 99, Function: mpicall.Timed, Comm: -1, Calls: 1, Total: 7},
		{Node: step, Track: 3, Function: mpicall.Timed, Comm: -1, Calls: 1, Total: 7},
	}, nil)
	var got []string
	for _, n := range b.Nodes() {
		got = append(got, fmt.Sprintf("%s %d", n.Name, n.Waited))
	}
	if want := "Total 100, step 5, halo 100, kernel 300"; strings.Join(got, ", ") != want {
		t.Errorf("%q, want %s", got, want)
	}
}
