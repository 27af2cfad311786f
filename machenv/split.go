package machenv

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/go-hpc/timers/internal/order"
)

// Duplicate returns a communicator of the same ranks as comm; its messages never meet comm's. It is
// collective over comm. The caller frees it.
func Duplicate(comm Communicator) (Communicator, error) {
	if d, ok := comm.(Duplicator); ok {
		return d.Dup()
	}
	return createStrided(comm, comm.Size(), 0, 1)
}

// createStrided makes a communicator of n ranks of comm.
func createStrided(comm Communicator, n, first, stride int) (Communicator, error) {
	if c, ok := comm.(StridedCreator); ok {
		return c.CreateStrided(n, first, stride)
	}
	return comm.Create(runs{newRange(first, n, stride)}.expand())
}

// split divides comm by color and key. Where the communicator cannot, all ranks learn the colors
// of all and make one group after the other, because Create is collective over all of them.
func split(comm Communicator, color, key int) (Communicator, error) {
	if s, ok := comm.(Splitter); ok {
		return s.Split(color, key)
	}
	own := binary.LittleEndian.AppendUint64(nil, uint64(color))
	own = binary.LittleEndian.AppendUint64(own, uint64(key))
	all, err := combine(comm, 0, tagGather, own, func(lower, upper []byte) []byte { return append(lower, upper...) })
	if err != nil {
		return nil, err
	}
	if all, err = broadcast(comm, 0, tagBroadcast, all); err != nil {
		return nil, err
	}
	if len(all) != 16*comm.Size() {
		return nil, fmt.Errorf("machenv: split of %d ranks: got %d bytes of colors and keys, expected %d",
			comm.Size(), len(all), 16*comm.Size())
	}
	var mine Communicator
	for _, ranks := range groups(all) {
		group, err := comm.Create(ranks)
		if err != nil {
			if mine != nil {
				err = errors.Join(err, mine.Free())
			}
			return nil, err
		}
		if group != nil {
			mine = group
		}
	}
	return mine, nil
}

// groups lists the ranks of each color, by ascending color, given 16 bytes of color and key for
// each rank.
func groups(all []byte) [][]int {
	type choice struct{ color, key, rank int }
	var choices []choice
	for rank := range len(all) / 16 {
		c := choice{
			color: int(int64(binary.LittleEndian.Uint64(all[16*rank:]))),
			key:   int(int64(binary.LittleEndian.Uint64(all[16*rank+8:]))),
			rank:  rank,
		}
		if c.color >= 0 {
			choices = append(choices, c)
		}
	}
	order.By(choices, func(a, b choice) int {
		return cmp.Or(cmp.Compare(a.color, b.color), cmp.Compare(a.key, b.key), cmp.Compare(a.rank, b.rank))
	})
	var list [][]int
	for i, c := range choices {
		if i == 0 || c.color != choices[i-1].color {
			list = append(list, nil)
		}
		last := len(list) - 1
		list[last] = append(list[last], c.rank)
	}
	return list
}

// splitNode divides comm into one group for each node. Where the communicator cannot tell, ranks
// with the same host name are taken to share a node: the color of a host is the lowest rank on it.
func splitNode(comm Communicator, host string) (Communicator, error) {
	if s, ok := comm.(SharedSplitter); ok {
		return s.SplitShared()
	}
	hosts, err := Gather(comm, 0, []byte(host))
	if err != nil {
		return nil, err
	}
	var colors []byte
	first := make(map[string]int)
	for rank, name := range hosts {
		if _, ok := first[string(name)]; !ok {
			first[string(name)] = rank
		}
		colors = binary.LittleEndian.AppendUint64(colors, uint64(first[string(name)]))
	}
	if colors, err = Broadcast(comm, 0, colors); err != nil {
		return nil, err
	}
	if len(colors) != 8*comm.Size() {
		return nil, fmt.Errorf("machenv: split by node of %d ranks: got %d bytes of colors, expected %d",
			comm.Size(), len(colors), 8*comm.Size())
	}
	return split(comm, int(binary.LittleEndian.Uint64(colors[8*comm.Rank():])), 0)
}
