package calls

import (
	"encoding/binary"
	"fmt"

	"github.com/go-hpc/timers/stats/calls/functions"
)

// Set gives the call its arguments, one value for each attribute of its function, and its elements: for each
// kind of element of the function a list of them, each with its values. Fewer kinds mean no elements of the
// others. The error says what does not fit the function.
func (e *Event) Set(arguments []Value, elements ...[][]Value) error {
	if e.Function < 0 || e.Function >= len(functions.List()) {
		return fmt.Errorf("calls: function %d, expected one of %d", e.Function, len(functions.List()))
	}
	f := e.Info()
	if len(elements) > len(f.Children) {
		return fmt.Errorf("calls: %s with %d kinds of elements, expected %d", f.Name, len(elements), len(f.Children))
	}
	body, err := appendValues(nil, f.Name, f.Attributes, arguments)
	if err != nil {
		return err
	}
	for i := range f.Children {
		var list [][]Value
		if i < len(elements) {
			list = elements[i]
		}
		body = append(body, uint64(len(list)))
		for _, values := range list {
			if body, err = appendValues(body, f.Children[i].Element, f.Children[i].Attributes, values); err != nil {
				return err
			}
		}
	}
	if n := len(body) + headWords; n > maxRecord {
		return fmt.Errorf("calls: %s takes %d words, a record has at most %d", f.Name, n, maxRecord)
	}
	e.body = body
	return nil
}

func appendValues(dst []uint64, what string, attributes []functions.Attribute, values []Value) ([]uint64, error) {
	if len(values) != len(attributes) {
		return dst, fmt.Errorf("calls: %s with %d values, expected %d", what, len(values), len(attributes))
	}
	for i, v := range values {
		if !attributes[i].Text {
			dst = append(dst, uint64(v.Number))
			continue
		}
		dst = append(dst, uint64(len(v.Text)))
		for at := 0; at < len(v.Text); at += wordBytes {
			var word [wordBytes]byte
			copy(word[:], v.Text[at:])
			dst = append(dst, binary.NativeEndian.Uint64(word[:]))
		}
	}
	return dst, nil
}

// Encode appends the record of a call, as [Decode] reads it.
func Encode(dst []uint64, e *Event) []uint64 {
	n := headWords + len(e.body)
	if e.Flags&Repeated != 0 {
		n++
	}
	dst = append(dst, uint64(uint16(e.Function))|uint64(n)<<16|uint64(uint16(e.Thread))<<32|uint64(e.Flags)<<48,
		uint64(e.Node)|uint64(e.Track)<<32, e.Start, e.End)
	dst = append(dst, e.body...)
	if e.Flags&Repeated != 0 {
		dst = append(dst, e.More)
	}
	return dst
}
