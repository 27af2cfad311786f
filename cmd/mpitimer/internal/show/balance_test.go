package show

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/answers/answerstest"
	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/export"
)

// All say the same of a run, in the same words, with since when where steps are known: JSON, show, and top and serve in tests of their own.
func TestSameEverywhere(t *testing.T) {
	type run struct {
		s *stats.Summary
		t *steps.Times
	}
	slow, times := answerstest.SlowFrom(t, 120, 60, 6, 7)
	list := []run{{slow, times}, {slow, nil}}
	for _, profiles := range [][]*stats.Profile{loadtest.Ocean(8, 1), loadtest.Coupled(), loadtest.Devices(true)} {
		list = append(list, run{loadtest.Merged(t, profiles), nil})
	}
	words := func(text string) string {
		return strings.Join(strings.Fields(printable.Line(strings.ReplaceAll(text, "\n", " "))), " ")
	}
	for _, r := range list {
		found := answers.Of(r.s, r.t)
		if (r.t != nil) != (found[0].Since != nil) {
			t.Fatalf("%s: %+v", r.s.Program, found[0])
		}
		o := options{rank: -1, findings: usualFindings, steps: r.t, page: sheet.Page{Width: 80}, pattern: regexp.MustCompile(""), sort: "tree"}
		text, err := o.text(&load.Run{Name: "run", Form: "summary", Summary: r.s})
		var exported bytes.Buffer
		var read struct{ Findings []struct{ Text string } }
		if err := errors.Join(err, export.WriteJSON(&exported, export.Run{Summary: r.s, Steps: r.t}), json.Unmarshal(exported.Bytes(), &read)); err != nil {
			t.Fatal(err)
		}
		if len(read.Findings) != len(found) {
			t.Errorf("%s: JSON has %d findings, want %d", r.s.Program, len(read.Findings), len(found))
		}
		for i := range found {
			want := found[i].Text(r.s)
			if read.Findings[i].Text != want {
				t.Errorf("%s: JSON says %q, want %q", r.s.Program, read.Findings[i].Text, want)
			}
			if i < usualFindings && !strings.Contains(words(text), words("* "+want)) {
				t.Errorf("%s: show does not say %q:\n%s", r.s.Program, want, text)
			}
		}
	}
}

// A region may give something back on its slowest rank and as that of a component: tables have the sum, and no region twice.
func TestBalanceOfComponentsInTables(t *testing.T) {
	list := loadtest.Coupled()
	for rank := range 4 { // of the ocean, in which no rank is slow
		for i, ms := range map[int]int64{2: 230, 3: 10} {
			m := &list[rank].Nodes[i].Measure
			m.Total, m.Min, m.Max = ms*1e6, ms*1e6, ms*1e6
		}
	}
	s := loadtest.Merged(t, list)
	saves := 0.0
	for _, f := range answers.Find(s) {
		if f.Region >= 0 && s.Regions[f.Region].Name == "ocean" && f.Kind != answers.Undecided {
			saves += f.Saves
		}
	}
	var table, metrics bytes.Buffer
	if err := errors.Join(export.WriteCSV(&table, s), export.WriteOpenMetrics(&metrics, s)); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf(",%.3f", saves); saves == 0 || !strings.Contains(table.String(), want) {
		t.Errorf("no %s in\n%s", want, table.String())
	}
	if n := strings.Count(metrics.String(), "\nmpitimer_region_gives_back_seconds{"); n != 1 {
		t.Errorf("%d samples:\n%s", n, metrics.String())
	}
}
