package stats

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// ranksOf makes the Summary of ranks whose nodes took so long: a line for each node, with a time for each rank, -1
// where it did not run.
func ranksOf(t rapid.TB, nodes []timedNode) *Summary {
	t.Helper()
	size := len(nodes[0].times)
	var profiles []*Profile
	for rank := range size {
		p := &Profile{Rank: rank, Size: size, Environments: []Environment{{"Default", size, []Range{{First: 0, Last: size - 1, Stride: 1}}}}}
		for _, n := range nodes {
			node := Node{Parent: n.parent, Name: n.name}
			if n.times[rank] >= 0 {
				node.Measure = Measure{Calls: 1, Timed: 1, Total: n.times[rank], Min: n.times[rank], Max: n.times[rank]}
			}
			p.Nodes = append(p.Nodes, node)
		}
		profiles = append(profiles, p)
	}
	return merged(t, profiles)
}

type timedNode struct {
	parent int
	name   string
	times  []int64
}

func shownGains(s *Summary) (list []string) {
	for _, g := range s.Balance() {
		text := fmt.Sprintf("%s %.0f", s.Regions[g.Region].Name, g.Saves)
		if g.Own {
			text = fmt.Sprintf("%s itself on %d %.0f", s.Regions[g.Region].Name, g.Rank, g.Saves)
		}
		if g.Between {
			text = fmt.Sprintf("%s between %.0f", s.Regions[g.Region].Name, g.Saves)
		}
		for _, w := range g.Waits {
			text += " waits " + s.Regions[w].Name
		}
		list = append(list, text)
	}
	return list
}

func TestBalanceCountsOnce(t *testing.T) {
	for _, c := range []struct {
		what  string
		nodes []timedNode
		want  []string
	}{
		{"balanced", []timedNode{{-1, "Total", []int64{100, 100}}, {0, "a", []int64{60, 60}}}, nil},
		{"others wait in a barrier", []timedNode{
			{-1, "Total", []int64{100, 100, 100, 100}}, {0, "work", []int64{20, 20, 20, 80}}, {0, "barrier", []int64{80, 80, 80, 20}},
		}, []string{"work 45 waits barrier"}},
		{"two ranks are slow", []timedNode{
			{-1, "Total", []int64{100, 100, 100, 100}}, {0, "work", []int64{20, 20, 79, 80}}, {0, "barrier", []int64{80, 80, 20, 21}},
		}, []string{"work 30 waits barrier"}},
		{"each rank has work of its own", []timedNode{
			{-1, "Total", []int64{100, 100, 100}}, {0, "a", []int64{100, 0, 0}}, {0, "b", []int64{0, 100, 0}}, {0, "c", []int64{0, 0, 100}},
		}, nil},
		{"waits outside of regions", []timedNode{{-1, "Total", []int64{100, 100}}, {0, "work", []int64{20, 80}}}, []string{"work 30"}},
		{"nested", []timedNode{
			{-1, "Total", []int64{60, 100}}, {0, "step", []int64{50, 90}}, {1, "inner", []int64{10, 70}}, {1, "rest", []int64{40, 20}},
		}, []string{"Total 20", "inner 10"}},
		{"a loop that waits a little for the start", []timedNode{
			{-1, "Total", []int64{1000, 1000, 1000}}, {0, "init", []int64{10, 10, 40}}, {0, "loop", []int64{989, 988, 960}},
			{2, "work", []int64{100, 100, 700}}, {2, "halo", []int64{889, 888, 260}},
		}, []string{"work 390 waits halo", "init 20 waits loop"}},
		{"a rank that is slow everywhere", []timedNode{
			{-1, "Total", []int64{1000, 1000, 1000}}, {0, "a", []int64{100, 110, 500}}, {0, "b", []int64{110, 100, 300}}, {0, "halo", []int64{790, 790, 200}},
		}, []string{"a 263 waits halo", "b 130"}},
		{"a region that is long where it waits", []timedNode{
			{-1, "Total", []int64{250, 250, 250, 250}}, {0, "part", []int64{245, 240, 238, 237}}, {1, "solve", []int64{100, 100, 100, 200}}, {1, "sum", []int64{145, 140, 138, 37}},
		}, []string{"solve 70 waits sum"}},
		{"one rank has little to do", []timedNode{
			{-1, "Total", []int64{100, 100, 100, 100}}, {0, "work", []int64{80, 80, 80, 20}}, {0, "halo", []int64{20, 20, 20, 80}}, {2, "MPI_Waitall", []int64{18, 18, 18, 79}},
		}, []string{"work 15 waits halo"}},
		{"one of two ranks is slow in several regions", []timedNode{
			{-1, "Total", []int64{100, 100}}, {0, "halo", []int64{70, 10}}, {0, "a", []int64{10, 40}}, {0, "b", []int64{20, 50}}, {1, "MPI_Recv", []int64{70, 10}},
		}, []string{"a 15 waits halo", "b 15"}},
		{"one of two ranks waits for the other in a call", []timedNode{
			{-1, "Total", []int64{100, 100}}, {0, "MPI_Allreduce", []int64{70, 10}}, {0, "work", []int64{30, 90}},
		}, []string{"work 30 waits MPI_Allreduce"}},
		{"a barrier of the timers", []timedNode{
			{-1, "Total", []int64{100, 100}}, {0, "sync_step", []int64{70, 10}}, {0, "work", []int64{30, 90}},
		}, []string{"work 30 waits sync_step"}},
		{"a call for which nobody waits", []timedNode{
			{-1, "Total", []int64{40, 100}}, {0, "work", []int64{20, 20}}, {0, "MPI_Gather", []int64{20, 80}},
		}, []string{"Total 30"}},
		{"work in no region", []timedNode{
			{-1, "Total", []int64{100, 100, 100, 102}}, {0, "MPI_Allreduce", []int64{60, 80, 10, 62}}, {0, "MPI_Barrier", []int64{2, 1, 4, 2}},
		}, []string{"Total itself on 2 42 waits MPI_Allreduce waits MPI_Barrier"}},
		{"work in no region, beside little in one", []timedNode{
			{-1, "Total", []int64{100, 100, 100, 100}}, {0, "MPI_Allreduce", []int64{60, 80, 10, 60}}, {0, "output", []int64{2, 2, 4, 2}},
		}, []string{"Total itself on 2 42 waits MPI_Allreduce", "output 2"}},
		{"no time outside of regions that could explain it", []timedNode{
			{-1, "Total", []int64{100, 100, 100, 100}}, {0, "a", []int64{38, 18, 86, 38}}, {0, "MPI_Allreduce", []int64{60, 80, 10, 60}},
		}, []string{"a 41 waits MPI_Allreduce"}},
		{"ranks that began at different times", []timedNode{
			{-1, "MPI_Init", []int64{70, 10}}, {-1, "Total", []int64{100, 100}},
		}, nil},
		{"files are work", []timedNode{
			{-1, "Total", []int64{100, 100, 100, 100}}, {0, "work", []int64{80, 80, 80, 20}}, {0, "MPI_File_write", []int64{20, 20, 20, 80}},
		}, []string{"MPI_File_write 45 waits work"}},
		{"flat", []timedNode{{-1, "a", []int64{60, 100}}, {-1, "b", []int64{0, 90}}, {-1, "c", []int64{90, 0}}}, []string{"b 45", "c 45", "a 10"}},
	} {
		if got := shownGains(ranksOf(t, c.nodes)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// All gains together, and those below a region, are no more than its slowest rank took.
func TestBalanceWithinTheSlowestRank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := genProfiles(t)
		for _, p := range list { // some regions are calls of MPI
			for i := range p.Nodes {
				if name := &p.Nodes[i].Name; *name != "" && (*name)[0]%2 == 0 {
					*name = "MPI_" + *name
				}
			}
		}
		s := merged(t, list)
		within := make([]float64, len(s.Regions))
		all, longest := 0.0, 0.0
		last := -1.0
		for _, g := range s.Balance() {
			if g.Saves <= 0 || last >= 0 && g.Saves > last {
				t.Fatalf("gain %v behind %v", g.Saves, last)
			}
			if r := &s.Regions[g.Region]; g.Rank < 0 || g.Own && Communicates(r.Name) || !g.Own && g.Rank != r.Max.Rank {
				t.Fatalf("%+v", g)
			}
			last = g.Saves
			all += g.Saves
			from := g.Region
			if g.Between { // it is had around it
				from = s.Regions[from].Parent
			}
			for i := from; i >= 0; i = s.Regions[i].Parent {
				within[i] += g.Saves
			}
		}
		for i := range s.Regions {
			most := float64(max(s.Regions[i].Max.Value, 0))
			if s.Regions[i].Parent < 0 {
				longest = max(longest, most)
			}
			if within[i] > most*(1+1e-12) {
				t.Fatalf("%q gives back %v, its slowest rank took %v", s.Path(i), within[i], most)
			}
		}
		if all > longest*(1+1e-12) {
			t.Fatalf("all give back %v of %v", all, longest)
		}
	})
}

// Ranks that do the same at the same time, and are killed and last seen at different times, are balanced.
func TestBalanceOfAKilledRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(2, 6).Draw(t, "ranks")
		parts := rapid.SliceOfN(rapid.Int64Range(1, 1000), 1, 4).Draw(t, "parts")
		beat := rapid.Int64Range(0, 500).Draw(t, "beat")
		var profiles []*Profile
		for rank := range size {
			end := rapid.Int64Range(1, 5000).Draw(t, "end")
			p := killed(parts, end, max(end-rapid.Int64Range(0, beat).Draw(t, "seen"), 0))
			p.Rank, p.Size, p.Late = rank, size, beat
			p.Environments = []Environment{{"Default", size, []Range{{First: 0, Last: size - 1, Stride: 1}}}}
			profiles = append(profiles, p)
		}
		s := merged(t, profiles)
		if got := s.Balance(); len(got) > 0 {
			t.Fatalf("%v", shownGains(s))
		}
		for i := range s.Regions {
			if f := s.Figure(&s.Regions[i], FigureImbalance); f.Known && f.Value > 0 {
				t.Fatalf("%q has an imbalance of %v", s.Path(i), f.Value)
			}
		}
	})
}

// killed is what a rank leaves that ran the parts of a step in turn, over and over, until it was killed at an end,
// and was last seen before that. Calls that ended are known up to the end, what is open up to the last sign.
func killed(parts []int64, end, seen int64) *Profile {
	p := &Profile{To: seen}
	total := Node{Parent: -1, Name: "Total", Measure: Measure{Running: 1, Total: seen, Open: seen}}
	step := Node{Parent: 0, Name: "step"}
	p.Nodes = []Node{total, step}
	for i := range parts {
		p.Nodes = append(p.Nodes, Node{Parent: 1, Name: fmt.Sprint("part ", i)})
	}
	run := func(n *Node, begin, long int64) {
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
	var profiles []*Profile
	for rank := range 2 {
		work := []int64{100, 900}[rank]
		p := killed([]int64{work, 1000 - work}, 50_000, 49_990)
		p.Nodes[2].Name, p.Nodes[3].Name = "work", "barrier"
		p.Rank, p.Size, p.Late = rank, 2, 20
		p.Environments = []Environment{{"Default", 2, []Range{{First: 0, Last: 1, Stride: 1}}}}
		profiles = append(profiles, p)
	}
	if got, want := shownGains(merged(t, profiles)), []string{"work 19980 waits barrier"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// What is lost in a region itself, too, is told less what may come from when the ranks were last seen.
func TestBalanceOfAKilledRunInNoRegion(t *testing.T) {
	for seen, want := range map[int64]string{
		1000: "Total itself on 0 300 waits MPI_Allreduce", 970: "Total itself on 0 270 waits MPI_Allreduce",
	} {
		var profiles []*Profile
		for rank, waited := range []int64{100, 300, 300, 900} {
			to := int64(1000)
			if rank == 0 {
				to = seen
			}
			profiles = append(profiles, &Profile{
				Rank: rank, Size: 4, To: to, Environments: []Environment{{"Default", 4, []Range{{First: 0, Last: 3, Stride: 1}}}},
				Nodes: []Node{
					{Parent: -1, Name: "Total", Measure: Measure{Running: 1, Total: to, Open: to}},
					{Parent: 0, Name: "MPI_Allreduce", Measure: Measure{Calls: 1, Timed: 1, Total: waited, Min: waited, Max: waited}},
				},
			})
		}
		if got := shownGains(merged(t, profiles)); !slices.Equal(got, []string{want}) {
			t.Errorf("rank 0 last seen at %d: %q, want %q", seen, got, want)
		}
	}
}
