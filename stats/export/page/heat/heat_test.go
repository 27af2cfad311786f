package heat

import (
	"bytes"
	"encoding/gob"
	"errors"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
)

// sent is what comes of a value that is sent to another process.
func sent[T any](t *rapid.T, v *T) *T {
	var b bytes.Buffer
	to := new(T)
	if err := errors.Join(gob.NewEncoder(&b).Encode(v), gob.NewDecoder(&b).Decode(to)); err != nil {
		t.Fatal(err)
	}
	return to
}

func made(t *rapid.T, f *Frame) *Map {
	m, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// However ranks are dealt to processes, which know no more than the frame, the map is the same.
func TestJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]int{1, 5, 300, 600}).Draw(t, "size")
		list := pagetest.Profiles(size, 1.5)
		for i := 1; i < len(list); i += 2 {
			list[i].Nodes, list[i].Tracks = list[i-1].Nodes, list[i-1].Tracks // two are the slowest
		}
		s, err := stats.Merge(list)
		if err != nil {
			t.Fatal(err)
		}
		f := FrameOf(s)
		whole := made(t, f)
		parts := make([]*Map, rapid.IntRange(1, 6).Draw(t, "parts"))
		for i := range parts {
			parts[i] = made(t, sent(t, f))
		}
		turns := rapid.Bool().Draw(t, "in turns")
		for i, p := range list {
			to := i * len(parts) / len(list)
			if turns {
				to = i % len(parts)
			}
			if err := errors.Join(whole.Add(p), parts[to].Add(p)); err != nil {
				t.Fatal(err)
			}
		}
		joined := made(t, f)
		for _, at := range rapid.Permutation(parts).Draw(t, "order") {
			if err := joined.Join(sent(t, at)); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(joined.Bins, whole.Bins) || !reflect.DeepEqual(joined.Slow, whole.Slow) {
			t.Fatalf("joined %+v\n%+v\nwhole %+v\n%+v", joined.Bins, joined.Slow, whole.Bins, whole.Slow)
		}
		if err := joined.Join(sent(t, parts[0])); len(parts[0].Bins) > 0 && !errors.Is(err, stats.ErrMismatch) {
			t.Fatalf("ranks that are there twice: %v", err)
		}
	})
}

// Of very many regions the longest have a row, and what is around these is known.
func TestFrameOfManyRegions(t *testing.T) {
	s := &stats.Summary{Size: 4, Environments: []stats.EnvironmentSummary{{Name: "world", Size: 4}}}
	for i := range 3 * mostRows {
		r := stats.Region{Name: "r", Parent: i - 1}
		if i%3 == 2 {
			r.Max.Value = 7
		}
		s.Regions = append(s.Regions, r)
	}
	f := FrameOf(s)
	if err := f.check(); err != nil || len(f.Rows) != mostRows || len(f.Regions) != 3*mostRows {
		t.Fatalf("%v, %d rows of %d", err, len(f.Rows), len(f.Regions))
	}
	for _, at := range f.Rows {
		if f.Regions[at].Number%3 != 2 || f.Regions[at].Parent != at-1 {
			t.Fatalf("a row for %+v", f.Regions[at])
		}
	}
}

// What another process has made up is refused, and nothing of it is taken in.
func TestMadeUp(t *testing.T) {
	list := pagetest.Profiles(600, 1)
	s := pagetest.Merge(t, list)
	for name, spoil := range map[string]func(m *Map){
		"no rows":        func(m *Map) { m.Slow = nil },
		"bin beyond":     func(m *Map) { m.Bins[0].Number = 200 },
		"bin before":     func(m *Map) { m.Bins[0].Number = -1 },
		"twice":          func(m *Map) { m.Bins = append(m.Bins, m.Bins[0]) },
		"many ranks":     func(m *Map) { m.Bins[0].Ranks = 4 },
		"few ranks":      func(m *Map) { m.Bins[0].Ranks = -1 },
		"few cells":      func(m *Map) { m.Bins[0].Cells = nil },
		"ranks of none":  func(m *Map) { m.Bins[0].Cells[0].Ranks = 3 },
		"backwards":      func(m *Map) { m.Bins[0].Cells[0].Max = -1 },
		"no number":      func(m *Map) { m.Bins[0].Cells[0].Sum = math.NaN() },
		"no rank":        func(m *Map) { m.Slow[0] = []Slow{{Rank: 600}} },
		"too many ranks": func(m *Map) { m.Slow[0] = make([]Slow, mostSlow+1) },
	} {
		rapid.Check(t, func(t *rapid.T) {
			f := FrameOf(s)
			m, other := made(t, f), made(t, f)
			if err := other.Add(list[1]); err != nil {
				t.Fatal(err)
			}
			spoil(other)
			if err := m.Join(other); !errors.Is(err, stats.ErrMismatch) || len(m.Bins) > 0 {
				t.Fatalf("%s: %v, %+v", name, err, m.Bins)
			}
		})
	}
	for name, f := range map[string]*Frame{
		"no ranks": {}, "parent": {Size: 1, Regions: []Region{{Parent: 0}}}, "environment": {Size: 1, Regions: []Region{{Parent: -1, Environment: 1}}}, "row": {Size: 1, Rows: []int{0}},
	} {
		if _, err := New(f); !errors.Is(err, stats.ErrMismatch) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
