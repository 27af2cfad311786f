package convert

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/stats"
)

// Whatever form a run takes, the time of its devices is no part of that of the host when the form is read again.
func TestDeviceTimeStaysBesideTheHost(t *testing.T) {
	written := func(name string, devices bool) string {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for _, p := range loadtest.Devices(devices) {
			if _, err := p.WriteTo(f); err != nil {
				t.Fatal(err)
			}
		}
		return name
	}
	folder := t.TempDir()
	with, without := written(folder+"/with.mptprof", true), written(folder+"/without.mptprof", false)
	holding := []string{"json", "yaml", "summary", "profiles", "e3sm", "e3sm-ranks", "e3sm-single", "gptl", "gptl-ranks"}
	for _, format := range append(slices.Clone(holding), "geopm") {
		host, devices := selfTimes(t, format, without), selfTimes(t, format, with)
		if len(host) == 0 {
			t.Errorf("%s: nothing of the host is read again", format)
		}
		found := 0
		for name := range devices {
			if stats.OnDevice(name) {
				delete(devices, name)
				found++
			}
		}
		if want := slices.Contains(holding, format); want != (found == 3) || !want && found > 0 {
			t.Errorf("%s holds %d regions of devices", format, found)
		}
		if diff := cmp.Diff(host, devices); diff != "" {
			t.Errorf("%s: self times without and with devices:\n%s", format, diff)
		}
	}
}

// selfTimes converts a run, reads the result, and returns the self times of its regions by their names.
func selfTimes(t *testing.T, format, from string) map[string]string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	if _, messages, err := converted(t, from, "--format", format, "-o", out); err != nil {
		t.Fatalf("%s: %v, %s", format, err, messages)
	}
	files := []string{out}
	if _, err := os.Stat(out); err != nil {
		files, _ = filepath.Glob(out + ".*")
	} else if list, _ := filepath.Glob(out + "/timing.*"); len(list) > 0 {
		files = list
	}
	run, err := load.Files(files)
	if err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	times := make(map[string]string)
	for i := range run.Summary.Regions {
		r := &run.Summary.Regions[i]
		times[r.Name] = r.Self.String()
		if r.Lacks&stats.LacksSelf != 0 {
			times[r.Name] = "unknown"
		}
	}
	return times
}
