package stats

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

// reducePlaced runs Reduce on ranks that are on nodes, with the tree of nodes or without it. Crossed is how many
// messages of it have gone from node to node.
func reducePlaced(profiles []*Profile, node func(int) int, byNodes bool) (s *Summary, crossed int64, err error) {
	var all atomic.Int64
	err = local.Run(len(profiles), func(comm machenv.Communicator) error {
		var opts ReduceOptions
		if byNodes {
			nodes, err := machenv.FindNodes(comm, time.Minute)
			if err != nil {
				return err
			}
			opts.Nodes = nodes
		}
		before, _ := local.TrafficOf(comm)
		got, err := Reduce(comm, profiles[comm.Rank()], opts)
		after, _ := local.TrafficOf(comm)
		all.Add(after.Crossed - before.Crossed)
		if comm.Rank() == 0 {
			s = got
		} else if got != nil {
			return errors.New("a Summary on another rank than 0")
		}
		return err
	}, local.Placed(node))
	return s, all.Load(), err
}

// The Summary has the same bits whatever ranks are on whatever nodes, and whether or not it goes node by node.
func TestReduceByNodesSameBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		profiles := genProfiles(t)
		nodes := rapid.SliceOfN(rapid.IntRange(0, 4), len(profiles), len(profiles)).Draw(t, "nodes")
		node := func(rank int) int { return nodes[rank] }
		profiles = shuffled(profiles, rapid.Uint64().Draw(t, "order"))
		flat, _, err := reducePlaced(profiles, node, false)
		if err != nil {
			t.Fatal(err)
		}
		placed, _, err := reducePlaced(profiles, node, true)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "by nodes", placed, flat)
		if a, b := encoded(t, flat), encoded(t, placed); !bytes.Equal(a, b) {
			t.Fatalf("%d bytes by nodes, %d others without", len(b), len(a))
		}
	})
}

func encoded(t rapid.TB, s *Summary) []byte {
	var b bytes.Buffer
	if _, err := s.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Of N nodes N-1 leaders have to do with another one, whatever ranks are where: three messages with each, and two more
// where regions differ.
func TestReduceByNodesCrosses(t *testing.T) {
	const ranks = 96
	for name, node := range map[string]func(int) int{
		"all on one":   func(int) int { return 0 },
		"one on each":  func(rank int) int { return rank },
		"16 on each":   func(rank int) int { return rank / 16 },
		"12 on each":   func(rank int) int { return rank / 12 },
		"in turns":     func(rank int) int { return rank % 8 },
		"one, 47, 48":  func(rank int) int { return min(rank, 1) + rank/48 },
		"turns, by 31": func(rank int) int { return rank * 31 % ranks / 12 },
	} {
		if race.Enabled && name != "turns, by 31" { // the ranks do the same wherever they are
			continue
		}
		for share, each := range map[float64]int{0: 3, 0.1: 5} {
			var profiles []*Profile
			nodes := make(map[int]bool)
			for rank := range ranks {
				profiles = append(profiles, grownProfile(rank, ranks, 100, share))
				nodes[node(rank)] = true
			}
			flat, without, err := reducePlaced(profiles, node, false)
			if err != nil {
				t.Fatal(err)
			}
			placed, crossed, err := reducePlaced(profiles, node, true)
			if err != nil {
				t.Fatal(err)
			}
			same(t, name, placed, flat)
			if most := int64(each * (len(nodes) - 1)); crossed > most || crossed > without {
				t.Errorf("%s, %v: %d messages cross nodes, want %d at most; %d by ranks", name, share, crossed, most, without)
			}
			t.Logf("%s, %v: %d messages cross nodes, %d by ranks", name, share, crossed, without)
		}
	}
}

// A leader that is lost takes with it, at most, what it has collected, and all of these are told.
func TestReduceByNodesLostLeader(t *testing.T) {
	const ranks, lost = 24, 8
	var s *Summary
	errs := make([]error, ranks)
	found := make(chan bool, ranks)
	_ = local.Run(ranks, func(comm machenv.Communicator) error {
		nodes, err := machenv.FindNodes(comm, time.Minute)
		if err != nil {
			return err
		}
		found <- true
		if comm.Rank() == lost {
			for range ranks { // it ends when nobody needs it any more
				<-found
			}
			return nil
		}
		p := grownProfile(comm.Rank(), ranks, 10, 0)
		got, err := Reduce(comm, p, ReduceOptions{Timeout: time.Minute, Nodes: nodes})
		if errs[comm.Rank()] = err; comm.Rank() == 0 {
			s = got
		}
		return nil
	}, local.RanksPerNode(4))
	if s == nil || !errors.Is(errs[0], ErrLost) {
		t.Fatalf("got %v, %v; want a Summary and an error that matches ErrLost", s, errs[0])
	}
	// Nodes 2 and 3 come through it: ranks 8 to 15.
	if want := []Range{{First: 8, Last: 15, Stride: 1}}; !slices.Equal(s.Missing, want) || s.Ranks != ranks-8 {
		t.Errorf("%d ranks, missing %v, want %v", s.Ranks, s.Missing, want)
	}
	for _, rank := range []int{9, 10, 12} {
		if !errors.Is(errs[rank], ErrLost) {
			t.Errorf("rank %d is not told: %v", rank, errs[rank])
		}
	}
}

// Ranks that take no part are brought by ranks of their nodes; what rank 0 has as well counts once.
func TestReduceOthersOnNodes(t *testing.T) {
	const ranks, there = 12, 9 // ranks 9 to 11 take no part
	for _, share := range []float64{0, 0.2} {
		profile := func(rank int) *Profile { return grownProfile(rank, ranks, 20, share) }
		others := map[int][]int{0: {9, 10}, 3: {9}, 6: {11}, 8: {10}}
		var profiles []*Profile
		for rank := range ranks {
			profiles = append(profiles, profile(rank))
		}
		want, err := Merge(profiles)
		if err != nil {
			t.Fatal(err)
		}
		err = local.Run(there, func(comm machenv.Communicator) error {
			var opts ReduceOptions
			for _, rank := range others[comm.Rank()] {
				opts.Others = append(opts.Others, profile(rank))
			}
			var err error
			if opts.Nodes, err = machenv.FindNodes(comm, time.Minute); err != nil {
				return err
			}
			s, err := Reduce(comm, profile(comm.Rank()), opts)
			if err == nil && comm.Rank() == 0 {
				same(t, fmt.Sprint("others, ", share), s, want)
			}
			return err
		}, local.RanksPerNode(3))
		if err != nil {
			t.Error(err)
		}
	}
}
