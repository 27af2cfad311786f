// Package check reports whether a timing file in E3SM's format keeps every rule that the readers of
// such files rely on: PACE's parser, CIME's get_timing, and scripts that count lines and columns.
//
// The rules are the readers', found by feeding them files, and stricter than any one of them. A
// file that passes is read completely by all of them.
//
// Values must also be consistent: a file whose longest call is longer than all together is readable,
// but wrong all the same. Such an error matches [ErrValues], and everything else is then correct.
package check

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrValues reports that the format of a file is correct, but values in it contradict each other.
var ErrValues = errors.New("values contradict each other")

// Global checks a global statistics file (E3SM's model_timing_stats, Omega's <prefix>.summary).
// The error names the line, counted from 1, and what was expected there.
func Global(b []byte) error {
	lines, err := split(b)
	if err != nil {
		return err
	}
	g, err := parseGlobal(lines)
	if err != nil {
		return err
	}
	if err := g.paceAgrees(lines); err != nil {
		return err
	}
	if err := g.cimeAgrees(lines); err != nil {
		return err
	}
	return g.makesSense()
}

// Rank checks a file of a single rank (E3SM's model_timing.<rank>). The error names the line,
// counted from 1, and what was expected there.
func Rank(b []byte) error {
	lines, err := split(b)
	if err != nil {
		return err
	}
	tables, err := parseRank(lines)
	if err != nil {
		return err
	}
	if err := paceAgreesRank(lines, tables); err != nil {
		return err
	}
	for _, table := range tables {
		for k := range table {
			if err := table[k].makesSense(); err != nil {
				return err
			}
		}
	}
	return nil
}

// split cuts a file into its lines and refuses what some reader would cut elsewhere: Python's splitlines has
// ten line ends, C and Go have one.
func split(b []byte) ([]string, error) {
	if len(b) == 0 {
		return nil, fmt.Errorf("line 1: the file is empty")
	}
	if !bytes.HasSuffix(b, []byte("\n")) {
		return nil, fmt.Errorf("line %d: the last line has no end", 1+bytes.Count(b, []byte("\n")))
	}
	lines := strings.Split(string(b[:len(b)-1]), "\n")
	for i, line := range lines {
		if !utf8.ValidString(line) {
			return nil, at(i, "is not UTF-8: %.80q", line)
		}
		for _, r := range line {
			if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
				return nil, at(i, "holds the control character %U: %.80q", r, line)
			}
		}
	}
	return lines, nil
}

// at makes an error for the line with index i.
func at(i int, format string, args ...any) error {
	return fmt.Errorf("line %d: %s", i+1, fmt.Sprintf(format, args...))
}

// senseless is at for values that contradict each other.
func senseless(i int, format string, args ...any) error {
	return fmt.Errorf("%w: %w", at(i, format, args...), ErrValues)
}

// checkName refuses the names that stop or mislead a reader.
func checkName(i int, name string) error {
	switch {
	case name == "":
		return at(i, "the name is empty: PACE shows it as \"default\"")
	case strings.ContainsAny(name, `"\`):
		return at(i, "the name %.80q holds a quote or a backslash: PACE fails on it", name)
	}
	for _, id := range identifiers {
		if strings.Contains(name, id) {
			return at(i, "the name %.80q holds %q, by which PACE tells the kinds of files", name, id)
		}
	}
	return nil
}
