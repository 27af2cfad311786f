package geopm

import (
	"bytes"
	"errors"

	"gopkg.in/yaml.v3"
)

// parse returns the tree of a chunk. If the chunk is not YAML, the tree has its parts, each parsed
// separately; the faults are kept.
func (d *document) parse(c chunk) *yaml.Node {
	if n := d.scanner.scan(c); n != nil {
		return n
	}
	if problem := unreasonable(c.text); problem != "" {
		d.fault(c.line, "%s", problem)
		return nil
	}
	n, err := parse(c)
	if err == nil {
		return n
	}
	return d.salvage(c, err, 0)
}

// salvage takes a chunk apart that could not be parsed.
func (d *document) salvage(c chunk, cause error, level int) *yaml.Node {
	items := split(c)
	if len(items) == 0 || level > deepest {
		d.keep(c, cause)
		return nil
	}
	whole := &yaml.Node{Kind: yaml.MappingNode, Line: c.line}
	if items[0].dash {
		whole.Kind = yaml.SequenceNode
	}
	for _, i := range items {
		n, err := parse(i.chunk)
		switch {
		case err == nil && n != nil && n.Kind == whole.Kind:
			whole.Content = append(whole.Content, n.Content...)
		case err == nil:
			d.fault(i.line, "expected a key with a value")
		case i.dash:
			if n := d.salvage(i.without(), err, level+1); n != nil {
				whole.Content = append(whole.Content, n)
			}
		default:
			whole.Content = append(whole.Content, d.salvagePair(i, err, level)...)
		}
	}
	return whole
}

// salvagePair takes a key apart whose value could not be parsed.
func (d *document) salvagePair(i item, cause error, level int) []*yaml.Node {
	end := bytes.IndexByte(i.text, '\n') + 1
	if end == 0 || len(bytes.TrimSpace(i.text[end:])) == 0 {
		d.keep(i.chunk, cause)
		return nil
	}
	n, err := parse(chunk{i.text[:end], i.line})
	if err != nil || n == nil || n.Kind != yaml.MappingNode || len(n.Content) != 2 {
		d.keep(i.chunk, cause)
		return nil
	}
	if !isNull(n.Content[1]) { // there is a value already
		d.keep(i.chunk, cause)
		return n.Content
	}
	rest := chunk{i.text[end:], i.line + 1}
	value, err := parse(rest)
	if err != nil {
		value = d.salvage(rest, err, level+1)
	}
	if value == nil {
		return n.Content
	}
	return []*yaml.Node{n.Content[0], value}
}

func (d *document) keep(c chunk, cause error) {
	var f *FormatError
	if errors.As(cause, &f) {
		d.fault(f.Line, "%s", f.Problem)
		return
	}
	d.fault(c.line, "%v", cause)
}

// item is a key with its value, or an entry of a list.
type item struct {
	chunk
	dash bool
}

// without returns an entry of a list without the dash that begins it.
func (i item) without() chunk {
	text := bytes.Clone(i.text)
	if at := bytes.IndexByte(text, '-'); at >= 0 {
		text[at] = ' '
	}
	return chunk{text, i.line}
}

// split cuts a chunk at the lines that stand in as far as the first one. A line that stands in less is
// one of its own.
func split(c chunk) []item {
	var items []item
	width, n := -1, c.line
	for line := range bytes.Lines(c.text) {
		in := indent(line)
		if width < 0 {
			width = in // in > width needs an item
		}
		dash := in >= 0 && in < tabbed && line[in] == '-'
		switch {
		case in < 0 && len(items) == 0:
		case in == width && dash && len(items) > 0 && !items[0].dash, in > width, in < 0:
			last := &items[len(items)-1]
			last.text = append(last.text, line...)
		default:
			items = append(items, item{chunk{bytes.Clone(line), n}, dash})
		}
		n++
	}
	if len(items) == 1 && items[0].line == c.line && bytes.Count(bytes.TrimSpace(c.text), []byte("\n")) == 0 {
		return nil // there is nothing to split
	}
	return items
}
