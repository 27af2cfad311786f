package packed

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
)

func zipped(t testing.TB, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstandard(t testing.TB, text []byte, options ...zstd.EOption) []byte {
	t.Helper()
	z, err := zstd.NewWriter(nil, append(options, zstd.WithEncoderConcurrency(1))...)
	if err != nil {
		t.Fatal(err)
	}
	return z.EncodeAll(text, nil)
}

func TestReaderKinds(t *testing.T) {
	text := []byte("some text\n")
	for kind, file := range map[Kind][]byte{Plain: text, Gzip: zipped(t, text), Zstd: zstandard(t, text)} {
		r, err := NewReader(iotest.OneByteReader(bytes.NewReader(file)), nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(got, text) || r.Kind != kind {
			t.Errorf("kind %d: %q, %v, kind %d", kind, got, err, r.Kind)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		if kind == Plain {
			continue
		}
		r, err = NewReader(bytes.NewReader(file[:len(file)-5]), nil)
		if err == nil {
			_, err = io.ReadAll(r)
		}
		if err == nil {
			t.Errorf("kind %d: a file that is cut is read without an error", kind)
		}
	}
	for _, short := range []string{"", "a"} {
		r, err := NewReader(strings.NewReader(short), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); string(got) != short || err != nil {
			t.Errorf("%q, %v, want %q", got, err, short)
		}
	}
}

func TestReaderError(t *testing.T) {
	problem := errors.New("the disk is gone")
	if _, err := NewReader(iotest.ErrReader(problem), nil); !errors.Is(err, problem) {
		t.Errorf("%v, want %v", err, problem)
	}
}

// The limits are tested with small ones: what is counted is the same.
func TestReaderLimit(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789abcdef"), 1<<16) // 1 MiB
	for name, file := range map[string][]byte{"gzip": zipped(t, text), "zstd": zstandard(t, text)} {
		for _, most := range []int64{1 << 20, 1<<20 - 1, 0} {
			r, err := NewReader(bytes.NewReader(file), NewBudget(most))
			if err != nil {
				t.Fatal(err)
			}
			n, err := io.Copy(io.Discard, r)
			if fits := most == 1<<20; fits != (err == nil) || !fits && !errors.Is(err, ErrLarge) || n != most {
				t.Errorf("%s, at most %d: %d bytes, %v", name, most, n, err)
			}
			if r.Close() != nil {
				t.Error("close")
			}
		}
	}
}

// What a file holds counts together with what it holds packed again.
func TestReaderLayersShareBudget(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	twice := zipped(t, zipped(t, text))
	budget := NewBudget(1 << 20)
	outer, err := NewReader(bytes.NewReader(twice), budget)
	if err != nil {
		t.Fatal(err)
	}
	inner, err := NewReader(outer, budget)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, inner); !errors.Is(err, ErrLarge) {
		t.Errorf("%v, want %v", err, ErrLarge)
	}
}

func TestReaderLimitIsStated(t *testing.T) {
	r := &limited{from: strings.NewReader("more"), budget: &Budget{most: Most}}
	if _, err := r.Read(make([]byte, 1)); err == nil || err.Error() != "too large: unpacked it is larger than 1024 MiB; expected at most that" {
		t.Error(err)
	}
}

func TestReaderWindow(t *testing.T) {
	file := zstandard(t, make([]byte, 1<<10), zstd.WithWindowSize(zstd.MaxWindowSize), zstd.WithSingleSegment(false))
	r, err := NewReader(bytes.NewReader(file), nil)
	if err == nil {
		_, err = io.ReadAll(r)
	}
	if err == nil {
		t.Skip("this encoder states no more than it needs")
	}
	if !errors.Is(err, zstd.ErrWindowSizeExceeded) {
		t.Error(err)
	}
}

func TestText(t *testing.T) {
	for n, want := range map[int]error{3: nil, 4: nil, 5: ErrLarge} {
		got, err := io.ReadAll(limit(strings.NewReader("12345"[:n]), 4))
		if !errors.Is(err, want) || string(got) != "12345"[:min(n, 4)] {
			t.Errorf("%d bytes: %q, %v, want %v", n, got, err, want)
		}
	}
}

func FuzzReader(f *testing.F) {
	text := []byte("some text, some text\n")
	for _, whole := range [][]byte{text, zipped(f, text), zstandard(f, text)} {
		f.Add(whole)
		f.Add(whole[:len(whole)/2])
		f.Add(append(bytes.Clone(whole), whole...))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		const most = 1 << 20
		r, err := NewReader(bytes.NewReader(file), NewBudget(most))
		if err != nil {
			return
		}
		defer r.Close()
		if n, _ := io.Copy(io.Discard, r); r.Kind != Plain && n > most {
			t.Errorf("%d bytes, want at most %d", n, most)
		}
	})
}

// counting counts the reads of a file.
type counting struct {
	io.Reader
	reads int
}

func (c *counting) Read(p []byte) (int, error) {
	c.reads++
	return c.Reader.Read(p)
}

// A file is read no more once its Reader is closed, however much of it was read.
func TestCloseEndsReading(t *testing.T) {
	noise := make([]byte, 4<<20)
	for i := range noise {
		noise[i] = byte(i * i >> 7 * (i >> 3))
	}
	for _, want := range []int{0, 1, 100_000} {
		file := &counting{Reader: iotest.HalfReader(bytes.NewReader(zipped(t, noise)))}
		r, err := NewReader(file, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]byte, want)
		if _, err := io.ReadFull(r, got); err != nil || !bytes.Equal(got, noise[:want]) {
			t.Fatalf("%d bytes: %v", want, err)
		}
		for range 2 {
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
		}
		before := file.reads
		if _, err := io.Copy(io.Discard, file.Reader); err != nil { // as whoever goes on with the file
			t.Fatal(err)
		}
		if file.reads != before {
			t.Errorf("%d bytes: the file was read behind Close", want)
		}
	}
}

func TestAheadKeepsWhatCameBeforeAnError(t *testing.T) {
	a := newAhead(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("ab"))))
	got, err := io.ReadAll(a)
	if string(got) != "a" || !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := a.Read(make([]byte, 1)); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("then %v", err)
	}
	a.stop()
}
