package config

import (
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// misspelt tells of mappings that seem to be a section that the file lacks: their name is near to its
// name, and one of their keys to one of its keys. Other parts of a program have names like Times, too.
func misspelt(roots []*yaml.Node, file string, found []section, sections map[string]any) (faults []error) {
	lacking := slices.DeleteFunc(sortedKeys(sections), func(name string) bool {
		return slices.ContainsFunc(found, func(s section) bool { return s.name == name })
	})
	for _, root := range roots {
		for _, mapping := range mappingsOf(root, sections) {
			for i := 0; i+1 < len(mapping.Content); i += 2 {
				key := mapping.Content[i]
				name, near := nearest(key.Value, lacking)
				if _, ours := sections[key.Value]; ours || !near || !resembles(resolve(mapping.Content[i+1]), sections[name]) {
					continue
				}
				faults = append(faults, fmt.Errorf("%s:%d: unknown section %s; did you mean %s?", file, key.Line, describe(key), name))
			}
		}
	}
	return faults
}

// resembles reports whether a mapping has a key of a section, or one that is near to it.
func resembles(value *yaml.Node, section any) bool {
	keys := sortedKeys(fields(section))
	for i := 0; value.Kind == yaml.MappingNode && i+1 < len(value.Content); i += 2 {
		if _, near := nearest(value.Content[i].Value, keys); near {
			return true
		}
	}
	return false
}

// suggestion says which name was meant, or, if none is near, which there are. Of many it says those that begin like it: every
// rank tells.
func suggestion(name string, known []string) string {
	near, found := nearest(name, known)
	for _, k := range known { // of several the last, which is the longest
		if !found && strings.HasPrefix(name, k+"_") {
			near = k
		}
	}
	if near != "" {
		return fmt.Sprintf("; did you mean %s?", near)
	}
	const most = 12
	if len(known) <= most {
		return fmt.Sprintf("; expected one of %s", strings.Join(known, ", "))
	}
	like := known
	for n := 1; n <= len(name); n++ {
		some := slices.DeleteFunc(slices.Clone(like), func(k string) bool { return !strings.HasPrefix(k, name[:n]) })
		if len(some) < 3 {
			break
		}
		like = some
	}
	like = like[:min(len(like), most)]
	return fmt.Sprintf("; expected one of %s and %d more, which docs/configuration.md has", strings.Join(like, ", "), len(known)-len(like))
}

// longest is a length beyond which a name is near to none.
const longest = 64

// nearest is the name that a word differs from by the fewest letters, whatever their case: by two at
// most, and by one of three at most.
func nearest(word string, names []string) (best string, found bool) {
	if len(word) > longest {
		return "", false
	}
	least := min(2, len(word)/3)
	for _, name := range names {
		if d := len(word) - len(name); d > least || -d > least {
			continue
		}
		if d := distance(strings.ToLower(word), strings.ToLower(name)); d < least || d == least && !found {
			best, least, found = name, d, true
		}
	}
	return best, found
}

// distance is how many letters have to be added, left out, replaced, or exchanged with the next one.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(last[j]+1, row[j-1]+1, replaced)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
