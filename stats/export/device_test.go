package export

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/go-hpc/timers/stats"
)

// withDevices adds device time to a run: a kernel below its second region that takes longer than the run.
func withDevices(t *testing.T, r Run) Run {
	t.Helper()
	var list []*stats.Profile
	for _, old := range r.Profiles {
		p := *old
		m := stats.Measure{Calls: 7, Timed: 7, Total: 9e12, Min: 1e12, Max: 2e12, Squares: stats.Mul(1e12, 9e12)}
		p.Tracks = append(append([]string{}, p.Tracks...), "gpu0 stream 0")
		if len(old.Tracks) == 0 {
			p.Tracks = []string{"main", "gpu0 stream 0"}
		}
		p.Nodes = append(append([]stats.Node{}, p.Nodes...), stats.Node{
			Parent: 1, Name: "gpu0:flux", Measure: m, ByTrack: []stats.TrackMeasure{{Track: len(p.Tracks) - 1, Measure: m}},
		})
		for k := range p.Nodes {
			p.Nodes[k].Values, p.Nodes[k].LeftOut, p.Nodes[k].Turns = nil, nil, nil
		}
		p.Counters, p.Counted, p.Empty = nil, nil, nil
		list = append(list, &p)
	}
	s, err := stats.Merge(list)
	if err != nil {
		t.Fatal(err)
	}
	return Run{Summary: s, Profiles: list, Meta: r.Meta}
}

// Formats whose readers add up all that a tree holds are the same with and without device time, and say that they lack it.
func TestDeviceTimeIsNotAddedUp(t *testing.T) {
	with := withDevices(t, solver())
	without := with.withoutDevices()
	for _, name := range []string{"folded", "hatchet", "caliper", "cube"} {
		f, _ := ByName(name)
		var a, b bytes.Buffer
		if err := f.Write(&a, with); err != nil {
			t.Fatal(err)
		}
		if err := f.Write(&b, without); err != nil {
			t.Fatal(err)
		}
		if a.Len() == 0 || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s differs", name)
		}
		if !strings.Contains(strings.Join(f.Lacks, "; "), lostDevices.what) {
			t.Errorf("%s does not say that it lacks device time", name)
		}
	}
	var b bytes.Buffer
	if err := WritePprof(&b, with); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range p.Function {
		if stats.OnDevice(f.Name) {
			t.Errorf("pprof has %s", f.Name)
		}
	}
}

// Chrome's and speedscope's have device time in lanes of its own, with nothing else in them.
func TestDeviceTimeHasLanes(t *testing.T) {
	with := withDevices(t, solver())
	ranks := len(with.Profiles)
	if n := chromeDevices(t, with); n != ranks {
		t.Errorf("%d events of devices, want one of each rank", n)
	}
	if n := chromeDevices(t, Run{Summary: with.Summary}); n != 1 {
		t.Errorf("%d events of devices of all ranks, want 1", n)
	}
	var b bytes.Buffer
	if err := WriteSpeedscope(&b, with); err != nil {
		t.Fatal(err)
	}
	var speedscope struct {
		Shared   struct{ Frames []struct{ Name string } }
		Profiles []struct {
			Name    string
			Samples [][]int
		}
	}
	if err := json.Unmarshal(b.Bytes(), &speedscope); err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, p := range speedscope.Profiles {
		for _, stack := range p.Samples {
			onDevice := stats.OnDevice(speedscope.Shared.Frames[stack[len(stack)-1]].Name)
			if onDevice != strings.Contains(p.Name, "devices") {
				t.Errorf("%v in profile %q", stack, p.Name)
			}
			if onDevice {
				found++
			}
		}
	}
	if found != ranks+1 {
		t.Errorf("%d samples of devices, want one of each rank and one of all", found)
	}
}

// chromeDevices counts the events of devices. It fails unless they are in lanes of their own.
func chromeDevices(t *testing.T, r Run) (found int) {
	t.Helper()
	var b bytes.Buffer
	if err := WriteChrome(&b, r); err != nil {
		t.Fatal(err)
	}
	var chrome struct {
		TraceEvents []struct {
			Ph, Name string
			Pid, Tid int
			Args     struct{ Name string }
		}
	}
	if err := json.Unmarshal(b.Bytes(), &chrome); err != nil {
		t.Fatal(err)
	}
	lanes := map[[2]int]string{}
	for _, e := range chrome.TraceEvents {
		if at := [2]int{e.Pid, e.Tid}; e.Ph == "M" && e.Name == "thread_name" {
			lanes[at] = e.Args.Name
		} else if e.Ph == "M" && e.Name == "process_name" && len(r.Profiles) == 0 {
			lanes[at] = e.Args.Name
		} else if e.Ph == "X" {
			onDevice := strings.Contains(lanes[at], "gpu0 stream") || strings.Contains(lanes[at], "devices")
			if onDevice != stats.OnDevice(e.Name) {
				t.Errorf("%s in lane %q", e.Name, lanes[at])
			}
			if onDevice {
				found++
			}
		}
	}
	return found
}

// Sums of self time have no device time in them.
func TestDeviceTimeIsNoSelfTimeOfMetrics(t *testing.T) {
	var b bytes.Buffer
	if err := WriteOpenMetrics(&b, withDevices(t, solver()).Summary); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if strings.HasPrefix(line, "mpitimer_region_self_seconds") && strings.Contains(line, "gpu0:flux") {
			t.Error(line)
		}
	}
	if !strings.Contains(b.String(), "gpu0:flux") {
		t.Error("device time is missing")
	}
}
