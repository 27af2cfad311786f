package main

import (
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli/clitest"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

func TestStacks(t *testing.T) {
	for name, m := range map[string]*moment{"running": jobAt(83.5), "dead": dead(83.5), "hanging": hanging()} {
		clitest.Golden(t, "stacks-"+name+".txt", stacksText(m, 80))
	}
}

// hanging is a job of 1000 ranks, of which one does not come out of its region, on two nodes.
func hanging() *moment {
	const size = 1000
	m := &moment{at: begun.Add(time.Hour), program: "omega", size: size}
	for rank := range size {
		r := rankMoment{Info: ranktable.Info{
			Host: "node1", Rank: rank, Size: size, Begin: begun, LastSeen: m.at, State: ranktable.Running, Alive: true, Complete: true,
			Job: map[string]string{"SLURM_JOB_ID": "123456", "SLURM_JOB_NAME": "omega"},
		}}
		if rank >= size/2 {
			r.Host = "node2"
		}
		r.profile = profileAt(rank, size, 3600)
		ms := 1.6e6 - float64(rank)
		r.open = open([]string{"Total", "step", "halo", "MPI_Wait"}, 3.6e6, ms+40, ms+0.5, ms)
		if rank == 617 {
			r.open = open([]string{"Total", "step", "a region with a very long name, which does not fit into the line"}, 3.6e6, 1.6e6+41, 1.6e6+1)
		}
		if rank%97 == 0 {
			r.open = open([]string{"Total", "step", "halo"}, 3.6e6, 1.2e6, 1000)
		}
		m.ranks = append(m.ranks, r)
	}
	return m
}

// On the track of many goroutines several regions are open beside each other.
func TestStacksOfGatheredGoroutines(t *testing.T) {
	gathered := append(open([]string{"Total", "tile", "flux"}, 0, 5, 2)[1:], open([]string{"Total", "sort"}, 0, 3)[1:]...)
	for i := range gathered {
		gathered[i].Track = 2
	}
	r := rankMoment{open: append(open([]string{"Total", "wait"}, 10, 9), gathered...)}
	var got []string
	for _, s := range r.stacks() {
		var names []string
		for i := range s {
			names = append(names, s[i].Path[len(s[i].Path)-1])
		}
		got = append(got, strings.Join(names, " "))
	}
	if want := "Total wait|tile flux|sort"; strings.Join(got, "|") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestRankWithoutOpenRegion(t *testing.T) {
	m := jobAt(10)
	m.ranks[1].open = nil
	for _, g := range m.groups() {
		if g.path == "" && len(g.ranks) == 1 && g.ranks[0] == 1 {
			return
		}
	}
	t.Errorf("rank 1 is in none of %v", m.groups())
}

func TestFates(t *testing.T) {
	m := jobAt(10)
	for i, s := range []ranktable.State{ranktable.Reported, ranktable.Kept, ranktable.Panicked, ranktable.Starting} {
		m.ranks[i].State, m.ranks[i].Alive = s, s == ranktable.Starting
	}
	m.at = m.at.Add(3 * time.Second)
	clitest.Golden(t, "fates.txt", joined(m.fateLines(80)))
}
