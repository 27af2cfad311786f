package hdtest

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// RepairedOnce checks that a repair leads to a file that needs none.
func RepairedOnce(t *testing.T, name string, data []byte, check func(string, io.Reader, int64) []hdtrace.Finding, plan func(string, io.Reader, int64) (hdtrace.Fix, bool)) {
	t.Helper()
	check(name, bytes.NewReader(data), int64(len(data)))
	fix, ok := plan(name, bytes.NewReader(data), int64(len(data)))
	if !ok || fix.Remove || fix.Left {
		return
	}
	mended := ApplyFix(data, &fix)
	if again, ok := plan(name, bytes.NewReader(mended), int64(len(mended))); ok {
		t.Fatalf("%v, and after it %v", fix, again)
	}
}

// ApplyFix does to bytes what Repair does to a file.
func ApplyFix(data []byte, fix *hdtrace.Fix) []byte {
	if fix.Rewrite != nil {
		var anew bytes.Buffer
		if err := fix.Rewrite(&anew, bytes.NewReader(data)); err != nil {
			panic(err)
		}
		return anew.Bytes()
	}
	data = bytes.Clone(data)
	for _, p := range fix.Patches {
		copy(data[p.Offset:], p.Data)
	}
	return append(data[:fix.Keep], fix.Append...)
}

// AddSeeds adds real files and texts to what a fuzzer begins with.
func AddSeeds(f *testing.F, extension string, texts ...string) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	for _, pattern := range []string{"acceptance/trc-rel/*", "generated/*/*", "repo/HDTraceFormat/Example/*"} {
		names, _ := filepath.Glob(filepath.Join("../../../../shared/data/hdtrace", pattern+extension))
		for _, name := range names {
			if data, err := os.ReadFile(name); err == nil && len(data) < 4000 {
				f.Add(data)
			}
		}
	}
}

// CheckFault fails if an error does not say where in the file the fault is.
func CheckFault(t *testing.T, data []byte, err error) {
	var format *hdtrace.FormatError
	if err == nil {
		return
	}
	if !errors.As(err, &format) || format.Offset < 0 || format.Offset > int64(len(data)) || format.Line < 1 || format.Line > 1+bytes.Count(data, []byte("\n")) || format.Text == "" {
		t.Fatalf("error %#v", err)
	}
}
