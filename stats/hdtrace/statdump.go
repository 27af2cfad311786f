package hdtrace

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"strings"
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
	return 0, fmt.Errorf("hdtrace: format %s, expected text, csv or json: %w", quoted(name), ErrInvalidArgument)
}

// DumpStatistics shows a statistics file: what the header says and the entries, as Entries of a reader or
// Range of a file give them. What comes before a fault is shown, then the fault is returned.
func DumpStatistics(w io.Writer, format Format, h *StatisticsHeader, entries iter.Seq2[*Entry, error]) error {
	b := bufio.NewWriterSize(w, 64<<10)
	var err error
	switch format {
	case FormatText:
		err = dumpText(b, h, entries)
	case FormatCSV:
		err = dumpCSV(b, h, entries)
	case FormatJSON:
		err = dumpJSON(b, h, entries)
	default:
		err = fmt.Errorf("hdtrace: format %d: %w", format, ErrInvalidArgument)
	}
	if flush := b.Flush(); err == nil && flush != nil {
		err = writeError("dump", flush)
	}
	return err
}

func dumpText(w *bufio.Writer, h *StatisticsHeader, entries iter.Seq2[*Entry, error]) error {
	fmt.Fprintf(w, "group %s, node %s, %d values\n", printable(h.Group), printable(strings.Join(h.Labels, "_")), len(h.Values))
	for _, v := range h.Values {
		fmt.Fprintf(w, "  %s %v", printable(v.Name), v.Type)
		if v.Unit != "" {
			fmt.Fprintf(w, " in %s", printable(v.Unit))
		}
		if v.Grouping != "" {
			fmt.Fprintf(w, ", grouping %s", printable(v.Grouping))
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
			line = append(line, printable(h.Values[i].Name)...)
			line = append(line, '=')
			if h.Values[i].Type == TypeString {
				line = append(line, quoted(e.Text(i))...)
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

// printable is a name as it is, or quoted where it would not be one word of a line.
func printable(name string) string {
	if name == "" || strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c == 0x7F || c == '"' || c == '=' }) {
		return quoted(name)
	}
	return name
}

func dumpCSV(w *bufio.Writer, h *StatisticsHeader, entries iter.Seq2[*Entry, error]) error {
	c := csv.NewWriter(w)
	row := []string{"start", "end"}
	for _, v := range h.Values {
		name := v.Name
		if v.Unit != "" {
			name += " [" + v.Unit + "]"
		}
		row = append(row, name)
	}
	if err := c.Write(row); err != nil {
		return writeError("dump", err)
	}
	for e, err := range entries {
		if err != nil {
			c.Flush()
			return err
		}
		row = append(row[:0], e.Start.String(), e.End.String())
		for i := range h.Values {
			row = append(row, e.Text(i))
		}
		if err := c.Write(row); err != nil {
			return writeError("dump", err)
		}
	}
	c.Flush()
	if err := c.Error(); err != nil {
		return writeError("dump", err)
	}
	return nil
}

func dumpJSON(w *bufio.Writer, h *StatisticsHeader, entries iter.Seq2[*Entry, error]) error {
	text := func(s string) []byte {
		b, _ := json.Marshal(s) // a string can always be
		return b
	}
	fmt.Fprintf(w, "{\"group\":%s,\"node\":[", text(h.Group))
	for i, label := range h.Labels {
		fmt.Fprintf(w, "%s%s", comma(i), text(label))
	}
	w.WriteString("],\"values\":[")
	for i, v := range h.Values {
		fmt.Fprintf(w, "%s{\"name\":%s,\"type\":%s,\"unit\":%s,\"grouping\":%s}", comma(i), text(v.Name), text(v.Type.String()), text(v.Unit), text(v.Grouping))
	}
	w.WriteString("],\"entries\":[")
	var fault error
	var line []byte
	n := 0
	for e, err := range entries {
		if fault = err; err != nil {
			break // what is shown still becomes valid JSON
		}
		line = append(line[:0], comma(n)...)
		line = append(line, "\n{\"start\":"...)
		line = e.Start.AppendSeconds(line, 9)
		line = append(line, ",\"end\":"...)
		line = e.End.AppendSeconds(line, 9)
		if e.Restarted {
			line = append(line, ",\"restarted\":true"...)
		}
		line = append(line, ",\"values\":["...)
		for i := range h.Values {
			line = append(line, comma(i)...)
			if f := e.Float(i); h.Values[i].Type == TypeString || math.IsNaN(f) || math.IsInf(f, 0) {
				line = append(line, text(e.Text(i))...) // JSON has no NaN and no infinity
			} else {
				line = e.AppendValue(line, i)
			}
		}
		if _, err := w.Write(append(line, "]}"...)); err != nil {
			return writeError("dump", err)
		}
		n++
	}
	w.WriteString("\n]}\n")
	return fault
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}
