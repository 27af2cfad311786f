package engine

// This file is for package capi, in which the starts and stops of C programs read and change a Track as hot.go and
// known.go do, without a call of Go. Whatever is not as expected comes back to Go.

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
