package job

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli/clitest"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// Each rank that waits for another one is listed once, with what it comes to by going from one to the next for long
// enough.
func TestCauses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 30).Draw(t, "size")
		waits := make(map[int]Wait)
		for rank := range size {
			if whom := rapid.SampledFrom([]ranktable.Whom{ranktable.NotKnown, ranktable.Sender, ranktable.Sender, ranktable.Receiver, ranktable.Everybody}).Draw(t, "whom"); whom != ranktable.NotKnown {
				waits[rank] = Wait{Call: "MPI_Recv", Whom: whom, Partner: rapid.IntRange(0, size).Draw(t, "partner")}
			}
		}
		list := causes(waits)
		listed := make(map[int]int)
		for i, c := range list {
			for k, rank := range c.ranks {
				if next := c.ranks[(k+1)%len(c.ranks)]; len(c.ranks) > 1 && waits[rank].Partner != next {
					t.Fatalf("%v: %d does not wait for %d", c.ranks, rank, next)
				}
				if len(c.ranks) > 1 {
					listed[rank]++
				}
			}
			if len(c.waiting) == 0 && len(c.ranks) == 1 {
				t.Fatalf("nobody waits for %v", c.ranks)
			}
			directly := 0
			for _, rank := range c.waiting {
				listed[rank]++
				if slices.Contains(c.ranks, waits[rank].Partner) {
					directly++
				}
				at := rank
				for range size + 1 {
					if w := waits[at]; w.forOne() && w.Partner != at {
						at = w.Partner
					}
				}
				if !slices.Contains(c.ranks, at) {
					t.Fatalf("rank %d comes to %d, and stands at %v", rank, at, c.ranks)
				}
			}
			if directly != c.directly {
				t.Fatalf("%d wait directly for %v, want %d", c.directly, c.ranks, directly)
			}
			if i > 0 && len(c.waiting) > len(list[i-1].waiting) && (len(c.ranks) == 1) == (len(list[i-1].ranks) == 1) {
				t.Fatalf("%v behind %v", c, list[i-1])
			}
		}
		for rank, w := range waits {
			want := 0
			if w.forOne() && w.Partner != rank {
				want = 1
			}
			if listed[rank] != want {
				t.Fatalf("rank %d is listed %d times", rank, listed[rank])
			}
		}
	})
}

// waitingRun is of ranks that wait as it says: "recv 3", "barrier", "solve" …
func waitingRun(at ...string) *Moment {
	m := &Moment{At: time.Date(2026, 8, 21, 14, 3, 11, 0, time.UTC), Name: "run", Program: "solver", Size: len(at), Owner: -1}
	for rank, text := range at {
		r := Rank{Info: ranktable.Info{Rank: rank, Size: len(at), Host: "h", Begin: m.At.Add(-time.Minute), Complete: true, Alive: true}, Profile: &stats.Profile{Rank: rank, Size: len(at)}}
		r.State = ranktable.Running
		word, rest, _ := strings.Cut(text, " ")
		if word == "died" {
			r.State, r.Alive = ranktable.Died, false
			word, rest, _ = strings.Cut(rest, " ")
		}
		path := []string{"Total", "step"}
		held := time.Duration(rank+1) * time.Second
		open := ranktable.OpenRegion{For: held, Path: append(slices.Clone(path), word)}
		var partner int
		_, _ = fmt.Sscan(rest, &partner)
		whom := map[string]ranktable.Wait{
			"recv": {Call: "MPI_Recv", Whom: ranktable.Sender}, "send": {Call: "MPI_Send", Whom: ranktable.Receiver},
			"waitall": {Call: "MPI_Waitall", Whom: ranktable.Senders}, "any": {Call: "MPI_Recv", Whom: ranktable.AnySender},
			"barrier": {Call: "MPI_Barrier", Whom: ranktable.Everybody},
		}
		if w, is := whom[word]; is {
			w.Partner = partner
			open.Path[2], open.Wait = w.Call, &w
		}
		r.Open = append(r.Open, ranktable.OpenRegion{For: held, Path: path[:1]}, ranktable.OpenRegion{For: held, Path: path}, open)
		m.Ranks = append(m.Ranks, r)
	}
	return m
}

// What is told of a chain, of ranks that wait for each other, of a barrier, and of ranks that are gone.
func TestWaitLines(t *testing.T) {
	var text strings.Builder
	for _, at := range [][]string{
		{"solve", "recv 0", "recv 1", "recv 2", "recv 3"},
		{"recv 3", "recv 3", "waitall 3", "solve"},
		{"send 1", "send 0", "recv 1", "solve"},
		{"recv 1", "recv 2", "recv 0", "recv 4", "recv 5", "recv 6", "recv 7", "recv 8", "recv 9", "recv 3"},
		{"barrier", "barrier", "solve", "barrier", "output"},
		{"barrier", "barrier", "recv 0", "barrier"},
		{"recv 1", "died solve", "recv 9", "any"},
		{"solve", "solve", "any"},
	} {
		m := waitingRun(at...)
		fmt.Fprintf(&text, "%s\n%s\n", strings.Join(at, ", "), Joined(m.waitLines(m.Groups())))
		joined := &Digest{Owner: -1}
		for i := range m.Ranks {
			part := *m
			part.Ranks = m.Ranks[i : i+1]
			joined.Join(part.Digest(), 0)
		}
		far := Far("run", m.At, joined, nil)
		if got, want := far.waitLines(far.Groups()), m.waitLines(m.Groups()); !slices.Equal(got, want) {
			t.Errorf("%v: from nodes of one rank each\n%q\nwant\n%q", at, got, want)
		}
	}
	clitest.Golden(t, "waits.txt", text.String())
}

// The waits of a stencil and of ranks that wait for one are a few, however many ranks there are.
func TestWaitsAreFew(t *testing.T) {
	at := make([]string, 1000)
	for rank := range at {
		at[rank] = fmt.Sprintf("recv %d", (rank+1)%len(at))
		if rank%3 == 0 {
			at[rank] = "recv 7"
		}
	}
	if list, left := waitingRun(at...).sentWaits(); len(list) > 5 || left != 0 {
		t.Errorf("%d waits, %d ranks left", len(list), left)
	}
}
