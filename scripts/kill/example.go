//go:build linux

package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/scripts/kill/ledger"
	"github.com/go-hpc/timers/stats"
)

// stepLine is what the example prints when it has done a step.
var stepLine = regexp.MustCompile(`(?m)^step +(\d+) `)

// judgeExample holds the table of a rank of the example against what rank 0 has printed.
func (k *kill) judgeExample(rank int, t *ranktable.Table, reported bool) {
	if t == nil {
		if !reported {
			k.fail("rank %d has no table", rank)
		}
		return
	}
	k.judgeInfo(k.info(t), rank, ledger.Running)
	p, err := t.Profile()
	if err == nil {
		err = p.Check()
	}
	if err != nil {
		k.fail("rank %d: profile: %v", rank, err)
		return
	}
	lines := stepLine.FindAllStringSubmatch(k.output(0), -1)
	if len(lines) == 0 {
		k.fail("the example has printed no step")
		return
	}
	printed, _ := strconv.ParseUint(lines[len(lines)-1][1], 10, 64)
	// All ranks take part in the check after each step: none can be more than one ahead of another.
	least, most := printed, printed+1
	if rank != 0 {
		least, most = max(printed, 1)-1, printed+2
	}
	if got := callsOf(p, "Total/run_loop/step"); got < least || got > most {
		k.fail("rank %d: %d steps in the table, %d to %d were done", rank, got, least, most)
	}
	for _, wrong := range outgrown(p) {
		k.fail("rank %d: %s", rank, wrong)
	}
	regions, err := t.OpenRegions()
	if err != nil || len(regions) == 0 || len(regions[0].Path) != 1 || regions[0].Path[0] != "Total" {
		k.fail("rank %d: Total is not the outermost open region: %v (%v)", rank, regions, err)
	}
}

func callsOf(p *stats.Profile, path string) uint64 {
	for i := range p.Nodes {
		if strings.Join(p.Path(i), "/") == path {
			return p.Nodes[i].Calls
		}
	}
	return 0
}

// outgrown lists regions of the main goroutine that took less time than the regions in them.
func outgrown(p *stats.Profile) []string {
	own := func(n *stats.Node) int64 {
		if n.ByTrack == nil {
			return n.Total
		}
		if n.ByTrack[0].Track == 0 {
			return n.ByTrack[0].Total
		}
		return 0
	}
	inside := make([]int64, len(p.Nodes))
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Parent >= 0 && !n.Estimated {
			inside[n.Parent] += own(n)
		}
	}
	var list []string
	for i := range p.Nodes {
		// Times of the same ticks are rounded for each region by itself.
		if most := own(&p.Nodes[i]) + int64(len(p.Nodes)) + 1000; inside[i] > most {
			list = append(list, fmt.Sprintf("%s took %d ns, what is in it %d ns", strings.Join(p.Path(i), "/"), own(&p.Nodes[i]), inside[i]))
		}
	}
	return list
}
