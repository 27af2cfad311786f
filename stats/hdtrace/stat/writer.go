package stat

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/file"
)

// Gaps is what a writer leaves where a group was disabled for a while.
type Gaps uint8

const (
	// GapNone leaves nothing, as HDTrace's C library does: the entry after the gap begins where the one
	// before it ended.
	GapNone Gaps = iota

	// GapFiller leaves an entry of zeros that covers the gap, so that the entry after it begins when the
	// group was enabled again. All readers read it.
	GapFiller

	// GapMarker leaves the restart marker of the thesis, four bytes of 0xFF, and a new initial
	// timestamp. No other reader than this package's knows it: the Java reader refuses the file.
	GapMarker
)

// Options says how a group is written. The zero value is what all readers read.
type Options struct {
	// Unlimited lifts the limits of the C library: lengths of names, 256 values, ASCII, and a header of
	// at most 99999 bytes. The Java reader has none of them, the tools in C have the last.
	Unlimited bool

	// Strings permits values of TypeString, which only the Java reader and its viewer read. The entries of a
	// group that has some are written value by value.
	Strings bool

	// Gaps is what is left where the group was disabled.
	Gaps Gaps

	// Buffer is how many bytes of entries are collected before they are written, 64 KiB for 0. With
	// fewer bytes than an entry has each entry is written at once, as the C library does.
	Buffer int

	// MaxAge bounds how long an entry waits in the buffer, so that a viewer can follow a program that
	// runs: 1 second for 0. A negative age is no bound.
	MaxAge time.Duration

	// Clock is asked for the time where the caller does not give it. Without it it is the system's clock at
	// the beginning, followed by the monotonic one. It is called while the group is locked.
	Clock func() hdtrace.Epoch
}

const (
	defaultBuffer = 64 << 10
	defaultAge    = time.Second
)

// Writer writes a statistics file: a group of values that a node of the topology has at many times.
//
// It is used as the library of the thesis is: the values are added, the group is committed and enabled,
// then entries are written, whole ones with WriteEntry, WriteDoubles or WriteRaw, or value by value with
// WriteInt32 and its like, and at the end it is closed. [Start] does the first three at once.
//
// What is written is the header and the initial timestamp together with the first entries, and whole
// entries from then on, in one Write each. A program that is killed so leaves whole entries, unless it dies
// in the middle of a write(2), which [project.Repair] mends. A group without entries writes nothing at all, because
// viewers refuse such files.
//
// Its methods may be called from several goroutines, but the values of one entry belong together.
type Writer struct {
	w       io.Writer
	node    *hdtrace.Node
	group   string
	options Options

	mu      sync.Mutex
	values  []Value
	types   []Type // of the values, close together
	size    int    // bytes of an entry, with empty strings
	strings bool   // some are strings
	doubles bool   // all values are of TypeDouble

	open      bool // whole entries are taken: committed, enabled, without strings, and no entry is begun
	committed bool
	enabled   bool
	closed    bool
	explicit  bool // the initial timestamp was given

	buf     []byte // what is to be written, in whole entries but for the one that is begun
	room    int    // length of buf beyond which it is written
	begun   int    // where the entry begins in buf whose values come one by one
	next    int    // its next value; 0 if there is none begun
	initial int    // where the initial timestamp stands in buf, while it is there
	gap     bool   // the group was disabled after its last entry
	marked  int64  // entries when the last restart marker was left

	clock   file.Monotone
	second  hdtrace.Epoch // in which the last entry ends
	stamp   uint64        // of a time in it
	entries int64
	out     output
	timer   *time.Timer
	waiting bool // the timer runs
	err     error
	off     error // while it is disabled, made once so that what is off costs nothing
}

// NewWriter makes a group of a node, for the file [hdtrace.Node.StatisticsFile]. To have it on a level above
// that of the node use [hdtrace.Node.Ancestor]. The error matches ErrInvalidArgument, or ErrOverflow if the name of
// the file becomes too long.
func NewWriter(w io.Writer, node *hdtrace.Node, group string, options Options) (*Writer, error) {
	if w == nil || node == nil {
		return nil, fmt.Errorf("hdtrace: statistics group %s without a writer or a node: %w", printable.Clipped(group), hdtrace.ErrInvalidArgument)
	}
	if err := hdtrace.CheckGroup(group); err != nil {
		return nil, err
	}
	if !options.Unlimited {
		if err := limited("statistics group", group, hdtrace.MaxGroupName); err != nil {
			return nil, err
		}
	}
	if n := len(node.StatisticsFile(group)); n > hdtrace.MaxFileName {
		return nil, fmt.Errorf("hdtrace: statistics group %s of node %s: the name of its file takes %d bytes, the limit is %d: %w", group, node, n, hdtrace.MaxFileName, hdtrace.ErrOverflow)
	}
	if options.Gaps > GapMarker {
		return nil, fmt.Errorf("hdtrace: statistics group %s: %d is no kind of gap: %w", group, options.Gaps, hdtrace.ErrInvalidArgument)
	}
	if options.Clock == nil {
		options.Clock = file.SystemClock()
	}
	if options.MaxAge == 0 {
		options.MaxAge = defaultAge
	}
	if options.Buffer == 0 {
		options.Buffer = defaultBuffer
	}
	s := &Writer{w: w, node: node, group: group, options: options, size: 8, doubles: true}
	s.off = s.errorf(hdtrace.ErrDisabled, "is disabled")
	return s, nil
}

// Start makes a group with those values, commits and enables it.
func Start(w io.Writer, node *hdtrace.Node, group string, values []Value, options Options) (*Writer, error) {
	s, err := NewWriter(w, node, group, options)
	if err != nil {
		return nil, err
	}
	if err := s.start(values); err != nil {
		return nil, err
	}
	return s, nil
}

// start adds the values, commits and enables.
func (s *Writer) start(values []Value) error {
	for _, v := range values {
		if err := s.AddValue(v); err != nil {
			return err
		}
	}
	if err := s.Commit(); err != nil {
		return err
	}
	_, err := s.Enable()
	return err
}

// Empty reports whether nothing that readers take was written: no whole entry.
func (s *Writer) Empty() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.whole <= int64(s.out.header)
}

func (s *Writer) errorf(code error, format string, args ...any) error {
	return fmt.Errorf("hdtrace: statistics group %s of node %s: %s: %w", s.group, s.node, fmt.Sprintf(format, args...), code)
}

// Node is the node that the group is of.
func (s *Writer) Node() *hdtrace.Node { return s.node }

// Group is the name of the group.
func (s *Writer) Group() string { return s.group }

// AddValue adds a value to the entries of the group. The error matches ErrInvalidArgument, ErrOverflow after
// 256 values, or ErrCommitState after Commit.
func (s *Writer) AddValue(v Value) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.committed || s.closed {
		return s.errorf(hdtrace.ErrCommitState, "value %s added to a group that is committed", printable.Clipped(v.Name))
	}
	if err := v.check(&s.options); err != nil {
		return err
	}
	if len(s.values) == hdtrace.MaxValues && !s.options.Unlimited {
		return s.errorf(hdtrace.ErrOverflow, "value %s would be number %d, the C library's limit is %d", printable.Clipped(v.Name), hdtrace.MaxValues+1, hdtrace.MaxValues)
	}
	s.values, s.types = append(s.values, v), append(s.types, v.Type)
	if v.Type == TypeString {
		s.strings = true
		s.size += stringHead
	}
	s.size += v.Type.Size()
	s.doubles = s.doubles && v.Type == TypeDouble
	return nil
}

// Commit fixes the values. The initial timestamp, at which the first entry begins, is the time of the first
// Enable; that of the C library is the time of its commit. The error matches ErrCommitState when it was
// committed before, ErrInvalidArgument without values, ErrOverflow when the header becomes too long.
func (s *Writer) Commit() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.commit(s.options.Clock())
}

// CommitAt is Commit with the initial timestamp, which Enable does not change.
func (s *Writer) CommitAt(t hdtrace.Epoch) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.commit(t); err != nil {
		return err
	}
	s.explicit = true
	return nil
}

func (s *Writer) commit(t hdtrace.Epoch) error {
	if s.committed || s.closed {
		return s.errorf(hdtrace.ErrCommitState, "committed before")
	}
	if len(s.values) == 0 {
		return s.errorf(hdtrace.ErrInvalidArgument, "has no values")
	}
	if err := s.checkTime(t); err != nil {
		return err
	}
	header := appendHeader(nil, s.node.Labels(), s.group, s.values)
	if n := len(header) - len("00000\n"); n > most5Digits && !s.options.Unlimited {
		return s.errorf(hdtrace.ErrOverflow, "the header takes %d bytes, the tools in C read %d", n, most5Digits)
	}
	s.out = output{w: s.w, header: len(header) + 8, entry: s.size}
	if s.strings {
		s.out.types = s.types
	}
	s.initial = len(header)
	s.room = max(s.options.Buffer, 0)
	s.buf = make([]byte, 0, max(s.room, len(header)+8)+2*s.size+2*8)
	s.buf = appendStamp(append(s.buf, header...), s.clock.Next(t))
	s.committed = true
	return nil
}

// checkTime refuses what 32 bits of seconds cannot hold.
func (s *Writer) checkTime(t hdtrace.Epoch) error {
	if t < hdtrace.MinEpoch || t > hdtrace.MaxEpoch {
		return s.errorf(hdtrace.ErrInvalidArgument, "time %v is not between %v and %v, which 32 bits of seconds hold", t, hdtrace.MinEpoch, hdtrace.MaxEpoch)
	}
	return nil
}

// Enabled reports whether entries are written.
func (s *Writer) Enabled() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.enabled
}

// Enable makes the group write what is given to it. It reports whether that is a change. The error matches
// ErrCommitState before Commit. After a write has failed, which disables the group, what is left of it is
// tried again first, and the error is that of the write.
func (s *Writer) Enable() (changed bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(); err != nil || s.enabled {
		return false, err
	}
	now := s.options.Clock()
	if err := s.checkTime(now); err != nil {
		return false, err
	}
	if s.err != nil {
		s.err = nil
		if err := s.flush(); err != nil {
			return false, err
		}
	}
	s.enabled = true
	s.open = s.next == 0 && !s.strings
	s.resume(now)
	return s.enabled, s.err
}

// resume leaves what is to be left where the group was disabled.
func (s *Writer) resume(now hdtrace.Epoch) {
	gap := s.gap
	s.gap = false
	switch {
	case s.entries == 0 && s.next == 0:
		if !s.explicit {
			s.clock.Last = now
			putStamp(s.buf[s.initial:], now)
		}
	case !gap || s.next != 0 || s.options.Gaps == GapNone:
	case s.options.Gaps == GapFiller:
		clear(s.grow())
		s.take(now)
	case s.options.Gaps == GapMarker && s.marked < s.entries:
		s.marked = s.entries
		s.buf = append(s.buf, 0xFF, 0xFF, 0xFF, 0xFF)
		s.buf = appendStamp(s.buf, s.clock.Next(now))
	}
}

// Disable makes the group ignore what is given to it: the methods that write do nothing but return an error
// that matches ErrDisabled. It reports whether that is a change. An entry that is begun stays so, and can be
// continued after Enable. The error matches ErrCommitState before Commit.
func (s *Writer) Disable() (changed bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(); err != nil || !s.enabled {
		return false, err
	}
	s.enabled, s.open, s.gap = false, false, true
	return true, nil
}

// usable says why the group can be neither enabled nor written to.
func (s *Writer) usable() error {
	switch {
	case s.closed:
		return s.errorf(fmt.Errorf("%w: %w", hdtrace.ErrContext, os.ErrClosed), "no more can be done with it")
	case !s.committed:
		return s.errorf(hdtrace.ErrCommitState, "is not committed")
	}
	return nil
}

// Entries is the number of entries written, the one that is begun not among them.
func (s *Writer) Entries() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.entries
}

// Flush writes what waits in the buffer. The error matches ErrWrite or ErrTimeout.
func (s *Writer) Flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil || s.closed {
		return s.err
	}
	return s.flush()
}

// Close writes what waits in the buffer, and ends the group; it does not close what is written to. An entry
// that is begun is dropped. If a write fails, or has failed before, in the middle of an entry, and what is
// written to has a method Truncate as [os.File] has, the rest of that entry is cut off. The error matches
// ErrCommitState if the group was not committed, ErrWrite or ErrTimeout. Closing again does nothing.
func (s *Writer) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	err := s.usable()
	if err == nil {
		s.err = nil
		err = s.flush()
	}
	if err != nil {
		err = errors.Join(err, s.out.repair())
	}
	if s.timer != nil {
		s.timer.Stop()
	}
	s.closed, s.enabled, s.open = true, false, false
	s.buf = nil
	return err
}
