package stat

import (
	"bytes"
	"io"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// acceptedFile checks that all readers accept what is in a file.
func acceptedFile(t *testing.T, name string, data []byte) {
	t.Helper()
	findings := check(name, bytes.NewReader(data), int64(len(data)))
	if !hdtrace.Accepted(findings, hdtrace.AllReaders) {
		t.Errorf("%v", findings)
	}
}

// entriesOf reads all entries of a statistics file.
func entriesOf(data []byte, options hdtrace.ReadOptions) (h *Header, list []*Entry, err error) {
	r, err := NewReader(bytes.NewReader(data), options)
	if err != nil {
		return nil, nil, err
	}
	for {
		e, err := r.Next()
		if err == io.EOF {
			return r.Header(), list, nil
		}
		if err != nil {
			return r.Header(), list, err
		}
		list = append(list, e.Clone())
	}
}
