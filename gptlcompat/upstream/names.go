package upstream

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-hpc/timers/gptlcompat/internal/text"
)

// WrittenName returns a name as written in files of this layout, with gptlcompat.DefaultMaxName.
func WrittenName(name string) string { return safeNames([]string{name}, 0).Of(name) }

// safeNames returns how each of names is written in a table without quotes.
func safeNames(names []string, maxName int) text.Written {
	return text.Distinct(names, func(name string) string {
		return text.Marked(name, maxName, func(name string, maxName int) string { return bare(text.Clean(name, maxName)) })
	})
}

// bare returns a clean name that can be in a table without quotes: no blanks at its ends, and nothing by
// which readers recognise the end of a table.
func bare(name string) string {
	name = strings.ReplaceAll(name, "Overhead sum", "Overhead_sum")
	if first, last := name[0], name[len(name)-1]; min(first, last) > ' ' && max(first, last) < utf8.RuneSelf {
		return name
	}
	inner := strings.TrimFunc(name, unicode.IsSpace)
	if inner == "" {
		return strings.Repeat("_", utf8.RuneCountInString(name))
	}
	before, after, _ := strings.Cut(name, inner)
	return strings.Repeat("_", utf8.RuneCountInString(before)) + inner + strings.Repeat("_", utf8.RuneCountInString(after))
}
