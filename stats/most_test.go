package stats

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The extremes of a counter have the rank and the track that has most of it there, in every way that a Profile goes.
func TestExtremesOfCountersHaveTheTrack(t *testing.T) {
	profile := func(rank int, values []int64, most []int) *Profile {
		return &Profile{Rank: rank, Size: 2, Tracks: []string{"main", "b", "c"}, Environments: []Environment{{Name: "Default", Size: 2, Ranks: []Range{{First: 0, Last: 1, Stride: 1}}}},
			Counters: []Counter{{Name: "n", Step: 1, Domain: OfThread}, {Name: "m", Step: 1, Domain: "process"}},
			Nodes:    []Node{{Parent: -1, Name: "a", Measure: Measure{Calls: 1, Timed: 1, Total: 1, Min: 1, Max: 1}, Values: values, LargestTracks: most}}}
	}
	profiles := []*Profile{profile(0, []int64{5, 7}, []int{2}), profile(1, []int64{9, 3}, []int{1, 2})}
	for i, p := range profiles {
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		data, err := p.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var again, text Profile
		if err := again.UnmarshalBinary(data); err != nil || !cmp.Equal(p, &again) {
			t.Errorf("%v %s", err, cmp.Diff(p, &again))
		}
		asText, err := json.Marshal(p)
		if err != nil || json.NewDecoder(bytes.NewReader(asText)).Decode(&text) != nil || !cmp.Equal(p.Nodes, text.Nodes) {
			t.Errorf("%v %s", err, asText)
		}
		profiles[i] = &again
	}
	s, err := Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][2]Extreme{{{5, 0, 2}, {9, 1, 1}}, {{3, 1, 2}, {7, 0, 0}}} {
		if v := s.Regions[0].Values[i]; v.Min != want[0] || v.Max != want[1] {
			t.Errorf("counter %d: from %+v to %+v, want %+v", i, v.Min, v.Max, want)
		}
	}
	for _, wrong := range [][]int{{3}, {-1}, {0, 0, 0}} {
		if err := profile(0, []int64{5, 7}, wrong).Check(); err == nil {
			t.Errorf("most on %v is taken", wrong)
		}
	}
}
