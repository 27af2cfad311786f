package relation

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

// Dump shows a file of relations: its start and the records, as Records of a reader gives them. What
// comes before a fault is shown, then the fault is returned.
func Dump(w io.Writer, format hdtrace.Format, h Header, records iter.Seq2[*Record, error]) error {
	return dump.Write(w, format, dump.Forms{
		hdtrace.FormatText: func(b *bufio.Writer) error { return dumpText(b, h, records) },
		hdtrace.FormatCSV:  func(b *bufio.Writer) error { return dumpCSV(b, records) },
		hdtrace.FormatJSON: func(b *bufio.Writer) error { return dumpJSON(b, h, records) },
	})
}

func dumpText(w *bufio.Writer, h Header, records iter.Seq2[*Record, error]) error {
	fmt.Fprintf(w, "relations of host %s, process %s, topology %d, times from %v\n", printable.Word(h.Host), printable.Word(h.Process), h.Topology, h.TimeAdjustment)
	return dump.Lines(w, records, func(line []byte, r *Record) []byte {
		line = append(r.Time.AppendSeconds(line, 9), " token "...)
		line = strconv.AppendInt(line, r.Token, 10)
		line = append(append(line, ' '), r.Kind.String()...)
		if r.Related {
			line = append(append(line, " for "...), r.Parent.String()...)
		}
		if r.Kind == Started {
			line = append(append(line, ' '), printable.Word(r.Name)...)
		}
		return dump.AppendText(line, "", r.Attributes, r.Elements, r.Text)
	})
}

func dumpCSV(w *bufio.Writer, records iter.Seq2[*Record, error]) error {
	head := []string{"time", "token", "kind", "name", "parent", "attributes", "elements"}
	return dump.Rows(w, head, records, func(row []string, r *Record) []string {
		parent := ""
		if r.Related {
			parent = r.Parent.String()
		}
		return append(row, r.Time.String(), strconv.FormatInt(r.Token, 10), r.Kind.String(), r.Name, parent,
			dump.Join(r.Attributes), string(markup.AppendContent(nil, r.Elements, r.Text, '"')))
	})
}

func dumpJSON(w *bufio.Writer, h Header, records iter.Seq2[*Record, error]) error {
	fmt.Fprintf(w, "{\"host\":%s,\"process\":%s,\"topology\":%d,\"timeAdjustment\":%v,\"records\":[", dump.JSON(h.Host), dump.JSON(h.Process), h.Topology, h.TimeAdjustment)
	return dump.List(w, records, func(line []byte, r *Record) []byte {
		line = append(line, "{\"time\":"...)
		line = append(r.Time.AppendSeconds(line, 9), ",\"token\":"...)
		line = strconv.AppendInt(line, r.Token, 10)
		line = append(append(append(line, ",\"kind\":\""...), r.Kind.String()...), '"')
		if r.Kind == Started {
			line = append(append(line, ",\"name\":"...), dump.JSON(r.Name)...)
		}
		if r.Related {
			line = append(append(line, ",\"parent\":"...), dump.JSON(r.Parent.String())...)
		}
		return append(dump.AppendJSON(line, r.Attributes, r.Elements, r.Text), '}')
	})
}
