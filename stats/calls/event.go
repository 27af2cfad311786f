package calls

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/go-hpc/timers/stats/calls/functions"
)

// Flags say what is special about a call.
type Flags uint16

const (
	PartsLeftOut Flags = 1 << iota // the record would have been too long: arguments or elements at its end are missing
	Failed                         // MPI has returned an error
	Repeated                       // the record ends with the number of further calls
)

// Event is one call, as a rank has recorded it.
type Event struct {
	Function    int // index in [Functions]
	Flags       Flags
	Node, Track uint32 // where in the rank's call tree the call was made
	Thread      int    // of the rank
	Start, End  uint64 // ticks of the rank's clock

	// More is how many further calls the record stands for, up to End: each has asked for the same thing in vain,
	// right after the one before.
	More uint64

	body []uint64 // arguments and elements in the form of the record
}

// Value is an argument: a number or a text, as its [Attribute] says.
type Value struct {
	Number int64
	Text   string
}

// Element is one of the parts of a call: what it says of one of several requests, partners or hints.
type Element struct {
	Child  *functions.Child
	Values []Value // of the child's attributes, in their order
}

// A record is eight-byte words in the byte order of the machine:
//
//	0  function, words of the record, thread and flags, 16 bits each from the lowest
//	1  node and track, 32 bits each
//	2  tick at the start, 3 tick at the end
//	4  the function's attributes, then for each kind of element their number and their attributes,
//	   then More, where the flags have Repeated
//
// A number is a word. A text is a word with its length in bytes, and the bytes, padded to words. Word 0 is
// written last: while it is zero the record is not complete, and nothing follows it.
const (
	headWords = 4
	wordBytes = 8
	maxRecord = math.MaxUint16
)

// ErrRecord is matched by every error of [Decode].
var ErrRecord = errors.New("not a record of a call")

// Decode reads the records of a rank's calls, in the order in which the calls ended. It ends without an
// error at the end of the words, and at a word that is zero where a record should begin. The events
// refer to the words, which must not be changed while they are in use.
//
// On a fault, which the error names with its word, it returns the events before it.
func Decode(words []uint64) ([]Event, error) {
	var events []Event
	table := functions.List()
	for at := 0; at < len(words) && words[at] != 0; {
		e, n, err := decode(table, words[at:])
		if err != nil {
			return events, fmt.Errorf("calls: word %d: %w: %w", at, ErrRecord, err)
		}
		events = append(events, e)
		at += n
	}
	return events, nil
}

func decode(table []functions.Function, words []uint64) (Event, int, error) {
	head := words[0]
	n := int(head >> 16 & 0xffff)
	e := Event{Function: int(head & 0xffff), Thread: int(head >> 32 & 0xffff), Flags: Flags(head >> 48)}
	switch {
	case n < headWords:
		return e, 0, fmt.Errorf("its length is %d words, expected %d or more", n, headWords)
	case n > len(words):
		return e, 0, fmt.Errorf("its length is %d words, there are %d", n, len(words))
	case e.Function >= len(table):
		return e, 0, fmt.Errorf("function %d, expected one of %d", e.Function, len(table))
	}
	e.Node, e.Track = uint32(words[1]), uint32(words[1]>>32)
	e.Start, e.End = words[2], words[3]
	e.body = words[headWords:n:n]
	if last := len(e.body) - 1; e.Flags&Repeated != 0 {
		if last < 0 {
			return e, 0, fmt.Errorf("%s ends before the number of its calls", table[e.Function].Name)
		}
		e.body, e.More = e.body[:last:last], e.body[last]
	}
	if err := e.check(&table[e.Function]); err != nil {
		return e, 0, fmt.Errorf("%s of %d words: %w", table[e.Function].Name, n, err)
	}
	return e, n, nil
}

// check goes through the body once, so that the accessors need not doubt it.
func (e *Event) check(f *functions.Function) error {
	c := cursor{words: e.body}
	partial := e.Flags&PartsLeftOut != 0
	for i := range f.Attributes {
		if !c.pass(&f.Attributes[i]) {
			if partial {
				return nil
			}
			return fmt.Errorf("it ends before its argument %s is whole", f.Attributes[i].Name)
		}
	}
	for i := range f.Children {
		child := &f.Children[i]
		n, whole := c.count()
		for k := 0; whole && k < n; k++ {
			whole = c.skip(child)
		}
		if !whole {
			if partial {
				return nil
			}
			return fmt.Errorf("it ends before its elements %s are whole", child.Element)
		}
	}
	if rest := len(c.words); rest != 0 {
		return fmt.Errorf("%d words follow its last argument", rest)
	}
	return nil
}

// cursor goes through a body.
type cursor struct {
	words []uint64
}

func (c *cursor) value(a *functions.Attribute) (Value, bool) {
	from := c.words
	if !c.pass(a) {
		return Value{}, false
	}
	if !a.Text {
		return Value{Number: int64(from[0])}, true
	}
	length := int(from[0])
	text := make([]byte, 0, length+wordBytes)
	for _, w := range from[1 : len(from)-len(c.words)] {
		text = binary.NativeEndian.AppendUint64(text, w)
	}
	return Value{Text: string(text[:length])}, true
}

// count reads the number of elements. Each takes at least a word, so a record with a larger number than there
// are words is incomplete, and nobody counts that far.
func (c *cursor) count() (n int, whole bool) {
	if len(c.words) == 0 {
		return 0, false
	}
	said := c.words[0]
	c.words = c.words[1:]
	if rest := len(c.words); said > uint64(rest) {
		return rest, false
	}
	return int(said), true
}

func (c *cursor) skip(child *functions.Child) bool {
	for i := range child.Attributes {
		if !c.pass(&child.Attributes[i]) {
			return false
		}
	}
	return true
}

// pass skips a value; it returns false if the value is incomplete.
func (c *cursor) pass(a *functions.Attribute) bool {
	n := 1
	if a.Text && len(c.words) > 0 {
		if c.words[0] > uint64(len(c.words)-1)*wordBytes {
			return false
		}
		n += (int(c.words[0]) + wordBytes - 1) / wordBytes
	}
	if n > len(c.words) {
		return false
	}
	c.words = c.words[n:]
	return true
}

// Info is the function that was called.
func (e *Event) Info() *functions.Function { return &functions.List()[e.Function] }

// Arguments returns the values of the function's attributes. There may be fewer of them if parts were left
// out.
func (e *Event) Arguments() []Value {
	f := e.Info()
	list := make([]Value, 0, len(f.Attributes))
	c := cursor{words: e.body}
	for i := range f.Attributes {
		v, ok := c.value(&f.Attributes[i])
		if !ok {
			break
		}
		list = append(list, v)
	}
	return list
}

// Number returns the argument of that name; false if the function has none, or it was left out.
func (e *Event) Number(name string) (int64, bool) {
	attributes := e.Info().Attributes
	c := cursor{words: e.body}
	for i := range attributes {
		a := &attributes[i]
		if a.Name == name && !a.Text {
			v, ok := c.value(a)
			return v.Number, ok
		}
		if !c.pass(a) {
			break
		}
	}
	return 0, false
}

// Elements returns the parts of the call in the order of the function's children. The list may be shorter
// than that of the call if parts were left out.
func (e *Event) Elements() []Element {
	f := e.Info()
	c := cursor{words: e.body}
	for i := range f.Attributes {
		if !c.pass(&f.Attributes[i]) {
			return nil
		}
	}
	var list []Element
	for i := range f.Children {
		child := &f.Children[i]
		n, _ := c.count()
		for range n {
			element := Element{Child: child, Values: make([]Value, 0, len(child.Attributes))}
			for j := range child.Attributes {
				v, whole := c.value(&child.Attributes[j])
				if !whole {
					return list
				}
				element.Values = append(element.Values, v)
			}
			list = append(list, element)
		}
	}
	return list
}

// Number returns the value of an element's attribute of that name.
func (e *Element) Number(name string) (int64, bool) {
	for i, a := range e.Child.Attributes {
		if a.Name == name && i < len(e.Values) {
			return e.Values[i].Number, !a.Text
		}
	}
	return 0, false
}
