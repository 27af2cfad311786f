package signal

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// ErrFormula reports a formula that ParseFormula cannot read.
var ErrFormula = errors.New("signal: wrong formula")

// A Formula computes a value from others, such as "INSTRUCTIONS / CYCLES".
//
//	formula = term { ("+" | "-") term }
//	term    = factor { ("*" | "/") factor }
//	factor  = ("+" | "-") factor | number | name | "(" formula ")"
//
// Blanks may stand anywhere except inside a number or a name. Numbers are decimal: 64, 0.5, 1e-9. A name
// starts with an ASCII letter or _ and continues with letters, digits, _, ., : and @; one - belongs to it if
// it is after the @ and before a digit, so that CPU_ENERGY@package-0 is a name while A-1 is a difference. Any
// other name is written in double quotes: "read-ahead". There are no functions.
//
// Division by zero gives NaN, as does any operation on NaN.
type Formula struct {
	text  string
	names []string
	code  []operation // postfix
	depth int         // of the stack that code needs
}

// operation is one step: a number or name to push on the stack, or what to do with its top.
type operation struct {
	what   byte // '#' a number, 'x' a name, '~' change of sign, + - * /
	number float64
	name   int // of names
}

// maxNesting bounds nested parentheses and signs, so that no text exhausts the stack.
const maxNesting = 200

// ParseFormula reads a formula. The error names the column, counted in bytes from 1, and matches ErrFormula.
func ParseFormula(text string) (*Formula, error) {
	p := &formulaParser{formula: &Formula{text: text}}
	p.next()
	p.sum(0)
	if p.err == nil && p.token != endToken {
		p.fail("expected an operator or the end, found %s", p.found())
	}
	if p.err != nil {
		return nil, p.err
	}
	p.formula.measure()
	return p.formula, nil
}

// String returns the text that was parsed.
func (f *Formula) String() string { return f.text }

// Names lists the names in the formula, each once, in order of first appearance.
func (f *Formula) Names() []string { return slices.Clone(f.names) }

// Value computes the formula; of returns the value of each name. Many goroutines may call it at once.
func (f *Formula) Value(of func(name string) float64) float64 {
	values := make([]float64, len(f.names))
	for i, name := range f.names {
		values[i] = of(name)
	}
	return f.Of(values)
}

// Of computes the formula from values in the order of Names; a missing value is NaN.
func (f *Formula) Of(values []float64) float64 {
	var few [16]float64
	stack := few[:0]
	if f.depth > len(few) {
		stack = make([]float64, 0, f.depth)
	}
	for _, o := range f.code {
		top := len(stack) - 1
		switch o.what {
		case '#':
			stack = append(stack, o.number)
		case 'x':
			v := math.NaN()
			if o.name < len(values) {
				v = values[o.name]
			}
			stack = append(stack, v)
		case '~':
			stack[top] = -stack[top]
		default:
			stack[top-1] = apply(o.what, stack[top-1], stack[top])
			stack = stack[:top]
		}
	}
	return stack[0]
}

func apply(operator byte, a, b float64) float64 {
	switch operator {
	case '+':
		return a + b
	case '-':
		return a - b
	case '*':
		return a * b
	}
	if b == 0 {
		return math.NaN()
	}
	return a / b
}

// measure finds how deep the stack gets.
func (f *Formula) measure() {
	depth := 0
	for _, o := range f.code {
		switch o.what {
		case '#', 'x':
			depth++
			f.depth = max(f.depth, depth)
		case '~':
		default:
			depth--
		}
	}
}

const (
	endToken    = 0
	numberToken = '#'
	nameToken   = 'x'
)

type formulaParser struct {
	formula *Formula
	at      int // behind the token
	start   int // of the token
	token   byte
	name    string
	number  float64
	err     error
}

func (p *formulaParser) fail(format string, arguments ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("%w %q: column %d: %s", ErrFormula, shortened(p.formula.text), p.start+1, fmt.Sprintf(format, arguments...))
	}
	p.token = endToken
}

func (p *formulaParser) found() string {
	if p.token == endToken {
		return "the end"
	}
	return strconv.Quote(p.formula.text[p.start:p.at])
}

func (p *formulaParser) emit(o operation) { p.formula.code = append(p.formula.code, o) }

func (p *formulaParser) sum(nesting int) {
	p.chain('+', '-', nesting, func(nesting int) { p.chain('*', '/', nesting, p.factor) })
}

// chain is parts with operators between them, of one of two kinds.
func (p *formulaParser) chain(one, other byte, nesting int, part func(nesting int)) {
	part(nesting)
	for p.token == one || p.token == other {
		operator := p.token
		p.next()
		part(nesting)
		p.emit(operation{what: operator})
	}
}

func (p *formulaParser) factor(nesting int) {
	if nesting > maxNesting {
		p.fail("more than %d signs and parentheses in each other", maxNesting)
	}
	switch token := p.token; token {
	case '+', '-':
		p.next()
		p.factor(nesting + 1)
		if token == '-' {
			p.emit(operation{what: '~'})
		}
	case '(':
		p.next()
		p.sum(nesting + 1)
		if p.token != ')' {
			p.fail("expected \")\", found %s", p.found())
		}
		p.next()
	case numberToken:
		p.emit(operation{what: '#', number: p.number})
		p.next()
	case nameToken:
		at := slices.Index(p.formula.names, p.name)
		if at < 0 {
			at = len(p.formula.names)
			p.formula.names = append(p.formula.names, p.name)
		}
		p.emit(operation{what: 'x', name: at})
		p.next()
	default:
		p.fail("expected a name, a number or \"(\", found %s", p.found())
	}
}

// next reads a token; after a fault only the end follows.
func (p *formulaParser) next() {
	text := p.formula.text
	for p.at < len(text) && isBlank(text[p.at]) {
		p.at++
	}
	p.start, p.token = p.at, endToken
	if p.err != nil || p.at == len(text) {
		return
	}
	c := text[p.at]
	p.at++
	switch {
	case c == '+' || c == '-' || c == '*' || c == '/' || c == '(' || c == ')':
		p.token = c
	case isDigit(c) || c == '.':
		p.readNumber()
	case isLetter(c):
		p.readName()
	case c == '"':
		p.readQuoted()
	default:
		p.fail("%q has no meaning here", []rune(text[p.start:])[0])
	}
}

func (p *formulaParser) readNumber() {
	text := p.formula.text
	for p.at < len(text) {
		c, before := text[p.at], text[p.at-1]
		sign := (c == '+' || c == '-') && (before == 'e' || before == 'E')
		if !sign && !isDigit(c) && !isLetter(c) && c != '.' {
			break
		}
		p.at++
	}
	digits := text[p.start:p.at]
	for _, c := range []byte(digits) { // other forms that Go accepts: 0x10, 1_000, Inf
		if !isDigit(c) && c != '.' && c != 'e' && c != 'E' && c != '+' && c != '-' {
			p.fail("%q is not a number", digits)
			return
		}
	}
	number, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		p.fail("%q is not a number that fits", digits)
		return
	}
	p.number, p.token = number, numberToken
}

func (p *formulaParser) readName() {
	text := p.formula.text
	at, index := false, false
	for p.at < len(text) {
		c := text[p.at]
		if c == '-' && at && !index && p.at+1 < len(text) && isDigit(text[p.at+1]) {
			index = true
		} else if !isLetter(c) && !isDigit(c) && c != '.' && c != ':' && c != '@' {
			break
		}
		at = at || c == '@'
		p.at++
	}
	p.name, p.token = text[p.start:p.at], nameToken
}

func (p *formulaParser) readQuoted() {
	text := p.formula.text
	for ; p.at < len(text); p.at++ {
		if text[p.at] == '"' {
			p.name, p.token = text[p.start+1:p.at], nameToken
			p.at++
			if p.name == "" {
				p.fail("a name is empty")
			}
			return
		}
	}
	p.fail("the quote is not closed")
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// shortened returns the part of a text that an error shows.
func shortened(text string) string {
	const most = 40
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}
