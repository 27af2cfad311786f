package machenv

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/go-hpc/timers/internal/order"
	"github.com/go-hpc/timers/internal/rankset"
)

// tagNodes is the tag of the messages of FindNodes.
const tagNodes = MaxTag - 23

// Nodes holds a rank's knowledge of the placement of a communicator's ranks: those on its own node, and
// a tree that goes node by node.
type Nodes struct {
	// Tree is a tree of ranks in which the ranks of a node are below its lowest rank, its leader, and
	// only leaders talk to other nodes: on N nodes N-1 ranks have a parent elsewhere, and a rank has at
	// most ⌈log₂ of the ranks of its node⌉ + ⌈log₂N⌉ branches.
	Tree Tree

	rank int
	here rankset.Set
}

// wards are the missing ranks of this node, on its lowest rank that is there.
func (n *Nodes) wards(missing []int) []int {
	if n == nil || slices.Min(n.here.Without(rankset.Of(missing))) != n.rank {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(missing), func(rank int) bool { return !n.here.Has(rank) })
}

// FindNodes finds out which ranks of comm are on which node: ranks with the same host name share a
// node. It is collective. A rank exchanges messages with at most ⌈log₂P⌉ others, and no rank waits much
// longer than 4·⌈log₂P⌉ times the timeout; 0: for as long as it takes.
//
// If a rank is missing, the ranks behind it get an error that matches ErrLost, and usually all others
// do too; ranks agree on whether all are present before they use the tree.
func FindNodes(comm Communicator, timeout time.Duration) (*Nodes, error) {
	return findNodes(comm, hostKey(comm), timeout)
}

// hostKey stands for the name of the calling rank's host. It is never 0.
func hostKey(comm Communicator) uint64 {
	name := fnv.New64a()
	_, _ = name.Write([]byte(hostOf(comm))) // which cannot fail
	return name.Sum64() | 1
}

func findNodes(comm Communicator, host uint64, timeout time.Duration) (*Nodes, error) {
	rank, size := comm.Rank(), comm.Size()
	list := []nodeRanks{{host, rankset.One(rank)}}
	tree := BinomialTree(rank, size)
	var problem error
	for _, b := range tree.Branches {
		data, err := comm.Recv(b.Rank, tagNodes, time.Duration(b.Depth+1)*timeout)
		if err == nil {
			list, err = joinNodes(list, data, size)
		}
		problem = errors.Join(problem, err)
	}
	var all []byte // empty where something has gone wrong: the others are not left waiting
	if problem == nil {
		all = encodeNodes(list)
	}
	if tree.Parent >= 0 {
		err := comm.Send(tree.Parent, tagNodes, all, timeout)
		if all = nil; err == nil {
			all, err = comm.Recv(tree.Parent, tagNodes, time.Duration(2*tree.Levels+2)*timeout)
		}
		problem = errors.Join(problem, err)
	}
	for _, b := range slices.Backward(tree.Branches) { // the one with the longest way to go first
		problem = errors.Join(problem, comm.Send(b.Rank, tagNodes, all, timeout))
	}
	list, err := joinNodes(nil, all, size)
	if problem = errors.Join(problem, err); problem != nil {
		return nil, fmt.Errorf("machenv: nodes of %d ranks: %w: %w", size, ErrLost, problem)
	}
	return nodesOf(list, rank, size)
}

// nodesOf is what a rank keeps of the list of all nodes, which for many ranks is long.
func nodesOf(list []nodeRanks, rank, size int) (*Nodes, error) {
	// The number of a node in the tree is its place here, so that rank 0 leads the first.
	order.By(list, func(a, b nodeRanks) int { return cmp.Compare(a.ranks.At(0), b.ranks.At(0)) })
	n := &Nodes{rank: rank}
	var sets []rankset.Set
	found := 0
	for _, l := range list {
		sets = append(sets, l.ranks)
		if found += l.ranks.Len(); l.ranks.Has(rank) {
			n.here = slices.Clone(l.ranks)
		}
	}
	if found != size || n.here == nil {
		return nil, fmt.Errorf("machenv: nodes of %d ranks: %d found, rank %d among them: %t: %w", size, found, rank, n.here != nil, errRound)
	}
	n.Tree = treeOf(sets, rank)
	return n, nil
}

// nodeRanks is a node and those of its ranks that were heard of.
type nodeRanks struct {
	host  uint64 // hostKey
	ranks rankset.Set
}

func encodeNodes(list []nodeRanks) []byte {
	b := binary.AppendUvarint(nil, uint64(len(list)))
	for _, n := range list {
		b = appendRanks(binary.AppendUvarint(b, n.host), n.ranks)
	}
	return b
}

// joinNodes adds those of a message.
func joinNodes(list []nodeRanks, data []byte, size int) ([]nodeRanks, error) {
	at := make(map[uint64]int, len(list))
	for i, n := range list {
		at[n.host] = i
	}
	r := reader{b: data}
	for range r.uint() {
		n := nodeRanks{r.uint(), r.ranks(size)}
		if r.bad || len(n.ranks) == 0 {
			return nil, fmt.Errorf("message of %d bytes does not say where ranks are", len(data))
		}
		if i, known := at[n.host]; known {
			list[i].ranks = list[i].ranks.With(n.ranks)
			continue
		}
		at[n.host] = len(list)
		list = append(list, n)
	}
	if r.bad || len(r.b) > 0 {
		return nil, fmt.Errorf("message of %d bytes does not say where ranks are", len(data))
	}
	return list, nil
}
