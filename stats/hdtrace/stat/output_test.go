package stat

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// Whatever writes do, the file has whole entries after Close, those that were taken and in order; and
// before it, at least up to the last write that was whole.
func TestWholeEntriesOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &hdtest.FlakyFile{}
		fails := rapid.Float64Range(0, 0.5).Draw(t, "fails")
		f.Take = func(n int) int {
			if rapid.Float64Range(0, 1).Draw(t, "luck") < fails {
				return rapid.IntRange(0, n).Draw(t, "taken")
			}
			return n
		}
		options := Options{
			Clock: hdtest.FixedClock(), MaxAge: -1,
			Gaps:   Gaps(rapid.IntRange(0, 2).Draw(t, "gaps")),
			Buffer: rapid.IntRange(1, 300).Draw(t, "buffer"),
		}
		topology := hdtest.Sure(hdtrace.NewTopology("P", "Host"))
		values := []Value{{Name: "n", Type: TypeInt32}, {Name: "d", Type: TypeDouble}}
		s := hdtest.Sure(Start(f, hdtest.Sure(topology.Node("h")), "G", values, options))
		m := &statisticsModel{t: t, s: s}
		t.Repeat(map[string]func(*rapid.T){
			"entry":    m.entry,
			"value":    m.value,
			"restart":  m.restart,
			"flush":    func(*rapid.T) { _ = s.Flush() },
			"continue": func(*rapid.T) { _, _ = s.Enable() },
		})
		closed := s.Close()
		m.check(f.Data, closed)
	})
}

// statisticsModel writes the numbers 1, 2, 3 …
type statisticsModel struct {
	t    *rapid.T
	s    *Writer
	last int32 // number of the last whole entry
	half bool
}

func (m *statisticsModel) entry(*rapid.T) {
	before := m.s.Entries()
	_ = m.s.WriteEntry(m.s.options.Clock(), Int32(m.last+1), Double(0.5))
	m.last += int32(m.s.Entries() - before) // it may be in the buffer although the write of that has failed
}

func (m *statisticsModel) value(*rapid.T) {
	if !m.half {
		m.half = m.s.WriteInt32(m.last+1) == nil
		return
	}
	err := m.s.WriteDouble(0.5)
	if err == nil || errors.Is(err, hdtrace.ErrWrite) && m.s.next == 0 {
		m.half = false
		m.last++
	}
}

func (m *statisticsModel) restart(*rapid.T) {
	_, _ = m.s.Disable()
	_, _ = m.s.Enable()
}

func (m *statisticsModel) check(data []byte, closed error) {
	if len(data) == 0 {
		return
	}
	_, list, err := entriesOf(data, hdtrace.ReadOptions{})
	if err != nil {
		m.t.Fatal(err)
	}
	findings := check("P_h_G.stat", bytes.NewReader(data), int64(len(data)))
	if m.s.options.Gaps != GapMarker && len(list) > 0 && !hdtrace.Accepted(findings, hdtrace.AllReaders) {
		m.t.Fatal(findings)
	}
	next := int64(1)
	for _, e := range list {
		if e.Int(0) == 0 && e.Float(1) == 0 {
			continue // a filler
		}
		if e.Int(0) != next || e.Float(1) != 0.5 {
			m.t.Fatalf("entry %v %v, expected %d", e.Text(0), e.Text(1), next)
		}
		next++
	}
	if closed == nil && next-1 != int64(m.last) {
		m.t.Fatalf("%d entries in the file, %d were written and Close has no error", next-1, m.last)
	}
}

// A write that fails disables the group; what is left can be tried again and nothing is lost.
func TestWriteFails(t *testing.T) {
	f := &hdtest.FlakyFile{}
	full := false
	f.Take = func(n int) int {
		if full {
			return n / 2
		}
		return n
	}
	s := hdtest.Sure(Start(f, hdtest.HostA(t), "G", []Value{{Name: "v", Type: TypeInt32}}, Options{Buffer: 1, Clock: hdtest.FixedClock()}))
	hdtest.Is(t, "entry", s.WriteEntry(2000*hdtrace.Second, Int32(1)), nil)
	full = true
	err := s.WriteEntry(2001*hdtrace.Second, Int32(2))
	hdtest.Is(t, "entry", err, hdtrace.ErrWrite)
	hdtest.Is(t, "entry", err, hdtest.ErrFull)
	if s.Enabled() {
		t.Error("enabled after a write has failed")
	}
	hdtest.Is(t, "entry while it is full", s.WriteEntry(2002*hdtrace.Second, Int32(9)), hdtrace.ErrWrite)
	hdtest.Is(t, "flush while it is full", s.Flush(), hdtrace.ErrWrite)
	_, err = s.Enable()
	hdtest.Is(t, "enable while it is full", err, hdtest.ErrFull)
	full = false
	if changed, err := s.Enable(); !changed || err != nil {
		t.Error(changed, err)
	}
	hdtest.Is(t, "entry", s.WriteEntry(2003*hdtrace.Second, Int32(3)), nil)
	hdtest.Is(t, "close", s.Close(), nil)
	_, list, err := entriesOf(f.Data, hdtrace.ReadOptions{})
	if err != nil || len(list) != 3 || list[1].Int(0) != 2 || list[2].Int(0) != 3 {
		t.Error(list, err)
	}

	s = hdtest.Sure(Start(lyingWriter{}, hdtest.HostA(t), "G", []Value{{Name: "v", Type: TypeInt32}}, Options{Buffer: 1}))
	hdtest.Is(t, "a writer that breaks the rules", s.WriteEntry(2000000000*hdtrace.Second, Int32(1)), hdtrace.ErrWrite)
}

// lyingWriter says that it took more than there was.
type lyingWriter struct{}

func (lyingWriter) Write(p []byte) (int, error) { return len(p) + 1, nil }

// Each write is one of whole entries; with no room for more than one each entry is a write.
func TestWrites(t *testing.T) {
	for buffer, want := range map[int]int{1: 10, 100: 3, 0: 1} {
		f := &hdtest.FlakyFile{}
		s := hdtest.Sure(Start(f, hdtest.HostA(t), "G", []Value{{Name: "v", Type: TypeDouble}}, Options{Buffer: buffer, MaxAge: -1, Clock: hdtest.FixedClock()}))
		if f.Writes != 0 {
			t.Error("the header does not wait for the first entry")
		}
		for i := range 10 {
			hdtest.Is(t, "entry", s.WriteDoubles(hdtrace.Epoch(2000+i)*hdtrace.Second, 1), nil)
		}
		hdtest.Is(t, "close", s.Close(), nil)
		if f.Writes != want {
			t.Errorf("%d writes with a buffer of %d bytes, expected %d", f.Writes, buffer, want)
		}
		acceptedFile(t, "P_hostA_G.stat", f.Data)
	}
	f := &hdtest.FlakyFile{}
	s := hdtest.Sure(Start(f, hdtest.HostA(t), "G", []Value{{Name: "v", Type: TypeDouble}}, Options{}))
	hdtest.Is(t, "close", s.Close(), nil)
	if f.Writes != 0 {
		t.Error("a group without entries is written")
	}
}

// No entry waits longer than MaxAge, also if no other follows. The times are those of synctest.
func TestAge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f lockedBuffer
		s := hdtest.Sure(Start(&f, hdtest.HostA(t), "G", []Value{{Name: "v", Type: TypeInt32}}, Options{MaxAge: 300 * time.Millisecond}))
		length := 0
		for i := range 3 {
			hdtest.Is(t, "entry", s.WriteEntry(hdtrace.EpochOf(time.Now()), Int32(int32(i))), nil)
			time.Sleep(200 * time.Millisecond)
			hdtest.Is(t, "entry", s.WriteEntry(hdtrace.EpochOf(time.Now()), Int32(int32(i))), nil)
			hdtest.Is(t, "half an entry", s.write(Int32(9)), nil) // whole, with one value
			time.Sleep(99 * time.Millisecond)
			if f.Len() != length {
				t.Errorf("round %d: written after 299 ms", i)
			}
			time.Sleep(2 * time.Millisecond)
			synctest.Wait()
			if f.Len() == length {
				t.Errorf("round %d: not written after 301 ms", i)
			}
			length = f.Len()
			time.Sleep(time.Hour)
		}
		hdtest.Is(t, "close", s.Close(), nil)
		_, list, err := entriesOf(f.Bytes(), hdtrace.ReadOptions{})
		if err != nil || len(list) != 9 {
			t.Error(len(list), err)
		}
	})
}

// An entry that is begun is not written when the others become too old.
func TestAgeOfHalfAnEntry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f lockedBuffer
		values := []Value{{Name: "a", Type: TypeInt32}, {Name: "b", Type: TypeInt32}}
		s := hdtest.Sure(Start(&f, hdtest.HostA(t), "G", values, Options{}))
		hdtest.Is(t, "entry", s.WriteEntry(hdtrace.EpochOf(time.Now()), Int32(1), Int32(2)), nil)
		hdtest.Is(t, "half an entry", s.WriteInt32(3), nil)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if _, list, err := entriesOf(f.Bytes(), hdtrace.ReadOptions{}); err != nil || len(list) != 1 {
			t.Error(list, err)
		}
		hdtest.Is(t, "the other half", s.WriteInt32(4), nil)
		hdtest.Is(t, "close", s.Close(), nil)
		if _, list, err := entriesOf(f.Bytes(), hdtrace.ReadOptions{}); err != nil || len(list) != 2 || list[1].Text(1) != "4" {
			t.Error(list, err)
		}
	})
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) Len() int { return len(l.Bytes()) }

func (l *lockedBuffer) Bytes() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Clone(l.b.Bytes())
}

// A pipe is no regular file: nothing can be cut off, and that is no further error.
func TestPipeIsClosed(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := hdtest.Sure(Start(w, hdtest.HostA(t), "G", []Value{{Name: "v", Type: TypeInt32}}, Options{Buffer: 1}))
	hdtest.Is(t, "close the reader", r.Close(), nil)
	hdtest.Is(t, "entry", s.WriteEntry(2000*hdtrace.Second, Int32(1)), hdtrace.ErrWrite)
	hdtest.Is(t, "close", s.Close(), hdtrace.ErrWrite)
	hdtest.Is(t, "close the writer", w.Close(), nil)
}

func TestManyWriters(t *testing.T) {
	var f lockedBuffer
	s := hdtest.Sure(Start(&f, hdtest.HostA(t), "G", []Value{{Name: "v", Type: TypeInt64}}, Options{Buffer: 500}))
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			for i := range 200 {
				if err := s.WriteEntry(hdtrace.EpochOf(time.Now()), Int64(int64(1000*g+i))); err != nil && !errors.Is(err, hdtrace.ErrDisabled) {
					panic(err)
				}
				switch i % 50 {
				case 48:
					_, _ = s.Disable()
				case 49:
					_, _ = s.Enable()
				case 20:
					_ = s.Flush()
				}
			}
		})
	}
	group.Wait()
	hdtest.Is(t, "close", s.Close(), nil)
	_, list, err := entriesOf(f.Bytes(), hdtrace.ReadOptions{})
	if err != nil || int64(len(list)) != s.Entries() {
		t.Fatal(len(list), s.Entries(), err)
	}
	next := map[int64]int64{}
	for _, e := range list {
		g, i := e.Int(0)/1000, e.Int(0)%1000
		if i < next[g] {
			t.Fatal("entries of a goroutine are out of order: ", fmt.Sprint(g, i, next[g]))
		}
		next[g] = i + 1
	}
}
