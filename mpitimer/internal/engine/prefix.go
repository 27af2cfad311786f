package engine

import "github.com/go-hpc/timers/mpitimer/internal/edges"

// SetOwnPrefix puts a prefix before the names of the regions that the calling goroutine starts from
// now on, behind that of SetPrefix; the empty string ends it.
func (rank *Rank) SetOwnPrefix(prefix string) {
	t := rank.Directory.Track()
	if t == nil || t.own == prefix {
		return
	}
	defer t.release()
	t.own = prefix
	t.special.Or(specialPrefix)
}

// Prefix is what stands before the names of the regions that the calling goroutine starts.
func (rank *Rank) Prefix() string {
	own := ""
	if t := rank.Directory.Track(); t != nil {
		own = t.own
	}
	rank.Directory.mu.Lock()
	defer rank.Directory.mu.Unlock()
	return rank.prefix + own
}

// disown takes the prefix of its own from a track whose goroutine has ended.
func (t *Track) disown() {
	if t.own != "" {
		t.own = ""
		t.special.Or(specialPrefix)
	}
}

// numberOfPrefix is the number by which a prefix is known, 0, that of none, when there are too many.
// The caller holds the directory's lock.
func (rank *Rank) numberOfPrefix(prefix string) uint16 {
	id, known := rank.prefixes[prefix]
	if !known && len(rank.prefixes) <= maxPrefixes {
		id = uint16(len(rank.prefixes))
		rank.prefixes[prefix] = id
	}
	return id
}

// isPrefix reports whether a prefix is known by a number.
func (rank *Rank) isPrefix(prefix string, number uint16) bool {
	rank.Directory.mu.Lock()
	defer rank.Directory.mu.Unlock()
	id, known := rank.prefixes[prefix]
	return known && id == number
}

// maxPrefixes is how many different prefixes a run may have; SetPrefix of a further one does nothing.
const maxPrefixes = 1<<16 - 2

// SetPrefix puts a prefix before the names that are started from now on.
func (rank *Rank) SetPrefix(prefix string) {
	rank.Directory.mu.Lock()
	defer rank.Directory.mu.Unlock()
	if _, known := rank.prefixes[prefix]; !known {
		if len(rank.prefixes) > maxPrefixes {
			return
		}
		rank.prefixes[prefix] = uint16(len(rank.prefixes))
	}
	rank.prefix = prefix
	rank.eachLocked(func(t *Track) { t.special.Or(specialPrefix) })
}

// AddParentPrefix extends the prefix by the innermost open region, until restore.
func (rank *Rank) AddParentPrefix() (restore func()) {
	rank.Directory.mu.Lock()
	before := rank.prefix
	rank.Directory.mu.Unlock()
	parent := TotalName
	if s := rank.Here().at; s != nil {
		parent = s.name
	}
	if len(parent) < len(before) || parent[:len(before)] != before {
		parent = before + parent
	}
	rank.SetPrefix(parent + ":")
	return func() { rank.SetPrefix(before) }
}

// takePrefix makes the track use the rank's prefix.
func (t *Track) takePrefix() {
	rank := t.rank
	rank.Directory.mu.Lock()
	t.special.And(^uint32(specialPrefix))
	t.prefix = rank.prefix + t.own
	t.prefixID = rank.numberOfPrefix(t.prefix)
	t.salt = uint64(t.prefixID) * edges.PrefixSpread
	rank.Directory.mu.Unlock()
}
