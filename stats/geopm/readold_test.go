package geopm

import (
	"os"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// Sections take their entries from one piece of memory: what a program adds to one must not stand in the next.
func TestSectionsOfVersion1AreApart(t *testing.T) {
	text, err := os.ReadFile("testdata/v1.report")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Read(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	h := &r.Hosts[0]
	want := h.Unmarked[0]
	_ = append(h.Regions[0].Totals, Entry{Key: "added"})
	if got := h.Unmarked[0]; got.Key != want.Key || got.Text != want.Text {
		t.Errorf("%v, want %v", got, want)
	}
}

// What version 1 called otherwise has the names and the zeros that GEOPM's own converter gives it.
func TestVersion1AsTheConverterMakesIt(t *testing.T) {
	const text = `##### geopm 1.1.0 #####
Start Time: Thu May 30 14:38:17 2019
Profile: p
Agent: monitor
Policy: DYNAMIC

Host: n
Region a (0x00000000a74bbf35):
    runtime (sec): 12.5
    sync-runtime (sec): 12.25
    power (watts): 3
    network-time (sec): 2.5
    count: 40
Region unmarked-region (0x00000000725e8066):
    network-time (sec): 0.5
Epoch Totals:
    runtime (sec): 11
    network-time (sec): 1.5
    epoch-runtime-ignore (sec): 0.25
Application Totals:
    runtime (sec): 14
    power (watts): 120.5
    network-time (sec): 4.5
    ignore-time (sec): 0.75
    geopmctl memory HWM: 45868 kB
`
	const zeros = " compute=0 memory=0 io=0 serial=0 parallel=0 unknown=0 unset=0"
	r, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	h := &r.Hosts[0]
	for title, each := range map[string]struct {
		s    Section
		want string
	}{
		"region":   {h.Regions[0].Totals, "runtime (s)=12.5 sync-runtime (s)=12.25 power (W)=3 network=2.5 ignore=0" + zeros + " count=40"},
		"unmarked": {h.Unmarked, "network=0.5 ignore=0" + zeros},
		"epoch":    {h.Epoch, "runtime (s)=11 network=1.5" + zeros + " ignore=0.25"},
		"application": {h.Application, "runtime (s)=14 sync-runtime (s)=14 power (W)=120.5 frequency (%)=0 frequency (Hz)=0 network=4.5" + zeros +
			" ignore=0.75 geopmctl memory HWM (B)=46968832"},
	} {
		var got []string
		for _, e := range each.s {
			key := e.Key
			if hint, is := strings.CutPrefix(key, "time-hint-"); is {
				key = strings.TrimSuffix(hint, " (s)")
			}
			got = append(got, key+"="+e.Text)
		}
		if strings.Join(got, " ") != each.want {
			t.Errorf("%s: %v\nwant %s", title, got, each.want)
		}
	}
}

// A value that the converter would only imply is taken as it stands where a report has it.
func TestVersion1ImpliedValueThatIsThere(t *testing.T) {
	r, err := Read(strings.NewReader("##### geopm 1.1.0 #####\nHost: n\nApplication Totals:\n    runtime (sec): 14\n    sync-runtime (sec): 13\n"))
	if v, there := r.Hosts[0].Application.Value(KeySyncRuntime); err != nil || !there || v != 13 {
		t.Errorf("sync-runtime %v, %v, %v", v, there, err)
	}
	_, err = Read(strings.NewReader("##### geopm 1.1.0 #####\nHost: n\nApplication Totals:\n    runtime (sec): 14\n    sync-runtime (sec): 13\n    sync-runtime (sec): 12\n"))
	if err == nil || !strings.Contains(err.Error(), "sync-runtime (s) is there twice") {
		t.Errorf("got %v", err)
	}
}

// Python's float takes 0x10 in no text; YAML, and so the readers, take it where it stands without quotes.
func TestHexadecimalNumbers(t *testing.T) {
	_, err := Read(strings.NewReader("##### geopm 1.1.0 #####\nHost: n\nApplication Totals:\n    runtime (sec): 0x10\n"))
	if err == nil || !strings.Contains(err.Error(), `runtime (s): expected a number, found "0x10"`) {
		t.Errorf("version 1: %v", err)
	}
	for value, want := range map[string]int{"0x10": 0, `"0x10"`: 1, `"16"`: 0} {
		if found := Check(strings.NewReader(strings.Replace(base, "runtime (s): 3.5", "runtime (s): "+value, 1))); len(found) != want {
			t.Errorf("%s: %v", value, found)
		}
	}
}

// The hash of a region is that of its name as the report has it, also if it is not UTF-8.
func TestHashOfAPrintedName(t *testing.T) {
	const wrong, shown = "so\xe9lve", "so\ufffdlve"
	h := built(t, Input{Profiles: []*stats.Profile{tree(0, 9e9, node(-1, wrong, 1, 4e9), node(-1, shown, 2, 1e9))}, Sampled: &Sampled{
		Regions: map[uint32]Values{Hash(wrong): {"CPU_ENERGY": 7}},
	}})
	if len(h.Regions) != 1 || h.Regions[0].Hash != Hash(shown) {
		t.Fatalf("%+v", h.Regions)
	}
	values(t, shown, h.Regions[0].Totals, map[string]float64{KeyRuntime: 5, KeyCount: 3, KeyPackageEnergy: 7})
	h.Regions = append(h.Regions, Region{Name: wrong, Hash: Hash(wrong), Totals: h.Regions[0].Totals})
	r, err := Read(strings.NewReader(write(t, &Report{Version: "v", Start: "x", Profile: "p", Agent: "a", Hosts: []Host{h}})))
	if err != nil || len(r.Hosts[0].Regions) != 2 || r.Hosts[0].Regions[0].Name == r.Hosts[0].Regions[1].Name {
		t.Errorf("%+v, %v", r, err)
	}
	for _, region := range r.Hosts[0].Regions[:1] {
		if !HashIsOf(region.Hash, region.Name) {
			t.Errorf("%q has the hash %#x", region.Name, region.Hash)
		}
	}
}

// Without the frequency of the processor there is no frequency in Hz: 0 would be one.
func TestFrequencyWithoutSticker(t *testing.T) {
	h := built(t, Input{Profiles: two(), Sampled: &Sampled{Application: Values{"CPU_CYCLES_THREAD": 3, "CPU_CYCLES_REFERENCE": 4}}})
	if v, there := h.Application.Value(KeyFrequency); there {
		t.Errorf("%s is %g", KeyFrequency, v)
	}
	values(t, "application", h.Application, map[string]float64{KeyFrequencyShare: 75})
}

// Calls of MPI are regions where that is asked for.
func TestBuildCallRegions(t *testing.T) {
	p := tree(0, 10e9, node(-1, "Total", 1, 10e9), node(0, "halo", 4, 6e9), node(1, "MPI_Recv", 8, 5e9), node(0, "MPI_Barrier", 1, 1e9))
	in := Input{Profiles: []*stats.Profile{p}, Regions: Innermost, Skip: 1, Call: func(name string) bool { return strings.HasPrefix(name, "MPI_") }, CallRegions: true}
	h := built(t, in)
	values(t, "halo", h.Region("halo").Totals, map[string]float64{KeyRuntime: 1, KeyCount: 4, HintKey("network"): 0})
	values(t, "MPI_Recv", h.Region("MPI_Recv").Totals, map[string]float64{KeyRuntime: 5, KeyCount: 8, HintKey("network"): 5})
	values(t, "unmarked", h.Unmarked, map[string]float64{KeyRuntime: 3, HintKey("network"): 0})
	in.Regions = Outermost
	h = built(t, in)
	values(t, "halo", h.Region("halo").Totals, map[string]float64{KeyRuntime: 6, HintKey("network"): 5})
	values(t, "MPI_Barrier", h.Region("MPI_Barrier").Totals, map[string]float64{KeyRuntime: 1})
	if h.Region("MPI_Recv") != nil {
		t.Error("a call inside a region is a region of outermost ones")
	}
}
