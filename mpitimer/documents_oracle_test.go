package mpitimer_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats"
)

// The oracle of TestDocuments is what README.md, docs/regions.md and the comments of package mpitimer say,
// and nothing else: whoever wrote it had not read the timers. It is slow and plain, and has no special case
// that the documents do not have.

// What the timers call wrong use.
const (
	wrongName      = "stop without start"
	wrongInterval  = "stop of an interval that has ended"
	wrongGoroutine = "stopped on another goroutine than it was started on"
	wrongNesting   = "still running when its parent was stopped"
	wrongEnable    = "enable without disable"
	wrongUnknown   = "unknown machine environment; timed in the default one"
	wrongMember    = "rank is no member of the machine environment; timed in the default one"
)

// A place is a call path and the environments along it.
type place struct {
	parent      *place
	name        string
	environment string // its name and ranks
	children    []*place

	calls, recursion, timed uint64
	total, least, most      int64
}

// below is the place of a region; places stand in the order in which they were first started.
func (p *place) below(name, environment string) *place {
	for _, c := range p.children {
		if c.name == name && c.environment == environment {
			return c
		}
	}
	c := &place{parent: p, name: name, environment: environment}
	p.children = append(p.children, c)
	return c
}

func (p *place) key() string {
	if p.parent == nil {
		return p.name
	}
	return p.parent.key() + "/" + p.name + "@" + p.environment
}

// measured counts calls, of which the shortest and the longest are known.
func (p *place) measured(calls uint64, total, least, most int64) {
	if p.timed == 0 || least < p.least {
		p.least = least
	}
	p.most = max(p.most, most)
	p.calls, p.timed, p.total = p.calls+calls, p.timed+calls, p.total+total
}

// A call is a start that has not been stopped.
type call struct {
	place     *place
	at        *place // what is started inside stands below it
	written   string // the name as the program gave it, without a prefix
	whole     string // with its prefix
	started   int64
	begin     int64 // of what is measured: the start, or a Reset since
	depth     int   // how many calls were open around it
	left      bool  // out, for its level: it has no place
	recursive bool
	phase     bool // of Next
	by        *strand
	ended     bool
}

// A strand is a goroutine.
type strand struct {
	root  *place // its regions stand below it
	open  []*call
	ended bool
}

func (s *strand) at() *place {
	if n := len(s.open); n > 0 {
		return s.open[n-1].at
	}
	return s.root
}

// innermost is the innermost call that is as wanted; -1 if there is none.
func (s *strand) innermost(wanted func(*call) bool) int {
	for i := len(s.open) - 1; i >= 0; i-- {
		if wanted(s.open[i]) {
			return i
		}
	}
	return -1
}

// depth is how many calls are open that were not left out.
func (s *strand) depth() (n int) {
	for _, c := range s.open {
		if !c.left {
			n++
		}
	}
	return n
}

// running is the outermost call of a region on this goroutine. Others have their own.
func (s *strand) running(name, environment string) *call {
	for _, c := range s.open {
		if !c.left && c.whole == name && c.place.environment == environment {
			return c
		}
	}
	return nil
}

// An oracle is the timers of a rank, as they are documented.
type oracle struct {
	now          int64
	since        int64 // Reset, or the begin
	total        *place
	strands      []*strand
	prefix       string
	level        int
	disabled     int
	environments map[string]string // by name: name and ranks; blank where rank 0 is no member
	wrong        map[string]uint64
	goneStops    uint64 // second stops after the goroutine has ended, which are counted as one kind or the other
}

func newOracle(ranks int) *oracle {
	o := &oracle{total: &place{name: mpitimer.TotalName}, wrong: make(map[string]uint64)}
	all := fmt.Sprint("Default 0-", ranks-1)
	if ranks == 1 {
		all = "Default 0"
	}
	o.environments = map[string]string{"": all, "Default": all}
	o.strands = []*strand{{root: o.total}}
	return o
}

// start returns nil when nothing is started: stops of it do nothing either.
func (o *oracle) start(s *strand, name, environment string, level int, phase bool) *call {
	if o.disabled > 0 {
		return nil
	}
	whole := o.prefix + name
	c := &call{written: name, whole: whole, started: o.now, begin: o.now, phase: phase, by: s}
	if level > o.level {
		c.left, c.at = true, s.at()
		s.open = append(s.open, c)
		return c
	}
	if i := s.innermost(func(c *call) bool { return !c.left }); phase && i >= 0 && s.open[i].phase {
		o.end(s, i)
	}
	c.at = s.at()
	environment = o.inForce(environment)
	if outer := s.running(whole, environment); outer != nil {
		c.place, c.recursive = outer.place, true
	} else {
		c.place = c.at.below(whole, environment)
		c.at = c.place
	}
	c.depth = s.depth()
	s.open = append(s.open, c)
	return c
}

// inForce is the environment that has the name by now, or else the default one.
func (o *oracle) inForce(name string) string {
	environment, known := o.environments[name]
	switch {
	case !known:
		o.wrong[wrongUnknown]++
	case environment == "":
		o.wrong[wrongMember]++
	default:
		return environment
	}
	return o.environments[""]
}

// end ends the calls of a goroutine from the i-th one on, the innermost first. A call that was left out ends alone.
func (o *oracle) end(s *strand, i int) {
	if s.open[i].left {
		s.open = slices.Delete(s.open, i, i+1)
		return
	}
	for j := len(s.open) - 1; j >= i; j-- {
		c := s.open[j]
		c.ended = true
		if c.left {
			continue
		}
		if j > i && !c.phase {
			o.wrong[wrongNesting]++
		}
		if c.recursive {
			c.place.calls++
			c.place.recursion++
		} else {
			d := o.now - c.begin
			c.place.measured(1, d, d, d)
		}
	}
	s.open = s.open[:i]
}

// stopName takes the name as it was given to the start, whatever the prefix was and is, or the whole name.
func (o *oracle) stopName(s *strand, name string) {
	if o.disabled > 0 {
		return
	}
	if i := s.innermost(func(c *call) bool { return c.written == name || c.whole == name }); i >= 0 {
		o.end(s, i)
		return
	}
	o.wrong[wrongName]++
}

func (o *oracle) stop(s *strand, c *call) {
	switch {
	case c == nil:
	case c.left:
		if i := slices.Index(s.open, c); i >= 0 {
			o.end(s, i)
		}
	case c.by.ended:
		o.goneStops++
	case c.by != s:
		o.wrong[wrongGoroutine]++
	case c.ended:
		if i := s.innermost(c.isTakenFor); i >= 0 {
			o.end(s, i)
			return
		}
		o.wrong[wrongInterval]++
	default:
		o.end(s, slices.Index(s.open, c))
	}
}

// isTakenFor reports whether a second Stop of the call ends the other: timed calls are told apart by the reading of the
// clock at which they began.
func (c *call) isTakenFor(other *call) bool {
	return !other.left && other.place == c.place && other.depth == c.depth && other.started == c.started &&
		!other.recursive && !c.recursive
}

// add is for the region that runs, if one of that name does, otherwise for one below the current region.
func (o *oracle) add(s *strand, name string, total int64, calls int) {
	if o.disabled > 0 {
		return
	}
	p := s.at()
	if c := s.running(o.prefix+name, o.environments[""]); c != nil {
		p = c.place
	} else {
		p = p.below(o.prefix+name, o.environments[""])
	}
	if calls == 1 {
		p.measured(1, total, total, total)
		return
	}
	p.calls, p.total = p.calls+uint64(calls), p.total+total // of several calls no shortest and no longest is known
}

func (o *oracle) enable() {
	if o.disabled == 0 {
		o.wrong[wrongEnable]++
		return
	}
	o.disabled--
}

func (o *oracle) reset() {
	o.since = o.now
	o.each(func(p *place) {
		p.calls, p.recursion, p.timed, p.total, p.least, p.most = 0, 0, 0, 0, 0, 0
	})
	for _, s := range o.strands {
		for _, c := range s.open {
			c.begin = o.now
		}
	}
}

// parentPrefix is what AddParentPrefix makes of the prefix: the region that starts now would stand below is named,
// without the prefix if its name begins with that.
func (o *oracle) parentPrefix(s *strand) {
	o.prefix += strings.TrimPrefix(s.at().name, o.prefix) + ":"
}

// each visits all places below Total, parents first.
func (o *oracle) each(visit func(*place)) {
	var walk func(p *place)
	walk = func(p *place) {
		for _, c := range p.children {
			visit(c)
			walk(c)
		}
	}
	walk(o.total)
}

// lines is what a Profile should have: a line for each call path that was timed or is running.
func (o *oracle) lines() []string {
	open, time := make(map[*place]int), make(map[*place]int64)
	for _, s := range o.strands {
		for _, c := range s.open {
			if !c.recursive && !c.left {
				open[c.place]++
				time[c.place] += o.now - c.begin
			}
		}
	}
	lines := []string{fmt.Sprintf("%s: %d", o.total.name, o.now-o.since)}
	o.each(func(p *place) {
		m := stats.Measure{Calls: p.calls, Recursion: p.recursion, Running: open[p], Total: p.total + time[p],
			Open: time[p], Timed: p.timed, Min: p.least, Max: p.most}
		if line := measureLine(p.key(), &m); line != "" {
			lines = append(lines, line)
		}
	})
	slices.Sort(lines)
	return lines
}

// measureLine is blank for a call path that was not timed.
func measureLine(key string, m *stats.Measure) string {
	if m.Calls == 0 && m.Running == 0 && m.Total == 0 {
		return ""
	}
	return fmt.Sprintf("%s: calls %d, recursive %d, running %d, total %d, open %d, timed %d from %d to %d",
		key, m.Calls, m.Recursion, m.Running, m.Total, m.Open, m.Timed, m.Min, m.Max)
}

// profileLines is lines for what the timers say.
func profileLines(p *stats.Profile) []string {
	keys := make([]string, len(p.Nodes))
	var lines []string
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Parent < 0 {
			keys[i] = n.Name
			lines = append(lines, fmt.Sprintf("%s: %d", n.Name, n.Total))
			continue
		}
		e := &p.Environments[n.Environment]
		keys[i] = keys[n.Parent] + "/" + n.Name + "@" + placeOf(e.Name, e.Ranks)
		if line := measureLine(keys[i], &n.Measure); line != "" {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return lines
}

// wrongLines is how often each kind of wrong use was counted.
func wrongLines(wrong map[string]uint64) []string {
	var lines []string
	for kind, count := range wrong {
		lines = append(lines, fmt.Sprintf("! %s: %d", kind, count))
	}
	slices.Sort(lines)
	return lines
}

// wrongOf is the same of a Profile.
func wrongOf(p *stats.Profile) map[string]uint64 {
	wrong := make(map[string]uint64)
	for _, w := range p.Warnings {
		wrong[w.Kind] += w.Count
	}
	return wrong
}

// openLines is the regions of the main goroutine that OpenRegions should list.
func (o *oracle) openLines() []string {
	lines := []string{mpitimer.TotalName + " Default"}
	for _, c := range o.strands[0].open {
		if !c.recursive && !c.left {
			lines = append(lines, pathOf(c.place)+" "+strings.Fields(c.place.environment)[0])
		}
	}
	return lines
}

func pathOf(p *place) string {
	if p.parent == nil {
		return p.name
	}
	return pathOf(p.parent) + "/" + p.name
}

// query is the calls of all regions of a name, and whether there is one.
func (o *oracle) query(name string) (calls uint64) {
	o.each(func(p *place) {
		if p.name == name {
			calls += p.calls
		}
	})
	return calls
}

func (o *oracle) names() []string {
	var names []string
	o.each(func(p *place) { names = append(names, p.name) })
	slices.SortFunc(names, cmp.Compare[string])
	return slices.Compact(names)
}
