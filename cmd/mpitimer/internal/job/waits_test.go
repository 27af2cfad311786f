package job

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// drawWait draws what a rank of a run waits for.
func drawWait(t *rapid.T, size int) ranktable.Wait {
	rank := rapid.IntRange(0, size)
	w := ranktable.Wait{Call: "MPI_Recv", Whom: rapid.SampledFrom([]ranktable.Whom{
		ranktable.NotKnown, ranktable.Sender, ranktable.Sender, ranktable.Several, ranktable.AnySender, ranktable.Receiver, ranktable.Everybody, ranktable.Group,
	}).Draw(t, "whom")}
	switch w.Whom {
	case ranktable.Sender, ranktable.Receiver:
		w.Partner = rank.Draw(t, "partner")
	case ranktable.Several:
		ranks := rapid.SliceOfNDistinct(rank, min(2, size+1), min(7, size+1), rapid.ID[int]).Draw(t, "partners")
		w.Partner, w.Others, w.More = ranks[0], ranks[1:], rapid.Bool().Draw(t, "more")
	case ranktable.Everybody:
		w.Call = "MPI_Barrier"
	case ranktable.Group:
		w.Call = "MPI_Barrier"
		if rapid.IntRange(0, 3).Draw(t, "known") > 0 {
			first := rapid.IntRange(0, size).Draw(t, "first")
			w.Members, w.Number = []stats.Range{{First: first, Last: size, Stride: 1}}, rapid.IntRange(0, 2).Draw(t, "number")
		}
	}
	return w
}

// Each rank that waits for messages stands with one cause that it comes to by going from one to the next. Ranks that
// wait for each other come to each other, and one rank alone waits for nobody that is known.
func TestCauses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 12).Draw(t, "size")
		var waits []waiting
		known := make([]int, size)
		for rank := range size {
			known[rank] = rank
			if rapid.IntRange(0, 3).Draw(t, "waits") > 0 {
				w := drawWait(t, size-1)
				waits = append(waits, waiting{rank, waitOf(&ranktable.OpenRegion{Wait: &w}, true)})
			}
		}
		list := operations(waits, known)
		g := newGraph(waits, list)
		// reach is to which ranks one comes, by all waits or by those of one partner and of all ranks.
		reach := func(from int, certain bool) map[int]bool {
			found := make(map[int]bool)
			for todo := []int{from}; len(todo) > 0; todo = todo[1:] {
				w := g.waits[todo[0]]
				var next []int
				switch {
				case w == nil || certain && w.Whom == ranktable.Several:
				case w.forRanks():
					next = slices.DeleteFunc(w.partners(), func(p int) bool { return p == todo[0] })
				case w.forAll():
					for _, o := range list {
						if _, in := slices.BinarySearch(o.in, todo[0]); in && o.Whom == w.Whom && o.Members == w.Members && (o.Number == 0 || o.Number == w.Number) {
							next = o.out
						}
					}
				}
				for _, p := range next {
					if !found[p] {
						found[p] = true
						todo = append(todo, p)
					}
				}
			}
			return found
		}
		listed := make(map[int]int)
		for i, c := range g.causes() {
			for _, rank := range c.ranks {
				to := reach(rank, c.certain)
				if len(c.ranks) == 1 && len(to) > 0 {
					t.Fatalf("%d comes to %v", rank, to)
				}
				for _, other := range c.ranks {
					if len(c.ranks) > 1 && !to[other] {
						t.Fatalf("%v (certain: %v): %d does not come to %d", c.ranks, c.certain, rank, other)
					}
				}
				if len(c.ranks) > 1 {
					listed[rank]++
					for other := range to {
						if !c.certain && !slices.Contains(c.ranks, other) {
							t.Fatalf("%v wait for each other, and %d for %d besides", c.ranks, rank, other)
						}
					}
					if next := g.nextIn(c, rank); next == rank || !to[next] {
						t.Fatalf("%v: %d does not wait for %d", c.ranks, rank, next)
					}
				}
			}
			if len(c.waiting) == 0 && len(c.ranks) == 1 {
				t.Fatalf("nobody waits for %v", c.ranks)
			}
			directly := 0
			for _, rank := range c.waiting {
				listed[rank]++
				if slices.ContainsFunc(g.waits[rank].partners(), func(p int) bool { return slices.Contains(c.ranks, p) }) {
					directly++
				}
				if to := reach(rank, false); !to[c.ranks[0]] {
					t.Fatalf("rank %d comes to %v, and stands at %v", rank, to, c.ranks)
				}
			}
			if directly != c.directly {
				t.Fatalf("%d wait directly for %v, want %d", c.directly, c.ranks, directly)
			}
			if before := g.causes()[max(i-1, 0)]; len(c.waiting) > len(before.waiting) && (len(c.ranks) == 1) == (len(before.ranks) == 1) {
				t.Fatalf("%v behind %v", c, before)
			}
		}
		for rank := range size {
			w := g.waits[rank]
			waits := w != nil && w.forRanks()
			if n := listed[rank]; n > 1 && w.Whom != ranktable.Several || n > 0 && w == nil {
				t.Fatalf("rank %d is listed %d times", rank, n)
			}
			if ends := false; waits && listed[rank] == 0 {
				for to := range reach(rank, false) {
					ends = ends || len(reach(to, false)) == 0 && (g.waits[to] == nil || !g.waits[to].forAll())
				}
				if ends {
					t.Fatalf("rank %d comes to an end, and is not listed", rank)
				}
			}
			// Who comes to itself by waits that leave no doubt is told so.
			if certain := reach(rank, true); certain[rank] && listed[rank] == 0 {
				t.Fatalf("rank %d waits for itself in the end, and is not listed", rank)
			}
		}
	})
}

// Who waits in an operation whose root has gone on waits for those that have not come to it yet; here, and as it is sent.
func TestBehindTheRoot(t *testing.T) {
	run := func(rootDone uint64, late string) *Moment {
		m := &Moment{Size: 5}
		for rank := range 5 {
			done, path := uint64(6), []string{"Total", "MPI_Bcast"}
			round := &ranktable.Round{Call: "Bcast", World: true, Done: done}
			open := ranktable.OpenRegion{Path: path, Elapsed: time.Second, Wait: &ranktable.Wait{Call: "MPI_Bcast", Whom: ranktable.Sender, Partner: 0, Round: round}}
			switch {
			case rank == 0:
				round.Done, open = rootDone, ranktable.OpenRegion{Path: []string{"Total", "solve"}, Elapsed: time.Second}
			case rank == 3:
				open = ranktable.OpenRegion{Path: []string{"Total", late}, Elapsed: time.Second}
			case rank == 4:
				round.Done, open = 7, ranktable.OpenRegion{Path: []string{"Total", "solve"}, Elapsed: time.Second}
			}
			m.Ranks = append(m.Ranks, Rank{Info: ranktable.Info{Rank: rank, Size: 5, State: ranktable.Running, Alive: true}, Profile: &stats.Profile{Rank: rank, Size: 5},
				Open: []ranktable.OpenRegion{open}, Rounds: []ranktable.Round{*round}})
		}
		return m
	}
	gone, there := run(7, "output"), run(6, "output")
	unknown := run(7, "output")
	for i := range unknown.Ranks {
		unknown.Ranks[i].Rounds = nil // calls were lost
	}
	for name, c := range map[string]struct {
		m    *Moment
		want string
	}{
		"gone":     {gone, "2 ranks (1-2) wait for rank 3, which is in Total/output for 1.000 s"},
		"not come": {there, "2 ranks (1-2) wait for rank 0, which is in Total/solve"},
		"unknown":  {unknown, "2 ranks (1-2) wait for rank 0, which is in Total/solve"},
	} {
		rapid.Check(t, func(t *rapid.T) {
			parts := []*Digest{{}, {}, {}}
			for i := range c.m.Ranks {
				part := &Moment{Size: 5, Ranks: c.m.Ranks[i : i+1]}
				parts[rapid.IntRange(0, 2).Draw(t, "part")].Join(sent(t, part.Digest()), 0)
			}
			for _, p := range parts[1:] {
				parts[0].Join(p, 0)
			}
			far := Far("run", time.Now(), parts[0], nil)
			for where, m := range map[string]*Moment{"here": c.m, "far": far} {
				if lines := m.waitLines(m.Groups()); len(lines) != 1 || lines[0] != c.want {
					t.Fatalf("%s, %s: %q, want %q", name, where, lines, c.want)
				}
			}
		})
	}
}

// A chain as long as a run is large is followed to its end.
func TestCausesLong(t *testing.T) {
	const size = 200_000
	waits := make([]waiting, 0, size)
	for rank := 1; rank < size; rank++ {
		waits = append(waits, waiting{rank, Wait{Call: "MPI_Recv", Whom: ranktable.Sender, Partner: rank - 1}})
	}
	list := newGraph(waits, nil).causes()
	if len(list) != 1 || list[0].ranks[0] != 0 || len(list[0].waiting) != size-1 || list[0].directly != 1 {
		t.Errorf("%d causes, first %v", len(list), list[0].ranks)
	}
}

// waitFrom is the wait of a rank of waitingRun; nil where it does not wait.
func waitFrom(word, rest string) *ranktable.Wait {
	w := map[string]ranktable.Wait{
		"recv": {Call: "MPI_Recv", Whom: ranktable.Sender}, "send": {Call: "MPI_Send", Whom: ranktable.Receiver},
		"waitall": {Call: "MPI_Waitall", Whom: ranktable.Several}, "any": {Call: "MPI_Recv", Whom: ranktable.AnySender},
		"barrier": {Call: "MPI_Barrier", Whom: ranktable.Everybody}, "row": {Call: "MPI_Barrier", Whom: ranktable.Group},
	}[word]
	if w.Whom == ranktable.Group && rest != "" {
		w.Members = []stats.Range{{Stride: 1}}
		_, _ = fmt.Sscanf(rest, "%d-%d:%d", &w.Members[0].First, &w.Members[0].Last, &w.Number)
	} else if w.Whom != ranktable.Group {
		for i, number := range strings.Split(rest, ",") {
			var rank int
			if _, err := fmt.Sscan(number, &rank); i == 0 {
				w.Partner = rank
			} else if err == nil {
				w.Others = append(w.Others, rank)
			} else {
				w.More = true
			}
		}
	}
	if w.Call == "" {
		return nil
	}
	return &w
}

// waitingRun is of ranks that wait as it says: "recv 3", "barrier", "solve", "waitall 1,2,…", "row 0-3:2" in the second
// communicator of these ranks, "thread recv 1" …
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
		open := ranktable.OpenRegion{Elapsed: held, Path: append(slices.Clone(path), word)}
		r.Open = append(r.Open, ranktable.OpenRegion{Elapsed: held, Path: path[:1]}, ranktable.OpenRegion{Elapsed: held, Path: path})
		if w := waitFrom(word, rest); w != nil {
			open.Path[2], open.Wait = w.Call, w
		}
		if inner, of, is := strings.Cut(rest, " "); word == "thread" && is {
			w := waitFrom(inner, of)
			open.Path[2] = "solve"
			r.Open = append(r.Open, ranktable.OpenRegion{Elapsed: held, Track: 1, Path: append(slices.Clone(path), w.Call), Wait: w})
		}
		r.Open = append(r.Open, open)
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
		{"waitall 1", "waitall 0,2", "waitall 1,3", "waitall 2,4", "solve", "waitall 4,6", "waitall 5"},
		{"waitall 1,3", "waitall 0,2", "waitall 1,3", "waitall 2,0,…"},
		{"recv 1", "recv 0", "waitall 1,4", "waitall 2,4", "solve"},
		{"send 1", "send 0", "recv 1", "solve"},
		{"recv 1", "recv 2", "recv 0", "recv 4", "recv 5", "recv 6", "recv 7", "recv 8", "recv 9", "recv 3"},
		{"barrier", "barrier", "solve", "barrier", "output"},
		{"barrier", "barrier", "recv 0", "barrier"},
		{"row 0-2", "row 0-2", "solve", "row 3-5", "row 3-5", "recv 2"},
		{"row 0-2", "recv 0", "solve", "recv 1"},
		{"row 0-1", "row 0-1:2", "row 2-3:2", "row 2-3:1"},
		{"row", "row", "solve", "row 3-9:3"},
		{"row 0-3:2", "row 0-3:2", "barrier", "barrier"},
		{"row 0-3:2", "thread row 0-3:2", "row 0-3:2", "solve"},
		{"thread recv 2", "thread recv 2", "solve", "thread waitall 0,1,…", "thread any"},
		{"recv 1", "died recv 2", "solve"},
		{"died recv 1", "died recv 2", "died solve"},
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
	golden.Check(t, "waits.txt", text.String())
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

// A halo exchange on a grid leads to the one rank that does not send, and its waits are a few.
func TestWaitsHalo(t *testing.T) {
	const n, late = 60, 1234
	at := make([]string, n*n)
	for rank := range at {
		x, y := rank%n, rank/n
		at[rank] = fmt.Sprintf("waitall %d,%d,%d,%d", y*n+(x+1)%n, y*n+(x+n-1)%n, (y+1)%n*n+x, (y+n-1)%n*n+x)
	}
	at[late] = "solve"
	m := waitingRun(at...)
	if list, left := m.sentWaits(); len(list) > 9 || left != 0 { // those in the middle, at four edges and in four corners
		t.Errorf("%d waits, %d ranks left", len(list), left)
	}
	lines := m.waitLines(m.Groups())
	if len(lines) != 1 || !strings.HasPrefix(lines[0], "3599 ranks (0-1233,1235-3599) wait for rank 1234 (4 of them directly), which is in Total/step/solve") {
		t.Errorf("%q", lines)
	}
}
