// Package text holds the common parts of GPTL's files, in E3SM's layout and in upstream's: safe names,
// and the tables of a rank's threads.
package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// DefaultMaxName is how many bytes of a name are kept by default, as E3SM's GPTL does; of paths as names four times as
// many. Every row of a table is padded to its longest name, so that a single one would widen all of the file.
const DefaultMaxName = 127

// Kept is a MaxName, or the default for paths.
func Kept(maxName int, paths bool) int {
	if maxName == 0 && paths {
		return 4 * DefaultMaxName
	}
	return maxName
}

// cut marks a name that is not whole.
const cut = "..."

// kindTexts are how PACE distinguishes the kinds of files; a name that contains one gets other blanks.
var kindTexts = [...]string{"Stats for thread", "GLOBAL STATISTICS", "'on' indicates"}

// Clean returns a name that every reader accepts: not empty, at most maxName bytes of UTF-8, no quote,
// backslash or control character. A name that is clean already stays the same.
func Clean(name string, maxName int) string {
	if maxName == 0 {
		maxName = DefaultMaxName
	}
	if plain(name, maxName) {
		return name
	}
	if maxName > 0 {
		name = shorten(name, max(maxName, len(cut)+utf8.UTFMax))
	}
	name = strings.ToValidUTF8(name, "?")
	name = strings.Map(func(r rune) rune {
		switch {
		case r == '"':
			return '\''
		case r == '\\':
			return '/'
		// Python ends lines at the last two.
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return '_'
		}
		return r
	}, name)
	for _, text := range kindTexts {
		name = strings.ReplaceAll(name, text, strings.ReplaceAll(text, " ", "_"))
	}
	if name == "" {
		return "unnamed"
	}
	return name
}

// plain reports whether a name can stay as it is, of those for which that is quickly seen.
func plain(name string, maxName int) bool {
	if name == "" || maxName > 0 && len(name) > maxName {
		return false
	}
	blank := false
	for i := range len(name) {
		c := name[i]
		if c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			return false
		}
		blank = blank || c == ' '
	}
	// All of those have a blank.
	return !blank || !slices.ContainsFunc(kindTexts[:], func(text string) bool { return strings.Contains(name, text) })
}

// shorten cuts a name to limit bytes, between characters.
func shorten(name string, limit int) string {
	if len(name) <= limit {
		return name
	}
	end := limit - len(cut)
	for end > limit-len(cut)-utf8.UTFMax && !utf8.RuneStart(name[end]) {
		end--
	}
	return name[:end] + cut
}

// inQuotes returns a clean name for a table with quotes: PACE loses one that begins with a blank or an asterisk.
func inQuotes(name string, maxName int) string {
	if name = Clean(name, maxName); name[0] == ' ' || name[0] == '*' {
		return "_" + name[1:]
	}
	return name
}

// Written holds the names that are not written as they are.
type Written map[string]string

// Of returns how a name is written.
func (w Written) Of(name string) string {
	if as, ok := w[name]; ok {
		return as
	}
	return name
}

// InQuotes returns how a name stands in the files of E3SM's layout, with DefaultMaxName.
func InQuotes(name string) string { return Marked(name, 0, inQuotes) }

// SafeNames returns how each of names is written. Names that are safe stay as they are. One that is not gets a mark
// that depends on it alone, so that all files of a run write it alike, whatever other names they have.
func SafeNames(names []string, maxName int) Written {
	return Distinct(names, func(name string) string { return Marked(name, maxName, inQuotes) })
}

// Marked is what safe makes of a name, with "~" and four hexadecimal digits behind if that is another. They say which
// of the names that look alike it was.
func Marked(name string, maxName int, safe func(string, int) string) string {
	as := safe(name, maxName)
	if as == name {
		return name
	}
	hash := uint32(2166136261) // FNV-1a
	for i := range len(name) {
		hash = (hash ^ uint32(name[i])) * 16777619
	}
	mark := fmt.Sprintf("~%04x", (hash>>16^hash)&0xffff)
	if limit := cmp.Or(maxName, DefaultMaxName); limit > 0 && len(as) > limit-len(mark) {
		as = safe(name, limit-len(mark))
	}
	return as + mark
}

// Distinct gives each of names what change makes of it, or that with a number.
func Distinct(names []string, change func(string) string) Written {
	var w Written
	var taken map[string]bool
	for _, name := range names {
		if _, known := w[name]; known || change(name) == name {
			continue
		}
		if w == nil {
			w, taken = Written{}, make(map[string]bool, len(names))
			for _, n := range names {
				taken[n] = true
			}
		}
		base := change(name)
		as := base
		for n := 2; taken[as]; n++ {
			as = fmt.Sprintf("%s~%d", base, n)
		}
		w[name], taken[as] = as, true
	}
	return w
}

// Widest returns the bytes of the longest of names as written.
func (w Written) Widest(names []string) int {
	var n int
	for _, name := range names {
		n = max(n, len(w.Of(name)))
	}
	return n
}
