package stat

import (
	"encoding/binary"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// What stands before entries besides their timestamps: the initial timestamp, and restart markers.

// lookForInitial tells the form of May 2009, in which the entries follow the header at once, from the one
// since: there the timestamps of the first entries are in order only if none is before them.
func (s *Reader) lookForInitial() error {
	const stamp = 8
	if s.header.Stamp32 || s.fixed <= stamp {
		return nil
	}
	if _, err := s.need(2*s.fixed + stamp); err != nil {
		return err
	}
	data := s.buf[s.at:s.end]
	if len(data) > 2*s.fixed+stamp {
		data = data[:2*s.fixed+stamp]
	}
	enough := len(data) == s.fixed || len(data) == 2*s.fixed || len(data) == 2*s.fixed+stamp
	if enough && !inOrder(data, 0, stamp, stamp+s.fixed) && inOrder(data, 0, s.fixed, 2*s.fixed) {
		s.header.Initial = false
		s.last = s.stamp(data)
	}
	return nil
}

// inOrder reports whether timestamps, or restart markers, stand at those places, as far as the data reach.
func inOrder(data []byte, places ...int) bool {
	last := hdtrace.MinEpoch
	for _, at := range places {
		if at+8 > len(data) {
			break
		}
		sec, nsec := int32(binary.BigEndian.Uint32(data[at:])), int32(binary.BigEndian.Uint32(data[at+4:]))
		if uint32(sec) == marker4 || uint32(sec) == marker2 {
			break
		}
		t := hdtrace.EpochParts(sec, nsec)
		if t < last || nsec < 0 {
			return false
		}
		last = t
	}
	return true
}

// The restart marker of the thesis is called 0xFFFF there, which may be read as any of these: twice, four
// times and eight times 0xFF, and four bytes with the number 0xFFFF.
const (
	marker2 = 0x0000FFFF
	marker4 = 0xFFFFFFFF
)

// restart reads a restart marker and the timestamp after it, if that is what comes next: neither is a
// timestamp that may stand here.
func (s *Reader) restart() (found bool, err error) {
	const most = 8 + 8
	if s.header.Stamp32 {
		return false, nil
	}
	if _, err := s.need(most); err != nil {
		return false, err
	}
	data := s.buf[s.at:min(s.end, s.at+most)]
	if len(data) >= 8 && s.stamp(data) >= s.last {
		return false, nil
	}
	for _, size := range markersAt(data) {
		rest := data[size:]
		if len(rest) == 0 {
			s.pass(size)
			return true, nil
		}
		if len(rest) < 8 || binary.BigEndian.Uint32(rest[4:]) >= uint32(hdtrace.Second) {
			continue
		}
		if t := s.stamp(rest); t >= s.last {
			s.pass(size + 8)
			s.last = t
			return true, nil
		}
	}
	return false, nil
}

// markersAt is the sizes of what may be a marker at the beginning of data, the longest first.
func markersAt(data []byte) []int {
	var sizes []int
	ff := 0
	for ff < len(data) && data[ff] == 0xFF {
		ff++
	}
	for _, size := range []int{8, 4, 2} {
		if ff >= size {
			sizes = append(sizes, size)
		}
	}
	if len(data) >= 4 && binary.BigEndian.Uint32(data) == marker2 {
		sizes = append(sizes, 4)
	}
	return sizes
}

// pass goes on behind a marker of that size.
func (s *Reader) pass(size int) {
	if s.marked != nil {
		s.marked(s.offset())
	}
	s.at += size
}
