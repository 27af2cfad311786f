package stat

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
)

// The methods that write an entry or a value. Their errors match ErrCommitState before Commit, ErrDisabled
// while the group is disabled, ErrEntryState where the entry is not in the state that the call needs,
// ErrUnexpectedValue for the wrong number of values or bytes, ErrInvalidArgument for times that the format
// cannot hold, and ErrWrite or ErrTimeout when a write fails: the group is disabled then.

// WriteEntry writes an entry with the time at which it ends, which becomes that of the entry before where
// it is earlier: readers refuse files in which time goes back. The values have to be of the group's types,
// in the group's order. It does not allocate.
func (s *Writer) WriteEntry(t hdtrace.Epoch, values ...Number) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open || t < hdtrace.MinEpoch || t > hdtrace.MaxEpoch || len(values) != len(s.values) {
		return s.refuse(t, len(values), len(s.values), "values")
	}
	b, other := s.grow(), Type(0)
	if s.doubles {
		for i := range values {
			other |= values[i].typ ^ TypeDouble
			binary.BigEndian.PutUint64(b[8*i:8*i+8], values[i].bits)
		}
	} else {
		at := 0
		for i, typ := range s.types {
			other |= values[i].typ ^ typ
			if typ == TypeDouble || typ == TypeInt64 {
				binary.BigEndian.PutUint64(b[at:at+8], values[i].bits)
				at += 8
			} else {
				binary.BigEndian.PutUint32(b[at:at+4], uint32(values[i].bits))
				at += 4
			}
		}
	}
	if other != 0 {
		return s.wrongType(values)
	}
	return s.take(t)
}

// wrongType is the error of values of which one is of another type than declared.
func (s *Writer) wrongType(values []Number) error {
	i := 0
	for values[i].typ == s.types[i] {
		i++
	}
	return s.errorf(hdtrace.ErrEntryState, "value %d of an entry is %v, %s is %v", i, values[i].typ, printable.Clipped(s.values[i].Name), s.types[i])
}

// WriteDoubles is WriteEntry for a group in which all values are of TypeDouble.
func (s *Writer) WriteDoubles(t hdtrace.Epoch, values ...float64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open || t < hdtrace.MinEpoch || t > hdtrace.MaxEpoch || len(values) != len(s.values) {
		return s.refuse(t, len(values), len(s.values), "values")
	}
	if !s.doubles {
		return s.errorf(hdtrace.ErrEntryState, "not all values are DOUBLE")
	}
	b := s.grow()
	for i, v := range values {
		binary.BigEndian.PutUint64(b[8*i:8*i+8], math.Float64bits(v))
	}
	return s.take(t)
}

// WriteRaw is WriteEntry for values that are in the order and form of the file already: big endian, without
// anything between them. Only the length is checked.
func (s *Writer) WriteRaw(t hdtrace.Epoch, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open || t < hdtrace.MinEpoch || t > hdtrace.MaxEpoch || len(data) != s.size-8 {
		return s.refuse(t, len(data), s.size-8, "bytes")
	}
	copy(s.grow(), data)
	return s.take(t)
}

// OrderBytes turns values that are as the machine has them in memory, one behind the other, into the order of
// bytes of the file, for WriteRaw: in place, as HDTrace's macros order_bytes do. The error matches
// ErrUnexpectedValue if there are more or fewer bytes than values of these types, none of them a string, take.
func OrderBytes(data []byte, types ...Type) error {
	size := 0
	for _, typ := range types {
		if typ.Size() == 0 {
			return fmt.Errorf("hdtrace: order of bytes of a value of %v: %w", typ, hdtrace.ErrUnexpectedValue)
		}
		size += typ.Size()
	}
	if len(data) != size {
		return fmt.Errorf("hdtrace: order of bytes of %d bytes, expected %d: %w", len(data), size, hdtrace.ErrUnexpectedValue)
	}
	for _, typ := range types {
		if typ.Size() == 4 {
			binary.BigEndian.PutUint32(data, binary.NativeEndian.Uint32(data))
		} else {
			binary.BigEndian.PutUint64(data, binary.NativeEndian.Uint64(data))
		}
		data = data[typ.Size():]
	}
	return nil
}

// refuse says why an entry is not written.
func (s *Writer) refuse(t hdtrace.Epoch, got, want int, what string) error {
	if err := s.writable(); err != nil {
		return err
	}
	if s.next != 0 {
		return s.errorf(hdtrace.ErrEntryState, "an entry is begun, its next value is %s", printable.Clipped(s.values[s.next].Name))
	}
	if err := s.checkTime(t); err != nil {
		return err
	}
	if s.strings {
		return s.errorf(hdtrace.ErrEntryState, "has strings, so that its entries are written value by value")
	}
	return s.errorf(hdtrace.ErrUnexpectedValue, "%d %s for an entry that has %d", got, what, want)
}

// writable says why nothing is written.
func (s *Writer) writable() error {
	switch {
	case s.err != nil:
		return s.err
	case s.closed || !s.committed:
		return s.usable()
	case !s.enabled:
		return s.off
	}
	return nil
}

// WriteInt32 writes the next value of an entry. The first one begins the entry and takes its timestamp, the
// last one ends it. A value of the wrong type is refused, and the entry can be continued.
func (s *Writer) WriteInt32(v int32) error { return s.write(Int32(v)) }

// WriteInt64 writes the next value of an entry, as WriteInt32 does.
func (s *Writer) WriteInt64(v int64) error { return s.write(Int64(v)) }

// WriteFloat writes the next value of an entry, as WriteInt32 does.
func (s *Writer) WriteFloat(v float32) error { return s.write(Float(v)) }

// WriteDouble writes the next value of an entry, as WriteInt32 does.
func (s *Writer) WriteDouble(v float64) error { return s.write(Double(v)) }

// WriteString writes the next value of an entry, as WriteInt32 does. The error matches ErrInvalidArgument for a
// text of more than MaxString bytes.
func (s *Writer) WriteString(v string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(v) > MaxString {
		return s.errorf(hdtrace.ErrInvalidArgument, "a string of %d bytes, readers take %d", len(v), MaxString)
	}
	if err := s.begin(TypeString); err != nil {
		return err
	}
	s.buf = append(binary.BigEndian.AppendUint16(s.buf, uint16(len(v))), v...)
	return s.advance()
}

// stringHead is the length of a string's length.
const stringHead = 2

func (s *Writer) write(v Number) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(v.typ); err != nil {
		return err
	}
	s.buf = appendValue(s.buf, v.typ, v.bits)
	return s.advance()
}

// begin begins a value of an entry, and the entry with the first.
func (s *Writer) begin(typ Type) error {
	if err := s.writable(); err != nil {
		return err
	}
	if want := s.values[s.next]; want.Type != typ {
		return s.errorf(hdtrace.ErrEntryState, "%v written, the next value, %s, is %v", typ, printable.Clipped(want.Name), want.Type)
	}
	if s.next == 0 {
		now := s.options.Clock()
		if err := s.checkTime(now); err != nil {
			return err
		}
		s.begun = len(s.buf)
		s.grow()
		s.buf = appendStamp(s.buf, s.clock.Next(now))
		s.open = false
	}
	return nil
}

// advance ends a value, and the entry with the last.
func (s *Writer) advance() error {
	if s.next++; s.next < len(s.values) {
		return nil
	}
	s.next, s.open = 0, !s.strings
	return s.finish()
}

// grow makes room for an entry, and returns that of its values.
func (s *Writer) grow() []byte {
	if cap(s.buf)-len(s.buf) < s.size {
		s.buf = slices.Grow(s.buf, s.size)
	}
	n := len(s.buf)
	return s.buf[n+8 : n+s.size]
}

// take adds the entry whose values are in their room.
func (s *Writer) take(t hdtrace.Epoch) error {
	n := len(s.buf)
	s.buf = s.buf[:n+s.size]
	t = s.clock.Next(t)
	if uint64(t-s.second) >= uint64(hdtrace.Second) { // most are in the same one, and need no division
		s.stamp = stamp(t)
		s.second = t - hdtrace.Epoch(uint32(s.stamp))
	}
	binary.BigEndian.PutUint64(s.buf[n:n+8], s.stamp>>32<<32|uint64(t-s.second))
	return s.finish()
}

// finish ends an entry: it is written when there is no room for another.
func (s *Writer) finish() error {
	s.entries++
	if len(s.buf)+s.size > s.room {
		return s.flush()
	}
	if !s.waiting && s.options.MaxAge > 0 {
		s.wait()
	}
	return nil
}

// wait sets the timer that writes the entries which wait.
func (s *Writer) wait() {
	s.waiting = true
	if s.timer == nil {
		s.timer = time.AfterFunc(s.options.MaxAge, s.expire)
		return
	}
	s.timer.Reset(s.options.MaxAge)
}

// expire writes what has waited for long enough. Of an error the next call tells.
func (s *Writer) expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = false
	if !s.closed && s.err == nil {
		_ = s.flush()
	}
}

// flush writes the whole entries in the buffer, in one Write. The header waits for the first of them. A
// write that fails disables the group; what is left can be tried again.
func (s *Writer) flush() error {
	whole := len(s.buf)
	if s.next != 0 {
		whole = s.begun
	}
	if s.entries == 0 || whole == 0 {
		return nil
	}
	n, err := s.out.write(s.buf[:whole])
	s.buf = s.buf[:copy(s.buf, s.buf[n:])]
	s.begun -= n
	if err != nil {
		s.err = s.errorf(faults.IO(err), "after %d bytes", s.out.written)
		s.enabled, s.open, s.gap = false, false, true
	}
	return s.err
}

func appendStamp(dst []byte, t hdtrace.Epoch) []byte {
	return binary.BigEndian.AppendUint64(dst, stamp(t))
}

func putStamp(b []byte, t hdtrace.Epoch) { binary.BigEndian.PutUint64(b, stamp(t)) }

// stamp is a time as it stands in the file: seconds above, nanoseconds below.
func stamp(t hdtrace.Epoch) uint64 {
	sec := t / hdtrace.Second
	nsec := t % hdtrace.Second
	if nsec < 0 {
		sec, nsec = sec-1, nsec+hdtrace.Second
	}
	return uint64(sec)<<32 | uint64(nsec)
}

func appendValue(dst []byte, t Type, bits uint64) []byte {
	if t.Size() == 4 {
		return binary.BigEndian.AppendUint32(dst, uint32(bits))
	}
	return binary.BigEndian.AppendUint64(dst, bits)
}
