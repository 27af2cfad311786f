package geopm

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats/geopm"
	"github.com/go-hpc/timers/stats/signal"
)

// inRegions opens the tables of ranks, each of which is in the regions of its list.
func inRegions(t *testing.T, regions ...[]string) (tables []string) {
	for _, names := range regions {
		config := quietConfig()
		config.Output.Tables = t.TempDir()
		tm, err := mpitimer.New(mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { tm.Finalize() })
		for _, name := range names {
			tm.Start(name)
		}
		found, err := filepath.Glob(config.Output.Tables + "/*/*.mpt*")
		if err != nil || len(found) != 1 {
			t.Fatalf("tables %v, %v", found, err)
		}
		tables = append(tables, found[0])
	}
	return tables
}

func write(t *testing.T, root, name, text string) {
	path := filepath.Join(root, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text+"\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// twoPackages is a machine whose package 0 has the CPUs 0, 2 and 4, and package 1 the others up to 5.
func twoPackages(t *testing.T) string {
	root := t.TempDir()
	for cpu := range 6 {
		at := fmt.Sprintf("sys/devices/system/cpu/cpu%d/topology/", cpu)
		write(t, root, at+"core_id", strconv.Itoa(cpu/2))
		write(t, root, at+"physical_package_id", strconv.Itoa(cpu%2))
	}
	for _, pkg := range []string{"0", "1"} {
		at := "sys/class/powercap/intel-rapl:" + pkg + "/"
		write(t, root, at+"name", "package-"+pkg)
		write(t, root, at+"energy_uj", "1000000")
		write(t, root, at+"max_energy_range_uj", "262143328850")
	}
	return root
}

// Hints have the time of the sample that they belong to: a sampler that stands still between two readings of a clock counted
// more time with a hint than the region took.
func TestHintsShareTheClock(t *testing.T) {
	p := signal.Find(signal.Options{Root: twoPackages(t)})
	b := newNodeBatch(p, inRegions(t, []string{"solve"}), [][]int{nil}, &settings{}, func(string) string { return "compute" })
	defer b.Close()
	at, err := b.Push(signal.Time, signal.Board, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Push(geopm.HintSignal("compute"), signal.Board, 0); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := b.Read(); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, seconds := range b.places[0].spent {
			sum += seconds
		}
		if whole := b.Sample(at); math.Abs(sum-whole) > 1e-12*whole {
			t.Errorf("%g s with hints of %g s", sum, whole)
		}
	}
}

// A signal of a package goes by the regions of the ranks that are bound there, not by those of the board.
func TestRegionsOfPackages(t *testing.T) {
	root := twoPackages(t)
	p := signal.Find(signal.Options{Root: root})
	b := newNodeBatch(p, inRegions(t, []string{"solve"}, []string{"solve", "halo"}, []string{"output"}), [][]int{{0, 4}, {2}, {3}}, &settings{}, func(name string) string {
		return map[string]string{"halo": "network", "output": "io"}[name]
	})
	defer b.Close()
	places := []struct {
		name   string
		domain signal.Domain
		index  int
		want   float64
	}{
		{signal.RegionHash, signal.Board, 0, signal.RegionUnmarked},
		{signal.RegionHash, signal.Package, 0, signal.RegionUnmarked}, // solve and halo
		{signal.RegionHash, signal.Package, 1, float64(geopm.Hash("output"))},
		{signal.RegionHash, signal.CPU, 4, float64(geopm.Hash("solve"))},
		{signal.RegionHash, signal.CPU, 2, float64(geopm.Hash("halo"))},
		{signal.RegionHash, signal.CPU, 5, signal.RegionUnmarked}, // of nobody
		{signal.RegionHint, signal.Package, 1, float64(signal.HintIO)},
		{signal.RegionHint, signal.Package, 0, float64(signal.HintUnknown)},
		{signal.RegionHash, signal.NIC, 0, signal.RegionUnmarked}, // used by all
	}
	var indices []int
	for _, each := range places {
		i, err := b.Push(each.name, each.domain, each.index)
		if err != nil {
			t.Fatal(err)
		}
		indices = append(indices, i)
	}
	if _, err := b.Push(signal.RegionHash, signal.Package, 7); err == nil {
		t.Error("there is a package 7")
	}
	collected, err := geopm.NewCollector(b, []string{"CPU_ENERGY@package"})
	if err != nil {
		t.Fatal(err)
	}
	read := func() {
		if err := b.Read(); err != nil {
			t.Fatal(err)
		}
		collected.Update()
	}
	read()
	for i, each := range places {
		if got := b.Sample(indices[i]); got != each.want {
			t.Errorf("%s@%s-%d is %v, not %v", each.name, each.domain, each.index, got, each.want)
		}
	}
	for _, pkg := range []string{"0", "1"} {
		write(t, root, "sys/class/powercap/intel-rapl:"+pkg+"/energy_uj", "9000000")
	}
	read()
	s := collected.Collect()
	if v := s.Regions[geopm.Hash("output")]["CPU_ENERGY@package-1"]; !(v > 0) {
		t.Errorf("%g J of package 1 in output", v)
	}
	if v := s.Regions[geopm.Hash("output")]["CPU_ENERGY@package-0"]; v != 0 {
		t.Errorf("%g J of package 0 in output", v)
	}
	if v := s.Unmarked["CPU_ENERGY@package-0"]; !(v > 0) {
		t.Errorf("%g J of package 0 in no common region", v)
	}
}

// A rank may run where the kernel says, on the union of what its threads may.
func TestAllowedCPUs(t *testing.T) {
	if got := allowedIn("Name:\tx\nCpus_allowed:\tff\nCpus_allowed_list:\t0-2,8\nMems_allowed:\t1\n"); len(got) != 4 || got[3] != 8 {
		t.Errorf("got %v", got)
	}
	if lists := cpuLists([][]byte{[]byte("0 1 8"), nil}); len(lists[0]) != 3 || lists[1] != nil {
		t.Errorf("got %v", lists)
	}
	if allowedCPUs() == "" {
		t.Error("this process may run nowhere")
	}
}

// The agent and the policy stand in the report as they were given: the policy by its file or as it is.
func TestAgentAndPolicy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "policy.json")
	if err := os.WriteFile(file, []byte("{\"CPU_POWER\": 200,\n \"X\": 1}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for given, want := range map[string]string{"": "{}", file: `{"CPU_POWER": 200, "X": 1}`, "gone.json": "gone.json", "DYNAMIC": "DYNAMIC"} {
		config := quietConfig()
		config.Output.Directory, config.Output.Tables = t.TempDir(), t.TempDir()
		set(t, &config, "GEOPM=x.report", "GEOPMAgent=power_governor", "GEOPMPolicy="+given)
		tm, err := mpitimer.New(mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard))
		if err != nil {
			t.Fatal(err)
		}
		if err := tm.Finalize(); err != nil {
			t.Fatal(err)
		}
		r := readReport(t, filepath.Join(config.Output.Directory, "x.report"))
		if r.Agent != "power_governor" || r.Policy != want {
			t.Errorf("%q: agent %q, policy %q", given, r.Agent, r.Policy)
		}
	}
}
