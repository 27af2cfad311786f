package stats

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/race"
)

// partTree is a Part and those that it joins.
type partTree struct {
	Part
	below  []*partTree
	number []int // that they have in it
}

func (p *partTree) gather(t *rapid.T) {
	for _, b := range p.below {
		b.gather(t)
		n, err := p.Join(b.Tree())
		if err != nil {
			t.Fatal(err)
		}
		p.number = append(p.number, n)
	}
}

func (p *partTree) distribute(t *rapid.T) {
	for i, b := range p.below {
		if err := b.Within(p.Windows(p.number[i])); err != nil {
			t.Fatal(err)
		}
		b.distribute(t)
		if err := p.Count(p.number[i], b.Distribution()); err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever tree of processes the ranks are divided among, the Summary is that of Merge.
func TestPartsEqualMerge(t *testing.T) {
	race.Sequential(t)
	rapid.Check(t, func(t *rapid.T) {
		profiles := genProfiles(t)
		want, err := Merge(profiles)
		if err != nil {
			t.Fatal(err)
		}
		all := []*partTree{{}}
		for range rapid.IntRange(0, 6).Draw(t, "parts") {
			child := &partTree{}
			above := all[rapid.IntRange(0, len(all)-1).Draw(t, "above")]
			above.below = append(above.below, child)
			all = append(all, child)
		}
		for _, p := range profiles {
			if err := all[rapid.IntRange(0, len(all)-1).Draw(t, "part")].Add(p); err != nil {
				t.Fatal(err)
			}
		}
		all[0].gather(t)
		all[0].distribute(t)
		got, err := all[0].Summary()
		if err != nil {
			t.Fatal(err)
		}
		same(t, "parts", got, want)
	})
}

// A part that has a rank of another one is refused, and what is there stays.
func TestPartRefuses(t *testing.T) {
	race.Sequential(t)
	rapid.Check(t, func(t *rapid.T) {
		profiles := genProfiles(t)
		var p, q Part
		addAll(t, &p, profiles)
		if err := q.Add(profiles[0]); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Join(q.Tree()); !errors.Is(err, ErrMismatch) {
			t.Fatalf("a rank is there twice: %v", err)
		}
		whole := q.Tree()
		if _, err := (&Part{}).Join(whole[:rapid.IntRange(0, len(whole)-1).Draw(t, "length")]); err == nil {
			t.Fatal("a part that is cut is taken in")
		}
		sameAsMerge(t, "after what was refused", &p, profiles)
	})
}

// Bytes from another process are anything.
func FuzzPart(f *testing.F) {
	var p Part
	if err := p.Add(&Profile{Size: 2, Host: "a", Environments: []Environment{{Name: "default", Size: 2, Ranks: []Range{{First: 0, Last: 1, Stride: 1}}}},
		Nodes: []Node{{Parent: -1, Name: "solve", Measure: Measure{Calls: 1, Timed: 1, Total: 5, Min: 5, Max: 5}}}}); err != nil {
		f.Fatal(err)
	}
	f.Add(p.Tree(), p.Distribution())
	f.Fuzz(func(t *testing.T, tree, counts []byte) {
		var q Part
		n, err := q.Join(tree)
		if err != nil {
			return
		}
		q.Windows(n)
		_ = q.Count(n, counts)
		if q.Ranks() > 0 {
			if _, err := q.Summary(); err != nil {
				t.Error(err)
			}
		}
	})
}
