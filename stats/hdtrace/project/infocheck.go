package project

import (
	"errors"
	"io"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

func init() { faults.Kinds[naming.ExtInfo] = faults.Kind{Check: checkInfo, Plan: fixInfo} }

// checkInfo says what is wrong with an info file, which no reader reads but those that make project files.
func checkInfo(name string, r io.Reader, _ int64) []hdtrace.Finding {
	info, err := ReadInfo(r, hdtrace.ReadOptions{})
	if err != nil {
		f := faults.Finding(name, err, 0)
		f.Severity = finding.Note
		return []hdtrace.Finding{f}
	}
	var list []hdtrace.Finding
	for i, record := range info.Records {
		if record.line != "" || record.Text != "" {
			list = append(list, hdtrace.Finding{File: name, Line: i + 1, Severity: finding.Note, Text: "not in the form of HDTrace's MPI wrapper; project files may be made without it"})
		}
	}
	return list
}

// fixInfo cuts a line that has no end.
func fixInfo(name string, r io.Reader, size int64) (hdtrace.Fix, bool) {
	_, err := ReadInfo(r, hdtrace.ReadOptions{})
	var fault *hdtrace.FormatError
	if !errors.As(err, &fault) || !errors.Is(err, hdtrace.ErrTruncated) || fault.Offset == 0 {
		return hdtrace.Fix{}, false
	}
	return hdtrace.Fix{File: name, Keep: fault.Offset, Why: "its last line has no end"}, true
}
