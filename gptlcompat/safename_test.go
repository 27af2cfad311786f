package gptlcompat_test

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

// One long name makes no row longer than the names of GPTL are, but where names are paths or all of it is asked for.
func TestOneLongNameWidensNoFile(t *testing.T) {
	long := "/" + strings.Repeat("a", 800)
	p := &stats.Profile{Size: 1, Environments: []stats.Environment{{Name: "Default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}}, Tracks: []string{"main"}, Nodes: []stats.Node{
		{Parent: -1, Name: "step", Measure: stats.Measure{Calls: 1, Timed: 1}}, {Parent: -1, Name: long, Measure: stats.Measure{Calls: 1, Timed: 1}}}}
	s, err := stats.Merge([]*stats.Profile{gptlcompat.ByName(p)})
	if err != nil {
		t.Fatal(err)
	}
	for what, write := range map[string]func(w *strings.Builder, limit int) error{
		"global": func(w *strings.Builder, limit int) error {
			return gptlcompat.WriteGlobal(w, s, gptlcompat.GlobalOptions{MaxName: limit})
		},
		"rank": func(w *strings.Builder, limit int) error {
			return gptlcompat.WriteRank(w, p, gptlcompat.RankOptions{MaxName: limit})
		},
		"timing": func(w *strings.Builder, limit int) error {
			return upstream.WriteTiming(w, p, upstream.TimingOptions{MaxName: limit})
		},
		"summary": func(w *strings.Builder, limit int) error {
			return upstream.WriteTimingSummary(w, s, upstream.TimingSummaryOptions{MaxName: limit})
		},
	} {
		for limit, most := range map[int]int{0: gptlcompat.DefaultMaxName + 120, 300: 300 + 120, -1: 801 + 120} {
			var text strings.Builder
			if err := write(&text, limit); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(text.String()) {
				if len(line) > most && !strings.Contains(line, " = ") { // the list of whole names
					t.Errorf("%s, limit %d: a line of %d bytes, want at most %d", what, limit, len(line), most)
				}
			}
			if !strings.Contains(text.String(), long) && (limit < 0 || what == "timing") {
				t.Errorf("%s, limit %d: the whole name is nowhere", what, limit)
			}
		}
	}
}
