package loadtest

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/geopm"
)

// TextFiles writes a run in every form of text that other programs read and write, and returns the names of the
// files by form. Its times are so short that most files resolve few of them.
func TextFiles(t testing.TB) map[string]string {
	t.Helper()
	folder := t.TempDir()
	list := Ocean(8, 0.001)
	whole := Merged(t, list)
	files := make(map[string]string)
	write := func(form, name string, f func(w io.Writer) error) {
		t.Helper()
		path := filepath.Join(folder, name)
		out, err := os.Create(path)
		if err == nil {
			err = f(out)
		}
		if err == nil {
			err = out.Close()
		}
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		files[form] = path
	}
	write("E3SM stats", "model_timing_stats", func(w io.Writer) error {
		return gptlcompat.WriteGlobal(w, whole, gptlcompat.GlobalOptions{PathNames: true})
	})
	write("E3SM ranks", "timing.3", func(w io.Writer) error { return gptlcompat.WriteRank(w, list[3], gptlcompat.RankOptions{}) })
	write("GPTL 8 summary", "timing.summary", func(w io.Writer) error {
		return upstream.WriteTimingSummary(w, whole, upstream.TimingSummaryOptions{PathNames: true})
	})
	write("GPTL 8 processes", "timing.000003", func(w io.Writer) error { return upstream.WriteTiming(w, list[3], upstream.TimingOptions{}) })
	write("GEOPM report", "geopm.report", func(w io.Writer) error {
		r := &geopm.Report{Version: "3.1.0", Start: "today", Profile: "ocean", Agent: "monitor", Policy: "{}"}
		for i, name := range []string{"node0", "node1"} {
			h, err := geopm.Build(geopm.Input{Name: name, Profiles: list[4*i : 4*i+4], Skip: 1, Spread: i == 0})
			if err != nil {
				return err
			}
			r.Hosts = append(r.Hosts, h)
		}
		return geopm.Write(w, r)
	})
	return files
}

// Poison sets figures that the source does not have: the output must be the same as before.
func Poison(s *stats.Summary, profiles []*stats.Profile) {
	const odd = 123_456_789
	wide := stats.Uint128{Lo: odd}
	for i := range s.Regions {
		r := &s.Regions[i]
		for _, p := range []struct {
			lacks stats.Lacks
			set   func()
		}{
			{stats.LacksTotal, func() { r.Total = wide }}, {stats.LacksSelf, func() { r.Self = wide }},
			{stats.LacksWall, func() { r.Wall = r.Wall.Add64(1) }}, {stats.LacksDeviation, func() { r.Squares = wide }},
			{stats.LacksCallDeviation, func() { r.Timed, r.CallSquares = 77, wide }}, {stats.LacksOpen, func() { r.Open = stats.Uint128{Lo: uint64(r.Running)} }},
			{stats.LacksSettings, func() { r.Level = 77 }}, {stats.LacksTracks, func() { r.Tracks = max(r.Tracks, 1) + 76 }},
		} {
			if r.Lacks&p.lacks != 0 {
				p.set()
			}
		}
		for _, e := range []*stats.Extreme{&r.Min, &r.Max, &r.TrackMin, &r.TrackMax, &r.CallMin, &r.CallMax} {
			if e.Rank < 0 {
				e.Value, e.Track = odd, 7
			}
		}
	}
	for _, p := range profiles {
		for i := range p.Nodes {
			if n := &p.Nodes[i]; n.Lacks&stats.LacksCallDeviation != 0 {
				n.Squares = wide
			}
			if n := &p.Nodes[i]; n.Lacks&stats.LacksSettings != 0 {
				n.Level = 77
			}
		}
	}
}
