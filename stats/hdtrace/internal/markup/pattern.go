package markup

import (
	"strings"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// Pattern is the form of an empty tag with a time and an end: all but its values. A file has few, each many times over,
// so that it is faster to look whether a tag has the form of an earlier one than to take it apart.
type Pattern struct {
	Name       string              // of the tag
	Attributes []hdtrace.Attribute // of the tag that Take has consumed, without time and end
	Start, End hdtrace.Epoch       // of the tag that Match has found

	places    [mostInPattern]struct{ from, to int } // of values in memory, without those of time and end
	between   []string                              // what stands before each value of the tag, and behind the last
	stretches [3]stretch                            // before the first of the two times, between them, and behind
	endFirst  bool
	at        int // where the tag begins in memory
	lines     int // ends of lines in between
	misses    int // of other tags in its place
}

// stretch is what stands before a time, or behind the last one, with the values there. Mostly it is what it was in the
// tag before, so that one comparison tells all of it.
type stretch struct {
	first, behind int    // the attributes in it
	texts         int    // where between has what stands before the first of them
	text          []byte // of the tag that Take has consumed
	from, to      int    // of the tag that Match has found, in memory
	same          bool   // text and that
}

const mostInPattern = 16

// Patterns are those of a file.
type Patterns struct{ list [64]Pattern }

// patient is how many tags that have no pattern give their own the place of another.
const patient = 16

// placeOf is where the pattern of a tag is that begins so; it must be some bytes long.
func placeOf(tag []byte) int {
	return int((uint(tag[1])*31 + uint(tag[2])*7 + uint(tag[3])*3 + uint(tag[6])) % 64)
}

const shortest = len("<A time") // of tags that may have a pattern

// Match finds the pattern that the next tag has, and its values, where the tag is in memory as a whole, all its
// values mean what they are, and its times are digits with a point. Nothing is consumed: length and lines are what Take
// needs. They are 0 without one.
func (s *Scanner) Match(p *Patterns) (pattern *Pattern, length, lines int) {
	at := s.at
	for at < s.End && isSpace(s.Buf[at]) {
		if s.Buf[at] == '\n' {
			lines++
		}
		at++
	}
	b := s.Buf[at:s.End]
	if len(b) < shortest || b[0] != '<' {
		return nil, 0, 0
	}
	pattern = &p.list[placeOf(b)]
	pattern.at = at
	if len(pattern.between) == 0 {
		return nil, 0, 0
	}
	var times [2]hdtrace.Epoch
	pos := 0
	for k := range pattern.stretches {
		x := &pattern.stretches[k]
		x.from = at + pos
		x.same = len(x.text) > 0 && len(b)-pos >= len(x.text) && string(b[pos:pos+len(x.text)]) == string(x.text)
		if x.same {
			pos += len(x.text)
		} else if pos = pattern.along(x, b, pos, at); pos < 0 {
			return nil, 0, 0
		}
		x.to = at + pos
		if k == len(times) {
			break
		}
		n := 0
		if times[k], n = leadingTime(b[pos:]); n == 0 {
			return nil, 0, 0
		}
		pos += n
	}
	if pattern.endFirst {
		times[0], times[1] = times[1], times[0]
	}
	pattern.Start, pattern.End = times[0], times[1]
	return pattern, at - s.at + pos, lines
}

// along finds the values of a stretch of a tag b, which stands at that place in memory. It returns where the stretch
// ends in b, or -1 if the tag has another form.
func (p *Pattern) along(x *stretch, b []byte, pos, at int) int {
	for i := x.first; ; i++ {
		text := p.between[x.texts+i-x.first]
		if len(b)-pos < len(text) || string(b[pos:pos+len(text)]) != text {
			return -1
		}
		if pos += len(text); i == x.behind {
			return pos
		}
		from := pos
		for pos < len(b) && naming.AsItIs[b[pos]] {
			pos++
		}
		p.places[i].from, p.places[i].to = at+from, at+pos
	}
}

// Take consumes the tag that Match has found. It returns where the tag begins.
func (s *Scanner) Take(p *Pattern, length, lines int) (offset int64, line int) {
	for k := range p.stretches {
		x := &p.stretches[k]
		if x.same {
			continue
		}
		x.text = append(x.text[:0], s.Buf[x.from:x.to]...)
		for i := x.first; i < x.behind; i++ {
			if raw := s.Buf[p.places[i].from:p.places[i].to]; string(raw) != p.Attributes[i].Value {
				p.Attributes[i].Value = string(raw)
			}
		}
	}
	offset, line = s.Base+int64(p.at), s.Line+lines
	s.Line = line + p.lines
	s.at += length
	return offset, line
}

// Learn makes a pattern of an empty tag that was taken apart without a fault, and whose bytes are still there.
func (p *Patterns) Learn(t *Token) {
	whole := t.Name[:len(t.Name)+len(t.Attributes)]
	if len(whole)+1 < shortest {
		return
	}
	tag := append(append([]byte{'<'}, whole...), "/>"...)
	to := &p.list[placeOf(tag)]
	if to.misses++; to.between != nil && to.misses < patient {
		return
	}
	pattern := Pattern{Name: string(t.Name)}
	from, times, starts, n := 0, 0, 0, 0
	for at := 0; ; n++ {
		a, problem := attribute(t.Attributes, at, false)
		if problem != "" || n == mostInPattern {
			return
		}
		if a.name == a.nameEnd {
			break
		}
		at = a.valueEnd + 1
		switch name := string(t.Attributes[a.name:a.nameEnd]); {
		case name != "time" && name != "end":
			pattern.Attributes = append(pattern.Attributes, hdtrace.Attribute{Name: name})
		case times == len(pattern.stretches)-1:
			return
		default:
			if name == "time" {
				starts++
			} else {
				pattern.endFirst = times == 0
			}
			pattern.stretches[times].behind = len(pattern.Attributes)
			times++
			pattern.stretches[times] = stretch{first: len(pattern.Attributes), texts: n + 1}
		}
		value := 1 + len(t.Name) + a.value
		pattern.between = append(pattern.between, string(tag[from:value]))
		from = 1 + len(t.Name) + a.valueEnd
	}
	if times != len(pattern.stretches)-1 || starts != 1 {
		return
	}
	pattern.stretches[times].behind = len(pattern.Attributes)
	pattern.between = append(pattern.between, string(tag[from:]))
	for _, text := range pattern.between {
		pattern.lines += strings.Count(text, "\n")
	}
	*to = pattern
}
