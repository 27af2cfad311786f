package stats

import (
	"reflect"
	"testing"
)

// deviceProfile is a rank whose step of 100 ns has launched 900 ns of work on a device, of which it saw 60.
func deviceProfile(rank int) *Profile {
	on := func(total int64) Measure {
		return Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total, Squares: Square(uint64(total))}
	}
	node := func(parent int, name string, track int, total int64) Node {
		n := Node{Parent: parent, Name: name, Measure: on(total)}
		if track > 0 {
			n.ByTrack = []TrackMeasure{{Track: track, Measure: n.Measure}}
		}
		return n
	}
	return &Profile{
		Rank: rank, Size: 2, To: 1000,
		Environments: []Environment{{Name: "all", Size: 2, Ranks: []Range{{First: 0, Last: 1, Stride: 1}}}},
		Tracks:       []string{"main", "gpu0", "gpu0 stream 0"},
		Nodes: []Node{
			node(-1, "Total", 0, 200),
			node(0, "step", 0, 100),
			node(1, "gpu0:flux", 2, 900+1000*int64(rank)),
			node(2, "gpu0:inner", 2, 300),
			node(1, "gpu0:overlap", 1, 60),
			node(1, "halo", 0, 30),
		},
	}
}

// Device time is no part of the host's: it takes nothing from what is untimed, has no share of it, and gives nothing back.
func TestDeviceTimeIsBesideTheHosts(t *testing.T) {
	s, err := Merge([]*Profile{deviceProfile(0), deviceProfile(1)})
	if err != nil {
		t.Fatal(err)
	}
	host, err := Merge([]*Profile{deviceProfile(0).WithoutDevices(), deviceProfile(1).WithoutDevices()})
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]int{}
	for i := range s.Regions {
		of[s.Regions[i].Name] = i
	}
	if got := s.Regions[of["step"]].Self; got != (Uint128{Lo: 140}) {
		t.Errorf("self time of step: %v", got)
	}
	for _, name := range []string{"gpu0:flux", "gpu0:inner", "gpu0:overlap"} {
		if got := s.ShareOfTotal(of[name]); got != 0 {
			t.Errorf("%s has a share of %g of the run", name, got)
		}
	}
	if got := s.WithoutDevices(); !reflect.DeepEqual(got.Regions, host.Regions) || got.Check() != nil {
		t.Errorf("%+v, want %+v", got.Regions, host.Regions)
	}
	if host.WithoutDevices() != host {
		t.Error("what has no device time is copied")
	}
}

func TestOnDevice(t *testing.T) {
	for name, want := range map[string]bool{
		"gpu0:flux": true, "gpu12:": true, "gpu0": false, "gpu:flux": false, "gpu1x:flux": false, "mygpu0:flux": false, "": false, "gpu0 flux:": false,
	} {
		if got := OnDevice(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
