package engine

import (
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// This file is for package capi, in which the starts and stops of C programs read and change a Track as hot.go and
// known.go do, without a call of Go. Whatever is not as expected comes back to Go.

// Layout is where C finds what it uses of a Track, in bytes, and how large the entries of its lists are. The test of this
// file makes layout.h from it.
func Layout() []uintptr {
	var t *Track
	count, names := table.Offsets()
	return []uintptr{
		unsafe.Offsetof(t.id), unsafe.Offsetof(t.Records), unsafe.Offsetof(t.Cold), unsafe.Offsetof(t.Table) + count, unsafe.Offsetof(t.Table) + names,
		unsafe.Offsetof(t.special), unsafe.Offsetof(t.Current), unsafe.Offsetof(t.expect), unsafe.Offsetof(t.last), unsafe.Offsetof(t.Depth),
		unsafe.Offsetof(t.level), unsafe.Offsetof(t.trust), unsafe.Offsetof(t.nanos), unsafe.Offsetof(t.stack), unsafe.Offsetof(t.salt),
		unsafe.Offsetof(t.prefixID), unsafe.Offsetof(t.learning), unsafe.Offsetof(t.base), unsafe.Offsetof(t.edges) + unsafe.Offsetof(t.edges.Places),
		unsafe.Offsetof(t.edges) + unsafe.Offsetof(t.edges.Shift), unsafe.Offsetof(t.right), unsafe.Offsetof(t.attached), unsafe.Offsetof(t.changes),
		unsafe.Offsetof(t.left), unsafe.Offsetof(t.Skipped), unsafe.Offsetof(t.serial), unsafe.Offsetof(t.tooMany), unsafe.Offsetof(t.byName),
		unsafe.Sizeof(t.Records[0]), unsafe.Sizeof(t.Cold[0]), unsafe.Sizeof(t.stack[0]), unsafe.Sizeof(t.edges.Places[0]), unsafe.Sizeof(t.left[0]),
		unsafe.Sizeof(t.tooMany[0]), unsafe.Sizeof(ByName{}), unsafe.Sizeof(Latest{}),
	}
}

// Changes is where the number of changes of the track's environments stands.
func (t *Track) Changes() unsafe.Pointer { return unsafe.Pointer(t.rank.Registry.Changes()) }

// Key is what a start of the region is looked up by, and the level above which C leaves it to Go.
func (r *Region) Key() (key uint64, gate int32) { return keyOfRegion(r), r.gate }

// ThreadEnded takes its track from a thread of C that ends: its goroutine comes back, under the same number, with
// another thread.
func ThreadEnded(slot uintptr, id uint64) {
	for _, rank := range Ranks() {
		rank.Directory.mu.Lock()
		t := rank.Directory.get(slot)
		mine := t != nil && t != rank.Main && t.Slot == slot && t.id == id
		rank.Directory.mu.Unlock()
		if mine {
			rank.giveBack(t)
		}
	}
}
