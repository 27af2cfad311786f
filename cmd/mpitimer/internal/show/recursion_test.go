package show

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export"
)

// A > B > A > C: the inner A has no row, and B its self time. Where self times are shown it says so, and a column says how
// many calls are such.
func TestSelfTimeOfRecursiveCalls(t *testing.T) {
	node := func(parent int, name string, calls, recursion uint64, total int64) stats.Node {
		return stats.Node{Parent: parent, Name: name, Measure: stats.Measure{
			Calls: calls, Recursion: recursion, Timed: 1, Total: total, Min: total, Max: total, Squares: stats.Mul(uint64(total), uint64(total)),
		}}
	}
	s, err := stats.Merge([]*stats.Profile{{
		Size: 1, Program: "model", To: 1e9, Tracks: []string{"main"}, Clock: stats.Clock{Name: "tsc", Hz: 1e9},
		Environments: []stats.Environment{{Name: "default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}},
		Nodes:        []stats.Node{node(-1, "Total", 1, 0, 40), node(0, "A", 2, 1, 40), node(1, "B", 1, 0, 30), node(2, "C", 1, 0, 10)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	note := "self time of recursive calls stands in the region that made them, which may be one below: A (1 of 2 calls)."
	for name, c := range map[string]struct {
		o    options
		said bool
	}{
		"tree":      {options{}, false},
		"bottom-up": {options{bottomUp: true}, true},
		"by self":   {options{sort: "self"}, true},
		"columns":   {options{columns: []string{"calls", "recursion", "self"}}, true},
	} {
		c.o.rank, c.o.pattern = -1, regexp.MustCompile("")
		if c.o.sort == "" {
			c.o.sort = "tree"
		}
		text, err := c.o.text(&load.Run{Summary: s})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text, note) != c.said {
			t.Errorf("%s: says %q: %v, want %v:\n%s", name, note, !c.said, c.said, text)
		}
		if row := regexp.MustCompile(`A +2 +1 +10 ns`); name == "columns" && !row.MatchString(text) {
			t.Errorf("no row %s:\n%s", row, text)
		}
		if row := regexp.MustCompile(`(?s)region +calls +recursive .*A +2 +1 +40 ns`); name == "tree" && !row.MatchString(text) {
			t.Errorf("no row %s:\n%s", row, text)
		}
	}
	var json, csv bytes.Buffer
	if err := errors.Join(export.WriteJSON(&json, export.Run{Summary: s}), export.WriteCSV(&csv, s)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(json.String(), `"recursion":1,`) || !regexp.MustCompile(`^.*,calls,recursion,timed,`).MatchString(csv.String()) {
		t.Errorf("no recursion in\n%s\n%s", json.String(), csv.String())
	}

	// Where nothing recurs there is no such column.
	s.Regions[1].Recursion, s.Regions[1].Timed = 0, 2
	o := options{rank: -1, pattern: regexp.MustCompile(""), sort: "tree"}
	if text, err := o.text(&load.Run{Summary: s}); err != nil || strings.Contains(text, "recursive") {
		t.Errorf("%v\n%s", err, text)
	}
}
