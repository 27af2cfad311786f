package calls

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/calls/functions"
)

// genEvent is any call with any arguments.
func genEvent(t *rapid.T) Event {
	e := Event{
		Function: rapid.IntRange(0, len(functions.List())-1).Draw(t, "function"),
		Flags:    Flags(rapid.Uint16().Draw(t, "flags")) &^ PartsLeftOut,
		Node:     rapid.Uint32().Draw(t, "node"), Track: rapid.Uint32().Draw(t, "track"),
		Thread: int(rapid.Uint16().Draw(t, "thread")),
		Start:  rapid.Uint64().Draw(t, "start"), End: rapid.Uint64().Draw(t, "end"),
	}
	if e.Flags&Repeated != 0 {
		e.More = rapid.Uint64().Draw(t, "more")
	}
	values := func(attributes []functions.Attribute) (list []Value) {
		for _, a := range attributes {
			v := Value{}
			if a.Text {
				v.Text = rapid.String().Draw(t, a.Name)
			} else {
				v.Number = rapid.Int64().Draw(t, a.Name)
			}
			list = append(list, v)
		}
		return list
	}
	f := e.Info()
	var lists [][][]Value
	for _, c := range f.Children {
		var list [][]Value
		for range rapid.IntRange(0, 3).Draw(t, c.Element) {
			list = append(list, values(c.Attributes))
		}
		lists = append(lists, list)
	}
	if err := e.Set(values(f.Attributes), lists...); err != nil {
		t.Fatal(err)
	}
	return e
}

// What is encoded is decoded, as it was and up to any place where the words are cut.
func TestEventsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var events []Event
		var words []uint64
		var ends []int
		for range rapid.IntRange(0, 5).Draw(t, "events") {
			e := genEvent(t)
			events = append(events, e)
			words = Encode(words, &e)
			ends = append(ends, len(words))
		}
		got, err := Decode(append(words, 0, 99))
		if err != nil || len(got) != len(events) {
			t.Fatal(len(got), err)
		}
		for i := range got {
			if !reflect.DeepEqual(got[i], events[i]) && !(len(got[i].body) == 0 && len(events[i].body) == 0) {
				t.Fatalf("%v became %v", events[i], got[i])
			}
		}
		cut := rapid.IntRange(0, len(words)).Draw(t, "cut")
		got, err = Decode(words[:cut])
		whole, found := slices.BinarySearch(ends, cut)
		if found {
			whole++
		}
		if len(got) != whole || (err == nil) != (found || cut == 0) || err != nil && !errors.Is(err, ErrRecord) {
			t.Fatalf("%d of %d words: %d events, %v; expected %d", cut, len(words), len(got), err, whole)
		}
	})
}

// A record whose parts were left out has what is there.
func TestEventsWithPartsLeftOut(t *testing.T) {
	e := newEvent("Waitall", 1, 2, nil, map[string][]numbers{"For": {{"rid": 1}, {"rid": 2}}, "Done": {{"rid": 1, "tag": 5}}})
	words := Encode(nil, &e)
	for n := headWords; n <= len(words); n++ {
		part := slices.Clone(words[:n])
		part[0] = part[0]&^(0xffff<<16) | uint64(n)<<16
		_, err := Decode(part)
		part[0] |= uint64(PartsLeftOut) << 48
		got, partial := Decode(part)
		if (err == nil) != (n == len(words)) || partial != nil || len(got) != 1 {
			t.Fatalf("%d words: %v, with the flag %v", n, err, partial)
		}
		want := 0
		for _, at := range []int{6, 7, 13} { // the words after which an element is whole
			if n >= at {
				want++
			}
		}
		if elements := got[0].Elements(); len(elements) != want {
			t.Errorf("%d words: %d elements, expected %d", n, len(elements), want)
		}
	}
	if v, ok := e.Number("rid"); ok {
		t.Errorf("Waitall has a rid %d", v)
	}
}

func TestDecodeNamesTheWord(t *testing.T) {
	good := newEvent("Barrier", 1, 2, nil, nil)
	open := newEvent("File_delete", 1, 2, nil, nil)
	words := Encode(nil, &open)
	words[5] = 1 << 60 // bytes of its name
	for _, c := range []struct {
		words []uint64
		want  string
	}{
		{[]uint64{3 << 16}, "its length is 3 words, expected 4 or more"},
		{[]uint64{9 << 16, 0, 0, 0}, "its length is 9 words, there are 4"},
		{[]uint64{0xffff | 4<<16, 0, 0, 0}, "function 65535"},
		{[]uint64{4 << 16, 0, 0, 0}, "Send of 4 words: it ends before its argument size is whole"},
		{words, "File_delete of 8 words: it ends before its argument name is whole"},
		{append(Encode(nil, &good), 12345), "its length is 0 words"},
	} {
		events, err := Decode(append(Encode(nil, &good), c.words...))
		at := "word 5:"
		if len(c.words) > 5 && c.words[0] == Encode(nil, &good)[0] {
			at = "word 10:"
		}
		if len(events) == 0 || !errors.Is(err, ErrRecord) || !strings.Contains(fmt.Sprint(err), c.want) || !strings.Contains(err.Error(), at) {
			t.Errorf("%d events, %v; expected %s %s", len(events), err, at, c.want)
		}
	}
}

func TestSetRefuses(t *testing.T) {
	barrier, _ := functions.Lookup("Barrier")
	wait, _ := functions.Lookup("Waitall")
	for _, c := range []struct {
		e        Event
		args     []Value
		elements [][][]Value
	}{
		{Event{Function: -1}, nil, nil},
		{Event{Function: len(functions.List())}, nil, nil},
		{Event{Function: barrier}, nil, nil},
		{Event{Function: barrier}, []Value{{}}, [][][]Value{{}}},
		{Event{Function: wait}, nil, [][][]Value{{{}}}},
		{Event{Function: wait}, nil, [][][]Value{slices.Repeat([][]Value{{{}}}, 1<<16)}},
	} {
		if err := c.e.Set(c.args, c.elements...); err == nil {
			t.Errorf("function %d with %d arguments and %v", c.e.Function, len(c.args), c.elements)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, name := range []string{"Waitall", "File_open", "Send", "Alltoallv", "Init"} {
		e := newEvent(name, 1, 2, nil, map[string][]numbers{"For": {{"rid": 3}}, "Info": {{}, {}}, "Send": {{"rank": 1}}})
		var data []byte
		for _, w := range Encode(nil, &e) {
			data = binary.LittleEndian.AppendUint64(data, w)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var words []uint64
		for ; len(data) >= 8; data = data[8:] {
			words = append(words, binary.LittleEndian.Uint64(data))
		}
		events, _ := Decode(words)
		var again []uint64
		for i := range events {
			e := &events[i]
			again = Encode(again, e)
			e.Number("rid")
			if e.Flags&PartsLeftOut != 0 {
				continue
			}
			f := e.Info()
			arguments := e.Arguments()
			var lists [][][]Value
			for k := range f.Children {
				var list [][]Value
				for _, part := range e.Elements() {
					if part.Child == &f.Children[k] {
						list = append(list, part.Values)
					}
				}
				lists = append(lists, list)
			}
			if err := e.Set(arguments, lists...); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(again, words[:len(again)]) {
			t.Errorf("%x became %x", words, again)
		}
	})
}
