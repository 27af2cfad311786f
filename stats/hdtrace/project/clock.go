package project

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// Clock is where the clock of a rank's traces stood at one time against the one that all ranks have in common. Between
// two of a rank, offsets are interpolated linearly.
type Clock struct {
	Rank   int
	Thread string        // label of the trace; "" for all of the rank
	Time   hdtrace.Epoch // as the trace has it
	Offset time.Duration // to be added to it: 0 where the trace was written on the common clock
	Error  time.Duration // how far from the common clock the sum may be, not negative
	Own    bool          // the rank does not read the clock that other ranks of its host do
}

// clocks is the element of them, which other readers do not know and pass over.
const clocks = "clocks"

// readClocks reads them; an element of the same name that says something else is reported as false.
func (p *Project) readClocks(tree *markup.Tree) bool {
	var list []Clock
	for _, c := range tree.Children {
		var k Clock
		rank, _ := c.Value("rank")
		n, err := strconv.ParseUint(rank, 10, 31)
		if err != nil || !strings.EqualFold(c.Name, "Clock") {
			return false
		}
		k.Rank = int(n)
		k.Thread, _ = c.Value("thread")
		own, _ := c.Value("own")
		k.Own = own == "yes"
		for _, part := range []struct {
			name string
			set  func(hdtrace.Epoch)
		}{{"time", func(e hdtrace.Epoch) { k.Time = e }}, {"offset", func(e hdtrace.Epoch) { k.Offset = time.Duration(e) }}, {"error", func(e hdtrace.Epoch) { k.Error = time.Duration(e) }}} {
			text, _ := c.Value(part.name)
			e, err := hdtrace.ParseEpoch(text)
			if err != nil {
				return false
			}
			part.set(e)
		}
		if k.Error < 0 {
			return false
		}
		list = append(list, k)
	}
	p.Clocks = append(p.Clocks, list...)
	return true
}

// mergeClocks adds those of traces that have none here.
func (p *Project) mergeClocks(other []Clock) {
	mine := p.Clocks
	for _, c := range other {
		if !slices.ContainsFunc(mine, func(m Clock) bool { return m.Rank == c.Rank && m.Thread == c.Thread }) {
			p.Clocks = append(p.Clocks, c)
		}
	}
}

func (x *projectText) clocks(list []Clock) {
	if len(list) == 0 {
		return
	}
	x.line(1).raw("<Clocks>\n")
	for _, c := range list {
		x.line(2).raw("<Clock").number("rank", int64(c.Rank))
		if c.Thread != "" {
			x.attribute("thread", c.Thread)
		}
		x.attribute("time", c.Time.String()).attribute("offset", hdtrace.Epoch(c.Offset).String()).attribute("error", hdtrace.Epoch(c.Error).String())
		if c.Own {
			x.attribute("own", "yes")
		}
		x.raw(" />\n")
	}
	x.line(1).raw("</Clocks>\n")
}
