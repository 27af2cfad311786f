package stat

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
)

// statisticsEnd is how the header of a statistics file ends.
const statisticsEnd = "</Statistics>"

// fixHeader says how a file becomes readable that has a damaged header, by what NewStatisticsReader has found. The
// length of the header can be found from where its XML ends. What else is damaged cannot be known: such a file is left
// as it is, as are all in which more may be than the start of a header.
func fixHeader(fix hdtrace.Fix, r io.Reader, size int64, fault error) (hdtrace.Fix, bool) {
	var format *hdtrace.FormatError
	if !errors.As(fault, &format) || format.Err != hdtrace.ErrTruncated && format.Err != hdtrace.ErrSyntax && format.Err != hdtrace.ErrUnsupported {
		return fix, false // it could not be read
	}
	if !faults.Rewind(r) {
		return fix, false
	}
	begin, err := io.ReadAll(io.LimitReader(r, maxHeader))
	if err != nil {
		return fix, false
	}
	if line, old, found := foundLength(begin); found {
		return fixLength(fix, line, begin[:old], r, size)
	}
	if format.Err == hdtrace.ErrTruncated && isText(bytes.TrimRight(begin, "\x00")) && size <= int64(len(begin)) {
		fix.Remove, fix.Why = true, "it ends in its header"
		return fix, true
	}
	fix.Left, fix.Why = true, "the header is damaged, and with it what the entries are: "+format.Text
	return fix, true
}

// fixLength puts another line in the place of the old one, and mends what follows.
func fixLength(fix hdtrace.Fix, line, old []byte, r io.Reader, size int64) (hdtrace.Fix, bool) {
	if _, err := r.(io.Seeker).Seek(int64(len(old)), io.SeekStart); err != nil {
		return fix, false
	}
	size += int64(len(line) - len(old))
	rest, more := planRepair(fix.File, io.MultiReader(bytes.NewReader(line), r), size)
	if rest.Remove || rest.Left {
		fix.Left, fix.Why = true, "the length of its header is damaged, and "+rest.Why
		return fix, true
	}
	fix.Why = "the length of its header was damaged"
	fix.Losses = []hdtrace.Loss{{Offset: 0, Line: 1, Text: fmt.Sprintf("%.40q, expected %.40q", old, line)}}
	if more {
		fix.Losses = append(fix.Losses, hdtrace.Loss{Offset: rest.Keep, Line: 0, Text: rest.Why})
		size = rest.Keep
	}
	skipped := int64(len(old))
	fix.Rewrite = func(w io.Writer, r io.Reader) error {
		if _, err := io.CopyN(io.Discard, r, skipped); err != nil {
			return err
		}
		return copyPatched(w, io.MultiReader(bytes.NewReader(line), r), size, rest.Patches)
	}
	return fix, true
}

// copyPatched copies so many bytes, with patches in their places, which are in order.
func copyPatched(w io.Writer, r io.Reader, size int64, patches []hdtrace.Patch) error {
	at := int64(0)
	for _, p := range patches {
		if p.Offset >= size {
			break
		}
		if _, err := io.CopyN(w, r, p.Offset-at); err != nil {
			return err
		}
		if _, err := io.CopyN(io.Discard, r, int64(len(p.Data))); err != nil {
			return err
		}
		if _, err := w.Write(p.Data); err != nil {
			return err
		}
		at = p.Offset + int64(len(p.Data))
	}
	_, err := io.CopyN(w, r, size-at)
	return err
}

// foundLength is the first line that a file should have, by the XML that follows it, and how long the one is that it
// has.
func foundLength(begin []byte) (line []byte, old int, found bool) {
	end := bytes.Index(begin, []byte(statisticsEnd))
	if end < 0 {
		return nil, 0, false
	}
	end += len(statisticsEnd)
	for _, lf := range []string{"\n", "\r\n"} {
		if bytes.HasPrefix(begin[end:], []byte(lf)) {
			end += len(lf)
		}
	}
	for start := range begin[:min(end, 32)] { // the first '<' may be a damage
		if begin[start] != '<' {
			continue
		}
		if _, err := parseHeader(begin[start:end], int64(start)); err == nil {
			line = fmt.Appendf(nil, "%05d\n", end-start)
			return line, start, !bytes.Equal(line, begin[:start])
		}
	}
	return nil, 0, false
}

// isText reports whether there is nothing but text in a file.
func isText(data []byte) bool {
	return bytes.IndexFunc(data, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' && r != '\r' }) < 0
}
