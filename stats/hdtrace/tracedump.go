package hdtrace

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
)

// DumpTrace shows an event trace: its begin and the records, as Records of a reader gives them. In text and
// in CSV the records have one line each, in the order of the file: a state after those that it contains.
// What comes before a fault is shown, then the fault is returned.
func DumpTrace(w io.Writer, format Format, h TraceHeader, records iter.Seq2[*TraceRecord, error]) error {
	return dump(w, format, dumpers{
		FormatText: func(b *bufio.Writer) error { return dumpTraceText(b, h, records) },
		FormatCSV:  func(b *bufio.Writer) error { return dumpTraceCSV(b, records) },
		FormatJSON: func(b *bufio.Writer) error { return dumpTraceJSON(b, h, records) },
	})
}

func dumpTraceText(w *bufio.Writer, h TraceHeader, records iter.Seq2[*TraceRecord, error]) error {
	fmt.Fprintf(w, "trace, times from %v", h.TimeAdjustment)
	if h.ProcessorModel != "" || h.ProcessorMHz != 0 {
		fmt.Fprintf(w, ", processor %s at %d MHz", printable.Clipped(h.ProcessorModel), h.ProcessorMHz)
	}
	w.WriteByte('\n')
	var line []byte
	for r, err := range records {
		if err != nil {
			return err
		}
		line = append(r.Start.AppendSeconds(line[:0], 9), " .. "...)
		line = append(r.End.AppendSeconds(line, 9), ' ')
		for range r.Depth {
			line = append(line, "  "...)
		}
		if r.Kind == Event {
			line = append(line, "event "...)
		}
		line = appendDetails(line, r.Name, r.Attributes, r.Elements, r.Text)
		if _, err := w.Write(append(line, '\n')); err != nil {
			return writeError("dump", err)
		}
	}
	return nil
}

// appendDetails writes a name, attributes and elements, in round brackets those of an element.
func appendDetails(line []byte, name string, attributes []Attribute, elements []Element, text string) []byte {
	if name != "" {
		line = append(line, printable.Word(name)...)
	}
	for _, a := range attributes {
		line = append(append(append(line, ' '), printable.Word(a.Name)...), '=')
		line = append(line, printable.Word(a.Value)...)
	}
	if text != "" {
		line = append(append(line, ' '), printable.Clipped(text)...)
	}
	for i := range elements {
		e := &elements[i]
		line = append(appendDetails(append(line, " ("...), e.Name, e.Attributes, e.Elements, e.Text), ')')
	}
	return line
}

func dumpTraceCSV(w *bufio.Writer, records iter.Seq2[*TraceRecord, error]) error {
	head := []string{"start", "end", "depth", "kind", "name", "attributes", "elements"}
	return dumpRows(w, head, records, func(row []string, r *TraceRecord) []string {
		return append(row, r.Start.String(), r.End.String(), strconv.Itoa(r.Depth), r.Kind.String(), r.Name,
			joinAttributes(r.Attributes), string(appendContent(nil, r.Elements, r.Text, '"')))
	})
}

func joinAttributes(list []Attribute) string {
	texts := make([]string, len(list))
	for i, a := range list {
		texts[i] = a.Name + "=" + printable.Word(a.Value)
	}
	return strings.Join(texts, " ")
}

func dumpTraceJSON(w *bufio.Writer, h TraceHeader, records iter.Seq2[*TraceRecord, error]) error {
	fmt.Fprintf(w, "{\"timeAdjustment\":%v,\"processorMHz\":%d,\"processorModel\":%s,\"records\":[", h.TimeAdjustment, h.ProcessorMHz, jsonText(h.ProcessorModel))
	return dumpList(w, records, func(line []byte, r *TraceRecord) []byte {
		line = append(line, "{\"kind\":\""+r.Kind.String()+"\",\"name\":"...)
		line = append(line, jsonText(r.Name)...)
		line = strconv.AppendInt(append(line, ",\"depth\":"...), int64(r.Depth), 10)
		line = r.Start.AppendSeconds(append(line, ",\"start\":"...), 9)
		line = r.End.AppendSeconds(append(line, ",\"end\":"...), 9)
		return append(appendJSONDetails(line, r.Attributes, r.Elements, r.Text), '}')
	})
}

// jsonText is a text as JSON has it.
func jsonText(s string) []byte {
	b, _ := json.Marshal(s) // a string can always be
	return b
}

// appendJSONDetails writes what there is of attributes, elements and text, each with a comma before it.
func appendJSONDetails(line []byte, attributes []Attribute, elements []Element, text string) []byte {
	if len(attributes) > 0 {
		line = append(line, ",\"attributes\":"...)
		line = appendJSONAttributes(line, attributes)
	}
	if len(elements) > 0 {
		line = append(line, ",\"elements\":["...)
		for i := range elements {
			e := &elements[i]
			line = append(append(line, comma(i)...), "{\"name\":"...)
			line = append(line, jsonText(e.Name)...)
			line = append(appendJSONDetails(line, e.Attributes, e.Elements, e.Text), '}')
		}
		line = append(line, ']')
	}
	if text != "" {
		line = append(append(line, ",\"text\":"...), jsonText(text)...)
	}
	return line
}

// appendJSONAttributes writes attributes, no two of which have the same name, as an object.
func appendJSONAttributes(line []byte, attributes []Attribute) []byte {
	line = append(line, '{')
	for i, a := range attributes {
		line = append(append(line, comma(i)...), jsonText(a.Name)...)
		line = append(append(line, ':'), jsonText(a.Value)...)
	}
	return append(line, '}')
}
