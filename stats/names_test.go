package stats

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/race"
)

// anyName draws names of regions: bytes of all kinds, and those with which values of regions travel
// through a reduction now, or did once.
func anyName(counters []Counter) *rapid.Generator[string] {
	given := []string{"", "\x00", "\x00q\x00", "/", "a/b", "\xff\xfe", "Total\n", `"q" "" 1 "" false`, "\x00c\x00"}
	for i := range counters {
		given = append(given, counters[i].code(), "\x00q\x00"+counters[i].code())
	}
	anyBytes := rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 40), func(b []byte) string { return string(b) })
	return rapid.OneOf(rapid.SampledFrom(given), anyBytes, rapid.String())
}

// profileOfNames draws a Profile of one rank whose nodes have any names, calls and values.
func profileOfNames(t *rapid.T, rank, size int) *Profile {
	p := &Profile{
		Rank: rank, Size: size, Tracks: []string{"main"},
		Environments: []Environment{{"Default", size, []Range{{First: 0, Last: size - 1, Stride: 1}}}},
		Counters:     []Counter{{Name: "q", Step: 1}, {Name: "\x00q\x00", Unit: "\xff", Step: 2, Peak: true}},
	}
	name := anyName(p.Counters)
	seen := make(map[string]bool)
	for i := range rapid.IntRange(1, 8).Draw(t, "nodes") {
		n := Node{Parent: rapid.IntRange(-1, i-1).Draw(t, "parent"), Name: name.Draw(t, "name")}
		n.Calls, n.Timed, n.Total = uint64(1+i), uint64(1+i), int64(100*(rank+1))
		n.Min, n.Max = n.Total, n.Total
		if rapid.Bool().Draw(t, "measured") {
			n.Values = []int64{int64(rank - 5), int64(i)}
		}
		p.Nodes = append(p.Nodes, n)
		path := fmt.Sprintf("%q", p.Path(i))
		for seen[path] {
			p.Nodes[i].Name += "'"
			path = fmt.Sprintf("%q", p.Path(i))
		}
		seen[path] = true
	}
	return p
}

// summaryPath is Profile.Path of a region.
func summaryPath(s *Summary, i int) (path []string) {
	for ; i >= 0; i = s.Regions[i].Parent {
		path = append([]string{s.Regions[i].Name}, path...)
	}
	return path
}

// Every string of bytes is the name of a region: no name voids a rank's profile, and none is taken for
// what else travels with regions.
func TestAnyNameIsARegion(t *testing.T) {
	race.Sequential(t)
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 5).Draw(t, "size")
		var profiles []*Profile
		calls, values := make(map[string]uint64), make(map[string]int64)
		for rank := range size {
			p := profileOfNames(t, rank, size)
			if err := p.Check(); err != nil {
				t.Fatal(err)
			}
			profiles = append(profiles, p)
			for i := range p.Nodes {
				path := fmt.Sprintf("%q", p.Path(i))
				calls[path] += p.Nodes[i].Calls
				for j, v := range p.Nodes[i].Values {
					values[path+p.Counters[j].code()] += v
				}
			}
		}
		s := merged(t, profiles)
		gotCalls, gotValues := make(map[string]uint64), make(map[string]int64)
		for i := range s.Regions {
			path := fmt.Sprintf("%q", summaryPath(s, i))
			gotCalls[path] = s.Regions[i].Calls
			for j := range s.Regions[i].Values {
				if v := &s.Regions[i].Values[j]; v.Ranks > 0 {
					gotValues[path+s.Counters[j].code()] = int64(v.Sum.Lo)
				}
			}
		}
		if diff := cmp.Diff(calls, gotCalls) + cmp.Diff(values, gotValues); diff != "" {
			t.Fatalf("regions and values (-want +got):\n%s", diff)
		}
		reduced, err := reduceLocal(profiles, ReduceOptions{})
		if err != nil {
			t.Fatal(err)
		}
		same(t, "Reduce", reduced, s)
		decodeAgain(t, profiles[0], s)
	})
}

// decodeAgain expects that both come back as they were encoded.
func decodeAgain(t *rapid.T, p *Profile, s *Summary) {
	var profile Profile
	var summary Summary
	bytes, err := p.MarshalBinary()
	if err == nil {
		err = profile.UnmarshalBinary(bytes)
	}
	if err != nil || !cmp.Equal(*p, profile) {
		t.Fatalf("%v, profile (-want +got):\n%s", err, cmp.Diff(*p, profile))
	}
	if bytes, err = s.MarshalBinary(); err == nil {
		err = summary.UnmarshalBinary(bytes)
	}
	if err != nil || !cmp.Equal(*s, summary) {
		t.Fatalf("%v, summary (-want +got):\n%s", err, cmp.Diff(*s, summary))
	}
}
