package geopm

import (
	"bytes"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// scanner makes YAML's tree from what GEOPM's Reporter writes, which is a small part of YAML: a key and a
// value on each line, values one level below a key that has none, and lists whose dashes are on their own
// lines. It makes nothing of anything else, which is left to YAML's own parser. TestScan and FuzzScan hold
// the two to the same tree, as far as this package looks at it.
//
// The tree of one chunk is overwritten by that of the next; its texts are not.
type scanner struct {
	nodes  []yaml.Node  // of this chunk
	parts  []*yaml.Node // what is in the collections that are still open
	places []*yaml.Node // what was in those that are closed
	open   []level

	keys   keys
	values strings.Builder // a block of texts, which values are parts of
}

// level is a collection that is still open.
type level struct {
	node   *yaml.Node
	indent int
	from   int // of its parts
}

const (
	longestKey  = 200 // YAML takes 1024 characters
	valueBlock  = 16 << 10
	longestText = 1 << 10 // that shares a block with other ones
	mostKeys    = 10_000  // that are remembered: names of hosts are keys, too
	mostOpen    = 16
)

// Bytes of a line, by what they may mean.
const (
	ordinary = iota
	colon    // followed by a blank: the end of a key
	hash     // with a blank before it, the start of a comment
	foreign  // left to YAML's parser
)

var meaning = func() (table [256]byte) {
	for c := range table {
		if c < ' ' || c > '~' {
			table[c] = foreign
		}
	}
	table[':'], table['#'] = colon, hash
	return table
}()

// scan returns nil if there is anything that the scanner does not support, or nothing at all.
func (s *scanner) scan(c chunk) *yaml.Node {
	lines := bytes.Count(c.text, []byte("\n")) + 1
	if len(c.text) > smallBlock && 2*lines > len(c.text)/leastValue {
		return nil // too many values for their bytes
	}
	// Each line has a key, a value and the start of a collection at most. No node may move.
	if most := 3 * lines; cap(s.nodes) < most {
		s.nodes, s.places = make([]yaml.Node, 0, most), make([]*yaml.Node, 0, most)
	}
	s.nodes, s.places, s.parts, s.open = s.nodes[:0], s.places[:0], s.parts[:0], s.open[:0]
	waiting := false // whose key or dash was the previous line
	number := c.line - 1
	for rest := c.text; len(rest) > 0; {
		number++
		line := rest
		if end := bytes.IndexByte(rest, '\n'); end >= 0 {
			line, rest = rest[:end], rest[end+1:]
		} else {
			rest = nil
		}
		if len(line) == 0 {
			continue
		}
		in := 0
		for in < len(line) && line[in] == ' ' {
			in++
		}
		dash := in == len(line)-1 && line[in] == '-'
		if !s.enter(in, number, dash, waiting) {
			return nil
		}
		if waiting = dash; !dash {
			var known bool
			if waiting, known = s.pair(line, in, number); !known {
				return nil
			}
		}
	}
	if waiting || len(s.open) == 0 {
		return nil
	}
	for len(s.open) > 1 {
		s.close()
	}
	root := s.open[0].node
	s.close()
	return root
}

// enter goes to the collection that a line belongs to, or starts one. It returns false if there is none.
func (s *scanner) enter(in, number int, dash, waiting bool) bool {
	kind := yaml.MappingNode
	if dash {
		kind = yaml.SequenceNode
	}
	if len(s.open) == 0 {
		s.begin(kind, in, number)
		return !dash
	}
	top := s.open[len(s.open)-1]
	if waiting {
		inMapping := top.node.Kind == yaml.MappingNode
		if in < top.indent || in == top.indent && !(dash && inMapping) || dash && !inMapping || len(s.open) > mostOpen {
			return false
		}
		s.begin(kind, in, number)
		return true
	}
	// A list may stand in as far as the key that it is the value of.
	for len(s.open) > 1 && (top.indent > in || top.indent == in && top.node.Kind == yaml.SequenceNode && !dash) {
		s.close()
		top = s.open[len(s.open)-1]
	}
	return top.indent == in && top.node.Kind == kind
}

// pair reads a key and its value, if there is one on the line.
func (s *scanner) pair(line []byte, in, number int) (waiting, known bool) {
	end := in
	for ; ; end++ {
		if end == len(line) {
			return false, false
		}
		if m := meaning[line[end]]; m == ordinary {
			continue
		} else if m == colon && (end+1 == len(line) || line[end+1] == ' ') {
			break
		} else if !within(line, end, m) {
			return false, false
		}
	}
	if key := line[in:end]; len(key) == 0 || !wordy(key[0]) || key[len(key)-1] == ' ' || len(key) > longestKey {
		return false, false
	}
	s.node(yaml.ScalarNode, s.keys.text(line[in:end]), number, in)
	if end+1 == len(line) {
		return true, true
	}
	at := end + 2
	value := line[at:]
	quoted := len(value) > 1 && value[0] == '"' && value[len(value)-1] == '"'
	if quoted {
		value = value[1 : len(value)-1]
		for _, c := range value {
			if c == '"' || c == '\\' || meaning[c] == foreign {
				return false, false
			}
		}
	} else if !isPlain(value) {
		return false, false
	}
	n := s.node(yaml.ScalarNode, s.text(value), number, at)
	if quoted {
		n.Style = yaml.DoubleQuotedStyle
	}
	return false, true
}

// within reports whether a special byte is ordinary in the middle of a text.
func within(line []byte, i int, m byte) bool {
	switch m {
	case colon:
		return i+1 < len(line) && line[i+1] != ' '
	case hash:
		return i > 0 && line[i-1] != ' '
	}
	return false
}

func wordy(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// isPlain reports whether a value without quotes is a text or a number, whatever it contains.
func isPlain(value []byte) bool {
	if len(value) == 0 || value[len(value)-1] == ' ' {
		return false
	}
	switch c := value[0]; {
	case wordy(c), c == '/':
	case (c == '-' || c == '+' || c == '.') && len(value) > 1 && wordy(value[1]):
	default:
		return false
	}
	for i, c := range value {
		if m := meaning[c]; m != ordinary && !within(value, i, m) {
			return false
		}
	}
	return len(value) != len("null") || !bytes.EqualFold(value, []byte("null"))
}

// text keeps a value. Values are short, so many share a block of memory.
func (s *scanner) text(value []byte) string {
	if len(value) > longestText {
		return string(value)
	}
	if s.values.Cap()-s.values.Len() < len(value) {
		s.values = strings.Builder{}
		s.values.Grow(valueBlock)
	}
	from := s.values.Len()
	s.values.Write(value)
	return s.values.String()[from:]
}

func (s *scanner) node(kind yaml.Kind, value string, number, in int) *yaml.Node {
	s.nodes = append(s.nodes, yaml.Node{Kind: kind, Value: value, Line: number, Column: in + 1})
	n := &s.nodes[len(s.nodes)-1]
	s.parts = append(s.parts, n)
	return n
}

func (s *scanner) begin(kind yaml.Kind, in, number int) {
	n := s.node(kind, "", number, in)
	s.open = append(s.open, level{n, in, len(s.parts)})
}

// close gives a collection its parts.
func (s *scanner) close() {
	top := s.open[len(s.open)-1]
	from := len(s.places)
	s.places = append(s.places, s.parts[top.from:]...)
	top.node.Content = s.places[from:len(s.places):len(s.places)]
	s.parts = s.parts[:top.from]
	s.open = s.open[:len(s.open)-1]
}

// keys keeps each key once. Most often a key comes after the one that it came after before.
type keys struct {
	index map[string]int
	list  []string
	next  []int // which key came after each
	last  int
}

func (k *keys) text(key []byte) string {
	if len(k.list) > 0 {
		if next := k.next[k.last]; k.list[next] == string(key) {
			k.last = next
			return k.list[next]
		}
	}
	i, known := k.index[string(key)]
	if !known {
		if len(k.list) >= mostKeys || k.index == nil {
			*k = keys{index: make(map[string]int)}
		}
		i = len(k.list)
		k.list, k.next = append(k.list, string(key)), append(k.next, 0)
		k.index[k.list[i]] = i
	}
	k.next[k.last], k.last = i, i
	return k.list[i]
}

// distinct finds the keys that stand in a mapping twice. Most mappings have the keys of the one before.
type distinct struct {
	before, now []string
	same        bool // up to here
	seen        map[string]bool
}

func (d *distinct) begin() { d.before, d.now, d.same, d.seen = d.now, d.before[:0], true, nil }

// again reports whether a key has occurred since begin.
func (d *distinct) again(key string) bool {
	i := len(d.now)
	if d.same && i < len(d.before) && d.before[i] == key {
		d.now = append(d.now, key)
		return false
	}
	const few = 24 // that are looked through as fast as a map is
	d.same = false
	if i < few {
		if slices.Contains(d.now, key) {
			return true
		}
		d.now = append(d.now, key)
		return false
	}
	if d.seen == nil {
		d.seen = make(map[string]bool, 2*i)
		for _, k := range d.now {
			d.seen[k] = true
		}
	}
	if d.seen[key] {
		return true
	}
	d.seen[key] = true
	d.now = append(d.now, key)
	return false
}
