package stats

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-hpc/timers/internal/crc32c"
)

// ErrFormat reports that data is not an encoded Profile or Summary, or is damaged.
var ErrFormat = errors.New("stats: not readable")

// ErrVersion reports that data has an unknown version of the encoding.
var ErrVersion = errors.New("stats: unknown version")

const (
	profileMagic = "tmrprof\n"
	summaryMagic = "tmrsumm\n"

	// Version 2 has counters and values, version 3 how well figures are known, version 4 what is left out of counters,
	// version 5 their turns, version 6 the track that has most of them. The lowest is written that carries all there is, so
	// that as many readers as possible read it.
	versionPlain    = 1
	versionMeasured = 2
	versionKnown    = 3
	versionLeft     = 4
	versionTurns    = 5
	versionMost     = 6

	// MaxVersion is the newest version of the encoding of profiles and summaries that is read.
	MaxVersion = versionMost

	frameHead = 8 + 4 + 8 // magic, version, length of the payload
	frameTail = 4         // CRC-32C of all before it
)

// form is one of the two kinds of data that are encoded.
type form struct {
	what  string
	magic string
}

var (
	profileForm = form{"profile", profileMagic}
	summaryForm = form{"summary", summaryMagic}
)

// frame puts head and tail around a payload of so many nodes or regions.
func (f *form) frame(version uint32, entries int, payload func(*encoder, uint32)) []byte {
	const rest, entry = 1024, 256 // bytes, as a rule
	e := encoder{make([]byte, frameHead, rest+entry*entries)}
	payload(&e, version)
	copy(e.b, f.magic)
	binary.LittleEndian.PutUint32(e.b[8:], version)
	binary.LittleEndian.PutUint64(e.b[12:], uint64(len(e.b)-frameHead))
	return binary.LittleEndian.AppendUint32(e.b, crc32c.Sum(e.b))
}

// length checks a head and returns the length of the payload.
func (f *form) length(head []byte) (uint64, error) {
	if string(head[:8]) != f.magic {
		return 0, fmt.Errorf("%w as a %s: begins with %q, want %q", ErrFormat, f.what, head[:8], f.magic)
	}
	if v := versionOf(head); v < versionPlain || v > MaxVersion {
		return 0, fmt.Errorf("%w %d of a %s, this program reads versions up to %d", ErrVersion, v, f.what, MaxVersion)
	}
	return binary.LittleEndian.Uint64(head[12:]), nil
}

func versionOf(frame []byte) uint32 { return binary.LittleEndian.Uint32(frame[8:]) }

// version is the lowest that can carry counters, and how well figures are known if that is not exactly.
func version(measured, inexact bool) uint32 {
	switch {
	case inexact:
		return versionKnown
	case measured:
		return versionMeasured
	}
	return versionPlain
}

func (p *Profile) version() uint32 {
	if slices.ContainsFunc(p.Nodes, func(n Node) bool { return len(n.Most) > 0 }) {
		return versionMost
	}
	if slices.ContainsFunc(p.Nodes, func(n Node) bool { return len(n.Turns) > 0 }) {
		return versionTurns
	}
	if len(p.Empty) > 0 || slices.ContainsFunc(p.Nodes, func(n Node) bool { return len(n.Left) > 0 }) {
		return versionLeft
	}
	inexact := p.Late != 0 || p.Source != "" || p.Resolution != 0 || len(p.Counted) > 0 ||
		slices.ContainsFunc(p.Nodes, func(n Node) bool { return n.Lacks != 0 })
	return version(len(p.Counters) > 0, inexact)
}

func (s *Summary) version() uint32 {
	left := func(v Value) bool { return v.Left > 0 }
	turns := func(v Value) bool { return v.Turns != Turns{} }
	if slices.ContainsFunc(s.Regions, func(r Region) bool { return slices.ContainsFunc(r.Values, turns) }) {
		return versionTurns
	}
	if len(s.Empty) > 0 || slices.ContainsFunc(s.Regions, func(r Region) bool { return slices.ContainsFunc(r.Values, left) }) {
		return versionLeft
	}
	inexact := s.Apart != 0 || s.Source != "" || s.Resolution != 0 || s.ResolutionOfSums != 0 || len(s.Counted) > 0 ||
		slices.ContainsFunc(s.Regions, func(r Region) bool { return r.Lacks != 0 })
	return version(len(s.Counters) > 0, inexact)
}

// payload takes head and tail off a whole frame, and checks them.
func (f *form) payload(frame []byte) ([]byte, error) {
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

// read reads one whole frame and not a byte more. At the end of r it returns io.EOF.
func (f *form) read(r io.Reader) ([]byte, error) {
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
	// The buffer grows with what is there, not with what the head promises.
	if got, err := io.CopyN(&frame, r, int64(n)+frameTail); err != nil {
		return nil, f.cut(frameHead+got, frameHead+int64(n)+frameTail, err)
	}
	return frame.Bytes(), nil
}

func (f *form) cut(have, want int64, err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("%w as a %s: %d bytes of %d: %w", ErrFormat, f.what, have, want, err)
}

// decoded turns the end of a decoder into an error of reading.
func (f *form) decoded(d *decoder) error {
	if err := d.end(); err != nil {
		return fmt.Errorf("%w as a %s: payload: %w", ErrFormat, f.what, err)
	}
	return nil
}

// MarshalBinary encodes p, as docs/encoding.md describes. It never fails. Slices that are empty come
// back as nil.
func (p *Profile) MarshalBinary() ([]byte, error) {
	return profileForm.frame(p.version(), len(p.Nodes), p.encode), nil
}

// UnmarshalBinary sets p to what was encoded, which must pass Check. The error matches ErrFormat,
// ErrVersion or ErrProfile; p is then unchanged.
func (p *Profile) UnmarshalBinary(data []byte) error {
	b, err := profileForm.payload(data)
	if err != nil {
		return err
	}
	var q Profile
	d := decoder{b: b}
	q.decode(&d, versionOf(data))
	if err := profileForm.decoded(&d); err != nil {
		return err
	}
	if err := q.Check(); err != nil {
		return err
	}
	*p = q
	return nil
}

// WriteTo writes p in the form of MarshalBinary.
func (p *Profile) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(profileForm.frame(p.version(), len(p.Nodes), p.encode))
	return int64(n), err
}

// ReadProfile reads a Profile that WriteTo has written, and no more of r, so that several can be read one
// after the other. At the end of r it returns io.EOF, otherwise errors as of UnmarshalBinary.
func ReadProfile(r io.Reader) (*Profile, error) {
	b, err := profileForm.read(r)
	if err != nil {
		return nil, err
	}
	p := new(Profile)
	if err := p.UnmarshalBinary(b); err != nil {
		return nil, err
	}
	return p, nil
}

// MarshalBinary encodes s, as docs/encoding.md describes. It never fails. Slices that are empty come
// back as nil.
func (s *Summary) MarshalBinary() ([]byte, error) {
	return summaryForm.frame(s.version(), len(s.Regions), s.encode), nil
}

// UnmarshalBinary sets s to what was encoded, which must pass Check. The error matches ErrFormat,
// ErrVersion or ErrSummary; s is then unchanged.
func (s *Summary) UnmarshalBinary(data []byte) error {
	b, err := summaryForm.payload(data)
	if err != nil {
		return err
	}
	var t Summary
	d := decoder{b: b}
	t.decode(&d, versionOf(data))
	if err := summaryForm.decoded(&d); err != nil {
		return err
	}
	if err := t.Check(); err != nil {
		return err
	}
	*s = t
	return nil
}

// WriteTo writes s in the form of MarshalBinary.
func (s *Summary) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(summaryForm.frame(s.version(), len(s.Regions), s.encode))
	return int64(n), err
}

// ReadSummary reads a Summary that WriteTo has written, and no more of r than that. At the end of r
// it returns io.EOF, otherwise errors as of UnmarshalBinary.
func ReadSummary(r io.Reader) (*Summary, error) {
	b, err := summaryForm.read(r)
	if err != nil {
		return nil, err
	}
	s := new(Summary)
	if err := s.UnmarshalBinary(b); err != nil {
		return nil, err
	}
	return s, nil
}
