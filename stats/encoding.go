package stats

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/go-hpc/timers/internal/crc32c"
)

// ErrFormat reports that data is not an encoded Profile or Summary, or is damaged.
var ErrFormat = errors.New("stats: not readable")

// ErrVersion reports that data has an unknown version of the encoding.
var ErrVersion = errors.New("stats: unknown version")

const (
	profileMagic = "tmrprof\n"
	summaryMagic = "tmrsumm\n"

	// Version is the version of the encoding of profiles and summaries that is written and read.
	Version = 1

	frameHead = 8 + 4 + 8 // magic, version, length of the payload
	frameTail = 4         // CRC-32C of all before it
)

// form is one of the two kinds of data that are encoded: T is a Profile or a Summary.
type form[T any, P coded[T]] struct {
	what  string
	magic string
}

var (
	profileForm = form[Profile, *Profile]{"profile", profileMagic}
	summaryForm = form[Summary, *Summary]{"summary", summaryMagic}
)

type coded[T any] interface {
	*T
	code(*coder)
	Check() error
}

// marshal puts head and tail around the payload of v, which has so many nodes or regions.
func (f *form[T, P]) marshal(v P, entries int) []byte {
	const rest, entry = 1024, 256 // bytes, as a rule
	c := coder{b: make([]byte, frameHead, rest+entry*entries)}
	v.code(&c)
	copy(c.b, f.magic)
	binary.LittleEndian.PutUint32(c.b[8:], Version)
	binary.LittleEndian.PutUint64(c.b[12:], uint64(len(c.b)-frameHead))
	return binary.LittleEndian.AppendUint32(c.b, crc32c.Sum(c.b))
}

// unmarshal sets v to what a whole frame holds, which must pass Check; v stays as it is with an error.
func (f *form[T, P]) unmarshal(frame []byte, v P) error {
	b, err := f.payload(frame)
	if err != nil {
		return err
	}
	c, read := coder{b: b, reading: true}, P(new(T))
	read.code(&c)
	if err := c.end(); err != nil {
		return fmt.Errorf("%w as a %s: payload: %w", ErrFormat, f.what, err)
	}
	if err = read.Check(); err == nil {
		*v = *read
	}
	return err
}

// length checks a head and returns the length of the payload.
func (f *form[T, P]) length(head []byte) (uint64, error) {
	if string(head[:8]) != f.magic {
		return 0, fmt.Errorf("%w as a %s: begins with %q, want %q", ErrFormat, f.what, head[:8], f.magic)
	}
	if v := binary.LittleEndian.Uint32(head[8:]); v != Version {
		return 0, fmt.Errorf("%w %d of a %s, this program reads version %d", ErrVersion, v, f.what, Version)
	}
	return binary.LittleEndian.Uint64(head[12:]), nil
}

// payload takes head and tail off a whole frame, and checks them.
func (f *form[T, P]) payload(frame []byte) ([]byte, error) {
	if len(frame) < frameHead+frameTail {
		return nil, fmt.Errorf("%w as a %s: %d bytes, want at least %d", ErrFormat, f.what, len(frame), frameHead+frameTail)
	}
	n, err := f.length(frame)
	if err != nil {
		return nil, err
	}
	end := len(frame) - frameTail
	if have := uint64(end - frameHead); have != n {
		return nil, fmt.Errorf("%w as a %s: payload of %d bytes, want %d", ErrFormat, f.what, have, n)
	}
	want, have := binary.LittleEndian.Uint32(frame[end:]), crc32c.Sum(frame[:end])
	if want != have {
		return nil, fmt.Errorf("%w as a %s: damaged: checksum is %08x, want %08x", ErrFormat, f.what, have, want)
	}
	return frame[frameHead:end], nil
}

// frame reads one whole frame, and not a byte more. At the end of r it returns io.EOF.
func (f *form[T, P]) frame(r io.Reader) ([]byte, error) {
	var frame bytes.Buffer
	if n, err := io.CopyN(&frame, r, frameHead); err != nil {
		if n == 0 {
			return nil, err
		}
		return nil, f.cut(n, frameHead+frameTail, err)
	}
	n, err := f.length(frame.Bytes())
	if err != nil {
		return nil, err
	}
	if n > 1<<62 {
		return nil, fmt.Errorf("%w as a %s: payload of %d bytes", ErrFormat, f.what, n)
	}
	frame.Grow(int(min(n, 1<<18)) + bytes.MinRead) // beyond, it grows with what is there, not with what the head promises
	if got, err := io.CopyN(&frame, r, int64(n)+frameTail); err != nil {
		return nil, f.cut(frameHead+got, frameHead+int64(n)+frameTail, err)
	}
	return frame.Bytes(), nil
}

// read reads one whole frame, and returns what it holds.
func (f *form[T, P]) read(r io.Reader) (P, error) {
	frame, err := f.frame(r)
	if err != nil {
		return nil, err
	}
	v := P(new(T))
	if err := f.unmarshal(frame, v); err != nil {
		return nil, err
	}
	return v, nil
}

func (f *form[T, P]) cut(have, want int64, err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("%w as a %s: %d bytes of %d: %w", ErrFormat, f.what, have, want, err)
}

// MarshalBinary encodes p, as docs/encoding.md describes. It never fails. Slices that are empty come
// back as nil.
func (p *Profile) MarshalBinary() ([]byte, error) { return profileForm.marshal(p, len(p.Nodes)), nil }

// UnmarshalBinary decodes into p a Profile that must pass Check. The error matches ErrFormat,
// ErrVersion or ErrProfile; p is then unchanged.
func (p *Profile) UnmarshalBinary(data []byte) error { return profileForm.unmarshal(data, p) }

// WriteTo writes p in the encoding of MarshalBinary.
func (p *Profile) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(profileForm.marshal(p, len(p.Nodes)))
	return int64(n), err
}

// ReadProfile reads one Profile written by WriteTo, and no more of r, so a file may hold several in a
// row. At the end of r it returns io.EOF, otherwise the errors of UnmarshalBinary.
func ReadProfile(r io.Reader) (*Profile, error) { return profileForm.read(r) }

// ReadProfileFrame reads what ReadProfile decodes, for UnmarshalBinary: several processors can decode a file of many.
func ReadProfileFrame(r io.Reader) ([]byte, error) { return profileForm.frame(r) }

// MarshalBinary encodes s, as docs/encoding.md describes. It never fails. Slices that are empty come
// back as nil.
func (s *Summary) MarshalBinary() ([]byte, error) { return summaryForm.marshal(s, len(s.Regions)), nil }

// UnmarshalBinary decodes into s a Summary that must pass Check. The error matches ErrFormat,
// ErrVersion or ErrSummary; s is then unchanged.
func (s *Summary) UnmarshalBinary(data []byte) error { return summaryForm.unmarshal(data, s) }

// WriteTo writes s in the encoding of MarshalBinary.
func (s *Summary) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(summaryForm.marshal(s, len(s.Regions)))
	return int64(n), err
}

// ReadSummary reads one Summary written by WriteTo, and no more of r. At the end of r it returns
// io.EOF, otherwise the errors of UnmarshalBinary.
func ReadSummary(r io.Reader) (*Summary, error) { return summaryForm.read(r) }
