package stat

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"math"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/dump"
)

// Dump shows a statistics file: what the header says and the entries, as Entries of a reader or
// Range of a file give them. What comes before a fault is shown, then the fault is returned.
func Dump(w io.Writer, format hdtrace.Format, h *Header, entries iter.Seq2[*Entry, error]) error {
	return dump.Write(w, format, dump.Forms{
		hdtrace.FormatText: func(b *bufio.Writer) error { return dumpText(b, h, entries) },
		hdtrace.FormatCSV:  func(b *bufio.Writer) error { return dumpCSV(b, h, entries) },
		hdtrace.FormatJSON: func(b *bufio.Writer) error { return dumpJSON(b, h, entries) },
	})
}

func dumpText(w *bufio.Writer, h *Header, entries iter.Seq2[*Entry, error]) error {
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
	return dump.Lines(w, entries, func(line []byte, e *Entry) []byte {
		line = append(e.Start.AppendSeconds(line, 9), " .. "...)
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
		return line
	})
}

func dumpCSV(w *bufio.Writer, h *Header, entries iter.Seq2[*Entry, error]) error {
	head := []string{"start", "end"}
	for _, v := range h.Values {
		name := v.Name
		if v.Unit != "" {
			name += " [" + v.Unit + "]"
		}
		head = append(head, name)
	}
	return dump.Rows(w, head, entries, func(row []string, e *Entry) []string {
		row = append(row, e.Start.String(), e.End.String())
		for i := range h.Values {
			row = append(row, e.Text(i))
		}
		return row
	})
}

func dumpJSON(w *bufio.Writer, h *Header, entries iter.Seq2[*Entry, error]) error {
	fmt.Fprintf(w, "{\"group\":%s,\"node\":[", dump.JSON(h.Group))
	for i, label := range h.Labels {
		fmt.Fprintf(w, "%s%s", dump.Comma(i), dump.JSON(label))
	}
	w.WriteString("],\"values\":[")
	for i, v := range h.Values {
		fmt.Fprintf(w, "%s{\"name\":%s,\"type\":%s,\"unit\":%s,\"grouping\":%s}", dump.Comma(i), dump.JSON(v.Name), dump.JSON(v.Type.String()), dump.JSON(v.Unit), dump.JSON(v.Grouping))
	}
	w.WriteString("],\"entries\":[")
	return dump.List(w, entries, func(line []byte, e *Entry) []byte {
		line = e.Start.AppendSeconds(append(line, "{\"start\":"...), 9)
		line = e.End.AppendSeconds(append(line, ",\"end\":"...), 9)
		if e.Restarted {
			line = append(line, ",\"restarted\":true"...)
		}
		line = append(line, ",\"values\":["...)
		for i := range h.Values {
			line = append(line, dump.Comma(i)...)
			if f := e.Float(i); h.Values[i].Type == TypeString || math.IsNaN(f) || math.IsInf(f, 0) {
				line = append(line, dump.JSON(e.Text(i))...) // JSON has no NaN and no infinity
			} else {
				line = e.AppendValue(line, i)
			}
		}
		return append(line, "]}"...)
	})
}
