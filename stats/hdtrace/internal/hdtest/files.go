package hdtest

import (
	"errors"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// FlakyFile takes as many bytes of each write as it is told, and fails where that is fewer than there are.
type FlakyFile struct {
	Data   []byte
	Take   func(n int) int
	Writes int
}

var ErrFull = errors.New("no space left")

func (f *FlakyFile) Write(p []byte) (int, error) {
	f.Writes++
	n := len(p)
	if f.Take != nil {
		n = min(n, f.Take(n))
	}
	f.Data = append(f.Data, p[:n]...)
	if n < len(p) {
		return n, ErrFull
	}
	return n, nil
}

func (f *FlakyFile) Truncate(size int64) error {
	f.Data = f.Data[:size]
	return nil
}

// MemFile is a file in memory that can be written at any place.
type MemFile struct {
	Data   []byte
	Writes int
	Limit  int // bytes after which a write fails; 0 for none
}

var ErrTorn = errors.New("no space left")

func (f *MemFile) WriteAt(p []byte, at int64) (int, error) {
	f.Writes++
	n := len(p)
	var err error
	if f.Limit > 0 && int(at)+n > f.Limit {
		n, err = max(f.Limit-int(at), 0), ErrTorn
	}
	if missing := int(at) + n - len(f.Data); missing > 0 {
		f.Data = append(f.Data, make([]byte, missing)...)
	}
	copy(f.Data[at:], p[:n])
	return n, err
}

func (f *MemFile) Write(p []byte) (int, error) { return f.WriteAt(p, int64(len(f.Data))) }

func (f *MemFile) Truncate(size int64) error {
	f.Data = f.Data[:size]
	return nil
}

// Sequential is a file that can only grow.
type Sequential struct{ F *MemFile }

func (s Sequential) Write(p []byte) (int, error) { return s.F.Write(p) }

// StepClock is a clock that goes on by a microsecond each time.
func StepClock() func() hdtrace.Epoch {
	now := hdtrace.Epoch(1700000000) * hdtrace.Second
	return func() hdtrace.Epoch {
		now += 1000
		return now
	}
}

func ExpectOK(t testing.TB, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Failing is an io.Reader that stops with an error.
type Failing struct {
	Text string
	Err  error
}

func (f *Failing) Read(p []byte) (int, error) {
	n := copy(p, f.Text)
	if f.Text = f.Text[n:]; n == 0 {
		return 0, f.Err
	}
	return n, nil
}
