package export

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// WriteFolded writes folded stacks: the names from the root down with ";" between them, a blank and the
// time outside of children over all ranks, in nanoseconds (or the finest coarser unit in which the sum of
// all fits 63 bits). A ";" in a name becomes ",", and what does not print is escaped as in Go. Device time, which readers would add to the host's, is left out. Call paths
// in several environments stand on one line each, which readers add up. Regions whose time outside of children is not known
// have no line; if it is known of none, the error matches ErrRun.
func WriteFolded(w io.Writer, s *stats.Summary) error {
	_, err := viewOf(s)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(s.Regions, func(g stats.Region) bool { return g.Lacks&stats.LacksSelf == 0 }) && len(s.Regions) > 0 {
		return fmt.Errorf("%w: folded stacks are made of self time, which a file of %s does not have", ErrRun, s.Source)
	}
	unit, _ := timeUnit(s)
	b := bufio.NewWriter(w)
	stacks := make([]string, len(s.Regions))
	for i := range s.Regions {
		g := &s.Regions[i]
		stacks[i] = foldedName(g.Name)
		if g.Parent >= 0 {
			stacks[i] = stacks[g.Parent] + ";" + stacks[i]
		}
		if n := scaled(g.Self, unit); n > 0 && !g.OnDevice() && g.Lacks&stats.LacksSelf == 0 {
			b.WriteString(stacks[i])
			b.WriteByte(' ')
			b.WriteString(strconv.FormatInt(n, 10))
			b.WriteByte('\n')
		}
	}
	return b.Flush()
}

// foldedName returns a name as one part of a stack. No part is empty, or starts or ends with a blank, which
// readers strip; and none starts with "#", which some take for a comment.
func foldedName(name string) string {
	name = strings.ReplaceAll(strings.TrimSpace(oneLine(name)), ";", ",")
	if name == "" {
		return "(unnamed)"
	}
	if name[0] == '#' {
		return "_" + name
	}
	return name
}
