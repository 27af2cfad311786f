package mpitimer

// SetOwnPrefix puts a prefix before the names of the regions that the calling goroutine starts from
// now on, behind that of SetPrefix; the empty string ends it.
func (tm *Timers) SetOwnPrefix(prefix string) {
	t := tm.directory.track()
	if t == nil || t.own == prefix {
		return
	}
	defer t.release()
	t.own = prefix
	t.special.Or(specialPrefix)
}

// Prefix is what stands before the names of the regions that the calling goroutine starts.
func (tm *Timers) Prefix() string {
	own := ""
	if t := tm.directory.track(); t != nil {
		own = t.own
	}
	tm.directory.mu.Lock()
	defer tm.directory.mu.Unlock()
	return tm.prefix + own
}

// disown takes the prefix of its own from a track whose goroutine has ended.
func (t *track) disown() {
	if t.own != "" {
		t.own = ""
		t.special.Or(specialPrefix)
	}
}

// numberOfPrefix is the number by which a prefix is known, 0, that of none, when there are too many.
// The caller holds the directory's lock.
func (tm *Timers) numberOfPrefix(prefix string) uint16 {
	id, known := tm.prefixes[prefix]
	if !known && len(tm.prefixes) <= maxPrefixes {
		id = uint16(len(tm.prefixes))
		tm.prefixes[prefix] = id
	}
	return id
}

// isPrefix says whether a prefix is known by a number.
func (tm *Timers) isPrefix(prefix string, number uint16) bool {
	tm.directory.mu.Lock()
	defer tm.directory.mu.Unlock()
	id, known := tm.prefixes[prefix]
	return known && id == number
}
