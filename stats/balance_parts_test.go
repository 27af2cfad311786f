package stats

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// partNode is a timedNode in an environment: "" for that of all ranks.
type partNode struct {
	timedNode
	environment string
}

// inParts is ranksOf with environments of so many ranks from one on.
func inParts(t rapid.TB, parts map[string]Range, nodes []partNode) *Summary {
	t.Helper()
	size := len(nodes[0].times)
	var names []string
	for name := range parts {
		names = append(names, name)
	}
	slices.Sort(names)
	var profiles []*Profile
	for rank := range size {
		p := &Profile{Rank: rank, Size: size, Environments: []Environment{{"Default", size, []Range{{First: 0, Last: size - 1, Stride: 1}}}}}
		at := map[string]int{"": 0}
		for _, name := range names {
			if r := parts[name]; rank >= r.First && rank <= r.Last {
				at[name] = len(p.Environments)
				p.Environments = append(p.Environments, Environment{name, r.Last - r.First + 1, []Range{r}})
			}
		}
		place := make([]int, len(nodes)) // in the rank's tree, which lacks what it has not run
		for i, n := range nodes {
			if place[i] = -1; n.times[rank] < 0 {
				continue
			}
			node := Node{Parent: -1, Name: n.name, Environment: at[n.environment], Measure: Measure{Calls: 1, Timed: 1, Total: n.times[rank], Min: n.times[rank], Max: n.times[rank]}}
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
	coupled := map[string]Range{"ocean": {First: 0, Last: 3, Stride: 1}, "ice": {First: 4, Last: 5, Stride: 1}}
	writers := map[string]Range{"writers": {First: 0, Last: 0, Stride: 1}}
	for _, c := range []struct {
		what  string
		parts map[string]Range
		nodes []partNode
		want  []string
	}{
		{"a part has more to do", coupled, []partNode{
			{timedNode{-1, "Total", []int64{250, 250, 250, 250, 250, 250}}, ""},
			{timedNode{0, "ocean", []int64{240, 240, 240, 240, -1, -1}}, "ocean"},
			{timedNode{0, "ice", []int64{-1, -1, -1, -1, 60, 60}}, "ice"},
			{timedNode{0, "couple", []int64{10, 10, 10, 10, 190, 190}}, ""},
		}, []string{"ocean between 60 waits couple"}},
		{"a rank of it is slow", coupled, []partNode{
			{timedNode{-1, "Total", []int64{250, 250, 250, 250, 250, 250}}, ""},
			{timedNode{0, "ocean", []int64{240, 240, 240, 240, -1, -1}}, "ocean"},
			{timedNode{1, "solve", []int64{100, 100, 220, 100, -1, -1}}, "ocean"},
			{timedNode{1, "sum", []int64{140, 140, 20, 140, -1, -1}}, "ocean"},
			{timedNode{0, "ice", []int64{-1, -1, -1, -1, 60, 60}}, "ice"},
			{timedNode{0, "couple", []int64{10, 10, 10, 10, 190, 190}}, ""},
		}, []string{"solve 90 waits sum", "ocean between 30 waits couple"}},
		{"of which it has two regions", coupled, []partNode{
			{timedNode{-1, "Total", []int64{250, 250, 250, 250, 250, 250}}, ""},
			{timedNode{0, "ocean", []int64{160, 160, 160, 160, -1, -1}}, "ocean"},
			{timedNode{0, "rivers", []int64{80, 80, 80, 80, -1, -1}}, "ocean"},
			{timedNode{0, "ice", []int64{-1, -1, -1, -1, 60, 60}}, "ice"},
			{timedNode{0, "MPI_Barrier", []int64{10, 10, 10, 10, 190, 190}}, ""},
		}, []string{"ocean between 60 waits MPI_Barrier"}},
		{"all wait for one that writes", writers, []partNode{
			{timedNode{-1, "Total", []int64{100, 100, 100, 100}}, ""},
			{timedNode{0, "write", []int64{60, -1, -1, -1}}, "writers"},
			{timedNode{0, "next", []int64{5, 65, 65, 65}}, ""},
		}, []string{"write between 45 waits next"}},
		{"what all run takes long on a rank of a part that has as much to do", coupled, []partNode{
			{timedNode{-1, "Total", []int64{250, 250, 250, 250, 250, 250}}, ""},
			{timedNode{0, "ocean", []int64{60, 60, 60, 60, -1, -1}}, "ocean"},
			{timedNode{0, "ice", []int64{-1, -1, -1, -1, 50, 50}}, "ice"},
			{timedNode{0, "work", []int64{40, 40, 40, 40, 40, 190}}, ""},
		}, []string{"work 125"}},
	} {
		if got := shownGains(inParts(t, c.parts, c.nodes)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
		if got := shownGains(inParts(t, c.parts, withDevices(c.nodes))); !slices.Equal(got, c.want) {
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
		parts := map[string]Range{"a": {First: 0, Last: first - 1, Stride: 1}, "b": {First: first, Last: size - 1, Stride: 1}}
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
		list := s.Balance()
		want := float64(long) - float64(sum)/float64(size)
		name := "a"
		if swapped {
			name = "b"
		}
		if want < 1 {
			return
		}
		if len(list) != 1 || !list[0].Between || s.Regions[list[0].Region].Name != name || list[0].Saves < want-1e-6 || list[0].Saves > want+1e-6 || len(list[0].Waits) != 1 {
			t.Fatalf("%q, want %s between %g", shownGains(s), name, want)
		}
	})
}
