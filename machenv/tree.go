package machenv

import (
	"math/bits"
	"slices"

	"github.com/go-hpc/timers/internal/rankset"
)

// A Tree is the place of one rank in a tree of ranks below rank 0: its parent and its children.
type Tree struct {
	Parent   int // -1 on rank 0
	Depth    int // which branch of its parent this rank is
	Branches []Branch
	Levels   int // how many messages at most, one after the other, bring something from a rank to rank 0
}

// A Branch is a child and the ranks behind it, at most 2^Depth. Branches with the fewest ranks are
// ready first, and come first.
type Branch struct{ Rank, Depth int }

// BinomialTree returns the place of a rank among size ranks: the parent of a rank is the rank without
// its lowest one-bit, and branch j of a rank has the 2ʲ ranks from rank+2ʲ on.
func BinomialTree(rank, size int) Tree { return treeOf([]rankset.Set{rankset.UpTo(size)}, rank) }

// treeOf is the place of a rank in the binomial tree of numbers in which rank i of node n has n·2ᵏ+i, where no node has
// more than 2ᵏ ranks. That some numbers are nobody's does not matter: a parent has fewer one-bits than its child, so
// that it is one of the same node or the first of another. So only the first ranks of nodes have to do with other
// nodes, and where all ranks are on one node, or each on its own, it is the tree without nodes.
func treeOf(nodes []rankset.Set, rank int) Tree {
	most := 0
	for _, n := range nodes {
		most = max(most, n.Len())
	}
	home := slices.IndexFunc(nodes, func(n rankset.Set) bool { return n.Has(rank) })
	k, own := bits.Len(uint(most-1)), nodes[home]
	place, size := own.Index(rank), own.Len()
	t := Tree{Parent: -1, Levels: k + bits.Len(uint(len(nodes)-1))}
	for d := 0; place&(1<<d) == 0 && place+1<<d < size; d++ {
		t.Branches = append(t.Branches, Branch{own.At(place + 1<<d), d})
	}
	if place > 0 {
		t.Parent, t.Depth = own.At(place&(place-1)), bits.TrailingZeros(uint(place))
		return t
	}
	for d := 0; home&(1<<d) == 0 && home+1<<d < len(nodes); d++ {
		t.Branches = append(t.Branches, Branch{nodes[home+1<<d].At(0), k + d})
	}
	if home > 0 {
		t.Parent, t.Depth = nodes[home&(home-1)].At(0), k+bits.TrailingZeros(uint(home))
	}
	return t
}
