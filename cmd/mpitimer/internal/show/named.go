package show

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/internal/printable"
)

// How a region is named by the text of a path.
type named int

const (
	notNamed   named = iota
	byItsEnd         // the text is the end of its path that begins within a name, behind a dot, a slash or a bracket
	byNames          // the names at the end of its path, whole
	byItsWhole       // all of its path
)

// naming returns how a text names a region. A slash in a name, as in internal/grid.Step, parts no names.
func (v *view) naming(text string, i int) named {
	last := v.s.Regions[i].Name
	if !strings.HasSuffix(text, last) && !strings.HasSuffix(last, text) {
		return notNamed
	}
	path := v.path(i)
	rest, ends := strings.CutSuffix(path, text)
	switch {
	case text == "" || !ends:
		return notNamed
	case rest == "":
		return byItsWhole
	case v.beginsName(i, len(path)-len(text)):
		return byNames
	case strings.HasSuffix(rest, "/") || strings.HasSuffix(rest, ".") || strings.HasSuffix(rest, "(*") || strings.HasSuffix(rest, ":"):
		return byItsEnd
	}
	return notNamed
}

// beginsName reports whether a name begins at a place in the path of a region.
func (v *view) beginsName(i, at int) bool {
	for end := len(v.path(i)); i >= 0 && end >= at; i = v.s.Regions[i].Parent {
		begin := end - len(v.s.Regions[i].Name)
		if begin == at {
			return true
		}
		end = begin - len("/")
	}
	return false
}

// mostMeant is how many names are suggested.
const mostMeant = 3

// meant says which regions may have been meant by a text that names none.
func (v *view) meant(text string) string {
	word := text[strings.LastIndexByte(text, '/')+1:]
	type likely struct {
		name string
		off  int
	}
	var list []likely
	seen := make(map[string]bool)
	for i := range v.s.Regions {
		name := v.s.Regions[i].Name
		if seen[name] {
			continue
		}
		seen[name] = true
		off := min(apart(word, name), apart(word, name[strings.LastIndexAny(name, "./")+1:]))
		if word != "" && strings.Contains(strings.ToLower(name), strings.ToLower(word)) {
			off = 0
		}
		if off <= min(2, len(word)/3) {
			list = append(list, likely{name, off})
		}
	}
	slices.SortStableFunc(list, func(a, b likely) int { return cmp.Compare(a.off, b.off) })
	var names []string
	for _, l := range list[:min(len(list), mostMeant)] {
		names = append(names, printable.Line(l.name))
	}
	if len(names) == 0 {
		return "; mpitimer show FILE shows which there are"
	}
	return fmt.Sprintf("; did you mean %s?", strings.Join(names, " or "))
}

// longestWord is a length beyond which a name is near to none.
const longestWord = 64

// apart is how many letters differ between two words, whatever their case.
func apart(a, b string) int {
	if len(a) > longestWord || len(b) > longestWord {
		return longestWord
	}
	a, b = strings.ToLower(a), strings.ToLower(b)
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0]++
		for j := range len(b) {
			replaced := before
			if a[i] != b[j] {
				replaced++
			}
			before = row[j+1]
			row[j+1] = min(row[j+1]+1, row[j]+1, replaced)
		}
	}
	return row[len(b)]
}

var receiver = lazyregexp.New(`\(\*([^()]*)\)`)

// patternOf compiles what --match is given. The receiver of a method in it, as in main.(*grid).step, is no expression.
func patternOf(text string) (*regexp.Regexp, error) {
	return regexp.Compile(receiver().ReplaceAllString(text, `\(\*$1\)`))
}
