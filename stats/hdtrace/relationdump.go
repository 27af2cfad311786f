package hdtrace

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/go-hpc/timers/internal/printable"
)

// DumpRelations shows a file of relations: its begin and the records, as Records of a reader gives them. What
// comes before a fault is shown, then the fault is returned.
func DumpRelations(w io.Writer, format Format, h RelationHeader, records iter.Seq2[*RelationRecord, error]) error {
	return dump(w, format, dumpers{
		FormatText: func(b *bufio.Writer) error { return dumpRelationText(b, h, records) },
		FormatCSV:  func(b *bufio.Writer) error { return dumpRelationCSV(b, records) },
		FormatJSON: func(b *bufio.Writer) error { return dumpRelationJSON(b, h, records) },
	})
}

func dumpRelationText(w *bufio.Writer, h RelationHeader, records iter.Seq2[*RelationRecord, error]) error {
	fmt.Fprintf(w, "relations of host %s, process %s, topology %d, times from %v\n", printable.Word(h.Host), printable.Word(h.Process), h.Topology, h.TimeAdjustment)
	var line []byte
	for r, err := range records {
		if err != nil {
			return err
		}
		line = append(r.Time.AppendSeconds(line[:0], 9), " token "...)
		line = strconv.AppendInt(line, r.Token, 10)
		line = append(append(line, ' '), r.Kind.String()...)
		if r.Related {
			line = append(append(line, " for "...), r.Parent.String()...)
		}
		if r.Kind == Started {
			line = append(append(line, ' '), printable.Word(r.Name)...)
		}
		line = appendDetails(line, "", r.Attributes, r.Elements, r.Text)
		if _, err := w.Write(append(line, '\n')); err != nil {
			return writeError("dump", err)
		}
	}
	return nil
}

func dumpRelationCSV(w *bufio.Writer, records iter.Seq2[*RelationRecord, error]) error {
	head := []string{"time", "token", "kind", "name", "parent", "attributes", "elements"}
	return dumpRows(w, head, records, func(row []string, r *RelationRecord) []string {
		parent := ""
		if r.Related {
			parent = r.Parent.String()
		}
		return append(row, r.Time.String(), strconv.FormatInt(r.Token, 10), r.Kind.String(), r.Name, parent,
			joinAttributes(r.Attributes), string(appendContent(nil, r.Elements, r.Text, '"')))
	})
}

func dumpRelationJSON(w *bufio.Writer, h RelationHeader, records iter.Seq2[*RelationRecord, error]) error {
	fmt.Fprintf(w, "{\"host\":%s,\"process\":%s,\"topology\":%d,\"timeAdjustment\":%v,\"records\":[", jsonText(h.Host), jsonText(h.Process), h.Topology, h.TimeAdjustment)
	return dumpList(w, records, func(line []byte, r *RelationRecord) []byte {
		line = append(line, "{\"time\":"...)
		line = append(r.Time.AppendSeconds(line, 9), ",\"token\":"...)
		line = strconv.AppendInt(line, r.Token, 10)
		line = append(append(append(line, ",\"kind\":\""...), r.Kind.String()...), '"')
		if r.Kind == Started {
			line = append(append(line, ",\"name\":"...), jsonText(r.Name)...)
		}
		if r.Related {
			line = append(append(line, ",\"parent\":"...), jsonText(r.Parent.String())...)
		}
		return append(appendJSONDetails(line, r.Attributes, r.Elements, r.Text), '}')
	})
}
