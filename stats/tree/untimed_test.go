package tree

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// untimedProfiles returns a run of one rank and one of two, of which the second alone runs write.
func untimedProfiles() (one *stats.Profile, two []*stats.Profile) {
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
	return profile(0, 1, few), []*stats.Profile{profile(0, 2, few), profile(1, 2, many, write, file)}
}

// What regions leave of the time of their parent has a smallest and a largest time of a rank, and which rank that is. Where a
// source does not say it, it is known of one rank alone: the extremes of the regions may be of different ranks.
func TestUntimedOfRanks(t *testing.T) {
	one, two := untimedProfiles()
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
		{[]*stats.Profile{one}, []string{"min", "mean", "max", "time"}, []string{"~untimed 500.0 ms 500.0 ms 500.0 ms 500.0 ms"}, false},
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

// A region that ran on other threads than the one it stands below says so where that waits, or where rows add up to more than it,
// since its time is no part of that one's. One that shares its thread does not: whichever number that has.
func TestBesideOnOtherThreads(t *testing.T) {
	on := func(parent int, name string, tracks ...int64) stats.Node { // pairs of a track and its time
		n := stats.Node{Parent: parent, Name: name}
		for i := 0; i < len(tracks); i += 2 {
			m := stats.Measure{Calls: 1, Timed: 1, Total: tracks[i+1], Min: tracks[i+1], Max: tracks[i+1]}
			n.Calls, n.Timed, n.Total = n.Calls+1, n.Timed+1, n.Total+m.Total
			n.Min, n.Max = m.Total, max(n.Max, m.Total)
			n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: int(tracks[i]), Measure: m})
		}
		if len(tracks) == 2 && tracks[0] == 0 {
			n.ByTrack = nil
		}
		return n
	}
	p := &stats.Profile{
		Size: 1, Program: "pool", To: 1e9, Tracks: []string{"main", "a", "b", "c", "d"}, Clock: stats.Clock{Name: "tsc", Hz: 1e9},
		Environments: []stats.Environment{{Name: "default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}},
		Nodes: []stats.Node{
			on(-1, "Total", 0, 1e9),
			on(0, "run", 0, 9e8),
			on(1, "worker", 1, 8e8, 2, 8e8, 3, 7e8),
			on(2, "job", 1, 1e8, 2, 6e8, 3, 5e8), // most of it on other threads than worker
			on(2, "helper", 4, 4e8),
			on(1, "waits", 0, 8e8),
			on(0, "shared", 0, 5e7, 1, 6e7),
			on(0, "starts", 0, 1e6),
			on(7, "goes on", 4, 3e8),
		},
	}
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		t.Fatal(err)
	}
	tr, err := New(s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"worker": true, "helper": true, "goes on": true}
	for _, r := range tr.Rows() {
		if got := strings.Contains(r.Note, "(beside)"); r.Part == Whole && got != want[r.Name] {
			t.Errorf("%s: %q", r.Name, r.Note)
		}
		// What goes on for longer than the region that began it has no share in that.
		if cell := string(parentCell(tr, nil, &r)); r.Name == "goes on" && cell != "" || r.Name == "worker" && cell != "88.9" {
			t.Errorf("%s has %q %% of its parent", r.Name, cell)
		}
	}
	if got := tr.Left(7).Float64(); got != 1e6 {
		t.Errorf("starts has %g ns outside of the regions below it, which ran on other threads; want 1e6", got)
	}
	if foot := strings.Join(tr.Foot(tr.Choose([]string{"time"})), "\n"); !strings.Contains(foot, "(beside): on other threads") {
		t.Errorf("nothing says what (beside) means:\n%s", foot)
	}
}

// What sampled regions leave of a region's time is an estimate, and every figure of it says so.
func TestUntimedBesideEstimates(t *testing.T) {
	_, two := untimedProfiles()
	s, err := stats.Merge(two)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Regions {
		s.Regions[i].Estimated = s.Regions[i].Name == "all"
	}
	tr, err := New(s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range tr.Rows() {
		if r.Part != Untimed {
			continue
		}
		marked := s.Regions[r.Region].Name == "Total" // nothing below write is sampled
		for _, column := range tr.Choose([]string{"min", "mean", "max", "imbalance"}) {
			if cell := strings.TrimSpace(tr.Cell(&r, &column)); !strings.HasPrefix(cell, "(") && cell != "-" && strings.HasPrefix(cell, "~") != marked {
				t.Errorf("~untimed of %s: %s is %q", s.Regions[r.Region].Name, column.Name, cell)
			}
		}
	}
}

// What regions leave of one that still runs differs between ranks that were seen at different times, whatever has been left.
func TestUntimedImbalanceRunning(t *testing.T) {
	_, two := untimedProfiles()
	write := two[1].Nodes[2:]
	two[0].Nodes = append(two[0].Nodes, write...)
	two[0].Nodes[3].Total -= 4e7
	s, err := stats.Merge(two)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(s.Regions, func(r stats.Region) bool { return r.Name == "write" })
	for _, c := range []struct {
		running int
		want    string
	}{{0, "20.00 ms"}, {1, "-"}} {
		s.Apart, s.Regions[at].Running = 1e8, c.running
		tr, err := New(s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range tr.Rows() {
			if column := tr.Choose([]string{"imbalance"})[0]; r.Part == Untimed && r.Region == at && strings.TrimSpace(tr.Cell(&r, &column)) != c.want {
				t.Errorf("running on %d: %q, want %q", c.running, tr.Cell(&r, &column), c.want)
			}
		}
	}
}
