package stat

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"testing"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// entrySource is a statistics file of any length: a header, and entries a millisecond apart.
type entrySource struct {
	head    []byte
	entry   []byte
	pending []byte
	entries int64 // still to come
	now     int64 // milliseconds
}

func (s *entrySource) Read(p []byte) (int, error) {
	n := copy(p, s.head)
	s.head = s.head[n:]
	for n < len(p) {
		if len(s.pending) == 0 {
			if s.entries == 0 {
				break
			}
			s.entries--
			s.now++
			binary.BigEndian.PutUint32(s.entry, uint32(s.now/1000))
			binary.BigEndian.PutUint32(s.entry[4:], uint32(s.now%1000)*1e6)
			s.pending = s.entry
		}
		took := copy(p[n:], s.pending)
		s.pending = s.pending[took:]
		n += took
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// A file is read in the same memory however long it is: 64 MiB, and with HDTRACE_FULL 10 GiB.
func TestLargeStatisticsInConstantMemory(t *testing.T) {
	race.Sequential(t)
	const entrySize = 8 + 8*8
	size := int64(64 << 20)
	if hdtest.FullTests() {
		size = 10 << 30
	}
	topology, err := hdtrace.NewTopology("p", "Host")
	if err != nil {
		t.Fatal(err)
	}
	node, err := topology.Node("h")
	if err != nil {
		t.Fatal(err)
	}
	values := make([]Value, 8)
	for i := range values {
		values[i] = Value{Name: string(rune('a' + i)), Type: TypeDouble}
	}
	var b bytes.Buffer
	w, err := Start(&b, node, "G", values, Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(w.WriteDoubles(w.options.Clock(), 1, 2, 3, 4, 5, 6, 7, 8), w.Close())
	if err != nil {
		t.Fatal(err)
	}
	file := b.Bytes()
	entry := file[len(file)-entrySize:]
	head := bytes.Clone(file[:len(file)-entrySize-8])
	head = append(head, make([]byte, 8)...) // the initial timestamp
	want := size / entrySize
	r, err := NewReader(&entrySource{head: head, entry: bytes.Clone(entry), entries: want}, hdtrace.ReadOptions{Name: "large"})
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	entries := int64(0)
	for ; ; entries++ {
		if _, err = r.Next(); err != nil {
			break
		}
	}
	runtime.ReadMemStats(&after)
	if !errors.Is(err, io.EOF) || entries != want {
		t.Errorf("%d entries of %d, %v", entries, want, err)
	}
	if made := after.TotalAlloc - before.TotalAlloc; made > 1<<20 {
		t.Errorf("%d bytes were allocated for %d entries", made, entries)
	}
}
