package stats

import (
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

// roots is a view in the manner of GPTL's: of each name the first region, below none, in the last environment.
func roots(p *Profile) *Profile {
	out := *p
	out.Environments, out.Nodes = p.Environments[len(p.Environments)-1:], nil
	known := map[string]bool{}
	for _, n := range p.Nodes {
		if !known[n.Name] {
			n.Parent, n.Environment, n.Calls = -1, 0, n.Calls+1
			out.Nodes = append(out.Nodes, n)
		}
		known[n.Name] = true
	}
	out.Counted = append([]float64{0.5}, p.Counted...)[:min(1, len(p.Counters))]
	return &out
}

// reversed is a view with the same regions in another order.
func reversed(p *Profile) *Profile {
	out := *p
	out.Nodes = slices.Clone(p.Nodes)
	slices.Reverse(out.Nodes)
	for i := range out.Nodes {
		out.Nodes[i].Parent = -1
		if slices.ContainsFunc(out.Nodes[:i], func(n Node) bool {
			return n.Name == out.Nodes[i].Name && n.Environment == out.Nodes[i].Environment
		}) {
			out.Nodes[i].Name += string(rune('a' + i)) // no region may be there twice
		}
	}
	return &out
}

// The Summaries of both views have the bits that they have by themselves, wherever the ranks are, with or without
// histograms, counters, regions of single ranks, and ranks that take no part.
func TestReduceBothIsTwoMerges(t *testing.T) {
	views := map[string]func(*Profile) *Profile{
		"roots": roots, "reversed": reversed,
		"itself":  func(p *Profile) *Profile { return p },
		"nothing": func(p *Profile) *Profile { out := *p; out.Nodes, out.Environments = nil, nil; return &out },
	}
	rapid.Check(t, func(t *rapid.T) {
		profiles := genProfiles(t)
		name := rapid.SampledFrom([]string{"roots", "reversed", "itself", "nothing"}).Draw(t, "view")
		away := rapid.IntRange(0, len(profiles)-1).Draw(t, "away")
		s, viewed, err := reducedBoth(profiles[away:], profiles[:away], views[name])
		if err != nil {
			t.Fatal(err)
		}
		same(t, "the profiles", s, merged(t, profiles))
		var list []*Profile
		for _, p := range profiles {
			list = append(list, views[name](p))
		}
		same(t, name, viewed, merged(t, list))
	})
}

// reducedBoth runs ReduceBoth on ranks with these profiles; others are of ranks that take no part.
func reducedBoth(here, others []*Profile, view func(*Profile) *Profile) (s, viewed *Summary, err error) {
	err = local.Run(len(here), func(comm machenv.Communicator) error {
		var opts ReduceOptions
		if comm.Rank() == 0 {
			opts.Others = others
		}
		a, b, err := ReduceBoth(comm, here[comm.Rank()], view, opts)
		switch {
		case comm.Rank() == 0:
			s, viewed = a, b
		case a != nil || b != nil:
			return errors.New("a Summary on another rank than 0")
		}
		return err
	})
	return s, viewed, err
}

// A rank whose view contradicts itself, or that has no Profile, is left out of both Summaries.
func TestReduceBothWithoutAView(t *testing.T) {
	profiles := []*Profile{grownProfile(0, 3, 4, 0), grownProfile(1, 3, 4, 0), nil}
	s, viewed, err := reducedBoth(profiles, nil, func(p *Profile) *Profile {
		out := *roots(p)
		if p.Rank == 1 {
			out.Nodes[0].Environment = 7
		}
		return &out
	})
	if !errors.Is(err, ErrProfile) || s.Ranks != 1 || viewed.Ranks != 1 {
		t.Errorf("%d and %d ranks, %v; want rank 0 alone and ErrProfile", s.Ranks, viewed.Ranks, err)
	}
}

// Two views take as many messages as one.
func TestReduceBothTakesNoMoreMessages(t *testing.T) {
	const ranks = 24
	for _, share := range []float64{0, 0.2} {
		var sent [2]int64
		for i, view := range []func(*Profile) *Profile{nil, roots} {
			list := make([]int64, ranks)
			err := local.Run(ranks, func(comm machenv.Communicator) error {
				_, _, err := reduce(comm, grownProfile(comm.Rank(), ranks, 50, share), view, ReduceOptions{})
				traffic, _ := local.TrafficOf(comm)
				list[comm.Rank()] = traffic.Sent
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range list {
				sent[i] += n
			}
		}
		if sent[0] != sent[1] || sent[0] == 0 {
			t.Errorf("%v of the regions differ: %d messages with one view, %d with two", share, sent[0], sent[1])
		}
	}
}

// TestForgedViews is TestForgedMessages with two views.
func TestForgedViews(t *testing.T) {
	profiles := []*Profile{grownProfile(0, 2, 4, 0), grownProfile(1, 2, 4, 1)}
	for _, histogram := range []bool{false, true} {
		if histogram {
			profiles[1].Nodes[0].Histogram = NewHistogram([]uint64{0, 1, 2})
		}
		for at := 0; at < 3000; at += 11 {
			for _, how := range []byte{1, 0x80, 0xff} {
				var s, viewed *Summary
				_ = local.Run(2, func(comm machenv.Communicator) error {
					if comm.Rank() == 1 {
						comm = forger{comm, func(b []byte) []byte { b[at%len(b)] ^= how; return b }}
					}
					a, b, err := ReduceBoth(comm, profiles[comm.Rank()], roots, ReduceOptions{Timeout: time.Minute})
					if comm.Rank() == 0 {
						s, viewed = a, b
					}
					return err
				})
				if s == nil || viewed == nil || len(s.Regions) == 0 || len(viewed.Regions) == 0 {
					t.Fatalf("byte %d, %#x: got %+v and %+v", at, how, s, viewed)
				}
			}
		}
	}
}
