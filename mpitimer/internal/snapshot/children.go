package snapshot

import (
	"hash/maphash"
	"math/bits"
)

// child identifies a call path.
type child struct {
	name        string
	parent      int
	environment uint32
}

var seed = maphash.MakeSeed()

// find returns the node of a call path: if it is not known, the one that the caller makes next. The places lead to the nodes
// themselves; a map would look twice for each path, and keep it once more.
func (b *Builder) find(id child) (n int, known bool) {
	if 2*len(b.nodes) >= len(b.children) {
		b.children = make([]uint32, 2<<bits.Len(uint(max(2*len(b.nodes), cap(b.nodes)))))
		for n := range b.nodes {
			node := &b.nodes[n]
			b.children[b.placeOf(child{node.Name, node.Parent, uint32(node.Environment)})] = uint32(n + 1)
		}
	}
	at := b.placeOf(id)
	if n := b.children[at]; n > 0 {
		return int(n) - 1, true
	}
	b.children[at] = uint32(len(b.nodes) + 1)
	return len(b.nodes), false
}

// placeOf is where a call path stands among the children, or is to stand.
func (b *Builder) placeOf(id child) int {
	const spread, more = 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f
	mask := len(b.children) - 1
	at := int((maphash.String(seed, id.name)^(uint64(id.parent)<<32|uint64(id.environment))*spread)*more>>32) & mask
	for ; b.children[at] != 0; at = (at + 1) & mask {
		if node := &b.nodes[b.children[at]-1]; node.Parent == id.parent && uint32(node.Environment) == id.environment && node.Name == id.name {
			break
		}
	}
	return at
}
