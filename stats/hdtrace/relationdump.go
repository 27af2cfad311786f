package hdtrace

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"strconv"
)

// DumpRelations shows a file of relations: its begin and the records, as Records of a reader gives them. What
// comes before a fault is shown, then the fault is returned.
func DumpRelations(w io.Writer, format Format, h RelationHeader, records iter.Seq2[*RelationRecord, error]) error {
	b := bufio.NewWriterSize(w, 64<<10)
	var err error
	switch format {
	case FormatText:
		err = dumpRelationText(b, h, records)
	case FormatCSV:
		err = dumpRelationCSV(b, records)
	case FormatJSON:
		err = dumpRelationJSON(b, h, records)
	default:
		err = fmt.Errorf("hdtrace: format %d: %w", format, ErrInvalidArgument)
	}
	if flush := b.Flush(); err == nil && flush != nil {
		err = writeError("dump", flush)
	}
	return err
}

func dumpRelationText(w *bufio.Writer, h RelationHeader, records iter.Seq2[*RelationRecord, error]) error {
	fmt.Fprintf(w, "relations of host %s, process %s, topology %d, times from %v\n", printable(h.Host), printable(h.Process), h.Topology, h.TimeAdjustment)
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
			line = append(append(line, ' '), printable(r.Name)...)
		}
		line = appendDetails(line, "", r.Attributes, r.Elements, r.Text)
		if _, err := w.Write(append(line, '\n')); err != nil {
			return writeError("dump", err)
		}
	}
	return nil
}

func dumpRelationCSV(w *bufio.Writer, records iter.Seq2[*RelationRecord, error]) error {
	c := csv.NewWriter(w)
	row := []string{"time", "token", "kind", "name", "parent", "attributes", "elements"}
	if err := c.Write(row); err != nil {
		return writeError("dump", err)
	}
	var fault error
	for r, err := range records {
		if fault = err; err != nil {
			break
		}
		parent := ""
		if r.Related {
			parent = r.Parent.String()
		}
		row = append(row[:0], r.Time.String(), strconv.FormatInt(r.Token, 10), r.Kind.String(), r.Name, parent,
			joinAttributes(r.Attributes), string(appendContent(nil, r.Elements, r.Text, '"')))
		if err := c.Write(row); err != nil {
			return writeError("dump", err)
		}
	}
	c.Flush()
	if err := c.Error(); fault == nil && err != nil {
		return writeError("dump", err)
	}
	return fault
}

func dumpRelationJSON(w *bufio.Writer, h RelationHeader, records iter.Seq2[*RelationRecord, error]) error {
	fmt.Fprintf(w, "{\"host\":%s,\"process\":%s,\"topology\":%d,\"timeAdjustment\":%v,\"records\":[", jsonText(h.Host), jsonText(h.Process), h.Topology, h.TimeAdjustment)
	var fault error
	var line []byte
	n := 0
	for r, err := range records {
		if fault = err; err != nil {
			break // what is shown still becomes valid JSON
		}
		line = append(append(line[:0], comma(n)...), "\n{\"time\":"...)
		line = append(r.Time.AppendSeconds(line, 9), ",\"token\":"...)
		line = strconv.AppendInt(line, r.Token, 10)
		line = append(append(append(line, ",\"kind\":\""...), r.Kind.String()...), '"')
		if r.Kind == Started {
			line = append(append(line, ",\"name\":"...), jsonText(r.Name)...)
		}
		if r.Related {
			line = append(append(line, ",\"parent\":"...), jsonText(r.Parent.String())...)
		}
		line = append(appendJSONDetails(line, r.Attributes, r.Elements, r.Text), '}')
		if _, err := w.Write(line); err != nil {
			return writeError("dump", err)
		}
		n++
	}
	w.WriteString("\n]}\n")
	return fault
}
