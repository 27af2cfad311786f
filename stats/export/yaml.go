package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"gopkg.in/yaml.v3"

	"github.com/go-hpc/timers/stats"
)

// longestKey is what YAML allows before a colon without a mark: 1024 characters, escapes included.
const longestKey = 100

// yamlEnd is the mark for the end of a document.
const yamlEnd = "..."

// WriteYAML writes the contents of [WriteJSON] as YAML: a line for each key of the run, of its summary and of its
// profiles, and one for each region. The values are JSON, which is also YAML. The last line is YAML's mark for the
// end of a document: without it a file cut off behind a line would look whole.
func WriteYAML(w io.Writer, r Run) error { return r.write(w, true) }

// ReadYAML reads a Run written by [WriteYAML]. It returns the errors of [ReadJSON]; byte offsets in them refer to the
// same data in JSON.
func ReadYAML(r io.Reader) (Run, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return Run{}, err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return Run{}, fmt.Errorf("%w: %v", stats.ErrFormat, err)
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		return Run{}, fmt.Errorf("%w: YAML: no document", stats.ErrFormat)
	}
	b, err := appendNode(nil, doc.Content[0])
	if err != nil {
		return Run{}, fmt.Errorf("%w: %v", stats.ErrFormat, err)
	}
	run, err := ReadJSON(bytes.NewReader(b))
	if err == nil && !bytes.HasSuffix(bytes.TrimRight(text, " \t\r\n"), []byte("\n"+yamlEnd)) {
		err = fmt.Errorf("%w: YAML, byte %d: the file ends, want %q at its end: it was cut", stats.ErrFormat, len(text), yamlEnd)
	}
	return run, err
}

// appendNode makes JSON of YAML. Aliases are never written, and could expand without bound.
func appendNode(b []byte, n *yaml.Node) ([]byte, error) {
	var err error
	switch {
	case n.Kind == yaml.MappingNode:
		b = append(b, '{')
		for i := 0; i+1 < len(n.Content); i += 2 {
			if i > 0 {
				b = append(b, ',')
			}
			if n.Content[i].Kind != yaml.ScalarNode {
				return nil, fmt.Errorf("YAML, line %d: a key that is not text", n.Content[i].Line)
			}
			b = append(appendText(b, n.Content[i].Value), ':')
			if b, err = appendNode(b, n.Content[i+1]); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	case n.Kind == yaml.SequenceNode:
		b = append(b, '[')
		for i, part := range n.Content {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendNode(b, part); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	case n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str":
		return appendText(b, n.Value), nil
	case n.Kind == yaml.ScalarNode && json.Valid([]byte(n.Value)):
		return append(b, n.Value...), nil
	}
	return nil, fmt.Errorf("YAML, line %d: %.60q, expected a text, a number, true, false, a list or a mapping", n.Line, n.Value)
}
