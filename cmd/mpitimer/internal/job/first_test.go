package job

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// deaths is a moment of ranks that were last seen at these times, in seconds.
func deaths(begin int, seconds ...float64) *Moment {
	m := &Moment{Size: 100}
	for i, s := range seconds {
		at := time.Unix(1e9, 0).Add(time.Duration(s * float64(time.Second)))
		m.Ranks = append(m.Ranks, Rank{Info: ranktable.Info{Rank: begin + i, State: ranktable.Died, LastSeen: at}})
	}
	return m
}

func TestDiedFirst(t *testing.T) {
	for want, m := range map[string]*Moment{
		"": deaths(0, 10, 11, 12, 12.9),
		"rank 2 died first, last seen 5 s before the others":     deaths(0, 15, 16, 10, 15.5),
		"one of 0,2 died first, last seen 4 s before the others": deaths(0, 10, 15, 11, 14),
	} {
		if got := m.DiedFirst(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	m := deaths(0, 10, 20)
	m.Ranks[1].State = ranktable.Reported // one that has ended well has not died later
	if got := m.DiedFirst(); got != "" {
		t.Errorf("%q of one that died", got)
	}
	if got := deaths(0).DiedFirst(); got != "" {
		t.Errorf("%q of none", got)
	}
}

// Nodes that join what they know come to what one that knows all would say, and nobody is left out who may have been the first.
func TestDiedFirstOfNodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Float64Range(0, 30), 1, 12).Draw(t, "seconds")
		cut := rapid.IntRange(0, len(all)).Draw(t, "cut")
		d := &Digest{}
		for _, m := range []*Moment{deaths(0, all[:cut]...), deaths(cut, all[cut:]...)} {
			d.Join(m.Digest(), 0)
		}
		whole := deaths(0, all...)
		if got, want := (&Moment{far: d}).DiedFirst(), whole.DiedFirst(); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
		ranks := d.Fates[0].First.Known()
		for i, s := range all {
			if ranks != nil && !Within(ranks, i) && s < slices.Min(all)+apart-1 {
				t.Fatalf("rank %d may have been the first of %v, not only %v", i, all, ranks)
			}
		}
	})
}
