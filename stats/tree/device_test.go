package tree_test

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// withDevices is a rank of solver with device time: a kernel that takes longer than the run, and small ones.
func withDevices(rank int) *stats.Profile {
	p := solver(rank)
	on := func(parent int, name string, seconds float64) int {
		n := leaf(parent, name, 10, seconds)
		n.ByTrack = []stats.TrackMeasure{{Track: 1, Measure: n.Measure}}
		p.Nodes = append(p.Nodes, n)
		return len(p.Nodes) - 1
	}
	flux := on(4, "gpu0:flux", 50000)
	on(flux, "gpu0:inner", 20000)
	for _, name := range []string{"gpu0:a", "gpu0:b", "gpu0:c"} {
		on(4, name, 0.01)
	}
	return p
}

// Device time has no share of the host's, takes nothing from what is untimed, and is folded by itself.
func TestDevices(t *testing.T) {
	rows := func(rank func(int) *stats.Profile) (list []string) {
		for line := range strings.Lines(write(t, merged(t, rank, 4), tree.Options{MinShare: 0.001})) {
			list = append(list, strings.Join(strings.Fields(line), " "))
		}
		return list
	}
	all := rows(withDevices)
	find := func(name string) string {
		for _, line := range all {
			if strings.Contains(line, name) {
				return line
			}
		}
		t.Fatalf("no %s in\n%s", name, strings.Join(all, "\n"))
		return ""
	}
	for name, want := range map[string]string{
		"gpu0:flux": "- -", "gpu0:inner": "40.0 -", "3 device regions below 0.1 %": "- -",
	} {
		if line := find(name); !strings.HasSuffix(line, want) {
			t.Errorf("%q does not end with %q", line, want)
		}
	}
	if find("gpu0:… is time on device 0") == "" || strings.Contains(strings.Join(all, "\n"), "gpu0:a") {
		t.Errorf("%s", strings.Join(all, "\n"))
	}
	for _, line := range rows(solver) { // those of the host are as without devices
		if strings.Contains(line, "~untimed") && strings.Contains(line, "%") || strings.Contains(line, " flux ") {
			if !strings.Contains(strings.Join(all, "\n"), strings.TrimLeft(line, "│├└─ ")) {
				t.Errorf("no %q in\n%s", line, strings.Join(all, "\n"))
			}
		}
	}
}

// Below a region that has launched something and contains no region of the host, nothing says that all of it is untimed.
func TestRegionWithDevicesOnly(t *testing.T) {
	text := write(t, merged(t, func(rank int) *stats.Profile {
		p := solver(rank)
		last := len(p.Nodes)
		p.Nodes = append(p.Nodes, leaf(0, "launches", 10, 50), leaf(last, "gpu0:flux", 10, 40))
		return p
	}, 4), tree.Options{})
	_, below, _ := strings.Cut(text, "launches")
	if below, _, _ = strings.Cut(below, "\n\n"); strings.Contains(below, "  └ ~untimed") || strings.Contains(below, "│ └ ~untimed") || !strings.Contains(below, "└ gpu0:flux") {
		t.Errorf("want gpu0:flux alone below launches:\n%s", text)
	}
}
