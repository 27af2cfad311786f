package table

import (
	"hash/maphash"
	"unsafe"
)

// Child identifies a node by content. Names are compared with their prefix. Those of a call path of which some starts are
// sampled, by a handle, and others are not, differ in the sample: each node then has calls of one kind, and readers join
// them.
type Child struct {
	Name        string
	Parent      uint32
	Environment uint32
	Sample      uint32 // 0 if all calls are timed
}

// ChildNode is what a Child leads to. The name and the environment are those of the node.
type ChildNode struct {
	hash   uint32
	parent uint32
	sample uint32
	Node   uint32 // 0: the place is empty
	Keys   uint32 // keys that lead here; names that are made anew for each call would make ever more
}

// children is a hash table with open addressing.
type children struct {
	places []ChildNode
	used   int
}

func (c *Child) hash() uint32 {
	const spread, more = 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f
	return uint32((maphash.String(seed, c.Name) ^ uint64(c.Parent)*spread ^ uint64(c.Sample)) * more >> 32)
}

// ChildOf is what the identity of a child leads to, nil if it is not known. It is valid until another is added. This and
// AddChild are for the writer only.
func (t *Table) ChildOf(id Child) *ChildNode {
	hash, mask := id.hash(), len(t.children.places)-1
	for at := int(hash) & mask; mask >= 0; at = (at + 1) & mask {
		p := &t.children.places[at]
		if p.Node == 0 {
			return nil
		}
		if c := &t.Cold[p.Node]; p.hash == hash && p.parent == id.Parent && p.sample == id.Sample && c.Environment == id.Environment && t.NameIs(c, id.Name) {
			return p
		}
	}
	return nil
}

// AddChild makes the identity of a child, at which ChildOf has looked, lead to a node.
func (t *Table) AddChild(at *ChildNode, id Child, node uint32) *ChildNode {
	if at == nil {
		return t.children.add(ChildNode{hash: id.hash(), parent: id.Parent, sample: id.Sample, Node: node})
	}
	at.Node, at.Keys = node, 0
	return at
}

func (c *children) add(new ChildNode) *ChildNode {
	if 2*c.used >= len(c.places) {
		old := c.places
		c.places, c.used = make([]ChildNode, max(16, 2*len(old))), 0
		for _, p := range old {
			if p.Node != 0 {
				c.add(p)
			}
		}
	}
	at := int(new.hash) & (len(c.places) - 1)
	for c.places[at].Node != 0 {
		at = (at + 1) & (len(c.places) - 1)
	}
	c.places[at] = new
	c.used++
	return &c.places[at]
}

func (c *children) bytes() int { return len(c.places) * int(unsafe.Sizeof(ChildNode{})) }
