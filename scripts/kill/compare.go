//go:build linux

package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/scripts/kill/ledger"
	"github.com/go-hpc/timers/stats"
)

// claim is what a table says about one rank, to be compared with its ledger.
type claim struct {
	profile *stats.Profile
	open    []openRegion
	seen    int64 // the last sign of life, CLOCK_MONOTONIC
	closed  bool  // the rank has closed its regions: it finalized, or panicked and reported
	late    bool  // the rank went on in its heap: what is there may be old, but never too much
}

// openRegion is one region that the table shows as open.
type openRegion struct {
	track int
	path  []string
	last  string        // the name of the region, with its environment
	since time.Duration // how long
}

// evidence is what the ledger said before and after the table was read, which is the same for a dead rank,
// and when that was. The truth about each count lies between what had ended before and what was about to end
// after.
type evidence struct {
	before, after *ledger.Account
	now           int64 // CLOCK_MONOTONIC; for a dead rank when it was found dead
	live          bool
}

const (
	// The clock of the timers is calibrated against CLOCK_MONOTONIC; a run of less than a second was measured
	// with the calibration of its first milliseconds.
	clockTolerance = 200e-6
	leastTolerance = 5 * time.Microsecond

	// wallTolerance is for instants that were written as the time of day, which is being adjusted.
	wallTolerance = 5 * time.Millisecond
)

// comparison collects what contradicts the ledger.
type comparison struct {
	evidence
	claim
	problems []string
}

func (c *comparison) wrong(format string, args ...any) {
	const enough = 20
	if len(c.problems) < enough {
		c.problems = append(c.problems, fmt.Sprintf(format, args...))
	}
}

// compare lists impossible values in a table.
func compare(e evidence, what claim) []string {
	c := &comparison{evidence: e, claim: what}
	measures := c.measures()
	for key, after := range e.after.Regions {
		before := e.before.Regions[key] // nothing yet, if it is not there
		m, found := measures[key]
		c.region(key, before, after, m, found)
	}
	for key := range measures {
		if c.late && strings.HasSuffix(key.Path, "/?") {
			continue // its name found no room
		}
		if _, known := e.after.Regions[key]; !known {
			c.wrong("track %d %s: the table has a region that never was", key.Track, key.Path)
		}
	}
	c.stacks()
	slices.Sort(c.problems)
	return c.problems
}

// measures returns what the profile says of each region of each track.
func (c *comparison) measures() map[ledger.Key]stats.Measure {
	p := c.profile
	paths := make([]string, len(p.Nodes))
	all := make(map[ledger.Key]stats.Measure)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		paths[i] = inEnvironment(n.Name, environmentName(p, n.Environment))
		if n.Parent >= 0 {
			paths[i] = paths[n.Parent] + "/" + paths[i]
		}
		if n.ByTrack == nil && (n.Calls > 0 || n.Running > 0) {
			all[ledger.Key{Path: paths[i]}] = n.Measure
		}
		for _, t := range n.ByTrack {
			all[ledger.Key{Track: t.Track, Path: paths[i]}] = t.Measure
		}
	}
	return all
}

// environmentName is empty for the default environment.
func environmentName(p *stats.Profile, environment int) string {
	if environment == 0 || environment >= len(p.Environments) {
		return ""
	}
	return p.Environments[environment].Name
}

func inEnvironment(name, environment string) string {
	if environment == "" {
		return name
	}
	return name + "@" + environment
}

func (c *comparison) region(key ledger.Key, before, after ledger.Entry, m stats.Measure, found bool) {
	most := after.Ending
	if after.Kind == ledger.Sampled || c.closed {
		most = after.Began // calls that are only counted count from their start; a report ends open ones
	}
	least := before.Ended
	if c.late {
		least = 0
	}
	if m.Calls < least || m.Calls > most {
		c.wrong("track %d %s: %d calls in the table, %d to %d in the ledger", key.Track, key.Path, m.Calls, least, most)
		return
	}
	if c.late {
		return
	}
	if m.Recursion < before.Nested || m.Recursion > after.Nested+(most-after.Ended) {
		c.wrong("track %d %s: %d calls of a recursion in the table, %d in the ledger", key.Track, key.Path, m.Recursion, after.Nested)
	}
	must, can := c.open(before, after)
	if must && m.Running == 0 || !can && m.Running > 0 {
		c.wrong("track %d %s: running %d in the table; must be open %t, can be %t", key.Track, key.Path, m.Running, must, can)
	}
	if found && after.Kind == ledger.Timed {
		c.times(key, before, after, m)
	}
	if got := m.Histogram.Total(); !c.live && got > 0 && (got+1 < m.Timed || got > m.Timed+1) {
		c.wrong("track %d %s: %d calls in the histogram, %d in the table", key.Track, key.Path, got, m.Timed)
	}
}

// open reports whether a region was open all the time, or may have been at some time.
func (c *comparison) open(before, after ledger.Entry) (must, can bool) {
	must, wasOpen := before.Open()
	_, can = after.Open()
	can = can || wasOpen || after.Began > before.Began
	switch {
	case after.Ending > before.Ending, after.Kind == ledger.Sampled, c.closed:
		must = false
	case after.Ending > after.Ended: // in the middle of a change, even if a recursion goes on
		must = false
	}
	return must, can
}

// times holds the completed time, and that of the open interval, against the ledger.
func (c *comparison) times(key ledger.Key, before, after ledger.Entry, m stats.Measure) {
	completed := m.Total - m.Open
	least, most := before.Inner, after.Outer
	if m.Calls > after.Ended { // the last one had ended in the table, but not yet in the ledger
		most += c.now - after.Begin
		if m.Calls == before.Ended+1 && after.Nested == m.Recursion && !c.closed && !c.live {
			least += after.Stop - after.Start
		}
	}
	if slack := tolerance(most); completed < least-slack || completed > most+slack {
		c.wrong("track %d %s: %d ns in %d calls in the table, %d to %d ns in the ledger", key.Track, key.Path, completed, m.Calls, least, most)
	}
	if m.Timed > 0 && (m.Min > m.Max || m.Max > completed+tolerance(completed)) {
		c.wrong("track %d %s: calls of %d to %d ns, %d ns in all", key.Track, key.Path, m.Min, m.Max, completed)
	}
	if m.Running > 0 {
		c.since(key, before, after, m.Open)
	}
}

// since holds how long a region was open up to the last sign of life against the ledger.
func (c *comparison) since(key ledger.Key, before, after ledger.Entry, open int64) {
	most := c.now - after.Begin
	if c.live && after.Began > before.Began {
		return // it is not known which call was seen
	}
	if !c.live {
		most = min(most, c.seen-after.Begin+int64(wallTolerance))
	}
	if open > max(most, 0)+tolerance(most) {
		c.wrong("track %d %s: open for %d ns in the table, at most %d in the ledger", key.Track, key.Path, open, most)
	}
	if must, _ := c.open(before, after); !c.live && must && open < c.seen-after.Start-int64(wallTolerance) {
		c.wrong("track %d %s: open for %d ns in the table, at least %d in the ledger", key.Track, key.Path, open, c.seen-after.Start)
	}
}

func tolerance(ns int64) int64 { return int64(clockTolerance*float64(ns)) + int64(leastTolerance) }

// stacks holds the open regions against the ledger, and against each other: each stands inside the
// one before.
func (c *comparison) stacks() {
	if c.late {
		return
	}
	shown := make(map[ledger.Key]bool)
	last := make(map[int][]string)
	for _, o := range c.claim.open {
		around, inside := last[o.track]
		if inside && (len(o.path) <= len(around) || !slices.Equal(o.path[:len(around)], around)) {
			c.wrong("track %d: open %s after %s", o.track, strings.Join(o.path, "/"), strings.Join(around, "/"))
		}
		last[o.track] = o.path
		key, known := c.keyOf(o)
		if !known {
			c.wrong("track %d: open %s, which never was", o.track, strings.Join(o.path, "/"))
			continue
		}
		shown[key] = true
		before, after := c.before.Regions[key], c.after.Regions[key]
		if _, can := c.open(before, after); !can {
			c.wrong("track %d: %s is shown as open, and was not", key.Track, key.Path)
		} else if after.Kind == ledger.Timed {
			c.since(key, before, after, int64(o.since))
		}
	}
	for key, after := range c.after.Regions {
		if must, _ := c.open(c.before.Regions[key], after); must && !shown[key] {
			c.wrong("track %d: %s was open, and is not shown", key.Track, key.Path)
		}
	}
}

// keyOf finds an open region in the ledger, where all names stand with their environments.
func (c *comparison) keyOf(o openRegion) (ledger.Key, bool) {
	key := ledger.Key{Track: o.track, Path: strings.Join(append(slices.Clone(o.path[:len(o.path)-1]), o.last), "/")}
	if _, known := c.after.Regions[key]; known {
		return key, true
	}
	plain := strings.Join(o.path, "/")
	for key := range c.after.Regions {
		name := key.Path[strings.LastIndexByte(key.Path, '/')+1:]
		if key.Track == o.track && name == o.last && withoutEnvironments(key.Path) == plain {
			return key, true
		}
	}
	return key, false
}

func withoutEnvironments(path string) string {
	names := strings.Split(path, "/")
	for i, n := range names {
		names[i], _, _ = strings.Cut(n, "@")
	}
	return strings.Join(names, "/")
}
