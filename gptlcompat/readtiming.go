package gptlcompat

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/go-hpc/timers/stats"
)

func isTimingTitle(line string) bool {
	return hasWords(line, "   Called", "Recurse", "Wall", "max", "min") && !strings.Contains(line, " On ")
}

// ReadTiming reads upstream's file of one process, or what it printed to stderr, with other text
// around it. It takes the titles of older versions too. The rank is not in the file.
//
// What the columns beyond the Profile hold is in Options: of the clock's parts, values that print as
// those of the file.
//
// The error is ErrNoTable or a *SyntaxError; the result holds the rows before it.
func ReadTiming(r io.Reader) (*Timing, error) {
	l := newLines(r)
	t := timingReader{t: &Timing{Profile: &stats.Profile{}}}
	wrong := false
	t.t.Options = TimingOptions{NoOverhead: true, NoPreamble: true, NoThreadSort: true, CallErrors: &wrong}
	err := t.read(l)
	t.finish()
	if err != nil {
		err = fmt.Errorf("timing of a process: %w", err)
	}
	return t.t, err
}

// timingReader is the file of a process while it is being read.
type timingReader struct {
	tables
	t      *Timing
	titles timingTitles
	parts  [6]overheadPart
	total  float64 // cost of a start or stop
	whole  bool    // it is known
	rate   bool    // of the clock is known
	probe  string
	mapped int
}

func (t *timingReader) read(l *lines) error {
	for l.next() {
		if strings.HasPrefix(l.text, "GPTL version info: ") && t.threads != nil {
			return l.fail("one process, not a second")
		}
		if err := t.line(l); err != nil {
			return err
		}
	}
	switch {
	case l.s.Err() != nil:
		return l.ended("")
	case t.threads == nil:
		return ErrNoTable
	case t.mapped < len(t.threads):
		return l.ended("the mapping of threads")
	}
	return nil
}

// finish makes the Profile of what was read.
func (t *timingReader) finish() {
	o := &t.t.Options
	var rows []map[int]int
	o.Method, rows = t.build(t.t.Profile, o.ImperfectNesting)
	t.t.Unknown = unknown(profileUnknown, []string{"Profile.Rank"})
	t.t.Unknown = unknown(t.t.Unknown, t.manyParents())
	if t.t.Profile.Clock.Name == "" {
		t.t.Unknown = unknown(t.t.Unknown, []string{"Clock.Name"})
	}
	if !t.rate {
		t.t.Unknown = unknown(t.t.Unknown, []string{"Clock.Hz"})
	}
	if t.whole {
		t.t.Profile.Clock.PairCost = 2e9 * t.total
		o.Components = t.components(o.Components)
	} else {
		t.t.Unknown = unknown(t.t.Unknown, []string{"Clock.PairCost"})
		o.Components = nil
	}
	t.extras(rows)
}

// line takes what one line says, or the table that begins with it.
func (t *timingReader) line(l *lines) error {
	text, o, value := l.text, &t.t.Options, ""
	is := func(prefix, suffix string) (ok bool) {
		if value, ok = strings.CutPrefix(text, prefix); ok {
			value, ok = strings.CutSuffix(value, suffix)
		}
		return ok
	}
	switch {
	case strings.HasPrefix(text, sectionStart):
		return t.table(l)
	case strings.HasPrefix(text, blocksStart):
		return t.parents(l)
	case is("GPTL version info: ", ""):
		if value != upstreamVersion {
			o.Version = value
		}
	case is("WARNING: GPTLerror was called", ""):
		*o.CallErrors = true
	case is("WARNING: SOME TIMER CALLS WERE DETECTED TO HAVE IMPERFECT NESTING", ""):
		o.ImperfectNesting = true
	case is("Source of clock rate was ", ""):
		o.ClockSource = value
	case is("Autoprofiling capability was enabled with ", ""):
		o.Autoprofiling = value
	case is("Underlying timing routine was ", "."):
		t.t.Profile.Clock.Name = value
	case is("GPTLget_overhead: using hash entry ", " for getentry estimate"):
		t.probe = value
	case is(methodStart, "."):
		t.method, t.noted, o.NoPreamble = value, true, false
	case is("Same stats sorted by timer", ""):
		o.NoThreadSort = false
	case strings.HasPrefix(text, "GPTLthreadid["):
		t.mapped++
	default:
		return t.amounts(l)
	}
	return nil
}

// amounts reads the lines that hold numbers.
func (t *timingReader) amounts(l *lines) error {
	text, o := l.text, &t.t.Options
	if o.Components == nil {
		o.Components = &Components{}
	}
	number := func(before, after string, to *float64) (bool, error) {
		_, v, ok := strings.Cut(text, before)
		v, _, also := strings.Cut(v, after)
		if !ok || !also {
			return false, nil
		}
		n := numbers{words: []string{strings.TrimSpace(v)}}
		if *to = n.float("a number"); n.bad != "" {
			return true, l.fail(n.bad)
		}
		return true, nil
	}
	var mhz float64
	switch {
	case strings.HasPrefix(text, "Clock rate = "):
		_, err := number("= ", " MHz", &mhz)
		t.rate, t.t.Profile.Clock.Hz = true, 1e6*mhz
		return err
	case strings.HasPrefix(text, "Total overhead of 1 GPTL start"):
		var err error
		t.whole, err = number("call=", " seconds", &t.total)
		return err
	case strings.HasPrefix(text, "Overhead of "):
		_, err := number("entry)=", " seconds", &o.Components.Autoprofile)
		return err
	case strings.Contains(text, "the hashtable entry is "):
		_, err := number("entry is ", " not", &o.Components.Instrumented)
		return err
	case strings.HasPrefix(text, "Process size="):
		p := &ProcessSize{}
		_, err := number("size=", " MB", &p.Size)
		if err == nil {
			_, err = number("rss=", " MB", &p.Resident)
		}
		o.ProcessSize = p
		return err
	}
	for k, label := range overheadParts {
		if strings.HasPrefix(text, label) {
			p := &t.parts[k]
			_, err := number(":", "=", &p.shown)
			if err == nil {
				_, err = number("= ", "%", &p.share)
			}
			return err
		}
	}
	return t.memory(l)
}

// memory reads what the timers occupy.
func (t *timingReader) memory(l *lines) error {
	o := &t.t.Options
	if strings.HasPrefix(l.text, "Total GPTL memory usage") {
		o.Memory = &TimingMemory{}
		return nil
	}
	if o.Memory == nil {
		return nil
	}
	for label, to := range map[string]*int64{"Hashmem": &o.Memory.Hash, "Regionmem": &o.Memory.Regions,
		"Parent/child arrays": &o.Memory.Links, "Callstackmem": &o.Memory.Stacks} {
		if strings.HasPrefix(l.text, label) {
			v, ok := kiloBytes(l.text)
			if !ok {
				return l.fail("a number of KB")
			}
			*to = v
		}
	}
	return nil
}

// overheadPart is a part of the overhead as the file has it.
type overheadPart struct{ shown, share float64 }

// overheadParts are their labels, in the order of Components' fields.
var overheadParts = [...]string{"Fortran layer:", "Get thread number:", "Generate hash index:",
	"Find hashtable entry:", "Underlying timing routine:", "Misc start/stop functions:"}

// components finds the parts of the overhead, of which the file has two digits, but three of their
// shares. Among the values that print as the file has them it takes some whose sum is right.
func (t *timingReader) components(c *Components) *Components {
	if c == nil {
		c = &Components{}
	}
	c.Probe = t.probe
	to := [...]*float64{&c.Fortran, &c.Thread, &c.Hash, &c.Entry, &c.Clock, &c.Misc}
	var least, larger [len(overheadParts)]float64
	missing, room := t.total, 0.0
	for k, p := range t.parts {
		if p.shown <= 0 {
			continue
		}
		share := p.share / 100 * t.total
		half := 0.0499 * math.Pow(10, math.Floor(math.Log10(p.shown*1.0001))) // of the last digit
		below := half
		if p.shown < 1.01*20*half {
			below = half / 10 // 1.0e-09 is rounded from 0.995e-09
		}
		least[k] = max(share-0.000499*t.total, p.shown-below)
		larger[k] = min(share+0.000499*t.total, p.shown+half) - least[k]
		missing, room = missing-least[k], room+larger[k]
	}
	for k := range to {
		*to[k] = least[k]
		if room > 0 {
			*to[k] += larger[k] * missing / room
		}
		*to[k] = quantity(*to[k])
	}
	return c
}
