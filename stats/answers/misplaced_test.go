package answers

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// A rank that forgets to stop a region does what follows inside it: it is slow in nothing, and nobody else is. What it has more to do
// elsewhere is found all the same.
func TestForgottenStop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranks := rapid.IntRange(2, 9).Draw(t, "ranks")
		moved, rest := rapid.Int64Range(1, 400).Draw(t, "moved"), rapid.Int64Range(0, 30).Draw(t, "rest")
		more := rapid.SampledFrom([]int64{0, 300}).Draw(t, "more")
		var list []*stats.Profile
		for rank := range ranks {
			iterate, update, solve, wait := int64(200), int64(400), int64(100), 100+more
			if rank == 1 {
				iterate, update, solve, wait = iterate+moved+rest, update-moved, solve+more, wait-more
			}
			p := profileOf(rank, ranks, timed(-1, "Total", 1200, 0), timed(0, "step", 1200, 0),
				timed(1, "iterate", iterate, 0), timed(1, "update", update, 0), timed(1, "solve", solve, 0), timed(1, "reduce", wait, wait))
			if rank == 1 {
				p.Nodes = append(p.Nodes, timed(2, "update", moved, 0))
				p.Warnings = []stats.Warning{{Kind: notStopped, Path: "Total/step/iterate", Count: 8}}
			}
			list = append(list, p)
		}
		s := merged(t, list)
		for _, f := range Find(s) {
			if f.Kind == Slow && (s.Regions[f.Region].Name != "solve" || f.Ranks.First != 1) {
				t.Fatalf("%q", texts(Find(s), s))
			}
		}
		if more > 0 && moved < 100 && !strings.HasPrefix(texts(Find(s), s)[0], "Rank 1 is slowest in step / solve") {
			t.Fatalf("%q", texts(Find(s), s))
		}
	})
}

// What a program adds may be a part of what it has timed: balance gives that back once.
func TestOverlappingRegions(t *testing.T) {
	var list []*stats.Profile
	for rank := range 4 {
		kernel := int64(400)
		if rank == 1 {
			kernel += 300
		}
		list = append(list, profileOf(rank, 4, timed(-1, "Total", 1000, 0), timed(0, "step", 1000, 0),
			timed(1, "launch_and_wait", kernel+10, 0), timed(1, "device_kernel", kernel, 0), timed(1, "reduce", 900-kernel, 900-kernel)))
	}
	s := merged(t, list)
	if got, want := texts(Find(s), s), "Rank 1 is slowest in step / device_kernel and launch_and_wait, and others wait in reduce. Balance would save 225 ms, 22 % of the run."; got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The start of MPI is no part of the run where a library starts the timers in it.
func TestStartOfMPIIsNoPartOfTheRun(t *testing.T) {
	var list []*stats.Profile
	for rank := range 4 {
		work := int64(300)
		if rank == 2 {
			work += 200
		}
		list = append(list, profileOf(rank, 4, timed(-1, "Total", 1000, 0), timed(0, "MPI_Alltoall", 1000-work, 0), timed(-1, "MPI_Init", 5000, 0)))
	}
	s := merged(t, list)
	if got, want := strings.Join(texts(Find(s), s), "\n"), "15 % of the run."; !strings.Contains(got, want) || strings.Contains(got, "MPI_Init") {
		t.Errorf("%s\nwant %q, and no MPI_Init", got, want)
	}
}

// The kind of that warning is the one that the timers give.
func TestNotStoppedIsAKindOfTheTimers(t *testing.T) {
	text, err := os.ReadFile("../../mpitimer/internal/engine/warning.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), strconv.Quote(notStopped)) {
		t.Errorf("the timers have no warning %q", notStopped)
	}
}
