package answers

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// A rank that has most to do in a region that was called often is found although the ranks were last seen far apart: so far apart
// that they may have been in it for that time only if they were nowhere else.
func TestSlowInAKilledRun(t *testing.T) {
	for _, c := range []struct {
		calls uint64
		want  string
	}{
		{40, "Rank 4 is slowest in matvec. Balance would save 399 ms, 13 % of the run."},
		{2, "Ranks differ by up to 612 ms, most in matvec, and make up for it elsewhere: which of them wait for others is not known, because they were last seen up to 800 ms apart."},
	} {
		var list []*stats.Profile
		for rank := range 8 {
			lost, work := int64(0), int64(300)
			if rank == 7 {
				lost = 800
			} else if rank == 4 {
				work = 1000
			}
			total := timed(-1, "Total", 3000-lost, 0)
			total.Calls, total.Timed, total.Running, total.Open, total.Min, total.Max = 0, 0, 1, total.Total, 0, 0
			matvec, wait := timed(0, "matvec", work, 0), timed(0, "MPI_Allreduce", 2900-work-lost, 2900-work-lost)
			matvec.Calls, matvec.Timed, matvec.Min, matvec.Max = c.calls, c.calls, work*1e6/int64(c.calls), work*1e6/int64(c.calls)
			p := profileOf(rank, 8, total, matvec, wait)
			p.To = (3000 - lost) * 1e6
			list = append(list, p)
		}
		s := merged(t, list)
		if got := texts(Find(s), s); got[0] != c.want {
			t.Errorf("%d calls, seen %d apart: %q, want %q", c.calls, s.Apart, got, c.want)
		}
	}
}

// Ranks that were seen until the same moment, and differ by no more than one of them may have lived longer, are not said to be balanced.
func TestKilledRunThatMayBeUneven(t *testing.T) {
	var list []*stats.Profile
	for rank := range 4 {
		work := int64(1000)
		if rank == 2 {
			work = 1600
		}
		total := timed(-1, "Total", 3400, 0)
		total.Calls, total.Timed, total.Running, total.Open, total.Min, total.Max = 0, 0, 1, total.Total, 0, 0
		nodes := []stats.Node{total, timed(0, "work", work, 0), timed(0, "MPI_Allreduce", 3300-work, 3300-work)}
		for i := range nodes[1:] {
			n := &nodes[1+i]
			n.Calls, n.Timed, n.Min, n.Max = 1000, 1000, n.Total/1000, n.Total/1000
		}
		p := profileOf(rank, 4, nodes...)
		p.To, p.Late = 3400*1e6, 1000*1e6
		list = append(list, p)
	}
	s := merged(t, list)
	const want = "Ranks differ by up to 450 ms, most in work, and make up for it elsewhere: which of them wait for others is not known, because they were last seen up to 1 s apart."
	if got := texts(Find(s), s); got[0] != want {
		t.Errorf("seen %d apart: %q, want %q", s.Apart, got, want)
	}
}

// Ranks that do the same at the same time, and are killed and last seen at different times, are balanced. Where they have done it a
// few times only, or were last seen farther apart than half of the run, they may differ.
func TestBalanceOfAKilledRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(2, 6).Draw(t, "ranks")
		parts := rapid.SliceOfN(rapid.Int64Range(1, 1000), 1, 4).Draw(t, "parts")
		beat := rapid.Int64Range(0, 500).Draw(t, "beat")
		var profiles []*stats.Profile
		for rank := range size {
			end := rapid.Int64Range(1, 5000).Draw(t, "end")
			p := killed(parts, end, max(end-rapid.Int64Range(0, beat).Draw(t, "seen"), 0))
			p.Rank, p.Size, p.Late = rank, size, beat
			p.Environments = []stats.Environment{{Name: "Default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}}}
			profiles = append(profiles, p)
		}
		s := merged(t, profiles)
		if got, first := shown(s), Find(s)[0]; len(got) > 0 && (first.Kind != Unknown || s.Regions[first.Region].Calls >= 10*uint64(size) && 2*s.Apart < s.Regions[0].Max.Value) {
			t.Fatal(got)
		}
		for i := range s.Regions {
			if f := s.Figure(&s.Regions[i], stats.FigureImbalance); f.Known && f.Value > 0 {
				t.Fatalf("%q has an imbalance of %v", s.Path(i), f.Value)
			}
		}
	})
}

// killed is what a rank leaves that ran the parts of a step in turn, over and over, until it was killed at an end,
// and was last seen before that. Calls that ended are known up to the end, what is open up to the last sign.
func killed(parts []int64, end, seen int64) *stats.Profile {
	p := &stats.Profile{To: seen}
	total := stats.Node{Parent: -1, Name: "Total", Measure: stats.Measure{Running: 1, Total: seen, Open: seen}}
	step := stats.Node{Parent: 0, Name: "step"}
	p.Nodes = []stats.Node{total, step}
	for i := range parts {
		p.Nodes = append(p.Nodes, stats.Node{Parent: 1, Name: fmt.Sprint("part ", i)})
	}
	run := func(n *stats.Node, begin, long int64) {
		switch {
		case begin+long <= end:
			n.Calls, n.Timed, n.Total = n.Calls+1, n.Timed+1, n.Total+long
		case begin < end:
			n.Running, n.Open = 1, max(max(seen, begin)-begin, 0)
			n.Total += n.Open
		}
	}
	var whole int64
	for _, v := range parts {
		whole += v
	}
	for begin := int64(0); begin < end; begin += whole {
		run(&p.Nodes[1], begin, whole)
		at := begin
		for i, v := range parts {
			run(&p.Nodes[2+i], at, v)
			at += v
		}
	}
	return p
}

// A rank that is slower than could come from when it was last seen still shows.
func TestBalanceOfAKilledRunThatIsUneven(t *testing.T) {
	var profiles []*stats.Profile
	for rank := range 2 {
		work := []int64{100, 900}[rank]
		p := killed([]int64{work, 1000 - work}, 50_000, 49_990)
		p.Nodes[2].Name, p.Nodes[3].Name = "work", "barrier"
		p.Rank, p.Size, p.Late = rank, 2, 20
		p.Environments = []stats.Environment{{Name: "Default", Size: 2, Ranks: []stats.Range{{First: 0, Last: 1, Stride: 1}}}}
		profiles = append(profiles, p)
	}
	if got, want := shown(merged(t, profiles)), []string{"undecided work 19980 on 1 waits barrier, or barrier 19980 on 0 waits work"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// What is lost in a region itself, too, is told less what may come from when the ranks were last seen.
func TestBalanceOfAKilledRunInNoRegion(t *testing.T) {
	for seen, want := range map[int64]string{
		1000: "in itself Total 300 on 0-2 waits MPI_Allreduce", 970: "in itself Total 248 on 0-2 waits MPI_Allreduce",
	} {
		var profiles []*stats.Profile
		for rank, waited := range []int64{100, 300, 300, 900} {
			to := int64(1000)
			if rank == 0 {
				to = seen
			}
			profiles = append(profiles, &stats.Profile{
				Rank: rank, Size: 4, To: to, Environments: []stats.Environment{{Name: "Default", Size: 4, Ranks: []stats.Range{{First: 0, Last: 3, Stride: 1}}}},
				Nodes: []stats.Node{
					{Parent: -1, Name: "Total", Measure: stats.Measure{Running: 1, Total: to, Open: to}},
					{Parent: 0, Name: "MPI_Allreduce", Measure: stats.Measure{Calls: 1, Timed: 1, Total: waited, Min: waited, Max: waited}},
				},
			})
		}
		if got := shown(merged(t, profiles)); !slices.Equal(got, []string{want}) {
			t.Errorf("rank 0 last seen at %d: %q, want %q", seen, got, want)
		}
	}
}
