package logfile

import (
	"bytes"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
)

func TestWriterOther(t *testing.T) {
	var b bytes.Buffer
	if w := Writer(&b); w != io.Writer(&b) {
		t.Errorf("Writer of a buffer is a %T, want the buffer", w)
	}
	if w := Writer(nil); w != nil {
		t.Errorf("Writer(nil) = %T", w)
	}
}

// What one call writes stays together, also where a pipe takes it piece by piece.
func TestWriterWhole(t *testing.T) {
	r, f, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w := Writer(f)
	const writers, length = 4, 300_000 // more than a pipe holds
	var all sync.WaitGroup
	for i := range writers {
		all.Go(func() {
			text := strings.Repeat(string(rune('a'+i)), length)
			if n, err := io.WriteString(w, text); n != length || err != nil {
				t.Errorf("WriteString = %d, %v, want %d", n, err, length)
			}
		})
	}
	go func() {
		all.Wait()
		f.Close()
	}()
	got, err := io.ReadAll(r)
	if err != nil || len(got) != writers*length {
		t.Fatalf("read %d bytes, %v, want %d", len(got), err, writers*length)
	}
	for i := range writers {
		part := got[i*length : (i+1)*length]
		if n := bytes.Count(part, part[:1]); n != length {
			t.Errorf("part %d has %d bytes of one writer, want %d", i, n, length)
		}
	}
}
