package stats

import "math/bits"

// key is the identity of a call path in an environment, or of an environment: a hash of 128 bits that is the
// same in all processes, so that ranks can compare trees without sending names. Two paths of one run
// share a key by accident with a probability of about n²/2¹²⁹.
//
// It is made of two lanes of folded 64×64-bit products, as in wyhash; FNV-1a with 128 bits, which
// the standard library has, goes byte by byte and takes ten times as long. It is no protection
// against somebody who looks for collisions.
type key struct {
	a, b uint64
}

// Digits of π and e as multipliers; all that matters is that they are odd and look random.
var rootKey = key{0x243f6a8885a308d3, 0xb7e151628aed2a6b}

func fold(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	return hi ^ lo
}

// mix returns k with the word w taken in.
func (k key) mix(w uint64) key {
	return key{
		bits.RotateLeft64(fold(k.a^w, 0x13198a2e03707345), 23),
		bits.RotateLeft64(fold(k.b^w, 0xbf7158809cf4f3c7), 41),
	}
}

// with returns k with the key o taken in, lane by lane.
func (k key) with(o key) key {
	return key{
		bits.RotateLeft64(fold(k.a^o.a, 0x38b4da56f784d904), 31),
		bits.RotateLeft64(fold(k.b^o.b, 0x9e8d0bb54c1ab2f7), 37),
	}
}

// text returns k with s and its length taken in.
func (k key) text(s string) key {
	n := len(s)
	for ; len(s) >= 8; s = s[8:] {
		k = k.mix(uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56)
	}
	tail := uint64(0)
	for i := range len(s) {
		tail |= uint64(s[i]) << (8 * i)
	}
	return k.mix(tail).mix(uint64(n))
}

// pathKey is the key of the region of a name and environment below parent (rootKey for a root).
func pathKey(parent, environment key, name string) key {
	return parent.with(environment).text(name)
}

// environmentKey is the key of an environment: its name and its ranks. Two groups of one split share the name
// and differ in ranks, and so are two environments.
func environmentKey(name string, size int, ranks []Range) key {
	k := rootKey.text(name).mix(uint64(size)).mix(uint64(len(ranks)))
	for _, s := range ranks {
		k = k.mix(uint64(s.First)).mix(uint64(s.Last)).mix(uint64(s.Stride))
	}
	return k
}

// key is the key of an environment of the ranks, or of their other view: it is another one, with regions of its own.
func (c *EnvironmentSummary) key(view bool) key {
	k := environmentKey(c.Name, c.Size, c.Ranks)
	if view {
		return k.mix(viewSalt)
	}
	return k
}

// TreeSum returns a hash of the names, the shape and the environments of a call tree: those of ranks that have the same
// are the same, whatever was measured in them.
func (p *Profile) TreeSum() []byte {
	k := rootKey.mix(uint64(len(p.Environments)))
	for i := range p.Environments {
		k = k.with((*EnvironmentSummary)(&p.Environments[i]).key(false))
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		k = k.mix(uint64(uint32(n.Parent))<<32 | uint64(uint32(n.Environment))).text(n.Name)
	}
	return appendKey(nil, k)
}

const viewSalt = 0xbe5466cf34e90c6c // further digits of π

// textKey is the hash of a host's name.
func textKey(s string) uint64 {
	k := rootKey.text(s)
	return k.a ^ k.b
}

// index finds positions by key: open addressing, since keys are random already. The zero value is
// empty.
type index struct {
	slots []uint32 // position + 1; 0 is free
	used  int      // keys that are entered
}

const absent = ^uint32(0)

func (x *index) find(keys []key, k key) uint32 {
	if len(x.slots) == 0 {
		return absent
	}
	mask := uint64(len(x.slots) - 1)
	for at := k.a & mask; ; at = (at + 1) & mask {
		slot := x.slots[at]
		if slot == 0 {
			return absent
		}
		if keys[slot-1] == k {
			return slot - 1
		}
	}
}

// extend enters the keys that are not in the index yet, and returns the position of the first
// that is there twice, or -1. A key that is there twice is found in its first position.
func (x *index) extend(keys []key) int {
	if 2*len(keys) > len(x.slots) {
		x.slots = make([]uint32, 1<<bits.Len(uint(4*len(keys))))
		x.used = 0
	}
	twice := -1
	mask := uint64(len(x.slots) - 1)
next:
	for i := x.used; i < len(keys); i++ {
		at := keys[i].a & mask
		for ; x.slots[at] != 0; at = (at + 1) & mask {
			if keys[x.slots[at]-1] == keys[i] {
				if twice < 0 {
					twice = i
				}
				continue next
			}
		}
		x.slots[at] = uint32(i + 1)
	}
	x.used = len(keys)
	return twice
}

func (x *index) clear() {
	if x.used > 0 {
		clear(x.slots)
	}
	x.used = 0
}
