package geopm

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/go-hpc/timers/internal/lazyregexp"
)

// GEOPM's reader is PyYAML, which goes by YAML 1.1, with one more form of numbers (1e+10).
var (
	yamlNumber = lazyregexp.New(`^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+|\.[0-9_]+(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|[-+]?0b[01_]+|[-+]?0x[0-9a-fA-F_]+|[-+]?[0-9][0-9_]*)$`)
	yamlTime   = lazyregexp.New(`^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?)$`)
	yamlWord   = lazyregexp.New(`^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF|~|null|Null|NULL|=|<<|)$`)
)

// pythonFloat is what Python's float takes: readers try that on texts, too, quoted ones among them.
var pythonFloat = lazyregexp.New(`^(?i)\s*[-+]?(?:[0-9]+(?:_[0-9]+)*\.?(?:[0-9]+(?:_[0-9]+)*)?(?:e[-+]?[0-9]+(?:_[0-9]+)*)?|\.[0-9]+(?:_[0-9]+)*(?:e[-+]?[0-9]+(?:_[0-9]+)*)?|inf|infinity|nan)\s*$`)

// readAsString reports whether a plain scalar stays a string for a reader of YAML 1.1.
func readAsString(text string) bool {
	return !yamlNumber().MatchString(text) && !yamlTime().MatchString(text) && !yamlWord().MatchString(text)
}

// plainSafe reports whether a text can be written without quotes, as value or as key, and is read back
// unchanged.
func plainSafe(text string) bool {
	if text == "" || text != strings.TrimSpace(text) || strings.ContainsRune("!&*-?|>'\"%@`#,[]{}:", rune(text[0])) && !dashed(text) {
		return false
	}
	if strings.Contains(text, ": ") || strings.Contains(text, " #") || strings.HasSuffix(text, ":") || !utf8.ValidString(text) {
		return false
	}
	return strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == '\ufeff' || r > 0xffff }) < 0
}

// dashed reports whether a text starts with a sign that means nothing to YAML: -1, -x, :x.
func dashed(text string) bool {
	return len(text) > 1 && strings.ContainsRune("-:?", rune(text[0])) && text[1] != ' ' && text != "---"
}

// quoted returns a text as a double-quoted scalar of YAML.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range printed(text) {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		case r != ' ' && !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// stringScalar returns a text that readers are to take for a string: without quotes as GEOPM writes it, if
// they then do.
func stringScalar(text string) string {
	if plainSafe(text) && readAsString(text) {
		return text
	}
	return quoted(text)
}

// valueScalar returns a text that readers may take for what they like.
func valueScalar(text string) string {
	if plainSafe(text) || flow(text, 0) {
		return text
	}
	return quoted(text)
}

// flow reports whether a text is a mapping or a list in braces or brackets, which is written unchanged.
func flow(text string, kind yaml.Kind) bool {
	if text == "" || text[0] != '{' && text[0] != '[' || strings.Contains(text, "\t") {
		return false
	}
	root, err := parse(chunk{text: []byte("x: " + text + "\n"), line: 1})
	if err != nil || root == nil || root.Kind != yaml.MappingNode || len(root.Content) != 2 {
		return false
	}
	n := root.Content[1]
	return (n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode) && (kind == 0 || n.Kind == kind)
}

// policyScalar returns a policy: JSON unchanged, or a word.
func policyScalar(text string) string {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return "{}"
	case flow(text, yaml.MappingNode):
		return text
	}
	return stringScalar(text)
}
