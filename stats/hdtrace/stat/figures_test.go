//go:build unix

package stat_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// rounds is how many turns there are of each kind.
const rounds = 60

// entries is the number of entries of a turn; the file of a turn has some 1.4 MB.
const entries = 20000

// begin is the time at which the entries of a turn start.
const begin = hdtrace.Epoch(1800000000_000000000)

// BenchmarkFigures prints the figures of make bench. All sides of one are measured in turns, in slices of some milliseconds, so
// that neither a change of the machine's speed nor other programs affect one side alone; a figure is the median of its turns.
func BenchmarkFigures(b *testing.B) {
	for b.Loop() {
		if err := figures(b.TempDir()); err != nil {
			b.Fatal(err)
		}
	}
}

func figures(dir string) error {
	b, err := newBench(dir)
	if err != nil {
		return err
	}
	var doubles, typed, raw, singles, reads, bare, floors, traces, bytesOf []float64
	for range rounds {
		for _, side := range []struct {
			to *[]float64
			f  func() error
		}{{&doubles, b.writeDoubles}, {&typed, b.writeEntries}, {&raw, b.writeBytes}, {&singles, b.writeSingles}, {&reads, b.read}, {&bare, b.encode},
			{&floors, b.floor}, {&traces, b.readTrace}, {&bytesOf, b.lookAtTrace}} {
			runtime.GC()
			start := time.Now()
			if err := side.f(); err != nil {
				return err
			}
			*side.to = append(*side.to, float64(time.Since(start).Nanoseconds())/entries)
		}
	}
	fmt.Printf("%s, %d processors, files in %s; an entry of 8 DOUBLE is %d bytes\n", runtime.Version(), runtime.NumCPU(), dir, entrySize)
	fmt.Printf("ns per entry, medians of %d turns of %d: WriteDoubles %.1f, WriteEntry %.1f, of these the bytes alone %.1f (write(2) of 64 KiB); one write(2) each %.1f; reading %.1f\n",
		rounds, entries, median(doubles), median(typed), median(raw), median(singles), median(reads))
	fmt.Printf("encoding into memory, without the file: WriteDoubles %.1f\n", median(bare))
	// The dearer one of the two ways to write an entry.
	fmt.Printf("figure hdtrace/entry %.1f ns limit <=15\n", max(median(doubles), median(typed))-median(raw))
	fmt.Printf("figure hdtrace/entry-floor %.1f ns\n", median(floors))
	fmt.Printf("figure hdtrace/entry-vs-write %.1f ratio limit >=20\n", min(median(ratios(singles, doubles)), median(ratios(singles, typed))))
	fmt.Printf("figure hdtrace/read %.0f MB/s limit >=500\n", entrySize/median(reads)*1e9/1e6)
	perTrace := func(turns []float64) float64 { return float64(len(b.trace)) / (median(turns) * entries) * 1e3 }
	fmt.Printf("figure hdtrace/read-trace %.0f MB/s limit >=600\n", perTrace(traces))
	fmt.Printf("figure hdtrace/read-trace-floor %.0f MB/s\n", perTrace(bytesOf))
	return nil
}

// ratios returns those of the two sides of each turn.
func ratios(a, b []float64) []float64 {
	list := make([]float64, len(a))
	for i := range a {
		list[i] = a[i] / b[i]
	}
	return list
}

func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}

// entrySize is a timestamp and eight values.
const entrySize = 8 + 8*8

type bench struct {
	dir    string
	node   *hdtrace.Node
	values []stat.Value
	file   []byte // to be read
	trace  []byte // the same, of states

	mu     sync.Mutex // of floor
	buffer []byte
}

func newBench(dir string) (*bench, error) {
	topology, err := hdtrace.NewTopology("Bench", "Hostname")
	if err != nil {
		return nil, err
	}
	b := &bench{dir: dir}
	for i := range 8 {
		b.values = append(b.values, stat.Value{Name: fmt.Sprint("region", i), Type: stat.TypeDouble, Unit: "s", Grouping: "seconds"})
	}
	if b.node, err = topology.Node("host"); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := b.group(&text, stat.Options{}, doubles); err != nil {
		return nil, err
	}
	b.file = text.Bytes()
	b.trace, err = states()
	b.buffer = make([]byte, 0, 64<<10)
	return b, err
}

// group writes a group of entries.
func (b *bench) group(w io.Writer, o stat.Options, entry func(s *stat.Writer, t hdtrace.Epoch) error) error {
	o.Clock = func() hdtrace.Epoch { return begin }
	s, err := stat.Start(w, b.node, "Timers", b.values, o)
	if err != nil {
		return err
	}
	for i := range entries {
		if err := entry(s, begin+hdtrace.Epoch(i)); err != nil {
			return err
		}
	}
	return s.Close()
}

// in writes a group into a file that is there already, so that a turn does not pay for its creation.
func (b *bench) in(name string, f func(w *os.File) error) error {
	file, err := os.OpenFile(filepath.Join(b.dir, name), os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	if err := f(file); err != nil {
		return err
	}
	return file.Close()
}

func doubles(s *stat.Writer, t hdtrace.Epoch) error {
	return s.WriteDoubles(t, 1, 2, 3, 4, 5, 6, 7, 8)
}

func typed(s *stat.Writer, t hdtrace.Epoch) error {
	return s.WriteEntry(t, stat.Double(1), stat.Double(2), stat.Double(3), stat.Double(4),
		stat.Double(5), stat.Double(6), stat.Double(7), stat.Double(8))
}

func (b *bench) writeDoubles() error {
	return b.in("doubles", func(w *os.File) error { return b.group(w, stat.Options{}, doubles) })
}

func (b *bench) writeEntries() error {
	return b.in("typed", func(w *os.File) error { return b.group(w, stat.Options{}, typed) })
}

func (b *bench) encode() error { return b.group(io.Discard, stat.Options{}, doubles) }

// writeBytes returns the bytes of a group and nothing else, in writes of the same size.
func (b *bench) writeBytes() error {
	return b.in("bytes", func(w *os.File) error {
		for data := b.file; len(data) > 0; {
			n := min(len(data), 64<<10/entrySize*entrySize)
			if _, err := w.Write(data[:n]); err != nil {
				return err
			}
			data = data[n:]
		}
		return nil
	})
}

// writeSingles does what the C library does: an entry is put together in memory and passed to one write(2),
// without Go's files in between.
func (b *bench) writeSingles() error {
	return b.in("singles", func(w *os.File) error {
		entry := make([]byte, entrySize)
		fd := int(w.Fd())
		for i := range entries {
			t := begin + hdtrace.Epoch(i)
			binary.BigEndian.PutUint32(entry, uint32(t.Seconds()))
			binary.BigEndian.PutUint32(entry[4:], uint32(t.Nanoseconds()))
			for v := range 8 {
				binary.BigEndian.PutUint64(entry[8+8*v:], math.Float64bits(float64(v+1)))
			}
			if n, err := syscall.Write(fd, entry); n != entrySize {
				return fmt.Errorf("%d bytes written: %w", n, err)
			}
		}
		return nil
	})
}

// read reads all values of a group from memory.
func (b *bench) read() error {
	r, err := stat.NewReader(bytes.NewReader(b.file), hdtrace.ReadOptions{})
	if err != nil {
		return err
	}
	n, sum := 0, 0.0
	for {
		e, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		for i := range e.Len() {
			sum += e.Float(i)
		}
		n++
	}
	if n != entries || sum != 36*entries {
		return fmt.Errorf("read %d entries with the sum %g", n, sum)
	}
	return nil
}

// put is what an entry cannot do without: a lock, room in a buffer, and the bytes of its time and its values in the
// order of the file.
//
//go:noinline
func (b *bench) put(t hdtrace.Epoch, values ...stat.Number) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.buffer)+entrySize > cap(b.buffer) {
		b.buffer = b.buffer[:0]
	}
	n := len(b.buffer)
	b.buffer = b.buffer[:n+entrySize]
	binary.BigEndian.PutUint64(b.buffer[n:], uint64(t/hdtrace.Second)<<32|uint64(t%hdtrace.Second))
	for i := range values {
		binary.BigEndian.PutUint64(b.buffer[n+8+8*i:], math.Float64bits(float64(i)))
	}
}

func (b *bench) floor() error {
	for i := range entries {
		b.put(begin+hdtrace.Epoch(i), stat.Double(1), stat.Double(2), stat.Double(3), stat.Double(4),
			stat.Double(5), stat.Double(6), stat.Double(7), stat.Double(8))
	}
	return nil
}

// states is a trace of as many states as a turn has entries, of calls of MPI with three attributes each.
func states() ([]byte, error) {
	var file bytes.Buffer
	t, err := trace.Start(&file, trace.Options{Header: trace.Header{TimeAdjustment: begin}, MaxAge: -1})
	if err != nil {
		return nil, err
	}
	for i := range entries {
		at := begin + hdtrace.Epoch(2000*i)
		err = errors.Join(err, t.BeginAt(at, "Sendrecv"), t.Attribute("size", "255"), t.Attribute("toRank", "4"),
			t.Attribute("fromRank", "3"), t.EndAt(at+1000))
	}
	err = errors.Join(err, t.Close())
	return file.Bytes(), err
}

// readTrace reads all states of a trace from memory.
func (b *bench) readTrace() error {
	r, err := trace.NewReader(bytes.NewReader(b.trace), hdtrace.ReadOptions{})
	if err != nil {
		return err
	}
	n := 0
	for _, err := range r.Records() {
		if err != nil {
			return err
		}
		n++
	}
	if n != entries {
		return fmt.Errorf("read %d states", n)
	}
	return nil
}

// lookAtTrace is what a reader of tags cannot do without: it looks at each byte of them once, to find where names and
// values end.
func (b *bench) lookAtTrace() error {
	quotes := 0
	for line := range bytes.Lines(b.trace) {
		for _, c := range line {
			if c == '\'' {
				quotes++
			}
		}
	}
	if quotes < 10*entries {
		return fmt.Errorf("%d quotes", quotes)
	}
	return nil
}
