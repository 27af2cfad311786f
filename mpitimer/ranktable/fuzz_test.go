package ranktable

import (
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/stats"
)

// FuzzRead reads anything. Most changes to a header would end at its checksum, so that is corrected.
func FuzzRead(f *testing.F) {
	seeds, err := filepath.Glob(filepath.Join("testdata", "*"+Extension))
	if err != nil || len(seeds) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, name := range seeds {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, 0, uint64(0))
		for at := 0; at < min(len(data), 64*100); at += 64 {
			f.Add(data[:len(data)-at], at, uint64(1)<<63|uint64(at))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, at int, word uint64) {
		data = append([]byte(nil), data...)
		if at = at &^ 7; at >= 0 && at+8 <= len(data) {
			for i := range 8 {
				data[at+i] ^= byte(word >> (8 * i))
			}
		}
		correct(data)
		readAll(t, data)
	})
}

// correct makes the checksum that of the header.
func correct(data []byte) {
	const sumAt = 124
	if len(data) < sumAt+4 {
		return
	}
	sum := crc32.Checksum(data[:sumAt], crc32.MakeTable(crc32.Castagnoli))
	for i := range 4 {
		data[sumAt+i] = byte(sum >> (8 * i))
	}
}

// readAll reads a table in every way, and checks what comes of it.
func readAll(t interface {
	Helper()
	Fatalf(string, ...any)
}, data []byte) {
	t.Helper()
	table, err := Read(data, "name")
	if err != nil {
		for _, known := range []error{ErrFormat, ErrVersion, ErrForeign, ErrStarting} {
			if errors.Is(err, known) {
				return
			}
		}
		t.Fatalf("%v", err)
	}
	l, err := table.Look()
	if err != nil && !errors.Is(err, ErrFormat) {
		t.Fatalf("%v", err)
	}
	if l == nil {
		t.Fatalf("a table without a profile: %v", err)
	}
	var w work
	for range 2 { // the second one has what the first has kept
		if again, err := table.lookWith(&w); again == nil || !reflect.DeepEqual(again.Profile, l.Profile) || !reflect.DeepEqual(again.Open, l.Open) {
			t.Fatalf("%v: %+v, want %+v", err, again, l)
		}
	}
	if err := l.Profile.Check(); err != nil {
		t.Fatalf("%v", err)
	}
	if l.LastSeen.Year() == 1 || l.Size < 1 || l.Rank < 0 || l.Rank >= l.Size || l.Complete && err != nil {
		t.Fatalf("%+v %v", l.Info, err)
	}
	for _, o := range l.Open {
		if o.Elapsed < 0 || len(o.Path) == 0 || o.Track >= len(l.Profile.Tracks) {
			t.Fatalf("%+v", o)
		}
	}
	s, err := stats.Merge([]*stats.Profile{l.Profile})
	if err != nil {
		t.Fatalf("%v", err)
	}
	if err := s.Check(); err != nil {
		t.Fatalf("%v", err)
	}
	if len(data) < rankfile.HeaderSize && len(l.Profile.Nodes) > 0 {
		t.Fatalf("%d nodes in half a header", len(l.Profile.Nodes))
	}
}
