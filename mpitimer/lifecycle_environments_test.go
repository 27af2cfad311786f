package mpitimer

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
)

// writeProfiles lets each rank write its profile, and rank 0 merge the files of all.
func writeProfiles(comm machenv.Communicator, dir string, p *stats.Profile) (*stats.Summary, error) {
	name := func(rank int) string { return filepath.Join(dir, fmt.Sprintf("profile.%d", rank)) }
	var b bytes.Buffer
	if _, err := p.WriteTo(&b); err != nil {
		return nil, err
	}
	if err := os.WriteFile(name(comm.Rank()), b.Bytes(), 0o666); err != nil {
		return nil, err
	}
	if err := comm.Barrier(); err != nil || comm.Rank() != 0 {
		return nil, err
	}
	var profiles []*stats.Profile
	for rank := comm.Size() - 1; rank >= 0; rank-- { // any order gives the same
		data, err := os.ReadFile(name(rank))
		if err != nil {
			return nil, err
		}
		p, err := stats.ReadProfile(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		profiles = append(profiles, p)
	}
	return stats.Merge(profiles)
}

// differing gives each rank a tree of its own, with environments that cover some ranks. Groups must have
// been made. It is what the tests on local ranks and on MPI have in common.
func differing(envs *machenv.Registry) {
	rank := envs.Default().Rank()
	step := Start("step")
	for range rank + 1 {
		Start("all").Stop()
	}
	if rank%2 == 1 {
		Start("odd only").Stop()
	}
	if even, _ := envs.Get("even"); even.IsMember() {
		StartInEnvironment("shared name", "even").Stop()
		if rank > 0 {
			StartInEnvironment("not all of them", "even").Stop()
		}
	}
	Start("shared name").Stop()
	timerstest.Elsewhere(func() { Start("on a goroutine").Stop() })
	step.Stop()
	Start(fmt.Sprintf("of rank %d", rank)).Stop()
}

func makeEven(envs *machenv.Registry) error {
	size := envs.Default().Size()
	_, err := envs.CreateStrided("even", envs.Default(), (size+1)/2, 0, 2)
	return err
}

// regionsOf lists "path@environment k/P calls".
func regionsOf(s *stats.Summary) map[string]string {
	regions := make(map[string]string)
	for i := range s.Regions {
		r := &s.Regions[i]
		c := &s.Environments[r.Environment]
		regions[strings.Join(s.Path(i), "/")+"@"+c.Name] = fmt.Sprintf("%d/%d %d", r.Ranks, c.Size, r.Calls)
	}
	return regions
}

// expectDiffering checks the summary of differing.
func expectDiffering(t *testing.T, s *stats.Summary, ranks int) {
	t.Helper()
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	even := (ranks + 1) / 2
	want := map[string]string{
		"Total@Default":                  fmt.Sprintf("%d/%d %d", ranks, ranks, ranks),
		"Total/step@Default":             fmt.Sprintf("%d/%d %d", ranks, ranks, ranks),
		"Total/step/all@Default":         fmt.Sprintf("%d/%d %d", ranks, ranks, ranks*(ranks+1)/2),
		"Total/step/shared name@Default": fmt.Sprintf("%d/%d %d", ranks, ranks, ranks),
		"Total/step/shared name@even":    fmt.Sprintf("%d/%d %d", even, even, even),
		"Total/on a goroutine@Default":   fmt.Sprintf("%d/%d %d", ranks, ranks, ranks),
	}
	if ranks > 1 {
		want["Total/step/odd only@Default"] = fmt.Sprintf("%d/%d %d", ranks/2, ranks, ranks/2)
	}
	if even > 1 {
		want["Total/step/not all of them@even"] = fmt.Sprintf("%d/%d %d", even-1, even, even-1)
	}
	for rank := range ranks {
		want[fmt.Sprintf("Total/of rank %d@Default", rank)] = fmt.Sprintf("1/%d 1", ranks)
	}
	got := regionsOf(s)
	for path, figures := range want {
		if got[path] != figures {
			t.Errorf("%s: got %q, want %q", path, got[path], figures)
		}
	}
	if len(got) != len(want) {
		t.Errorf("regions are %q, want %q", got, want)
	}
	expectAddUp(t, s)
}

// expectAddUp checks that what the main goroutines did in a region lasted no longer than it.
func expectAddUp(t *testing.T, s *stats.Summary) {
	t.Helper()
	for i := range s.Regions {
		var below stats.Uint128
		for j := range s.Regions {
			if s.Regions[j].Parent == i && s.Regions[j].Name != "on a goroutine" {
				below = below.Add(s.Regions[j].Wall)
			}
		}
		// Each rank rounds each region by less than a nanosecond.
		slack := stats.Uint128{Lo: uint64(s.Size * len(s.Regions))}
		if below.Cmp(s.Regions[i].Wall.Add(slack)) > 0 {
			t.Errorf("%s lasted %v, what it contains %v", strings.Join(s.Path(i), "/"), s.Regions[i].Wall, below)
		}
	}
	for i := range s.Regions {
		if r := &s.Regions[i]; r.Parent >= 0 && r.Max.Value > s.Regions[0].Max.Value {
			t.Errorf("%s lasted longer than Total", strings.Join(s.Path(i), "/"))
		}
	}
}

// expectReports checks the files that all ranks have written, and returns the Summary.
func expectReports(t *testing.T, dir string, ranks int) *stats.Summary {
	t.Helper()
	global, err := os.ReadFile(filepath.Join(dir, "timing.summary"))
	if err == nil {
		err = check.Global(global)
	}
	if err != nil {
		t.Errorf("timing.summary: %v", err)
	}
	for rank := range ranks {
		name := gptlcompat.RankName("timing", rank, ranks)
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = check.Rank(data)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	tree, err := os.ReadFile(filepath.Join(dir, "tree.txt"))
	if err != nil || !strings.Contains(string(tree), "Total") {
		t.Errorf("tree.txt: %v\n%s", err, tree)
	}
	s := timerstest.ReadSummary(t, filepath.Join(dir, "timing.mptsum"))
	if entries, _ := filepath.Glob(filepath.Join(dir, ".*")); len(entries) != 0 {
		t.Errorf("temporary files were left: %q", entries)
	}
	return s
}

// reporting writes all files to a directory.
func reporting(dir string) Option {
	c := DefaultConfig()
	c.Timing.PrintAllRanks = true
	c.Output.Directory, c.Output.TimerFile = dir, "tree.txt"
	c.Output.Patience = time.Minute
	return WithConfig(c)
}

func sameSummary(t *testing.T, a, b *stats.Summary) {
	t.Helper()
	one, err := a.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	two, err := b.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one, two) {
		t.Errorf("summaries differ: %+v\n%+v", a, b)
	}
}

func TestLifecycleEnvironmentsOnRanks(t *testing.T) {
	for _, ranks := range []int{1, 2, 3, 4, 7} {
		dir := filepath.Join(t.TempDir(), "made", "when missing")
		var merged, reduced *stats.Summary
		profiles := t.TempDir()
		err := onRanks(t, ranks, []Option{reporting(dir), WithLog(io.Discard)}, func(envs *machenv.Registry) error {
			if err := makeEven(envs); err != nil {
				return err
			}
			differing(envs)
			p := Default().Profile()
			s, err := writeProfiles(envs.Default().Comm(), profiles, p)
			if err != nil {
				return err
			}
			r, err := Default().Reduce(nil, p)
			if envs.Default().Rank() == 0 {
				merged, reduced = s, r
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		sameSummary(t, merged, reduced)
		expectDiffering(t, expectReports(t, dir, ranks), ranks)
	}
}
