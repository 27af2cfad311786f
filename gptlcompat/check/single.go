package check

import (
	"fmt"
	"strings"
)

// SingleFile checks what E3SM writes with single_file: a global file and any number of ranks' files
// behind each other. PACE must take the global table alone.
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
	if err := Global([]byte(strings.Join(lines[:end], "\n") + "\n")); err != nil {
		return err
	}
	for k, start := range starts {
		end := len(lines)
		if k+1 < len(starts) {
			end = starts[k+1]
		}
		if err := Rank([]byte(strings.Join(lines[start:end], "\n") + "\n")); err != nil {
			return fmt.Errorf("part from line %d: %w", start+1, err)
		}
	}
	g, err := parseGlobal(lines[:end])
	if err != nil {
		return err
	}
	return g.paceAgrees(lines)
}
