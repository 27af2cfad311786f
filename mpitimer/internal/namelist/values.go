package namelist

import (
	"fmt"
	"strconv"
	"strings"
)

// values takes all values of an assignment: up to the end of the group, or the name of the next.
func (s *scanner) values(a *Assignment) error {
	open := true // a comma here would leave out a value
	for {
		s.skipBlanks()
		switch {
		case s.end() || s.atEnd() > 0 || s.atNextGroup():
			return nil // the group looks after its end
		case s.peek() == ',':
			if open {
				a.Values = append(a.Values, Value{Null: true, Repeat: 1, Line: s.line})
			}
			s.next()
			open = true
			continue
		case s.atAssignment():
			return nil
		}
		v, err := s.value()
		if err != nil {
			return err
		}
		a.Values = append(a.Values, v)
		open = false
	}
}

// atAssignment reports whether the next word is not a value but the name of another assignment.
func (s *scanner) atAssignment() bool {
	if !isLetter(s.peek()) {
		return false
	}
	ahead := *s
	ahead.name()
	if ahead.qualifiers(&Assignment{}) != nil {
		return false
	}
	ahead.skipBlanks()
	return ahead.peek() == '='
}

// value takes one value and its repeat count.
func (s *scanner) value() (Value, error) {
	v := Value{Repeat: 1, Line: s.line}
	if err := s.repeat(&v); err != nil {
		return v, err
	}
	switch c := s.peek(); {
	case c == '\'' || c == '"':
		return v, s.quoted(&v)
	case c == '(': // a complex number
		inside, err := s.parentheses()
		v.Text = "(" + inside + ")"
		if err != nil {
			s.skipLine()
			return v, err
		}
	default:
		v.Text = s.word()
		v.Null = v.Text == ""
	}
	return v, s.endOfValue()
}

// repeat takes a count and its asterisk, if they stand here.
func (s *scanner) repeat(v *Value) error {
	end := s.at
	for end < len(s.text) && isDigit(s.text[end]) {
		end++
	}
	if end == s.at || end == len(s.text) || s.text[end] != '*' {
		return nil
	}
	n, err := strconv.Atoi(string(s.text[s.at:end]))
	if err != nil || n < 1 || n > maxRepeat {
		err = s.wrong(s.line, fmt.Sprintf("a repeat count of 1 to %d", maxRepeat))
		s.skipLine()
		return err
	}
	v.Repeat = n
	s.at = end + 1
	return nil
}

func separates(c byte) bool { return isBlank(c) || strings.IndexByte(",/!=&'\"()", c) >= 0 }

func (s *scanner) word() string {
	begin := s.at
	for !s.end() && !separates(s.peek()) {
		s.at++
	}
	return string(s.text[begin:s.at])
}

// endOfValue makes sure that something separates a value from what follows.
func (s *scanner) endOfValue() error {
	if s.end() || isBlank(s.peek()) || strings.IndexByte(",/!", s.peek()) >= 0 || s.atEnd() > 0 {
		return nil
	}
	err := s.wrong(s.line, "a comma or a blank behind the value")
	s.skipLine()
	return err
}

// quoted takes a string. A doubled quote stands for one, and a string can go on on the next line, but
// not where a group begins: there the closing quote is missing.
func (s *scanner) quoted(v *Value) error {
	v.Quoted = true
	begin := *s
	quote := s.next()
	var b strings.Builder
	for !s.end() && !s.atNextGroup() {
		c := s.next()
		switch {
		case c == quote && s.peek() == quote:
			s.next()
			b.WriteByte(quote)
		case c == quote:
			v.Text = b.String()
			return s.endOfValue()
		case c == '\n' || c == '\r' && s.peek() == '\n': // lines are joined without anything between
		default:
			b.WriteByte(c)
		}
	}
	// The groups behind it are still to be found, so that no more than its line is given up.
	*s = begin
	err := s.wrong(s.line, fmt.Sprintf("a string that ends with %c", quote))
	s.skipLine()
	return err
}
