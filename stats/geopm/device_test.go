package geopm

import (
	"reflect"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// Device time runs beside that of the report's regions: it is none of them, and changes none.
func TestBuildLeavesOutDeviceTime(t *testing.T) {
	with := two()
	for _, p := range with {
		p.Nodes = append(p.Nodes, node(1, "gpu0:flux", 3, 50e9), node(len(p.Nodes), "gpu0:inner", 3, 20e9))
	}
	before := len(with[0].Nodes)
	for _, which := range []Which{Innermost, Outermost} {
		got := built(t, Input{Name: "n", Regions: which, Profiles: with})
		if want := built(t, Input{Name: "n", Regions: which, Profiles: two()}); !reflect.DeepEqual(got, want) {
			t.Errorf("%v: %+v, want %+v", which, got, want)
		}
	}
	if len(with[0].Nodes) != before || !stats.OnDevice(with[0].Nodes[before-2].Name) {
		t.Error("the profiles of the caller are changed")
	}
}
