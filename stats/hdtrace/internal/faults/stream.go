package faults

import (
	"io"
	"iter"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// Stream is how far a reader of a text file has come: it gives records up to the first fault, and none behind it.
type Stream struct {
	Options hdtrace.ReadOptions
	Done    bool
	Fault   error
}

// Next is what read gives, whose error is io.EOF at the end of the file.
func Next[R any](s *Stream, read func() (*R, error)) (*R, error) {
	if s.Fault == nil && !s.Done {
		r, err := read()
		if err == nil {
			return r, nil
		}
		if s.Done = err == io.EOF; !s.Done {
			s.Fault = In(s.Options.Name, err)
		}
	}
	if s.Fault == nil || s.Options.Tolerant {
		return nil, io.EOF
	}
	return nil, s.Fault
}

// All is what next gives up to io.EOF, for range. A fault is the last that comes.
func All[R any](next func() (*R, error)) iter.Seq2[*R, error] {
	return func(yield func(*R, error) bool) {
		for {
			r, err := next()
			if err == io.EOF || !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// Rewind goes back to the start of a file, to read it again; false if that cannot be.
func Rewind(r io.Reader) bool {
	again, ok := r.(io.Seeker)
	if !ok {
		return false
	}
	_, err := again.Seek(0, io.SeekStart)
	return err == nil
}
