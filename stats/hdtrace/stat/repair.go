package stat

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
)

// statisticsMender looks for what readers stop at.
type statisticsMender struct {
	s       *Reader
	entries int64
	patches []hdtrace.Patch
	early   bool // the entry that comes goes back in time

	// A machine that dies leaves zeros where bytes were never written.
	zeros   int64 // where they begin; -1 for nowhere
	before  int64 // entries before them
	patched int   // patches before them
}

// planRepair says how a file becomes readable: cut behind its last whole entry, with no timestamp that
// goes back, removed if there is no entry at all.
func planRepair(name string, r io.Reader, size int64) (hdtrace.Fix, bool) {
	fix := hdtrace.Fix{File: name}
	s, err := NewReader(r, hdtrace.ReadOptions{Tolerant: true})
	if err != nil {
		return fixHeader(fix, r, size, err)
	}
	m := statisticsMender{s: s, zeros: -1}
	s.early = m.goesBack
	for range s.Entries() {
		if m.entries++; !m.early {
			m.zeros = -1
		}
		m.early = false
	}
	end := s.offset()
	if fault := s.Fault(); fault != nil && !errors.Is(fault, hdtrace.ErrTruncated) {
		return fix, false
	}
	fix.Why = fmt.Sprintf("an entry is cut short after %d whole ones", m.entries)
	if m.zeros >= 0 {
		end, m.entries, m.patches = m.zeros, m.before, m.patches[:m.patched]
		fix.Why = fmt.Sprintf("nothing but zeros after %d entries", m.entries)
	}
	if m.entries == 0 && size-end > int64(s.fixed) && m.zeros < 0 {
		fix.Left, fix.Why = true, "no entry of it can be read, and it holds more than one"
		return fix, true
	}
	if m.entries == 0 {
		fix.Remove, fix.Why = true, "there are no entries"
		return fix, true
	}
	if end == size && len(m.patches) > 0 {
		fix.Why = "time goes back"
	}
	fix.Keep, fix.Patches = end, m.patches
	return fix, end < size || len(m.patches) > 0
}

// goesBack patches a timestamp that is earlier than the one before.
func (m *statisticsMender) goesBack(_ hdtrace.Epoch, entry []byte) bool {
	m.early = true
	switch zero := allZero(entry); {
	case !zero:
		m.zeros = -1
	case m.zeros < 0:
		m.zeros, m.before, m.patched = m.s.offset(), m.entries, len(m.patches)
	}
	m.patches = append(m.patches, hdtrace.Patch{Offset: m.s.offset(), Data: m.s.header.appendStamp(nil, m.s.last)})
	return len(m.patches) <= faults.MaxPatches
}

func allZero(data []byte) bool {
	for _, b := range data {
		if b != 0 {
			return false
		}
	}
	return true
}
