package geopm

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// Read reads a report of any generation: YAML, and the earlier text of GEOPM 1, whose keys become
// today's keys (energies in joules, memory in bytes).
//
// The error joins the faults of the report, matches ErrFormat and names their lines. Read returns the
// good parts with it, even of a damaged host. Something that makes GEOPM's own reader fail but loses
// nothing, such as a key Regions without regions, is not a fault: see Check.
func Read(r io.Reader) (*Report, error) {
	d := newDocument(r)
	if begin, _ := d.r.Peek(4096); isOld(begin) {
		return readOld(d)
	}
	reader := reader{d: d, report: new(Report), seen: make(map[string]bool), hosts: make(map[string]bool)}
	err := d.visit(visitor{top: reader.top, host: reader.host, end: func(int) { reader.inHosts = true }})
	if err != nil {
		if f, ok := err.(*FormatError); ok {
			d.faults = append(d.faults, f)
		} else {
			return reader.report, err
		}
	}
	reader.finish()
	return reader.report, d.err()
}

// reader makes a Report of a document.
type reader struct {
	d       *document
	report  *Report
	inHosts bool            // the hosts' key was seen
	seen    map[string]bool // keys outside of the hosts
	hosts   map[string]bool // names
	keys    distinct
}

// finish reports what is missing.
func (r *reader) finish() {
	if !r.inHosts {
		r.d.fault(max(r.d.line, 1), "expected a key Hosts")
	} else if len(r.report.Hosts) == 0 && len(r.d.faults) == 0 {
		r.d.fault(max(r.d.line, 1), "expected hosts below the key Hosts")
	}
	if !r.seen["GEOPM Version"] && len(r.d.faults) == 0 {
		r.d.fault(1, "expected a key GEOPM Version")
	}
}

func (r *reader) top(key, value *yaml.Node, c chunk) {
	again := r.seen[key.Value]
	r.seen[key.Value] = true
	into := map[string]*string{
		"GEOPM Version": &r.report.Version, "Start Time": &r.report.Start,
		"Profile": &r.report.Profile, "Agent": &r.report.Agent,
	}[key.Value]
	switch {
	case into != nil:
		if value.Kind != yaml.ScalarNode {
			r.d.fault(value.Line, "%s: expected a text", key.Value)
			return
		}
		*into = textOf(value)
	case key.Value == "Policy" && again && value.Kind != yaml.ScalarNode: // its text is looked for from the start of the report: once
		r.report.Policy = jsonOf(value)
	case key.Value == "Policy":
		r.report.Policy = rawOf(value, c)
	case key.Value == "Hosts": // in braces, or nothing
		r.inHosts = true
		if value.Kind == yaml.MappingNode {
			pairs(value, r.host)
		} else if !isNull(value) {
			r.d.fault(value.Line, "expected the names of hosts below Hosts")
		}
	case r.inHosts:
		r.report.Trailer = append(r.report.Trailer, r.entry(key, value, c))
	default:
		r.report.Header = append(r.report.Header, r.entry(key, value, c))
	}
}

// textOf returns the value of a scalar; that of nil is empty.
func textOf(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode && n.Style == 0 && n.Tag == "!!null" && n.Value == "" {
		return ""
	}
	return n.Value
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// rawOf returns a value as it is in the report: JSON keeps its blanks.
func rawOf(n *yaml.Node, c chunk) string {
	if n.Kind == yaml.ScalarNode {
		return textOf(n)
	}
	if n.Style&yaml.FlowStyle == 0 {
		return jsonOf(n)
	}
	at := 0
	for line := range bytes.Lines(c.text) {
		if c.line++; c.line > n.Line {
			break
		}
		at += len(line)
	}
	rest := []rune(string(c.text[at:]))
	if n.Column-1 >= len(rest) {
		return jsonOf(n)
	}
	raw := string(rest[n.Column-1:])
	if end := flowEnd(raw); end > 0 && !strings.ContainsAny(raw[:end], "\t#") && flow(raw[:end], n.Kind) {
		return raw[:end]
	}
	return jsonOf(n)
}

// flowEnd returns where the first brace or bracket is closed, or 0 if it is not.
func flowEnd(text string) int {
	depth, quote := 0, byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0:
			if c == quote && (quote == '\'' || i == 0 || text[i-1] != '\\') {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// jsonOf writes a value as JSON in one line.
func jsonOf(n *yaml.Node) string {
	var b strings.Builder
	writeJSON(&b, n)
	return b.String()
}

func writeJSON(b *strings.Builder, n *yaml.Node) {
	switch n.Kind {
	case yaml.MappingNode:
		b.WriteByte('{')
		i := 0
		pairs(n, func(key, value *yaml.Node) {
			if i++; i > 1 {
				b.WriteString(", ")
			}
			writeText(b, key.Value)
			b.WriteString(": ")
			writeJSON(b, value)
		})
		b.WriteByte('}')
	case yaml.SequenceNode:
		b.WriteByte('[')
		for i, v := range n.Content {
			if i > 0 {
				b.WriteString(", ")
			}
			writeJSON(b, v)
		}
		b.WriteByte(']')
	default:
		switch v, err := strconv.ParseFloat(n.Value, 64); {
		case isNull(n):
			b.WriteString("null")
		case err == nil && !math.IsNaN(v) && !math.IsInf(v, 0) && n.Style == 0 && json.Valid([]byte(n.Value)):
			b.WriteString(n.Value)
		default:
			writeText(b, n.Value)
		}
	}
}

func writeText(b *strings.Builder, text string) { b.WriteString(quoted(text)) }

// entry returns a key outside the sections, with whatever is below it.
func (r *reader) entry(key, value *yaml.Node, c chunk) Entry {
	e := Entry{Key: key.Value}
	switch {
	case value.Kind == yaml.MappingNode && value.Style&yaml.FlowStyle == 0:
		e.Block = []Entry{}
		pairs(value, func(k, v *yaml.Node) { e.Block = append(e.Block, r.entry(k, v, c)) })
	case value.Kind == yaml.ScalarNode:
		e.Text = textOf(value)
	default:
		e.Text = jsonOf(value)
	}
	return e
}

func (r *reader) host(key, value *yaml.Node) {
	h := Host{Name: key.Value}
	if key.Kind != yaml.ScalarNode || value.Kind != yaml.MappingNode {
		r.d.fault(key.Line, "host %.60q: expected sections below its name", key.Value)
		return
	}
	pairs(value, func(k, v *yaml.Node) {
		switch k.Value {
		case "Regions":
			h.Regions = r.regions(v)
		case "Unmarked Totals":
			h.Unmarked = r.section(k.Value, v)
		case "Epoch Totals":
			h.Epoch = r.section(k.Value, v)
		case "Application Totals":
			h.Application = r.section(k.Value, v)
		default:
			h.Header = append(h.Header, r.entry(k, v, chunk{}))
		}
	})
	if h.Application == nil {
		r.d.fault(key.Line, "host %.60q: expected Application Totals", h.Name)
	}
	if r.hosts[h.Name] {
		r.d.fault(key.Line, "host %.60q is there twice; the second one is left out", h.Name)
		return
	}
	r.hosts[h.Name] = true
	r.report.Hosts = append(r.report.Hosts, h)
}

func (r *reader) regions(v *yaml.Node) []Region {
	if isNull(v) { // GEOPM writes that when no region was entered
		return nil
	}
	if v.Kind != yaml.SequenceNode {
		r.d.fault(v.Line, "Regions: expected a list")
		return nil
	}
	var list []Region
	for _, n := range v.Content {
		if region, ok := r.region(n); ok {
			list = append(list, region)
		}
	}
	return list
}

func (r *reader) region(n *yaml.Node) (Region, bool) {
	var region Region
	if n.Kind != yaml.MappingNode {
		r.d.fault(n.Line, "Regions: expected keys with values below the dash")
		return region, false
	}
	named := false
	var rest []*yaml.Node
	pairs(n, func(k, v *yaml.Node) {
		switch {
		case k.Value == "region" && v.Kind == yaml.ScalarNode:
			region.Name, named = textOf(v), true
		case k.Value == "hash" && v.Kind == yaml.ScalarNode:
			hash, err := strconv.ParseUint(v.Value, 0, 64)
			if err != nil {
				r.d.fault(v.Line, "hash: expected a number as 0x0123abcd, found %.60q", v.Value)
			}
			region.Hash = uint32(hash) // older ones had hints above
		default:
			rest = append(rest, k, v)
		}
	})
	if !named {
		r.d.fault(n.Line, "expected a key region with the name of the region")
		return region, false
	}
	region.Totals = r.entries("region "+strconv.Quote(region.Name), rest)
	return region, true
}

// section returns the values of a section of totals; it is never nil.
func (r *reader) section(title string, v *yaml.Node) Section {
	if v.Kind != yaml.MappingNode {
		r.d.fault(v.Line, "%s: expected keys with values below it", title)
		return Section{}
	}
	return r.entries(title, v.Content)
}

func (r *reader) entries(title string, content []*yaml.Node) Section {
	s := make(Section, 0, len(content)/2)
	r.keys.begin()
	for i := 0; i+1 < len(content); i += 2 {
		k, v := content[i], content[i+1]
		switch {
		case v.Kind != yaml.ScalarNode || isNull(v):
			r.d.fault(v.Line, "%.60s: %.60s: expected a number", title, k.Value)
		case r.keys.again(k.Value):
			r.d.fault(k.Line, "%.60s: %.60s is there twice; the second value is left out", title, k.Value)
		default:
			s = append(s, Entry{Key: k.Value, Text: textOf(v)})
		}
	}
	return s
}
