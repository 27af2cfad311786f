package hdtrace

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"math"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
)

// Format is a form in which the contents of a file are shown.
type Format uint8

const (
	FormatText Format = iota // for people: a line for each entry
	FormatCSV                // a row for each entry, times in seconds
	FormatJSON               // one object; times in seconds with nine decimals
)

// ParseFormat finds a format by its name: text, csv or json.
func ParseFormat(name string) (Format, error) {
	for f, n := range []string{"text", "csv", "json"} {
		if strings.EqualFold(name, n) {
			return Format(f), nil
		}
	}
	return 0, fmt.Errorf("hdtrace: format %s, expected text, csv or json: %w", printable.Clipped(name), ErrInvalidArgument)
}

// DumpStatistics shows a statistics file: what the header says and the entries, as Entries of a reader or
// Range of a file give them. What comes before a fault is shown, then the fault is returned.
func DumpStatistics(w io.Writer, format Format, h *StatisticsHeader, entries iter.Seq2[*Entry, error]) error {
	return dump(w, format, dumpers{
		FormatText: func(b *bufio.Writer) error { return dumpText(b, h, entries) },
		FormatCSV:  func(b *bufio.Writer) error { return dumpCSV(b, h, entries) },
		FormatJSON: func(b *bufio.Writer) error { return dumpJSON(b, h, entries) },
	})
}

func dumpText(w *bufio.Writer, h *StatisticsHeader, entries iter.Seq2[*Entry, error]) error {
	fmt.Fprintf(w, "group %s, node %s, %d values\n", printable.Word(h.Group), printable.Word(strings.Join(h.Labels, "_")), len(h.Values))
	for _, v := range h.Values {
		fmt.Fprintf(w, "  %s %v", printable.Word(v.Name), v.Type)
		if v.Unit != "" {
			fmt.Fprintf(w, " in %s", printable.Word(v.Unit))
		}
		if v.Grouping != "" {
			fmt.Fprintf(w, ", grouping %s", printable.Word(v.Grouping))
		}
		w.WriteByte('\n')
	}
	var line []byte
	for e, err := range entries {
		if err != nil {
			return err
		}
		line = append(e.Start.AppendSeconds(line[:0], 9), " .. "...)
		line = e.End.AppendSeconds(line, 9)
		if e.Restarted {
			line = append(line, " restarted"...)
		}
		for i := range h.Values {
			line = append(line, ' ')
			line = append(line, printable.Word(h.Values[i].Name)...)
			line = append(line, '=')
			if h.Values[i].Type == TypeString {
				line = append(line, printable.Clipped(e.Text(i))...)
			} else {
				line = e.AppendValue(line, i)
			}
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return writeError("dump", err)
		}
	}
	return nil
}

func dumpCSV(w *bufio.Writer, h *StatisticsHeader, entries iter.Seq2[*Entry, error]) error {
	head := []string{"start", "end"}
	for _, v := range h.Values {
		name := v.Name
		if v.Unit != "" {
			name += " [" + v.Unit + "]"
		}
		head = append(head, name)
	}
	return dumpRows(w, head, entries, func(row []string, e *Entry) []string {
		row = append(row, e.Start.String(), e.End.String())
		for i := range h.Values {
			row = append(row, e.Text(i))
		}
		return row
	})
}

func dumpJSON(w *bufio.Writer, h *StatisticsHeader, entries iter.Seq2[*Entry, error]) error {
	fmt.Fprintf(w, "{\"group\":%s,\"node\":[", jsonText(h.Group))
	for i, label := range h.Labels {
		fmt.Fprintf(w, "%s%s", comma(i), jsonText(label))
	}
	w.WriteString("],\"values\":[")
	for i, v := range h.Values {
		fmt.Fprintf(w, "%s{\"name\":%s,\"type\":%s,\"unit\":%s,\"grouping\":%s}", comma(i), jsonText(v.Name), jsonText(v.Type.String()), jsonText(v.Unit), jsonText(v.Grouping))
	}
	w.WriteString("],\"entries\":[")
	return dumpList(w, entries, func(line []byte, e *Entry) []byte {
		line = e.Start.AppendSeconds(append(line, "{\"start\":"...), 9)
		line = e.End.AppendSeconds(append(line, ",\"end\":"...), 9)
		if e.Restarted {
			line = append(line, ",\"restarted\":true"...)
		}
		line = append(line, ",\"values\":["...)
		for i := range h.Values {
			line = append(line, comma(i)...)
			if f := e.Float(i); h.Values[i].Type == TypeString || math.IsNaN(f) || math.IsInf(f, 0) {
				line = append(line, jsonText(e.Text(i))...) // JSON has no NaN and no infinity
			} else {
				line = e.AppendValue(line, i)
			}
		}
		return append(line, "]}"...)
	})
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}
