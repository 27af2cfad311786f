package rewrite

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/go-hpc/timers/internal/lazyregexp"
)

// Pattern selects functions by the names of their regions, by their files, or both:
//
//	zstd                    all functions of package zstd
//	zstd/...                and of the packages below it
//	zstd.Open               one function
//	zstd.(*Encoder).Close   one method; zstd.Encoder.Close means the same, and T.Close too
//	zstd.*.Close            the methods Close of all types
//	zstd.Open.func1         the first closure in Open
//	zstd.Open...            Open, and all closures in it
//	file:*_amd64.go         all functions of files with such a name
//	zstd/... file:fse*.go   functions for which both hold
//
// As in the package patterns of the go command "..." matches any text, even none; * matches any text without
// a slash or dot, but in "(*" it is a pointer's asterisk. The package is written as in the names of regions,
// relative to its module, or with its whole import path. A file: with slashes in it must match that many
// elements at the end of the path.
type Pattern struct {
	text string
	name *regexp.Regexp // nil for any
	file *regexp.Regexp // nil for any
}

func (p Pattern) String() string { return p.text }

// ParsePattern reads a pattern.
func ParsePattern(text string) (Pattern, error) {
	p := Pattern{text: text}
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return p, fmt.Errorf("pattern %q is empty, expected a package, a function or file:NAME", text)
	}
	for _, field := range fields {
		into, expression := &p.name, globName(field)
		if file, ok := strings.CutPrefix(field, "file:"); ok {
			if file == "" {
				return p, fmt.Errorf("pattern %q has file: without a name", text)
			}
			into, expression = &p.file, `(^|/)`+globText(file)+`$`
		}
		if *into != nil {
			return p, fmt.Errorf("pattern %q has two names, or two file:, expected at most one of each", text)
		}
		if strings.ContainsAny(field, "\"'`,;=") {
			return p, fmt.Errorf("pattern %q has a character that no name contains", text)
		}
		compiled, err := regexp.Compile(expression)
		if err != nil {
			return p, fmt.Errorf("pattern %q: %w", text, err)
		}
		*into = compiled
	}
	return p, nil
}

// globName makes an expression of a pattern for names. As for the go command, x/... means x too.
func globName(text string) string {
	if before, ok := strings.CutSuffix(text, "/..."); ok {
		return `^` + globText(before) + `([/.].*)?$`
	}
	return `^` + globText(text) + `$`
}

func globText(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		switch {
		case strings.HasPrefix(text, "..."):
			b.WriteString(`.*`)
			text = text[3:]
			continue
		case strings.HasPrefix(text, "(*"):
			b.WriteString(`\(\*`)
			text = text[2:]
			continue
		case text[0] == '*':
			b.WriteString(`[^/.]*`)
		default:
			b.WriteString(regexp.QuoteMeta(text[:1]))
		}
		text = text[1:]
	}
	return b.String()
}

var pointer = lazyregexp.New(`\(\*([^)]*)\)`)

// matches reports whether a pattern selects a function: by the name of its region, which starts with its
// package, by the same with the whole import path, or by its package alone.
func (p Pattern) matches(u *unit) bool {
	if p.file != nil && !p.file.MatchString(filepath.ToSlash(u.file.Path)) {
		return false
	}
	if p.name == nil {
		return true
	}
	for _, pkg := range []string{u.group.label, u.group.relative, u.group.path} {
		name := pkg + "." + u.local()
		if p.name.MatchString(pkg) || p.name.MatchString(name) || p.name.MatchString(pointer().ReplaceAllString(name, "$1")) {
			return true
		}
	}
	return false
}

// patternSet is a list of patterns, and which of them have matched something.
type patternSet struct {
	list []Pattern
	used []bool
}

func newPatternSet(list []Pattern) *patternSet {
	return &patternSet{list: list, used: make([]bool, len(list))}
}

// match returns the first pattern that matches; with named only of those that name files.
func (s *patternSet) match(u *unit, named bool) (*Pattern, bool) {
	var first *Pattern
	for i := range s.list {
		if (!named || s.list[i].file != nil) && s.list[i].matches(u) {
			s.used[i] = true
			if first == nil {
				first = &s.list[i]
			}
		}
	}
	return first, first != nil
}

// problems names the patterns that match nothing: they are most likely mistyped.
func (s *patternSet) problems() []Problem {
	var list []Problem
	for i, p := range s.list {
		if !s.used[i] {
			list = append(list, Problem{Text: fmt.Sprintf("pattern %q matches no function", p.text)})
		}
	}
	return list
}
