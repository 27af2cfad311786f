package machenv_test

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

// placements are arrangements of so many ranks on nodes.
func placements(ranks int) map[string]func(int) int {
	return map[string]func(int) int{
		"all on one":       func(int) int { return 0 },
		"one on each":      func(rank int) int { return rank },
		"four on each":     func(rank int) int { return rank / 4 },
		"seven on each":    func(rank int) int { return rank / 7 },
		"in turns":         func(rank int) int { return rank % 3 },
		"in turns, back":   func(rank int) int { return (ranks - rank) % 5 },
		"one and the rest": func(rank int) int { return min(rank, 1) },
		"uneven":           func(rank int) int { return bits.Len(uint(rank)) },
	}
}

// found is what FindNodes gives on each rank.
func found(ranks int, node func(int) int) ([]*machenv.Nodes, error) {
	all := make([]*machenv.Nodes, ranks)
	err := local.Run(ranks, func(comm machenv.Communicator) (err error) {
		all[comm.Rank()], err = machenv.FindNodes(comm, time.Minute)
		return err
	}, local.Placed(node))
	return all, err
}

// checkTrees says what is wrong with the trees of all ranks: they are one, only leaders have to do with other nodes,
// and it is no deeper than it says.
func checkTrees(all []*machenv.Nodes, node func(int) int) error {
	leaders, on := map[int]int{}, map[int]int{}
	for rank := range all {
		on[node(rank)]++
		if _, known := leaders[node(rank)]; !known {
			leaders[node(rank)] = rank
		}
	}
	behind := make([]int, len(all)) // ranks in a branch, the rank itself among them
	crossing := 0
	for rank, n := range slices.Backward(all) {
		behind[rank]++
		levels := 0
		for at := rank; at != 0; at = all[at].Tree.Parent {
			if levels++; all[at].Tree.Parent < 0 || levels > n.Tree.Levels {
				return fmt.Errorf("rank %d is %d or more levels below rank 0, told are %d", rank, levels, n.Tree.Levels)
			}
		}
		for i, b := range n.Tree.Branches {
			if t := all[b.Rank].Tree; t.Parent != rank || t.Depth != b.Depth || i > 0 && n.Tree.Branches[i-1].Depth >= b.Depth {
				return fmt.Errorf("branch %v of rank %d, whose tree is %v: tree %v", b, rank, n.Tree, t)
			}
		}
		if most := bits.Len(uint(on[node(rank)]-1)) + bits.Len(uint(len(on)-1)); len(n.Tree.Branches) > most {
			return fmt.Errorf("rank %d has %d branches, want %d at most", rank, len(n.Tree.Branches), most)
		}
		if rank == 0 {
			break
		}
		p := n.Tree.Parent
		if !slices.Contains(all[p].Tree.Branches, machenv.Branch{Rank: rank, Depth: n.Tree.Depth}) {
			return fmt.Errorf("parent %d of rank %d does not know it: %v", p, rank, all[p].Tree)
		}
		if node(p) != node(rank) {
			if crossing++; leaders[node(p)] != p || leaders[node(rank)] != rank {
				return fmt.Errorf("ranks %d and %d are no leaders, and on nodes %d and %d", p, rank, node(p), node(rank))
			}
		}
	}
	if crossing != len(leaders)-1 {
		return fmt.Errorf("%d edges between %d nodes", crossing, len(leaders))
	}
	return nil
}

func TestTreesGoNodeByNode(t *testing.T) {
	for _, ranks := range []int{1, 2, 3, 8, 13, 64, 100} {
		for name, node := range placements(ranks) {
			all, err := found(ranks, node)
			if err == nil {
				err = checkTrees(all, node)
			}
			if err != nil {
				t.Errorf("%d ranks, %s: %v", ranks, name, err)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		nodes := rapid.SliceOfN(rapid.IntRange(0, 9), 1, 40).Draw(t, "nodes")
		node := func(rank int) int { return nodes[rank] }
		all, err := found(len(nodes), node)
		if err == nil {
			err = checkTrees(all, node)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
}

// On one node, and with one rank on each, it is the tree without nodes.
func TestTreesOfOneLevel(t *testing.T) {
	const ranks = 21
	for _, name := range []string{"all on one", "one on each"} {
		all, err := found(ranks, placements(ranks)[name])
		if err != nil {
			t.Fatal(err)
		}
		for rank, n := range all {
			if want := machenv.BinomialTree(rank, ranks); fmt.Sprint(n.Tree) != fmt.Sprint(want) {
				t.Errorf("%s: rank %d: %v, want %v", name, rank, n.Tree, want)
			}
		}
	}
}

// Whoever is lost, the others come to an end, and no two that have found the nodes have different ones.
func TestFindNodesLostRank(t *testing.T) {
	const ranks = 12
	for victim := range ranks {
		var lock sync.Mutex
		failed := 0
		err := local.Run(ranks, func(comm machenv.Communicator) error {
			if comm.Rank() == victim {
				return nil
			}
			_, err := machenv.FindNodes(comm, 10*time.Second)
			if err == nil || !errors.Is(err, machenv.ErrLost) {
				return fmt.Errorf("rank %d: %w, want an error that matches ErrLost", comm.Rank(), err)
			}
			lock.Lock()
			defer lock.Unlock()
			failed++
			return nil
		}, local.RanksPerNode(4))
		if err != nil || failed != ranks-1 {
			t.Errorf("without rank %d: %d ranks say so: %v", victim, failed, err)
		}
	}
}
