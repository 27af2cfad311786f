package trace

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/dump"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// Dump shows an event trace: its start and the records, as Records of a reader gives them. In text and
// in CSV the records have one line each, in the order of the file: a state after those that it contains.
// What comes before a fault is shown, then the fault is returned.
func Dump(w io.Writer, format hdtrace.Format, h Header, records iter.Seq2[*Record, error]) error {
	return dump.Write(w, format, dump.Forms{
		hdtrace.FormatText: func(b *bufio.Writer) error { return dumpText(b, h, records) },
		hdtrace.FormatCSV:  func(b *bufio.Writer) error { return dumpCSV(b, records) },
		hdtrace.FormatJSON: func(b *bufio.Writer) error { return dumpJSON(b, h, records) },
	})
}

func dumpText(w *bufio.Writer, h Header, records iter.Seq2[*Record, error]) error {
	fmt.Fprintf(w, "trace, times from %v", h.TimeAdjustment)
	if h.ProcessorModel != "" || h.ProcessorMHz != 0 {
		fmt.Fprintf(w, ", processor %s at %d MHz", printable.Clipped(h.ProcessorModel), h.ProcessorMHz)
	}
	w.WriteByte('\n')
	return dump.Lines(w, records, func(line []byte, r *Record) []byte {
		line = append(r.Start.AppendSeconds(line, 9), " .. "...)
		line = append(r.End.AppendSeconds(line, 9), ' ')
		for range r.Depth {
			line = append(line, "  "...)
		}
		if r.Kind == Event {
			line = append(line, "event "...)
		}
		return dump.AppendText(line, r.Name, r.Attributes, r.Elements, r.Text)
	})
}

func dumpCSV(w *bufio.Writer, records iter.Seq2[*Record, error]) error {
	head := []string{"start", "end", "depth", "kind", "name", "attributes", "elements"}
	return dump.Rows(w, head, records, func(row []string, r *Record) []string {
		return append(row, r.Start.String(), r.End.String(), strconv.Itoa(r.Depth), r.Kind.String(), r.Name,
			dump.Join(r.Attributes), string(markup.AppendContent(nil, r.Elements, r.Text, '"')))
	})
}

func dumpJSON(w *bufio.Writer, h Header, records iter.Seq2[*Record, error]) error {
	fmt.Fprintf(w, "{\"timeAdjustment\":%v,\"processorMHz\":%d,\"processorModel\":%s,\"records\":[", h.TimeAdjustment, h.ProcessorMHz, dump.JSON(h.ProcessorModel))
	return dump.List(w, records, func(line []byte, r *Record) []byte {
		line = append(line, "{\"kind\":\""+r.Kind.String()+"\",\"name\":"...)
		line = append(line, dump.JSON(r.Name)...)
		line = strconv.AppendInt(append(line, ",\"depth\":"...), int64(r.Depth), 10)
		line = r.Start.AppendSeconds(append(line, ",\"start\":"...), 9)
		line = r.End.AppendSeconds(append(line, ",\"end\":"...), 9)
		return append(dump.AppendJSON(line, r.Attributes, r.Elements, r.Text), '}')
	})
}
