package check

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/lazyregexp"
)

// cime finds timers as CIME's get_timing does: by a regular expression on each line, the first match of which
// wins. Candidates are kept by name, so that a check of every timer of a large file does not try every
// expression on every line.
type cime struct {
	lines map[string][]string // by the text between the first two quotes
}

func newCIME(lines []string) *cime {
	c := &cime{lines: map[string][]string{}}
	for _, line := range lines {
		if !strings.HasPrefix(strings.TrimLeft(line, " \t"), `"`) {
			continue
		}
		name := strings.SplitN(line, `"`, 3)[1]
		c.lines[name] = append(c.lines[name], line)
	}
	return c
}

var (
	// On flag, two integers, count and walltotal in any form, then the two walls, which must be
	// fixed-point numbers, each followed by a parenthesis.
	cimeWalls = lazyregexp.New(`^\s+\S\s+\d+\s*\d+\s*\S+\s*\S+\s*(\d*\.\d+)\s*\(.*\)\s*(\d*\.\d+)\s*\(.*\)`)
	cimeCalls = lazyregexp.New(`^\s+\S\s+(\d+)\s*\d+\s*(\S+)`)
)

// maxMin returns the largest and the smallest wall of a timer as CIME reads them.
func (c *cime) maxMin(name string) (largest, smallest string, ok bool) {
	m := c.match(name, cimeWalls())
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

// calls returns the processes and the count of a timer: CIME takes their quotient for the number of time
// steps.
func (c *cime) calls(name string) (processes, calls float64, ok bool) {
	m := c.match(name, cimeCalls())
	if m == nil {
		return 0, 0, false
	}
	processes, err1 := strconv.ParseFloat(m[1], 64)
	calls, err2 := strconv.ParseFloat(m[2], 64)
	return processes, calls, err1 == nil && err2 == nil
}

// match tries what follows the quoted name.
func (c *cime) match(name string, re *regexp.Regexp) []string {
	for _, line := range c.lines[name] {
		rest := strings.TrimPrefix(strings.TrimLeft(line, " \t"), `"`+name+`"`)
		if m := re.FindStringSubmatch(rest); m != nil {
			return m
		}
	}
	return nil
}
