package engine

import (
	"reflect"
	"unsafe"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// This file is for package capi, in which the starts and stops of C programs read and change a Track as hot.go and
// known.go do, without a call of Go. Whatever is not as expected comes back to Go.

// Layout is where the fields stand that C uses, in bytes from the beginning of a Track: C checks that it was compiled
// for the same.
func Layout() []uintptr {
	var t Track
	return []uintptr{
		unsafe.Offsetof(t.Records), unsafe.Offsetof(t.Cold), unsafe.Offsetof(t.id), unsafe.Offsetof(t.special),
		unsafe.Offsetof(t.Current), unsafe.Offsetof(t.expect), unsafe.Offsetof(t.last), unsafe.Offsetof(t.Depth),
		unsafe.Offsetof(t.level), unsafe.Offsetof(t.trust), unsafe.Offsetof(t.nanos), unsafe.Offsetof(t.stack),
		unsafe.Offsetof(t.salt), unsafe.Offsetof(t.learning), unsafe.Offsetof(t.base),
		unsafe.Offsetof(t.known) + unsafe.Offsetof(t.known.edges) + unsafe.Offsetof(t.edges.places),
		unsafe.Offsetof(t.known) + unsafe.Offsetof(t.known.edges) + unsafe.Offsetof(t.edges.shift),
		unsafe.Offsetof(t.known) + unsafe.Offsetof(t.known.right),
		unsafe.Offsetof(t.told) + unsafe.Offsetof(t.told.attached), unsafe.Offsetof(t.byName), unsafe.Offsetof(t.Table) + t.NamesAt(), unsafe.Offsetof(t.Table) + t.CountAt(),
		unsafe.Offsetof(t.surroundings) + unsafe.Offsetof(t.surroundings.changes),
		unsafe.Offsetof(t.omitted), unsafe.Offsetof(t.Skipped), unsafe.Offsetof(t.serial), unsafe.Sizeof(leftOut{}),
		unsafe.Sizeof(frame{}), unsafe.Sizeof(edge{}), unsafe.Sizeof(latest{}),
		unsafe.Sizeof(table.Record{}), unsafe.Sizeof(table.Cold{}),
	}
}

// ChangesOf is where the number of changes of the track's environments stands; nil if it is not found.
func ChangesOf(t *Track) unsafe.Pointer {
	field, found := reflect.TypeOf(machenv.Registry{}).FieldByName("changes")
	if !found || field.Type.Size() != 8 {
		return nil
	}
	return unsafe.Add(unsafe.Pointer(t.rank.Registry), field.Offset)
}

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

// OnPublish is called whenever timers begin or end, or are enabled or disabled, with whether any start counts.
var OnPublish func(on bool)
