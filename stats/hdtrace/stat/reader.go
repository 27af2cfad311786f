package stat

import (
	"encoding/binary"
	"fmt"
	"io"
	"iter"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
)

// Reader reads a statistics file from its beginning to its end, in constant memory.
//
// It reads more than the Java reader does: values of type UINT64; files without an initial timestamp, as
// those of May 2009; and restart markers in the form of the thesis, which say that the group was stopped
// and started again. A marker is either four or eight bytes of 0xFF, or 0x0000FFFF, where a timestamp is
// expected; a new initial timestamp follows, of eight bytes.
type Reader struct {
	header  *Header
	options hdtrace.ReadOptions

	r       io.Reader
	buf     []byte
	at, end int   // what is read and not consumed is buf[at:end]
	base    int64 // place of buf[0] in the file
	rerr    error // of r, io.EOF at its end

	entry Entry
	last  hdtrace.Epoch
	fixed int // EntrySize
	fault error

	// For the checker, which wants to know more than the first fault. With early, which is given the
	// timestamp and the bytes of the entry, an entry that goes back in time is read as if it did not, if
	// it returns true. Stamps is given the bytes of timestamps.
	early  func(t hdtrace.Epoch, entry []byte) bool
	stamps func(stamp []byte, offset int64)
	marked func(offset int64) // a restart marker
}

// readRoom is the buffer of a reader. An entry of any size finds room in it, as it grows.
const readRoom = 256 << 10

// NewReader reads the header. The error is a [*hdtrace.FormatError].
func NewReader(r io.Reader, options hdtrace.ReadOptions) (*Reader, error) {
	s := &Reader{options: options, r: r, buf: make([]byte, readRoom)}
	header, err := readHeader((*headerSource)(s))
	if err != nil {
		return nil, faults.In(options.Name, err)
	}
	s.begin(header)
	if err := s.readInitial(); err != nil {
		if options.Tolerant {
			s.fault = faults.In(options.Name, err)
			return s, nil
		}
		return nil, faults.In(options.Name, err)
	}
	return s, nil
}

// headerSource reads bytes of a reader's buffer.
type headerSource Reader

func (h *headerSource) ReadByte() (byte, error) {
	s := (*Reader)(h)
	if ok, err := s.need(1); err != nil || !ok {
		return 0, s.rerr
	}
	s.at++
	return s.buf[s.at-1], nil
}

func (h *headerSource) Read(p []byte) (int, error) {
	s := (*Reader)(h)
	if ok, err := s.need(1); err != nil || !ok {
		return 0, s.rerr
	}
	n := copy(p, s.buf[s.at:s.end])
	s.at += n
	return n, nil
}

// begin prepares for entries of a header.
func (s *Reader) begin(header *Header) {
	s.header, s.fixed = header, header.EntrySize()
	s.entry = Entry{bits: make([]uint64, len(header.Values))}
	for i := range header.Values {
		s.entry.types = append(s.entry.types, header.Values[i].Type)
	}
	if s.fixed == 0 {
		s.entry.texts = make([]string, len(header.Values))
	}
}

// Header is the file's header.
func (s *Reader) Header() *Header { return s.header }

// Fault is what a tolerant reader stopped at, nil while there was none. What follows it in the file is
// not looked at.
func (s *Reader) Fault() error { return s.fault }

// Next reads an entry, which is valid until the next call. The error is io.EOF at the end of the file, a
// [*hdtrace.FormatError] at a fault, after which there is no more.
func (s *Reader) Next() (*Entry, error) {
	if s.fault == nil {
		more, err := s.read()
		if err == nil && !more {
			return nil, io.EOF
		}
		if err == nil {
			return &s.entry, nil
		}
		s.fault = faults.In(s.options.Name, err)
	}
	if s.options.Tolerant {
		return nil, io.EOF
	}
	return nil, s.fault
}

// Entries is what Next gives, for range. A fault is the last that comes.
func (s *Reader) Entries() iter.Seq2[*Entry, error] { return faults.All(s.Next) }

// offset is the place of what is next.
func (s *Reader) offset() int64 { return s.base + int64(s.at) }

// need makes at least n bytes available, or says that there are fewer. Errors are those of the io.Reader.
func (s *Reader) need(n int) (bool, error) {
	for s.end-s.at < n {
		if s.rerr != nil {
			if s.rerr == io.EOF {
				return false, nil
			}
			return false, &hdtrace.FormatError{Offset: s.base + int64(s.end), Text: "read", Err: s.rerr}
		}
		s.fill(n)
	}
	return true, nil
}

// fill reads once, after making room for n bytes.
func (s *Reader) fill(n int) {
	if s.at > 0 {
		copy(s.buf, s.buf[s.at:s.end])
		s.base += int64(s.at)
		s.at, s.end = 0, s.end-s.at
	}
	if n > len(s.buf) {
		s.buf = append(s.buf, make([]byte, n-len(s.buf))...)
	}
	const patience = 100
	for range patience {
		var got int
		got, s.rerr = s.r.Read(s.buf[s.end:])
		s.end += got
		if got > 0 || s.rerr != nil {
			return
		}
	}
	s.rerr = io.ErrNoProgress
}

// readInitial reads the initial timestamp, and finds out whether there is one.
func (s *Reader) readInitial() error {
	if err := s.lookForInitial(); err != nil || !s.header.Initial {
		return err
	}
	size := s.header.stampSize()
	ok, err := s.need(size)
	if err != nil {
		return err
	}
	if !ok {
		return s.cut("the initial timestamp", size)
	}
	s.last = s.stamp(s.buf[s.at:])
	s.at += size
	return nil
}

// stamp is the timestamp at the beginning of data.
func (s *Reader) stamp(data []byte) hdtrace.Epoch {
	first := int32(binary.BigEndian.Uint32(data))
	if s.header.Stamp32 {
		return hdtrace.Epoch(first)*s.header.StampUnit + s.header.Adjustment
	}
	return hdtrace.EpochParts(first, int32(binary.BigEndian.Uint32(data[4:]))) + s.header.Adjustment
}

// read reads an entry into s.entry. It returns false at the end.
func (s *Reader) read() (more bool, err error) {
	if s.fixed > 0 && s.end-s.at >= s.fixed { // the common case
		if t := s.stamp(s.buf[s.at:]); t >= s.last {
			s.take(s.fixed, t)
			return true, nil
		}
	}
	restarted := false
	for {
		if more, err = s.need(1); err != nil || !more {
			return false, err
		}
		found, err := s.restart()
		if err != nil {
			return false, err
		}
		if !found {
			break
		}
		restarted = true
	}
	size, err := s.whole()
	if err != nil {
		return false, err
	}
	t := s.stamp(s.buf[s.at:])
	if t < s.last && s.early != nil && s.early(t, s.buf[s.at:s.at+size]) {
		t = s.last
	}
	if t < s.last {
		return false, &hdtrace.FormatError{Offset: s.offset(), Text: fmt.Sprintf("timestamp %v is earlier than the one before, %v", t, s.last), Err: hdtrace.ErrBackwards}
	}
	s.take(size, t)
	s.entry.Restarted = restarted
	return true, nil
}

// whole makes the next entry available and gives its size, which strings make differ.
func (s *Reader) whole() (int, error) {
	size := s.fixed
	if size == 0 {
		size = s.header.stampSize()
		for i := range s.header.Values {
			n, err := s.valueSize(i, size)
			if err != nil {
				return 0, err
			}
			size += n
		}
	}
	ok, err := s.need(size)
	if err == nil && !ok {
		err = s.cut("an entry", size)
	}
	return size, err
}

// valueSize is the size of value i, which begins that far from the beginning of the entry.
func (s *Reader) valueSize(i, at int) (int, error) {
	if n := s.header.Values[i].Type.Size(); n > 0 {
		return n, nil
	}
	ok, err := s.need(at + 2)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, s.cut("an entry", at+2)
	}
	length := int16(binary.BigEndian.Uint16(s.buf[s.at+at:]))
	if length < 0 {
		return 0, &hdtrace.FormatError{Offset: s.offset() + int64(at), Text: fmt.Sprintf("string %s has length %d", printable.Clipped(s.header.Values[i].Name), length), Err: hdtrace.ErrSyntax}
	}
	return 2 + int(length), nil
}

// take decodes the entry of that size and timestamp that comes next.
func (s *Reader) take(size int, t hdtrace.Epoch) {
	e := &s.entry
	e.Start, e.End, e.Restarted, e.Offset = s.last, t, false, s.offset()
	data := s.buf[s.at+s.header.stampSize() : s.at+size]
	if s.stamps != nil && !s.header.Stamp32 {
		s.stamps(s.buf[s.at:s.at+8], s.offset())
	}
	if s.fixed > 0 {
		decodeFixed(e.bits, e.types, data)
	} else {
		e.decode(data)
	}
	s.last = t
	s.at += size
}

// decodeFixed decodes values none of which is a string.
func decodeFixed(bits []uint64, types []Type, data []byte) {
	for i, typ := range types {
		switch typ {
		case TypeInt32:
			bits[i] = uint64(int32(binary.BigEndian.Uint32(data)))
			data = data[4:]
		case TypeFloat:
			bits[i] = uint64(binary.BigEndian.Uint32(data))
			data = data[4:]
		default:
			bits[i] = binary.BigEndian.Uint64(data)
			data = data[8:]
		}
	}
}

func (e *Entry) decode(data []byte) {
	for i, typ := range e.types {
		n := typ.Size()
		if n == 0 {
			n = 2 + int(binary.BigEndian.Uint16(data))
			e.texts[i] = string(data[2:n])
		} else {
			decodeFixed(e.bits[i:i+1], e.types[i:i+1], data)
		}
		data = data[n:]
	}
}

// cut is the fault of a file that ends in an item of that size.
func (s *Reader) cut(what string, size int) error {
	return &hdtrace.FormatError{
		Offset: s.offset(),
		Text:   fmt.Sprintf("%d bytes of %s, expected %d", s.end-s.at, what, size),
		Err:    hdtrace.ErrTruncated,
	}
}
