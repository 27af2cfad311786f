package stat

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// Strings are what the Java reader takes for them, and make entries differ in length.
func TestStrings(t *testing.T) {
	header := "<S><Group name='G'><V name='s' type='STRING'/><V name='n' type='INT32'/></Group></S>"
	var data []byte
	data = appendStamp(data, hdtrace.Second)
	texts := []string{"", "hello", strings.Repeat("x", 0x7FFF)}
	for i, text := range texts {
		data = appendStamp(data, hdtrace.Epoch(2+i)*hdtrace.Second)
		data = append(binary.BigEndian.AppendUint16(data, uint16(len(text))), text...)
		data = append(data, 0, 0, 0, byte(i))
	}
	file := hdtest.WithHeader(header, data...)
	_, list, err := entriesOf(file, hdtrace.ReadOptions{})
	if err != nil || len(list) != 3 {
		t.Fatal(len(list), err)
	}
	for i, e := range list {
		if e.Text(0) != texts[i] || e.Int(1) != int64(i) || e.Float(0) == e.Float(0) || e.Int(0) != 0 {
			t.Errorf("entry %d: %.10q %d", i, e.Text(0), e.Int(1))
		}
	}
	for n := len(file) - 1; n > len(file)-40; n-- {
		_, _, err := entriesOf(file[:n], hdtrace.ReadOptions{})
		hdtest.Is(t, "cut", err, hdtrace.ErrTruncated)
	}
	f := hdtest.Sure(Open(bytes.NewReader(file), int64(len(file)), hdtrace.ReadOptions{}))
	if n, ok := f.Len(); ok || n != 0 {
		t.Error(n, ok)
	}
	_, _, err = f.Search(0)
	hdtest.Is(t, "search", err, hdtrace.ErrUnsupported)
	if end, err := f.End(); end != 4*hdtrace.Second || err != nil {
		t.Error(end, err)
	}
	var cut bytes.Buffer
	if n, err := Cut(&cut, f, hdtrace.BeginningOfTime, hdtrace.EndOfTime); n != 3 || err != nil || !bytes.Equal(cut.Bytes(), file) {
		t.Error(n, err)
	}
	bad := hdtest.WithHeader(header, append(append(appendStamp(nil, 0), appendStamp(nil, 0)...), 0xFF, 0xFE)...)
	_, _, err = entriesOf(bad, hdtrace.ReadOptions{})
	hdtest.Is(t, "negative length", err, hdtrace.ErrSyntax)
}

// A reader that gives a byte at a time, fails, or gives nothing for ever.
func TestReaders(t *testing.T) {
	data := sample(t, 100, Options{})
	r, err := NewReader(iotest.OneByteReader(bytes.NewReader(data)), hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for e, err := range r.Entries() {
		if err != nil || e.Int(0) != int64(n) || e.Offset != int64(r.Header().Size()+8+n*r.Header().EntrySize()) {
			t.Fatal(n, e, err)
		}
		n++
	}
	if n != 100 {
		t.Error(n)
	}
	broken := errors.New("broken")
	for _, at := range []int{0, 3, 50, 250, 300, 1000} {
		r, err := NewReader(io.MultiReader(bytes.NewReader(data[:at]), iotest.ErrReader(broken)), hdtrace.ReadOptions{Name: "f.stat"})
		if err == nil {
			for _, err = range r.Entries() {
				if err != nil {
					break
				}
			}
		}
		hdtest.Is(t, fmt.Sprint("broken at ", at), err, broken)
	}
	_, err = NewReader(silent{}, hdtrace.ReadOptions{})
	hdtest.Is(t, "silent", err, io.ErrNoProgress)
}

type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

// hugeFile is a file of any length that is made as it is read, in blocks of entries.
type hugeFile struct {
	block   []byte
	rest    []byte
	next    int64
	entries int64
}

func newHugeFile(header []byte, entry int, entries int64) *hugeFile {
	return &hugeFile{block: make([]byte, 4096*entry), rest: append(header, make([]byte, 8)...), entries: entries}
}

func (h *hugeFile) Read(p []byte) (int, error) {
	if len(h.rest) == 0 {
		n := min(4096, h.entries-h.next)
		if n == 0 {
			return 0, io.EOF
		}
		size := int64(len(h.block)) / 4096
		for i := range n {
			putStamp(h.block[i*size:], hdtrace.Epoch(h.next+i+1)*1000)
		}
		h.next += n
		h.rest = h.block[:n*size]
	}
	n := copy(p, h.rest)
	h.rest = h.rest[n:]
	return n, nil
}

// Ten gigabytes, of which a hundredth is enough without HDTRACE_FULL, are read in the memory of one buffer.
func TestTenGigabytes(t *testing.T) {
	race.Sequential(t)
	entries := int64(10<<30) / 72
	if !hdtest.FullTests() {
		entries /= 100
	}
	values := make([]Value, 8)
	for i := range values {
		values[i] = Value{Name: fmt.Sprint("v", i), Type: TypeDouble}
	}
	file := newHugeFile(appendHeader(nil, []string{"h"}, "G", values), 72, entries)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := NewReader(file, hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	n := int64(0)
	for {
		e, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if n++; e.End != hdtrace.Epoch(n)*1000 {
			t.Fatal(n, e.End)
		}
	}
	runtime.ReadMemStats(&after)
	if n != entries {
		t.Errorf("%d entries, expected %d", n, entries)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
		t.Errorf("%d bytes of memory for %d of file", used, 72*n)
	}
}
