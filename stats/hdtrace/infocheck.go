package hdtrace

import (
	"errors"
	"io"
)

func init() { kinds[extInfo] = kind{checkInfo, fixInfo} }

// checkInfo says what is wrong with an info file, which no reader reads but those that make project files.
func checkInfo(name string, r io.Reader, _ int64) []Finding {
	info, err := ReadInfo(r, ReadOptions{})
	if err != nil {
		f := faultFinding(name, err, 0)
		f.Severity = Note
		return []Finding{f}
	}
	var list []Finding
	for i, record := range info.Records {
		if record.line != "" || record.Text != "" {
			list = append(list, Finding{File: name, Offset: -1, Line: i + 1, Severity: Note, Text: "not in the form of HDTrace's MPI wrapper; project files may be made without it"})
		}
	}
	return list
}

// fixInfo cuts a line that has no end.
func fixInfo(name string, r io.Reader, size int64) (Fix, bool) {
	_, err := ReadInfo(r, ReadOptions{})
	var fault *FormatError
	if !errors.As(err, &fault) || !errors.Is(err, ErrTruncated) || fault.Offset == 0 {
		return Fix{}, false
	}
	return Fix{File: name, Keep: fault.Offset, Why: "its last line has no end"}, true
}
