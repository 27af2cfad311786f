package tree_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// measured is four ranks that measured something beside time, one of them not.
func measured(t *testing.T) *stats.Summary {
	t.Helper()
	var profiles []*stats.Profile
	for rank := range 4 {
		p := &stats.Profile{
			Rank: rank, Size: 4, Host: "n", Program: "model", To: 10e9,
			Environments: []stats.Environment{{Name: "Default", Size: 4, Ranks: []stats.Range{{First: 0, Last: 3, Stride: 1}}}},
			Clock:        stats.Clock{Name: "tsc", Hz: 1e9, Resolution: 10, PairCost: 24},
			Nodes: []stats.Node{
				{Parent: -1, Name: "Total", Measure: stats.Measure{Calls: 1, Timed: 1, Total: 10e9}},
				{Parent: 0, Name: "solve", Measure: stats.Measure{Calls: 5, Timed: 5, Total: 8e9 + 1e8*int64(rank)}},
				{Parent: 0, Name: "write", Measure: stats.Measure{Calls: 1, Timed: 1, Total: 1e9}},
			},
		}
		if rank != 2 {
			p.Counters = []stats.Counter{
				{Name: "INSTRUCTIONS", Step: 1, Domain: "process"},
				{Name: "CPU_ENERGY", Unit: "J", Step: 1e-6, Domain: "board"},
				{Name: "MEMORY_RESIDENT", Unit: "B", Step: 1, Domain: "process"},
				{Name: "MEMORY_RESIDENT", Unit: "B", Step: 1, Domain: "process", Peak: true},
			}
			n := int64(rank + 1)
			p.Nodes[0].Values = []int64{20e9 * n, 900e6, 1 << 20, 3 << 30}
			p.Nodes[1].Values = []int64{17e9 * n, 800e6, -5 << 20, 2 << 30}
		}
		profiles = append(profiles, p)
	}
	s, err := stats.Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func derived() []tree.Derived {
	return []tree.Derived{{Name: "power", Unit: "W", Value: func(mean func(string) float64) float64 {
		return mean("CPU_ENERGY") / mean(tree.TimeName)
	}}, {Name: "nothing", Value: func(mean func(string) float64) float64 { return mean("no such") }}}
}

func TestCounters(t *testing.T) {
	golden.Check(t, "counters.txt", write(t, measured(t), tree.Options{Derived: derived()}))
	golden.Check(t, "counters-ascii.txt", write(t, measured(t), tree.Options{Derived: derived(), ASCII: true}))
}

// The table of counters has a row for each region of which, or of what is in it, something is known: one
// of dashes tells nothing, and there may be many.
func TestRowsOfCounters(t *testing.T) {
	text := write(t, measured(t), tree.Options{})
	if strings.Count(text, "├ solve") != 1 || strings.Count(text, "└ solve") != 1 || strings.Count(text, "write") != 1 || strings.Count(text, "untimed ") != 1 {
		t.Errorf("got\n%s", text)
	}
}

// A count of threads says on how many calls it stands, in which mode, and what is taken off.
func TestCallsLeftOut(t *testing.T) {
	p := &stats.Profile{
		Size: 1, Host: "n", Program: "model", To: 10e9,
		Environments: []stats.Environment{{Name: "Default", Size: 1, Ranks: []stats.Range{{Stride: 1}}}},
		Counters: []stats.Counter{{Name: "INSTRUCTIONS", Step: 1, Domain: "thread in user mode"}, {Name: "TASK_CLOCK", Unit: "s", Step: 1e-9, Domain: "thread"},
			{Name: "PAGE_FAULTS@process", Step: 1, Domain: "process and the programs that it starts"}},
		Empty: []int64{57, 0},
		Nodes: []stats.Node{
			{Parent: -1, Name: "Total", Measure: stats.Measure{Calls: 1, Timed: 1, Total: 10e9}, Values: []int64{7000, 4e9, 1}},
			{Parent: 0, Name: "solve", Measure: stats.Measure{Calls: 5, Timed: 5, Total: 8e9}, Values: []int64{3000, 2e9, 1}, LeftOut: []uint64{2}},
			{Parent: 0, Name: "wait", Measure: stats.Measure{Calls: 4, Timed: 4, Total: 1e9}, Values: []int64{stats.NoValue, 1e9, 0}, LeftOut: []uint64{4}},
		},
	}
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		t.Fatal(err)
	}
	data, _ := s.MarshalBinary()
	var again stats.Summary
	if err := again.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	text := write(t, &again, tree.Options{})
	for _, want := range []string{"of calls", "3/5", "0/4", "INSTRUCTIONS in user mode, TASK_CLOCK", "Of the process and the programs that it starts: PAGE_FAULTS@process.", "subtracted from each call, the count of an empty region: INSTRUCTIONS 57", "CountersLock", "set CountersLock: true"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
}

// Beside a count of hardware that has too few counters stands for which share of the region's time it was counted, over all
// ranks. Where it never was there is no value.
func TestSharesOfCounters(t *testing.T) {
	profile := func(rank int, solve int64, turns ...stats.Turns) *stats.Profile {
		return &stats.Profile{
			Rank: rank, Size: 2, Host: "n", Program: "model", To: 10e9,
			Environments: []stats.Environment{{Name: "Default", Size: 2, Ranks: []stats.Range{{Last: 1, Stride: 1}}}},
			Counters:     []stats.Counter{{Name: "INSTRUCTIONS", Step: 1, Domain: "thread in user mode"}},
			Nodes: []stats.Node{
				{Parent: -1, Name: "Total", Measure: stats.Measure{Calls: 1, Timed: 1, Total: 10e9}, Values: []int64{9000}},
				{Parent: 0, Name: "solve", Measure: stats.Measure{Calls: 5, Timed: 5, Total: 8e9}, Values: []int64{solve}, Turns: turns[:1]},
				{Parent: 0, Name: "wait", Measure: stats.Measure{Calls: 4, Timed: 4, Total: 1e9}, Values: []int64{stats.NoValue}, Turns: turns[1:]},
			},
		}
	}
	list := []*stats.Profile{
		profile(0, 3000, stats.Turns{Due: 3000, Counted: 1000}, stats.Turns{Due: 100}), profile(1, 5000, stats.Turns{Due: 1000, Counted: 1000}, stats.Turns{Due: 50}),
	}
	for i, p := range list { // which an encoding keeps
		data, err := p.MarshalBinary()
		var again stats.Profile
		if err = errors.Join(err, again.UnmarshalBinary(data)); err != nil {
			t.Fatal(err)
		}
		list[i] = &again
	}
	s, err := stats.Merge(list)
	if err != nil {
		t.Fatal(err)
	}
	data, _ := s.MarshalBinary()
	var again stats.Summary
	if err := again.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(again.Regions)
	if want := `"turns":{"due":4000,"counted":2000}`; !strings.Contains(string(text), want) {
		t.Errorf("no %s in %s", want, text)
	}
	shown := write(t, &again, tree.Options{})
	solve := regexp.MustCompile(`(?m)solve .*~4.000 k +50 %`)
	if !solve.MatchString(shown) || !regexp.MustCompile(`(?m)wait +- +0 %`).MatchString(shown) {
		t.Errorf("got\n%s", shown)
	}
}
