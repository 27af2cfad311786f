package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

func TestFormatsAreKnownByTheirExtension(t *testing.T) {
	for _, f := range Formats() {
		if strings.ContainsAny(f.Name+f.Extension, "/\\ ") {
			t.Errorf("%q %q", f.Name, f.Extension)
		}
		got, known := ByExtension("../some/run" + f.Extension)
		if !known || got.Name != f.Name {
			t.Errorf("%s is of %s", f.Extension, got.Name)
		}
	}
	if _, known := ByExtension("run.txt"); known {
		t.Error("run.txt is known")
	}
	for _, name := range []string{"x.json", "x.yml", "x.pprof", "x.jsonl", "x.collapsed"} {
		if _, known := ByExtension(name); !known {
			t.Errorf("%s is not known", name)
		}
	}
	if err := Write(&bytes.Buffer{}, "jpeg", &stats.Summary{}); !errors.Is(err, ErrFormat) {
		t.Errorf("got %v", err)
	}
}

// Each form that is read back is recognised by how it begins.
func TestRead(t *testing.T) {
	for _, format := range []string{"json", "yaml", "csv"} {
		text := written(t, format, solver())
		if form, _ := Recognize(text[:64]); !strings.EqualFold(form, format) {
			t.Errorf("%s begins with %q: %q", format, text[:64], form)
		}
		r, err := Read(bytes.NewReader(text))
		if err != nil || len(r.Summary.Regions) != 6 {
			t.Errorf("%s: %v", format, err)
		}
	}
	for _, text := range []string{"", "{}", "Total"} {
		if _, err := Read(strings.NewReader(text)); !errors.Is(err, stats.ErrFormat) {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

func TestProfilesAndSummary(t *testing.T) {
	r := solver()
	profiles := bytes.NewReader(written(t, "profiles", r))
	for rank := range 4 {
		if p, err := stats.ReadProfile(profiles); err != nil || p.Rank != rank {
			t.Fatalf("rank %d: %v", rank, err)
		}
	}
	s, err := stats.ReadSummary(bytes.NewReader(written(t, "summary", Run{Profiles: r.Profiles})))
	if err != nil || len(s.Regions) != 6 {
		t.Errorf("got %v", err)
	}
}

// What a format lacks is said of a Run that has it, and only then.
func TestLost(t *testing.T) {
	plain := solver()
	f, _ := ByName("pprof")
	if lost := f.Lost(plain); slices.Contains(lost, lostPeaks.what) || !slices.Contains(lost, lostHistograms.what) {
		t.Errorf("lost %q", lost)
	}
	plain.Summary.Counters = append(plain.Summary.Counters, stats.Counter{Name: "RSS", Unit: "B", Step: 1, Peak: true})
	if lost := f.Lost(plain); !slices.Contains(lost, lostPeaks.what) {
		t.Errorf("lost %q", lost)
	}
	for _, f := range Formats() {
		if (f.Name == "json" || f.Name == "yaml") != (len(f.Lacks) == 0) {
			t.Errorf("%s lacks %q", f.Name, f.Lacks)
		}
	}
}

// Trees that would make paths of a size of which there is no end are refused.
func TestTooDeep(t *testing.T) {
	s := huge(t, deepest+1)
	for i := range s.Regions {
		s.Regions[i].Parent = i - 1
	}
	for _, f := range Formats() {
		if f.Name == "yaml" || f.Name == "profiles" { // as json, and slow
			continue
		}
		err := f.Write(io.Discard, Run{Summary: s})
		if exact := f.Name == "json" || f.Name == "summary"; exact != (err == nil) || err != nil && !errors.Is(err, ErrRun) {
			t.Errorf("%s: got %v", f.Name, err)
		}
	}
}

func TestMillionRanks(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand regions of a million ranks")
	}
	s := huge(t, 1000)
	for _, f := range Formats() {
		if f.Name == "profiles" {
			continue
		}
		var b bytes.Buffer
		if err := f.Write(&b, Run{Summary: s}); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		if b.Len() == 0 || b.Len() > 20<<20 {
			t.Errorf("%s: %d bytes", f.Name, b.Len())
		}
	}
}

// Numbers that no form has are no reason for one that nobody can read.
func TestTooLarge(t *testing.T) {
	r := solver()
	r.Summary.Counters[0].Step = 1e308
	for _, p := range r.Profiles {
		p.Counters[0].Step = 1e308
	}
	for _, r := range []Run{r, {Summary: r.Summary}} {
		for _, f := range Formats() {
			if !strings.HasSuffix(f.Extension, ".json") {
				continue
			}
			if text := written(t, f.Name, r); !json.Valid(text) {
				t.Errorf("%s is no JSON", f.Name)
			}
		}
		for format, open := range map[string]bool{"openmetrics": true, "textfile": false} {
			checkMetrics(t, string(written(t, format, Run{Summary: r.Summary})), open)
		}
	}
}

// A Summary by name and Profiles that are trees come from one file of E3SM: the trees count.
func TestSummaryOfOtherRegions(t *testing.T) {
	r := solver()
	for i := range r.Summary.Regions {
		r.Summary.Regions[i].Parent = -1
	}
	for _, f := range Formats() {
		if f.Ranks && f.Name != "json" && f.Name != "yaml" && f.Name != "pprof" && !bytes.Equal(written(t, f.Name, r), written(t, f.Name, Run{Profiles: r.Profiles, Meta: r.Meta})) {
			t.Errorf("%s is not that of the Profiles", f.Name)
		}
	}
	if v, err := r.view(); err != nil || v.s.Regions[1].Parent != 0 {
		t.Errorf("%v, %v", v, err)
	}
}

// Of a rank's file by name some regions have no self time: they have no line in folded stacks, which is said, and the others have.
func TestFoldedWhereSomeSelfTimeIsUnknown(t *testing.T) {
	s, err := stats.Merge([]*stats.Profile{{Size: 1, Environments: []stats.Environment{{Name: "Default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}}, Tracks: []string{"main"},
		Nodes: []stats.Node{{Parent: -1, Name: "run", Lacks: stats.LacksSelf, Measure: stats.Measure{Calls: 1, Total: 9}}, {Parent: 0, Name: "step", Measure: stats.Measure{Calls: 1, Total: 5}}}}})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := ByName("folded")
	var b bytes.Buffer
	if err := f.Write(&b, Run{Summary: s}); err != nil || b.String() != "run;step 5\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	if lost := strings.Join(f.Lost(Run{Summary: s}), "; "); !strings.Contains(lost, "regions of which the time outside of others is not known") {
		t.Error(lost)
	}
	s.Regions[1].Lacks = stats.LacksSelf
	if err := f.Write(&b, Run{Summary: s}); !errors.Is(err, ErrRun) {
		t.Error(err)
	}
}
