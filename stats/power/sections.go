package power

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Configurations consist of sections that may repeat, such as [Trace], with settings key = value in them.
// There is no escaping. A '#' starts a comment at the start of a line or after a blank.

// maxLine is far longer than any sensible line.
const maxLine = 64 * 1024

type setting struct {
	key   string // in lower case
	value string
	line  int
}

type section struct {
	name     string // in lower case
	line     int
	settings []setting
	lines    map[string]int // of the settings, by their keys
}

// faults collects what is wrong with a file, and where.
type faults struct {
	file string
	list []error
	more int // faults left out of the list
}

// mostFaults is how many faults of a file are listed.
const mostFaults = 100

func (f *faults) add(line int, format string, args ...any) {
	f.addCode(ErrConfigInvalid, line, format, args...)
}

func (f *faults) addCode(code Code, line int, format string, args ...any) {
	f.keep(&ConfigError{File: f.file, Line: line, Text: fmt.Sprintf(format, args...), Code: code})
}

func (f *faults) keep(fault *ConfigError) {
	if len(f.list) == mostFaults {
		f.more++
		return
	}
	f.list = append(f.list, fault)
}

func (f *faults) err() error {
	if f.more == 0 {
		return errors.Join(f.list...)
	}
	more := &ConfigError{File: f.file, Text: fmt.Sprintf("and %d more faults", f.more), Code: ErrConfigInvalid}
	return errors.Join(append(slices.Clone(f.list), more)...)
}

// readSections reads a file to its end and collects faults. The error is that of the io.Reader.
func readSections(r io.Reader, f *faults) ([]section, error) {
	var sections []section
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxLine)
	line := 0
	for scanner.Scan() {
		line++
		text := strings.TrimSpace(withoutComment(scanner.Text()))
		if line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		switch {
		case text == "":
		case text[0] == '[':
			name, ok := strings.CutSuffix(text[1:], "]")
			name = strings.ToLower(strings.TrimSpace(name))
			if !ok {
				f.add(line, "%q begins a section and has no ] at its end", text)
			}
			sections = append(sections, section{name: name, line: line})
		default:
			sections = addSetting(sections, text, line, f)
		}
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		f.add(line+1, "the line is longer than %d bytes", maxLine)
		return sections, nil
	}
	return sections, scanner.Err()
}

func withoutComment(text string) string {
	for i := range len(text) {
		if text[i] == '#' && (i == 0 || text[i-1] == ' ' || text[i-1] == '\t') {
			return text[:i]
		}
	}
	return text
}

func addSetting(sections []section, text string, line int, f *faults) []section {
	key, value, ok := strings.Cut(text, "=")
	key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
	switch {
	case !ok || key == "":
		f.add(line, "%q is neither a [Section] nor key = value", text)
		return sections
	case len(sections) == 0:
		f.add(line, "%q stands before the first section", text)
		return sections
	}
	s := &sections[len(sections)-1]
	if before, set := s.lines[key]; set {
		f.add(line, "%s was set before, in line %d", key, before)
		return sections
	}
	if value == "" {
		f.add(line, "%s has no value", key)
		return sections
	}
	if s.lines == nil {
		s.lines = make(map[string]int)
	}
	s.lines[key] = line
	s.settings = append(s.settings, setting{key, value, line})
	return sections
}
