package table

import (
	"hash/maphash"
	"unsafe"
)

// nameIndex finds the nodes of a name. It is made when it is first needed.
type nameIndex struct {
	last map[uint64]int // by the hash of a name, its last entry
	list []nameEntry
	upTo int // nodes below this one are in it
}

type nameEntry struct {
	node   uint32
	before int // the entry before of that hash, 0 for none
}

var seed = maphash.MakeSeed()

func (x *nameIndex) add(name string, node uint32) {
	hash := maphash.String(seed, name)
	x.list = append(x.list, nameEntry{node, x.last[hash]})
	x.last[hash] = len(x.list) - 1
}

// IndexBytes is the memory of what finds names. It is for the writer only.
func (t *Table) IndexBytes() int {
	x := t.index
	if x == nil {
		return t.children.bytes()
	}
	return t.children.bytes() + cap(x.list)*int(unsafe.Sizeof(nameEntry{})) + len(x.last)*2*int(unsafe.Sizeof(uint64(0)))
}

// LastOf is the entry of the last node of a name, 0 if there is none; others of the same hash may be among those that
// EntryOf leads to. Where prefixes of some length may be left off a name, cuts says which. It is for the writer only.
func (t *Table) LastOf(name string, cuts func(n uint32) []int) (entry int) {
	x := t.index
	if x == nil {
		x = &nameIndex{last: make(map[uint64]int), list: make([]nameEntry, 1), upTo: 1}
		t.index = x
	}
	for ; x.upTo < t.Len(); x.upTo++ {
		n := uint32(x.upTo)
		name := t.Name(&t.Cold[n])
		x.add(name, n)
		for _, cut := range cuts(n) {
			x.add(name[cut:], n)
		}
	}
	return x.last[maphash.String(seed, name)]
}

// EntryOf is the node of an entry, and the entry before it, 0 if there is none.
func (t *Table) EntryOf(entry int) (node uint32, before int) {
	e := &t.index.list[entry]
	return e.node, e.before
}

// CutName makes a node one of its name without a prefix of that length, too.
func (t *Table) CutName(n uint32, prefix int) {
	if t.index != nil && int(n) < t.index.upTo {
		t.index.add(t.Name(&t.Cold[n])[prefix:], n)
	}
}
