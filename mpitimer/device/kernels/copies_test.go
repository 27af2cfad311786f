//go:build linux && (amd64 || arm64)

package kernels

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// The bytes of copies are a counter of the region, and of what it is in: since the beginning, in an interval, and after a
// reset.
func TestCopiedBytes(t *testing.T) {
	both(t, func(t *testing.T, s *standIn) {
		var before, now *stats.Profile
		seen := func() *stats.Profile {
			untilTaken()
			return mpitimer.Default().Profile()
		}
		copies := func(times int) {
			region := mpitimer.Start("step")
			for range times {
				s.copy(toDevice, 1000, 1e5)
				s.kernel(1, 0, 1e5, 0)
			}
			region.Stop()
		}
		p, _, _ := timed(t, func() {
			copies(3)
			before = seen()
			copies(4)
			now = seen()
			mpitimer.Default().Reset()
			copies(1)
		})
		copied := func(p *stats.Profile, path string) int64 {
			at := slices.IndexFunc(p.Counters, func(c stats.Counter) bool { return c.Name == stats.DeviceCopied })
			if n := node(p, path); at >= 0 && at < len(n.Values) {
				return n.Values[at]
			}
			return stats.NoValue
		}
		for _, path := range []string{"/Total/step/gpu0:copy to device", "/Total/step", "/Total"} {
			got := []int64{copied(before, path), copied(now, path), copied(stats.Difference(now, before), path), copied(p, path)}
			if !slices.Equal(got, []int64{3000, 7000, 4000, 1000}) {
				t.Errorf("%s: %d", path, got)
			}
		}
		if got := copied(now, "/Total/step/gpu0:flux"); got != stats.NoValue {
			t.Errorf("a kernel has copied %d bytes", got)
		}
		if err := now.Check(); err != nil {
			t.Error(err)
		}
	})
}

// The tree has the rate of copies in the device's time, and what the configuration derives of their bytes, though it asks for
// no counter.
func TestRateOfCopies(t *testing.T) {
	both(t, func(t *testing.T, s *standIn) {
		_, log, _ := timed(t, func() {
			region := mpitimer.Start("step")
			s.copy(toDevice, 1<<20, 1e6)
			s.kernel(1, 0, 1e6, 0)
			region.Stop()
		}, "Derived", "each = GPU_COPIED / 4; twice = 2 * GPU_COPIED")
		if want := regexp.MustCompile(`(?m)^ *└ gpu0:copy to device +1\.049 MB +1\.049 GB/s +262\.1 k +2\.097 M$`); !want.MatchString(log) {
			t.Errorf("no %s in:\n%s", want, log)
		}
		if want := regexp.MustCompile(`(?m)^└ step +1\.049 MB +- +262\.1 k +2\.097 M$`); !want.MatchString(log) {
			t.Errorf("no %s in:\n%s", want, log)
		}
	})
}

// Ranks without a device have copied nothing: the bytes and the rate are those of the ranks that have one, and the
// smallest and the largest rank are among them, whichever of the ranks that is.
func TestCopiedBytesOfSomeRanks(t *testing.T) {
	s := use(t)
	with, _, _ := timed(t, func() {
		region := mpitimer.Start("step")
		s.copy(toDevice, 1<<20, 1e6)
		s.kernel(1, 0, 1e6, 0)
		region.Stop()
	})
	without, _, _ := timed(t, func() { mpitimer.Start("step").Stop() })
	if i := slices.IndexFunc(without.Counters, func(c stats.Counter) bool { return c.Name == stats.DeviceCopied }); i >= 0 {
		without.Counters = nil // a rank that has no device has no such counter
		for i := range without.Nodes {
			without.Nodes[i].Values, without.Nodes[i].Turns = nil, nil
		}
	}
	for at := range 3 {
		ranks := make([]*stats.Profile, 3)
		for rank := range ranks {
			p := *without
			if rank == at {
				p = *with
			}
			p.Rank, p.Size = rank, len(ranks)
			p.Environments = slices.Clone(p.Environments)
			p.Environments[0].Size, p.Environments[0].Ranks = len(ranks), []stats.Range{{First: 0, Last: len(ranks) - 1, Stride: 1}}
			ranks[rank] = &p
		}
		m, err := stats.Merge(ranks)
		if err != nil {
			t.Fatal(err)
		}
		for i := range m.Regions {
			r := &m.Regions[i]
			if r.Name != "step" && r.Name != "gpu0:copy to device" {
				continue
			}
			if v := r.Values[0]; v.Ranks != 1 || v.Sum != (stats.Int128{Lo: 1 << 20}) || v.Min.Rank != at || v.Max.Rank != at {
				t.Errorf("rank %d has the device: %s: %+v", at, r.Name, v)
			}
		}
		var b strings.Builder
		if err := tree.Write(&b, m, tree.Options{}); err != nil {
			t.Fatal(err)
		}
		if want := regexp.MustCompile(fmt.Sprintf(`(?m)^ *└ gpu0:copy to device +1\.049 MB +1\.049 GB/s +1\.049 MB \(%d\)$`, at)); !want.MatchString(b.String()) {
			t.Errorf("rank %d has the device: no %s in:\n%s", at, want, b.String())
		}
	}
}
