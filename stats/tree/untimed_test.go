package tree

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// What regions leave of the time of their parent has a smallest and a largest time of a rank, and which rank that is. Where a
// source does not say it, it is known of one rank alone: the extremes of the regions may be of different ranks.
func TestUntimedOfRanks(t *testing.T) {
	node := func(parent int, name string, total int64) stats.Node {
		return stats.Node{Parent: parent, Name: name, Measure: stats.Measure{
			Calls: 1, Timed: 1, Total: total, Min: total, Max: total, Squares: stats.Mul(uint64(total), uint64(total)),
		}}
	}
	profile := func(rank, size int, nodes ...stats.Node) *stats.Profile {
		return &stats.Profile{
			Rank: rank, Size: size, Program: "model", To: 1e9, Tracks: []string{"main"}, Clock: stats.Clock{Name: "tsc", Hz: 1e9},
			Environments: []stats.Environment{{Name: "default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}}},
			Nodes:        append([]stats.Node{node(-1, "Total", 1e9)}, nodes...),
		}
	}
	few, many := node(0, "all", 5e8), node(0, "all", 8e8)
	write, file := node(0, "write", 2e8), node(2, "file", 5e7)
	two := []*stats.Profile{profile(0, 2, few), profile(1, 2, many, write, file)}
	for _, c := range []struct {
		profiles []*stats.Profile
		columns  []string
		rows     []string
		nowhere  bool // the source does not say which ranks the extremes are of
	}{
		{two, []string{"min", "mean", "max"}, []string{
			"~untimed 150.0 ms (1) 150.0 ms 150.0 ms (1)", // of write
			"~untimed 0 s (1) 250.0 ms 500.0 ms (0)",      // of Total
		}, false},
		{two, []string{"min", "mean", "max"}, []string{"~untimed - 150.0 ms -", "~untimed - 250.0 ms -"}, true},
		{[]*stats.Profile{profile(0, 1, few)}, []string{"min", "mean", "max", "time"}, []string{"~untimed 500.0 ms 500.0 ms 500.0 ms 500.0 ms"}, false},
	} {
		s, err := stats.Merge(c.profiles)
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Regions {
			if c.nowhere {
				s.Regions[i].Min.Rank, s.Regions[i].Max.Rank = -1, -1
				s.Regions[i].UntimedMin, s.Regions[i].UntimedMax = stats.Extreme{}, stats.Extreme{}
			}
		}
		tr, err := New(s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range tr.Rows() {
			if r.Part != Untimed {
				continue
			}
			cells := []string{r.Name}
			for _, column := range tr.Choose(c.columns) {
				if cell := strings.TrimSpace(tr.Cell(&r, &column)); cell != "" {
					cells = append(cells, cell)
				}
			}
			got = append(got, strings.Join(cells, " "))
		}
		if strings.Join(got, "\n") != strings.Join(c.rows, "\n") {
			t.Errorf("%d ranks: rows are\n%s\nwant\n%s", s.Size, strings.Join(got, "\n"), strings.Join(c.rows, "\n"))
		}
	}
}
