package stats

import (
	"bytes"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/race"
)

// A Merger in any order, and any division of the ranks among several, give what Merge gives.
func TestMergerEqualsMerge(t *testing.T) {
	race.Sequential(t)
	rapid.Check(t, func(t *rapid.T) {
		profiles := genProfiles(t)
		want, err := Merge(profiles)
		if err != nil {
			t.Fatal(err)
		}
		order := shuffled(profiles, rapid.Uint64().Draw(t, "order"))
		var m Merger
		addAll(t, &m, order)
		got, err := m.Summary()
		if err != nil {
			t.Fatal(err)
		}
		same(t, "Merger", got, want)
		if got, err = mergeParts(order, rapid.IntRange(1, len(order)).Draw(t, "parts")); err != nil {
			t.Fatal(err)
		}
		same(t, "parts", got, want)
	})
}

func addAll(t *rapid.T, to interface{ Add(*Profile) error }, profiles []*Profile) {
	for _, p := range profiles {
		if err := to.Add(p); err != nil {
			t.Fatal(err)
		}
	}
}

// sameAsMerge checks that a Summary of profiles in another way is Merge's.
func sameAsMerge(t *rapid.T, what string, of interface{ Summary() (*Summary, error) }, profiles []*Profile) {
	t.Helper()
	got, err := of.Summary()
	if err != nil {
		t.Fatal(err)
	}
	want, err := Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	same(t, what, got, want)
}

// What a Merger refuses leaves it as it was, also behind a rank with the same tree.
func TestMergerRefuses(t *testing.T) {
	race.Sequential(t)
	rapid.Check(t, func(t *rapid.T) {
		profiles := genProfiles(t)
		twice := *profiles[len(profiles)-1]
		broken := twice
		broken.Nodes = append([]Node{{Parent: 3, Name: "above itself"}}, broken.Nodes...)
		larger := twice
		larger.Size++
		var m Merger
		addAll(t, &m, profiles)
		for wrong, want := range map[*Profile]error{&twice: ErrMismatch, &broken: ErrProfile, nil: ErrProfile} {
			if err := m.Add(wrong); !errors.Is(err, want) {
				t.Fatalf("got %v, want %v", err, want)
			}
		}
		if err := m.Add(&larger); err == nil {
			t.Fatal("a rank of a larger run is taken in")
		}
		sameAsMerge(t, "after refusals", &m, profiles)
	})
	if _, err := new(Merger).Summary(); err == nil {
		t.Error("there is a Summary of nothing")
	}
}

// A node that is added where the ranks before have been added up gives the record that merging one of its own
// gives.
func TestAddNodeEqualsMergeRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got := *neutralRecord
		want := got
		for range rapid.IntRange(1, 5).Draw(t, "ranks") {
			rank := rapid.IntRange(0, 4).Draw(t, "rank")
			p := genProfile(t, rank, 5, 1, false)
			for i := range p.Nodes {
				n := &p.Nodes[i]
				n.Level = rapid.SampledFrom([]int{-1 << 31, 0, n.Level, 1<<31 - 1}).Draw(t, "level")
				self := rapid.Uint64().Draw(t, "self")
				var one recordBytes
				wall := fillRecord(&one, n, rank, i, self)
				mergeRecord(&want, &one)
				if w := addNode(&got, n, rank, i, self); w != wall || !bytes.Equal(got[:], want[:]) {
					t.Fatalf("%+v: time %d, want %d; record\n%x, want\n%x", *n, w, wall, got, want)
				}
			}
		}
	})
}
