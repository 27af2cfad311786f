package check

import (
	"errors"
	"fmt"
	"strings"
)

// SingleFile checks the file that E3SM writes with single_file: a global file followed by any number of
// ranks' files. PACE must read only the global table.
func SingleFile(b []byte) error {
	lines, err := split(b)
	if err != nil {
		return err
	}
	var starts []int
	for i := 1; i < len(lines); i++ {
		if strings.HasPrefix(lines[i], "************ PROCESS") {
			starts = append(starts, i-1)
		}
	}
	end := len(lines)
	if len(starts) > 0 {
		end = starts[0]
	}
	senseless := Global([]byte(strings.Join(lines[:end], "\n") + "\n"))
	if senseless != nil && !errors.Is(senseless, ErrValues) {
		return senseless
	}
	for k, start := range starts {
		end := len(lines)
		if k+1 < len(starts) {
			end = starts[k+1]
		}
		if err := Rank([]byte(strings.Join(lines[start:end], "\n") + "\n")); err != nil {
			err = fmt.Errorf("part from line %d: %w", start+1, err)
			if !errors.Is(err, ErrValues) {
				return err
			}
			if senseless == nil {
				senseless = err
			}
		}
	}
	g, err := parseGlobal(lines[:end])
	if err != nil {
		return err
	}
	if err := g.paceAgrees(lines); err != nil {
		return err
	}
	return senseless
}
