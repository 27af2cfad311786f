package markup

import "github.com/go-hpc/timers/stats/hdtrace/internal/naming"

// Pattern is the form of an empty tag: all but its values. A file has few, each many times over, so that it is faster to
// look whether a tag has the form of an earlier one than to take it apart.
type Pattern struct {
	Name  string   // of the tag
	Names []string // of its attributes

	places  [mostInPattern]struct{ from, to int } // of the values that Match has found, in memory
	between []string                              // what stands before each value, and behind the last
	lines   int                                   // ends of lines in between
	values  []string                              // that were last asked for
	misses  int                                   // of other tags in its place
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

// Match finds the pattern that the next tag has, and its values, where the tag is in memory as a whole and all its
// values mean what they are. Nothing is consumed: length and lines are what Take needs. They are 0 without one.
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
	pos, last := 0, len(pattern.between)-1
	for i, text := range pattern.between {
		if len(b)-pos < len(text) || string(b[pos:pos+len(text)]) != text {
			return nil, 0, 0
		}
		if pos += len(text); i == last {
			return pattern, at - s.at + pos, lines
		}
		from := pos
		if again := pattern.values[i]; len(again) > 0 && len(b)-pos > len(again) && string(b[pos:pos+len(again)]) == again && b[pos+len(again)] == text[len(text)-1] {
			pos += len(again)
		} else {
			for pos < len(b) && naming.AsItIs[b[pos]] {
				pos++
			}
		}
		pattern.places[i].from, pattern.places[i].to = at+from, at+pos
	}
	return nil, 0, 0
}

// Take consumes the tag that Match has found. It returns where the tag begins.
func (s *Scanner) Take(p *Pattern, length, lines int) (offset int64, line int) {
	// Before the first value stands what the tag begins with; each pattern has a value.
	offset, line = s.Base+int64(p.places[0].from-len(p.between[0])), s.Line+lines
	s.Line = line + p.lines
	s.at += length
	return offset, line
}

// Raw is a value that Match has found, valid until more is read.
func (s *Scanner) Raw(p *Pattern, i int) []byte { return s.Buf[p.places[i].from:p.places[i].to] }

// Value is Raw as a string, which stays.
func (s *Scanner) Value(p *Pattern, i int) string {
	raw := s.Raw(p, i)
	if string(raw) != p.values[i] {
		p.values[i] = string(raw)
	}
	return p.values[i]
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
	from := 0
	for at := 0; ; {
		a, problem := attribute(t.Attributes, at, false)
		if problem != "" || len(pattern.Names) == mostInPattern {
			return
		}
		if a.name == a.nameEnd {
			break
		}
		at = a.valueEnd + 1
		pattern.Names = append(pattern.Names, string(t.Attributes[a.name:a.nameEnd]))
		value := 1 + len(t.Name) + a.value
		pattern.between = append(pattern.between, string(tag[from:value]))
		from = 1 + len(t.Name) + a.valueEnd
	}
	if len(pattern.Names) == 0 {
		return
	}
	pattern.between = append(pattern.between, string(tag[from:]))
	for _, text := range pattern.between {
		for i := range len(text) {
			if text[i] == '\n' {
				pattern.lines++
			}
		}
	}
	pattern.values = make([]string, len(pattern.Names))
	*to = pattern
}
