package config

import (
	"path"
	"slices"
	"strings"
)

// Patterns makes a list of patterns of names with commas between them, as of path.Match, a function that reports whether
// a name matches one of them, nil for none. Wrong is the first that is no pattern, which matches nothing.
func Patterns(text string) (match func(name string) bool, wrong string) {
	var list []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if _, err := path.Match(part, ""); err != nil && wrong == "" {
			wrong = part
		}
		list = append(list, part)
	}
	if list == nil {
		return nil, ""
	}
	return func(name string) bool {
		return slices.ContainsFunc(list, func(pattern string) bool {
			is, _ := path.Match(pattern, name)
			return is
		})
	}, wrong
}
