package markup

import (
	"regexp"
	"strings"

	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// AppendHead adds a piece to what may have been the header of a damaged file, as far as there is room.
func AppendHead(head, data []byte) []byte {
	return append(head, data[:min(len(data), PieceRoom-len(head))]...)
}

// Search finds attributes in text that need not be of tags.
type Search struct{ expression func() *regexp.Regexp }

// AttributesNamed finds those of these names.
func AttributesNamed(names ...string) Search {
	return Search{lazyregexp.New(`(` + strings.Join(names, "|") + `)\s*=\s*("[^"<&=]*"|'[^'<&=]*')`)}
}

// In returns those that stand in a text, in its order.
func (s Search) In(text []byte) []hdtrace.Attribute {
	var found []hdtrace.Attribute
	for _, m := range s.expression().FindAllSubmatch(text, -1) {
		found = append(found, hdtrace.Attribute{Name: string(m[1]), Value: string(m[2][1 : len(m[2])-1])})
	}
	return found
}
