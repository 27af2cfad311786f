package answers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// ranksOf makes the stats.Summary of ranks whose nodes took so long: a line for each node, with a time for each rank, -1
// where it did not run, and absent, for a last one, where there is no such node.
func ranksOf(t rapid.TB, nodes []timedNode) *stats.Summary {
	t.Helper()
	size := len(nodes[0].times)
	var profiles []*stats.Profile
	for rank := range size {
		p := profileOf(rank, size)
		for _, n := range nodes {
			if n.times[rank] == absent {
				continue
			}
			node := stats.Node{Parent: n.parent, Name: n.name}
			if n.times[rank] >= 0 {
				node.Measure = stats.Measure{Calls: 1, Timed: 1, Total: n.times[rank], Min: n.times[rank], Max: n.times[rank]}
			}
			p.Nodes = append(p.Nodes, node)
		}
		profiles = append(profiles, p)
	}
	return merged(t, profiles)
}

// profileOf is that of a rank among so many, all of them in one environment.
func profileOf(rank, size int, nodes ...stats.Node) *stats.Profile {
	all := []stats.Range{{First: 0, Last: size - 1, Stride: 1}}
	return &stats.Profile{Rank: rank, Size: size, Nodes: nodes, Environments: []stats.Environment{{Name: "Default", Size: size, Ranks: all}}}
}

const absent = -2

type timedNode struct {
	parent int
	name   string
	times  []int64
}

func merged(t rapid.TB, profiles []*stats.Profile) *stats.Summary {
	t.Helper()
	s, err := stats.Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// shown is what was found, in short.
func shown(s *stats.Summary) (list []string) {
	for _, f := range Find(s) {
		if f.Kind != Balanced {
			list = append(list, inShort(s, &f))
		}
	}
	return list
}

func inShort(s *stats.Summary, f *Finding) string {
	text := fmt.Sprintf("%s %.0f on %v", s.Regions[f.Region].Name, f.Saves, members(f.Ranks))
	if f.Own {
		text = "in itself " + text
	}
	if f.Kind != Slow {
		text = string(f.Kind) + " " + text
	}
	for _, w := range f.Waits {
		text += " waits " + s.Regions[w].Name
	}
	for i := range f.Either {
		text += ", or " + inShort(s, &f.Either[i])
	}
	return text
}

func members(r Ranks) string {
	var list []string
	for _, each := range r.Ranges {
		list = append(list, each.String())
	}
	if list == nil {
		return fmt.Sprintf("%d~%d", r.First, r.Count)
	}
	return strings.Join(list, ",")
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		what  string
		nodes []timedNode
		want  []string
	}{
		{"balanced", []timedNode{{-1, "Total", []int64{100, 100}}, {0, "a", []int64{60, 60}}}, nil},
		{"others wait in a barrier", []timedNode{
			{-1, "Total", []int64{100, 100, 100, 100}}, {0, "work", []int64{20, 20, 20, 80}}, {0, "barrier", []int64{80, 80, 80, 20}},
		}, []string{"undecided work 15 on 3 waits barrier, or barrier 15 on 0-2 waits work"}},
		{"two ranks are slow", []timedNode{
			{-1, "Total", []int64{100, 100, 100, 100}}, {0, "work", []int64{20, 20, 79, 80}}, {0, "barrier", []int64{80, 80, 20, 21}},
		}, []string{"undecided work 30 on 2-3 waits barrier, or barrier 30 on 0-1 waits work"}},
		{"each rank has work of its own", []timedNode{
			{-1, "Total", []int64{100, 100, 100}}, {0, "a", []int64{100, 0, 0}}, {0, "b", []int64{0, 100, 0}}, {0, "c", []int64{0, 0, 100}},
		}, []string{"unknown a 67 on 0"}},
		{"waits outside of regions", []timedNode{{-1, "Total", []int64{100, 100}}, {0, "work", []int64{20, 80}}}, []string{"undecided work 30 on 1, or in itself Total 30 on 0 waits work"}},
		{"nested", []timedNode{
			{-1, "Total", []int64{60, 100}}, {0, "step", []int64{50, 90}}, {1, "inner", []int64{10, 70}}, {1, "rest", []int64{40, 20}},
		}, []string{"unknown inner 10 on 1"}},
		{"a loop that waits a little for the start", []timedNode{
			{-1, "Total", []int64{1000, 1000, 1000}}, {0, "init", []int64{10, 10, 40}}, {0, "loop", []int64{989, 988, 960}},
			{2, "work", []int64{100, 100, 700}}, {2, "halo", []int64{889, 888, 260}},
		}, []string{"undecided work 200 on 2 waits halo, or halo 200 on 0-1 waits work"}},
		{"a rank that is slow everywhere", []timedNode{
			{-1, "Total", []int64{1000, 1000, 1000}}, {0, "a", []int64{100, 110, 500}}, {0, "b", []int64{110, 100, 300}}, {0, "halo", []int64{790, 790, 200}},
		}, []string{"undecided a 197 on 2 waits halo, or halo 197 on 0-1 waits a waits b"}},
		{"a region that is long where it waits", []timedNode{
			{-1, "Total", []int64{250, 250, 250, 250}}, {0, "part", []int64{245, 240, 238, 237}}, {1, "solve", []int64{100, 100, 100, 200}}, {1, "sum", []int64{145, 140, 138, 37}},
		}, []string{"undecided solve 25 on 3 waits sum, or sum 25 on 0-2 waits solve"}},
		{"one rank has little to do", []timedNode{
			{-1, "Total", []int64{100, 100, 100, 100}}, {0, "work", []int64{80, 80, 80, 20}}, {0, "halo", []int64{20, 20, 20, 80}}, {2, "MPI_Waitall", []int64{18, 18, 18, 79}},
		}, []string{"work 15 on 0-2 waits halo", "waiting MPI_Waitall 18 on 0-3"}},
		{"one of two ranks is slow in several regions", []timedNode{
			{-1, "Total", []int64{100, 100}}, {0, "halo", []int64{70, 10}}, {0, "a", []int64{10, 40}}, {0, "b", []int64{20, 50}}, {1, "MPI_Recv", []int64{70, 10}},
		}, []string{"b 15 on 1 waits halo", "a 15 on 1 waits halo"}},
		{"one of two ranks waits for the other in a call", []timedNode{
			{-1, "Total", []int64{100, 100}}, {0, "MPI_Allreduce", []int64{70, 10}}, {0, "work", []int64{30, 90}},
		}, []string{"work 30 on 1 waits MPI_Allreduce"}},
		{"a barrier of the timers", []timedNode{
			{-1, "Total", []int64{100, 100}}, {0, "sync_step", []int64{70, 10}}, {0, "work", []int64{30, 90}},
		}, []string{"work 30 on 1 waits sync_step"}},
		{"a call for which nobody waits", []timedNode{
			{-1, "Total", []int64{40, 100}}, {0, "work", []int64{20, 20}}, {0, "MPI_Gather", []int64{20, 80}},
		}, nil},
		{"work in no region", []timedNode{
			{-1, "Total", []int64{100, 100, 100, 102}}, {0, "MPI_Allreduce", []int64{60, 80, 10, 62}}, {0, "MPI_Barrier", []int64{2, 1, 4, 2}},
		}, []string{"in itself Total 41 on 2 waits MPI_Allreduce", "waiting MPI_Allreduce 14 on 0-3"}},
		{"work in no region, beside little in one", []timedNode{
			{-1, "Total", []int64{100, 100, 100, 100}}, {0, "MPI_Allreduce", []int64{60, 80, 10, 60}}, {0, "output", []int64{2, 2, 4, 2}},
		}, []string{"in itself Total 41 on 2 waits MPI_Allreduce"}},
		{"no time outside of regions that could explain it", []timedNode{
			{-1, "Total", []int64{100, 100, 100, 100}}, {0, "a", []int64{38, 18, 86, 38}}, {0, "MPI_Allreduce", []int64{60, 80, 10, 60}},
		}, []string{"a 41 on 2 waits MPI_Allreduce"}},
		{"ranks that began at different times", []timedNode{
			{-1, "MPI_Init", []int64{70, 10}}, {-1, "Total", []int64{100, 100}},
		}, nil},
		{"files are work", []timedNode{
			{-1, "Total", []int64{100, 100, 100, 100}}, {0, "work", []int64{80, 80, 80, 20}}, {0, "MPI_File_write", []int64{20, 20, 20, 80}},
		}, []string{"undecided MPI_File_write 15 on 3 waits work, or work 15 on 0-2 waits MPI_File_write"}},
		{"flat, where a rank may wait in b or in c", []timedNode{{-1, "a", []int64{60, 100}}, {-1, "b", []int64{0, 90}}, {-1, "c", []int64{90, 0}}}, []string{"unknown b 90 on 1"}},
	} {
		if got := shown(ranksOf(t, c.nodes)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// partNode is a timedNode in an environment: "" for that of all ranks.
type partNode struct {
	timedNode
	environment string
}

// inParts is ranksOf with environments of so many ranks from one on.
func inParts(t rapid.TB, parts map[string]stats.Range, nodes []partNode) *stats.Summary {
	t.Helper()
	size := len(nodes[0].times)
	var names []string
	for name := range parts {
		names = append(names, name)
	}
	slices.Sort(names)
	var profiles []*stats.Profile
	for rank := range size {
		p := profileOf(rank, size)
		at := map[string]int{"": 0}
		for _, name := range names {
			if r := parts[name]; rank >= r.First && rank <= r.Last {
				at[name] = len(p.Environments)
				p.Environments = append(p.Environments, stats.Environment{Name: name, Size: r.Last - r.First + 1, Ranks: []stats.Range{r}})
			}
		}
		place := make([]int, len(nodes)) // in the rank's tree, which lacks what it has not run
		for i, n := range nodes {
			if place[i] = -1; n.times[rank] < 0 {
				continue
			}
			node := stats.Node{Parent: -1, Name: n.name, Environment: at[n.environment], Measure: stats.Measure{Calls: 1, Timed: 1, Total: n.times[rank], Min: n.times[rank], Max: n.times[rank]}}
			if n.parent >= 0 {
				node.Parent = place[n.parent]
			}
			place[i] = len(p.Nodes)
			p.Nodes = append(p.Nodes, node)
		}
		profiles = append(profiles, p)
	}
	return merged(t, profiles)
}

// Where parts of the ranks have regions of their own, ranks wait for the part that has more to do, in what all of them run; and
// who is slow within a part is named, though the longest time of all is a wait.
func TestBalanceOfParts(t *testing.T) {
	coupled := map[string]stats.Range{"ocean": {First: 0, Last: 3, Stride: 1}, "ice": {First: 4, Last: 5, Stride: 1}}
	writers := map[string]stats.Range{"writers": {First: 0, Last: 0, Stride: 1}}
	for _, c := range []struct {
		what  string
		parts map[string]stats.Range
		nodes []partNode
		want  []string
	}{
		{"a part has more to do", coupled, []partNode{
			{timedNode{-1, "Total", []int64{250, 250, 250, 250, 250, 250}}, ""},
			{timedNode{0, "ocean", []int64{240, 240, 240, 240, -1, -1}}, "ocean"},
			{timedNode{0, "ice", []int64{-1, -1, -1, -1, 60, 60}}, "ice"},
			{timedNode{0, "couple", []int64{10, 10, 10, 10, 190, 190}}, ""},
		}, []string{"between ocean 60 on 0-3 waits couple"}},
		{"a rank of it is slow", coupled, []partNode{
			{timedNode{-1, "Total", []int64{250, 250, 250, 250, 250, 250}}, ""},
			{timedNode{0, "ocean", []int64{240, 240, 240, 240, -1, -1}}, "ocean"},
			{timedNode{1, "solve", []int64{100, 100, 220, 100, -1, -1}}, "ocean"},
			{timedNode{1, "sum", []int64{140, 140, 20, 140, -1, -1}}, "ocean"},
			{timedNode{0, "ice", []int64{-1, -1, -1, -1, 60, 60}}, "ice"},
			{timedNode{0, "couple", []int64{10, 10, 10, 10, 190, 190}}, ""},
		}, []string{"unknown ocean 60 on 0-3 waits couple", "undecided solve 30 on 2 waits sum, or sum 30 on 0-1,3 waits solve"}},
		{"of which it has two regions", coupled, []partNode{
			{timedNode{-1, "Total", []int64{250, 250, 250, 250, 250, 250}}, ""},
			{timedNode{0, "ocean", []int64{160, 160, 160, 160, -1, -1}}, "ocean"},
			{timedNode{0, "rivers", []int64{80, 80, 80, 80, -1, -1}}, "ocean"},
			{timedNode{0, "ice", []int64{-1, -1, -1, -1, 60, 60}}, "ice"},
			{timedNode{0, "MPI_Barrier", []int64{10, 10, 10, 10, 190, 190}}, ""},
		}, []string{"between ocean 60 on 0-3 waits MPI_Barrier"}},
		{"all wait for one that writes", writers, []partNode{
			{timedNode{-1, "Total", []int64{100, 100, 100, 100}}, ""},
			{timedNode{0, "write", []int64{60, -1, -1, -1}}, "writers"},
			{timedNode{0, "next", []int64{5, 65, 65, 65}}, ""},
		}, []string{"between write 45 on 0 waits next"}},
		{"what all run takes long on a rank of a part that has as much to do", coupled, []partNode{
			{timedNode{-1, "Total", []int64{250, 250, 250, 250, 250, 250}}, ""},
			{timedNode{0, "ocean", []int64{60, 60, 60, 60, -1, -1}}, "ocean"},
			{timedNode{0, "ice", []int64{-1, -1, -1, -1, 50, 50}}, "ice"},
			{timedNode{0, "work", []int64{40, 40, 40, 40, 40, 190}}, ""},
		}, []string{"undecided work 25 on 5, or in itself Total 25 on 0-4 waits work"}},
	} {
		if got := shown(inParts(t, c.parts, c.nodes)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
		if got := shown(inParts(t, c.parts, withDevices(c.nodes))); !slices.Equal(got, c.want) {
			t.Errorf("%s, beside devices: %q, want %q", c.what, got, c.want)
		}
	}
}

// withDevices adds regions of devices below each, on which another rank takes long.
func withDevices(nodes []partNode) []partNode {
	list := slices.Clone(nodes)
	for i, n := range nodes {
		times := slices.Clone(n.times)
		for rank := range times {
			if times[rank] >= 0 {
				times[rank] = int64(1000 * (rank + i) % 3500)
			}
		}
		list = append(list, partNode{timedNode{i, "gpu0:kernel", times}, n.environment}, partNode{timedNode{len(list), "gpu0:inner", times}, n.environment})
	}
	return list
}

// Whatever parts there are and however their ranks are balanced, the part that has the most to do is named, and what balance
// between them gives back is what the mean over all ranks is below it.
func TestBalanceBetweenParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.IntRange(1, 8).Draw(t, "ranks of the first")
		size := first + rapid.IntRange(1, 8).Draw(t, "ranks of the second")
		long, short := rapid.Int64Range(200, 1000).Draw(t, "long"), rapid.Int64Range(1, 100).Draw(t, "short")
		parts := map[string]stats.Range{"a": {First: 0, Last: first - 1, Stride: 1}, "b": {First: first, Last: size - 1, Stride: 1}}
		nodes := []partNode{{timedNode{parent: -1, name: "Total"}, ""}, {timedNode{name: "a"}, "a"}, {timedNode{name: "b"}, "b"}, {timedNode{name: "couple"}, ""}}
		swapped := rapid.Bool().Draw(t, "the second has more to do")
		sum := int64(0)
		for rank := range size {
			work := short
			if rank < first != swapped {
				work = long
			}
			sum += work
			a, b := work, int64(-1)
			if rank >= first {
				a, b = b, a
			}
			for i, v := range []int64{long + 1, a, b, long + 1 - work} {
				nodes[i].times = append(nodes[i].times, v)
			}
		}
		s := inParts(t, parts, nodes)
		list := Find(s)
		want := float64(long) - float64(sum)/float64(size)
		name := "a"
		if swapped {
			name = "b"
		}
		if want < 1 {
			return
		}
		if len(list) != 1 || list[0].Kind != Between || s.Regions[list[0].Region].Name != name || list[0].Saves < want-1e-6 || list[0].Saves > want+1e-6 || len(list[0].Waits) != 1 {
			t.Fatalf("%q, want %s between %g", shown(s), name, want)
		}
	})
}

// A rank that is slow within a part saves nothing while all of that part wait for another one that goes on beside it. It does where
// the parts come one after the other, or where it is in the part that all wait for.
func TestSlowBesideALaterPart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.IntRange(3, 8).Draw(t, "ranks of the first")
		size := first + rapid.IntRange(3, 8).Draw(t, "ranks of the second")
		base, more, excess := rapid.Int64Range(300, 500).Draw(t, "work"), rapid.Int64Range(0, 400).Draw(t, "of the first"), rapid.Int64Range(150, 250).Draw(t, "excess")
		slow := rapid.IntRange(0, size-1).Draw(t, "slow")
		turns := rapid.Bool().Draw(t, "in turn")
		wait := rapid.SampledFrom([]string{"MPI_Barrier", "sync"}).Draw(t, "wait")
		work, latest := make([]int64, size), [2]int64{}
		part := func(rank int) int { return min(rank/first, 1) }
		for rank := range size {
			if work[rank] = base; part(rank) == 0 {
				work[rank] += more
			}
			if rank == slow {
				work[rank] += excess
			}
			latest[part(rank)] = max(latest[part(rank)], work[rank])
		}
		whole, latency := max(latest[0], latest[1]), rapid.Int64Range(1, 200).Draw(t, "latency")
		if turns {
			whole = latest[0] + latest[1]
		}
		nodes := []partNode{{timedNode{parent: -1, name: "Total"}, ""}}
		for p, name := range []string{"a", "b"} {
			at := len(nodes)
			nodes = append(nodes, partNode{timedNode{parent: 0, name: name}, name}, partNode{timedNode{parent: at, name: name + " kernel"}, name}, partNode{timedNode{parent: at, name: wait}, name})
			for rank := range size {
				for i, v := range []int64{latest[p], work[rank], latest[p] - work[rank]} {
					if part(rank) != p {
						v = -1
					}
					nodes[at+i].times = append(nodes[at+i].times, v)
				}
			}
		}
		nodes = append(nodes, partNode{timedNode{parent: 0, name: "MPI_Allreduce"}, ""})
		for rank := range size {
			nodes[0].times = append(nodes[0].times, whole+latency)
			nodes[len(nodes)-1].times = append(nodes[len(nodes)-1].times, whole+latency-latest[part(rank)])
		}
		s := inParts(t, map[string]stats.Range{"a": {First: 0, Last: first - 1, Stride: 1}, "b": {First: first, Last: size - 1, Stride: 1}}, nodes)
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		named := false
		for _, found := range Find(s) {
			named = named || found.Kind == Slow && found.Ranks.First == slow
		}
		if spare := latest[1-part(slow)] - latest[part(slow)]; !turns && spare > excess && named {
			t.Fatalf("rank %d is named, and all wait for the others by %d: %q", slow, spare, shown(s))
		} else if (turns || latest[part(slow)] == whole) && !named && wait == "MPI_Barrier" { // another name is that of work
			t.Fatalf("rank %d is not named: %q", slow, shown(s))
		}
	})
}

// What is found does not depend on what devices did beside the host.
func TestFindBesideDevices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size, n := rapid.IntRange(2, 4).Draw(t, "ranks"), rapid.IntRange(1, 8).Draw(t, "regions")
		parents, names := make([]int, n), make([]string, n)
		for i := range n {
			parents[i], names[i] = rapid.IntRange(-1, i-1).Draw(t, "parent"), strconv.Itoa(i)
			if rapid.IntRange(0, 3).Draw(t, "device") == 0 || parents[i] >= 0 && stats.OnDevice(names[parents[i]]) {
				names[i] = "gpu0:" + names[i]
			}
		}
		var profiles []*stats.Profile
		for rank := range size {
			p := &stats.Profile{Rank: rank, Size: size, Environments: []stats.Environment{{Name: "all", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}}}}
			for i := range n {
				total := rapid.Int64Range(0, 1000).Draw(t, "time")
				p.Nodes = append(p.Nodes, stats.Node{Parent: parents[i], Name: names[i], Measure: stats.Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total}})
			}
			profiles = append(profiles, p)
		}
		s, err := stats.Merge(profiles)
		if err != nil {
			t.Fatal(err)
		}
		saves := func(s *stats.Summary) (list []string) {
			return shown(s)
		}
		if got, want := saves(s), saves(s.WithoutDevices()); !slices.Equal(got, want) {
			t.Errorf("%q, without devices %q", got, want)
		}
	})
}
