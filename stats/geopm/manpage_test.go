package geopm

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/signal"
)

// manPage is the timing example of geopm_report(7): the region of each CPU at each millisecond. The page
// has no row for the start, which the numbers that it gives need.
var manPage = []string{
	"----", // .000
	"----", // .001
	"A--A",
	"AA-A",
	"AAAA",
	"-AAA",
	"BAAA",
	"BBAB",
	"BBBB",
	"BBBB",
	"BBBB",
	"----", // .011
	"----", // .012, the end
}

// exampleBatch is a node with two packages of two CPUs that plays manPage, sampled every 2 ms.
type exampleBatch struct {
	row   int
	reads []func() float64
	names []string
}

func (b *exampleBatch) Info(name string) (signal.Info, error) {
	switch name {
	case signal.Time:
		return signal.Info{Name: name, Behavior: signal.Monotone, Domain: signal.CPU, Indices: []int{0, 1, 2, 3}, Aggregation: signal.First}, nil
	case "FREQUENCY":
		return signal.Info{Name: name, Behavior: signal.Variable, Domain: signal.CPU, Indices: []int{0, 1, 2, 3}, Aggregation: signal.Average}, nil
	}
	return signal.Info{}, fmt.Errorf("%w: %s", signal.ErrUnknown, name)
}

func (b *exampleBatch) Push(name string, d signal.Domain, index int) (int, error) {
	cpus := map[signal.Domain][][]int{signal.Board: {{0, 1, 2, 3}}, signal.Package: {{0, 1}, {2, 3}}, signal.CPU: {{0}, {1}, {2}, {3}}}[d]
	if index >= len(cpus) {
		return 0, fmt.Errorf("%w: %s has no instance %d", signal.ErrDomain, name, index)
	}
	read := map[string]func() float64{
		signal.Time:       func() float64 { return float64(b.row) / 1000 },
		signal.RegionHash: func() float64 { return b.shared(cpus[index]) },
		signal.EpochCount: func() float64 { return 0 },
		"FREQUENCY":       func() float64 { return float64(b.row) },
	}[name]
	if read == nil {
		return 0, fmt.Errorf("%w: %s", signal.ErrUnknown, name)
	}
	key := fmt.Sprint(name, d, index)
	if i := slices.Index(b.names, key); i >= 0 {
		return i, nil
	}
	b.names = append(b.names, key)
	b.reads = append(b.reads, read)
	return len(b.reads) - 1, nil
}

// shared returns the region that all of some CPUs are in.
func (b *exampleBatch) shared(cpus []int) float64 {
	region := manPage[b.row][cpus[0]]
	for _, c := range cpus {
		if manPage[b.row][c] != region {
			return signal.RegionUnmarked
		}
	}
	if region == '-' {
		return signal.RegionUnmarked
	}
	return float64(Hash(string(region)))
}

func (b *exampleBatch) Read() error          { return nil }
func (b *exampleBatch) Sample(i int) float64 { return b.reads[i]() }

// exampleProfiles returns the exact times of the four processes: those of the rows.
func exampleProfiles() []*stats.Profile {
	var list []*stats.Profile
	for rank := range 4 {
		p := &stats.Profile{Rank: rank, Size: 4, Host: "vm", To: 12e6}
		for _, name := range []string{"A", "B"} {
			n := stats.Node{Parent: -1, Name: name}
			for row, now := range manPage {
				if now[rank] == name[0] {
					n.Total += 1e6
					if manPage[row-1][rank] != name[0] {
						n.Calls++
					}
				}
			}
			p.Nodes = append(p.Nodes, n)
		}
		list = append(list, p)
	}
	return list
}

func sampleExample(t *testing.T, wanted ...string) *Sampled {
	t.Helper()
	batch := &exampleBatch{}
	c, err := NewCollector(batch, wanted)
	if err != nil {
		t.Fatal(err)
	}
	for ; batch.row < len(manPage); batch.row += 2 {
		if err := batch.Read(); err != nil {
			t.Fatal(err)
		}
		c.Update()
	}
	batch.row = len(manPage) - 1
	return c.Collect()
}

// The numbers that the man page should have: it says .00375 s for A, .002875 s for B and .003 s unmarked.
func TestManPageExample(t *testing.T) {
	s := sampleExample(t, "TIME@package")
	if len(s.Absent) != 21 || s.Absent[0].Name != "CPU_ENERGY" || s.Absent[0].Reason != "not known here" {
		t.Errorf("absent are %v", s.Absent)
	}
	s.Absent, s.Sticker = nil, 2.1e9 // without which GEOPM writes no report
	h, err := Build(Input{Name: "vm", Profiles: exampleProfiles(), Sampled: s, Startup: .0002, Overhead: .0001, Memory: 4664})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what string
		s    Section
		want [5]float64 // runtime, count, sync-runtime, TIME@package-0, TIME@package-1
	}{
		{"A", h.Region("A").Totals, [5]float64{.004, 1, .002, .002, .004}},
		{"B", h.Region("B").Totals, [5]float64{.004, 1, .004, .004, .004}},
		{"unmarked", h.Unmarked, [5]float64{.004, 0, .006, .006, .004}},
		{"application", h.Application, [5]float64{.012, 0, .012, .012, .012}},
	} {
		for i, key := range []string{KeyRuntime, KeyCount, KeySyncRuntime, "TIME@package-0", "TIME@package-1"} {
			if v, ok := c.s.Value(key); v != c.want[i] || !ok {
				t.Errorf("%s: %s is %v, %v; want %v", c.what, key, v, ok, c.want[i])
			}
		}
	}
	r := &Report{Version: "3.1.1.dev0+test", Start: "Tue Nov  6 08:00:00 2018", Profile: "man page example", Agent: "monitor", Policy: "{}", Hosts: []Host{h}}
	text := write(t, r)
	golden.Check(t, "manpage.report", text)

	// The real Reporter writes the same, but for the Epoch Totals that older readers want.
	real := write(t, read(t, sharedReport(t, "reporter_manpage_example.report")))
	if d := differing(real, text); len(d) > 0 {
		t.Errorf("differs from what GEOPM writes: %q", d)
	}
}

func TestCollectorWants(t *testing.T) {
	s := sampleExample(t, "FREQUENCY", "FREQUENCY@cpu", "TIME@board")
	if got := strings.Join(s.Signals, " "); got != "FREQUENCY FREQUENCY@cpu-0 FREQUENCY@cpu-1 FREQUENCY@cpu-2 FREQUENCY@cpu-3 TIME" {
		t.Errorf("signals are %s", got)
	}
	// CPU 0 is in A at rows 2 and 4; what is seen at rows 4 and 6 ends these intervals.
	if v := s.Regions[Hash("A")]["FREQUENCY@cpu-0"]; v != 5 {
		t.Errorf("frequency in A on CPU 0 is %v", v)
	}
	c, err := NewCollector(&exampleBatch{}, []string{"NOTHING", "TIME@moon", "TIME@package"})
	if err == nil || !strings.Contains(err.Error(), `"NOTHING"`) || !strings.Contains(err.Error(), `"TIME@moon"`) || c == nil {
		t.Fatalf("got %v", err)
	}
	if got := strings.Join(c.Collect().Signals, " "); got != "TIME@package-0 TIME@package-1" {
		t.Errorf("signals are %s", got)
	}
}
