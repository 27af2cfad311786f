package ranktable

import (
	"encoding/binary"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
)

var update = flag.Bool("update", false, "write the tables in testdata again")

// The tables in testdata are what fuzzing begins with: the example without the unused end of the file.
func TestSeeds(t *testing.T) {
	f := example(t, t.TempDir())
	data := bytesOf(t, f)
	data = data[:endOf(t, data)]
	const from, to = 32, 56 // the start of the process, and of the machine that it runs on
	clear(data[from:to])
	const namespace, end = 224, 232 // its container
	clear(data[namespace:end])
	correct(data)
	name := filepath.Join("testdata", "example"+Extension)
	if *update {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	seed, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(data) != string(seed) {
		t.Error("the layout is another than that of the file in testdata; -update writes it again, and readers of the old one want a new version")
	}
	readAll(t, bytesOf(t, f))
}

// Words that somebody has changed harm nobody: a profile comes of it that holds together, or an error.
func TestHostileWords(t *testing.T) {
	data := bytesOf(t, example(t, t.TempDir()))
	data = data[:endOf(t, data)]
	words := []uint64{0, 1, 2, 63, 64, 1 << 31, 1<<32 - 1, 1 << 32, 1 << 36, 1 << 62, 1 << 63, 1<<64 - 64, 1<<64 - 1, 0x7ff8000000000000}
	rapid.Check(t, func(t *rapid.T) {
		changed := append([]byte(nil), data...)
		for range rapid.IntRange(1, 8).Draw(t, "changes") {
			at := 8 * rapid.IntRange(0, len(data)/8-1).Draw(t, "at")
			if at >= 256 && at < rankfile.HeaderSize { // nothing stands there
				at %= 256
			}
			word := rapid.SampledFrom(words).Draw(t, "word")
			switch rapid.IntRange(0, 2).Draw(t, "half") {
			case 0:
				binary.LittleEndian.PutUint64(changed[at:], word)
			case 1:
				binary.LittleEndian.PutUint32(changed[at:], uint32(word))
			case 2:
				binary.LittleEndian.PutUint32(changed[at+4:], uint32(word))
			}
		}
		correct(changed)
		readAll(t, changed)
	})
}
