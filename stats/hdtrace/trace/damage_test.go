package trace

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// stateNumber is the attribute by which tests find the states of damagedTrace again.
const stateNumber = "no"

// numberedTrace is a trace with so many states, of which some contain others, some elements, and some both.
func numberedTrace(states int, outermost bool) []byte {
	f := &hdtest.MemFile{}
	tr := hdtest.Sure(Start(f, Options{Header: Header{TimeAdjustment: 1000 * hdtrace.Second, ProcessorMHz: 2000, ProcessorModel: "a & b"}}))
	now, n := 1000*hdtrace.Second, 0
	check := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	begin := func(name string) {
		now += hdtrace.Second / 4
		check(tr.BeginAt(now, name))
		check(tr.Attribute(stateNumber, strconv.Itoa(n)))
		n++
	}
	end := func() { now += hdtrace.Second / 4; check(tr.EndAt(now)) }
	if outermost {
		begin("Main")
	}
	for n < states {
		begin("Step")
		for i := range n % 4 {
			if n == states {
				break
			}
			begin("Inner")
			if i == 1 {
				check(tr.Element(hdtrace.Element{Name: "For", Attributes: []hdtrace.Attribute{{Name: "rid", Value: "3"}}, Text: "x"}))
			}
			end()
		}
		if n%5 == 0 {
			check(tr.Element(hdtrace.Element{Name: "Data", Elements: []hdtrace.Element{{Name: "Part", Text: "a < b"}}}))
		}
		end()
		if n%7 == 0 {
			check(tr.EventAt(now, "event", nil))
		}
	}
	if outermost {
		end()
	}
	check(tr.Close())
	return f.Data
}

// numbered is the states by their number, with times from the begin of the trace.
func numbered(h Header, list []*Record) map[string]string {
	found := map[string]string{}
	for _, r := range list {
		if n, ok := r.Value(stateNumber); ok {
			found[n] = fmt.Sprint(r.Name, r.Start-h.TimeAdjustment, r.End-h.TimeAdjustment)
		}
	}
	return found
}

// Wherever one byte of a trace is damaged, all but three of its states are as they were after a repair, readers
// accept the file.
func TestRepairDamagedByte(t *testing.T) {
	const states = 200
	for _, outermost := range []bool{false, true} {
		sound := numberedTrace(states, outermost)
		h, list, err := readTrace(sound, hdtrace.ReadOptions{})
		hdtest.ExpectOK(t, err)
		want := numbered(h, list)
		if len(want) != states {
			t.Fatalf("%d states", len(want))
		}
		rapid.Check(t, func(t *rapid.T) {
			at := rapid.IntRange(0, len(sound)-1).Draw(t, "at")
			b := rapid.OneOf(rapid.SampledFrom([]byte("<>/&'\"= \n!?-x09\x00\xff")), rapid.Byte()).Draw(t, "byte")
			damaged := bytes.Clone(sound)
			if rapid.Bool().Draw(t, "insert") {
				damaged = slices.Insert(damaged, at, b)
			} else {
				damaged[at] = b
			}
			expectRepaired(t, damaged, want, 3)
		})
	}
}

// An event that lies in the future is mended, not all that follows it.
func TestRepairEventInTheFuture(t *testing.T) {
	const states = 200
	sound := numberedTrace(states, false)
	h, list, err := readTrace(sound, hdtrace.ReadOptions{})
	hdtest.ExpectOK(t, err)
	event := []byte("<Event name='event'  time='63.")
	if !bytes.Contains(sound, event) {
		t.Fatal("the trace has no such event")
	}
	damaged := bytes.Replace(sound, event, []byte("<Event name='event'  time='163."), 1)
	expectRepaired(t, damaged, numbered(h, list), 0)
}

// expectRepaired repairs a trace, and expects all but few of its states.
func expectRepaired(t rapid.TB, damaged []byte, want map[string]string, few int) {
	t.Helper()
	after := mendTrace(t, damaged)
	acceptedTrace(t, after)
	h, list, err := readTrace(after, hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for n, state := range numbered(h, list) {
		if want[n] == state {
			kept++
		}
	}
	if kept < len(want)-few {
		t.Fatalf("%d states of %d\n%s", kept, len(want), after)
	}
	if again := mendTrace(t, after); !bytes.Equal(again, after) {
		t.Fatalf("repaired twice:\n%s\n%s", after, again)
	}
}

// The byte of the issue: one raw & in state 11 of 1 000 left 10 states.
func TestRepairRawAmpersand(t *testing.T) {
	var text strings.Builder
	text.WriteString("<Program timeAdjustment='5'>\n")
	for i := range 1000 {
		value := strconv.Itoa(i)
		if i == 10 {
			value = "a & b"
		}
		fmt.Fprintf(&text, "\t<Step n='%s' time='%d.0' end='%d.5'/>\n", value, i, i)
	}
	text.WriteString("</Program>\n")
	fix, ok := planRepair("P_n.trc", strings.NewReader(text.String()), int64(text.Len()))
	const said = `[line 12, byte 390: attribute "n": "& b", expected one of &lt; &gt; &amp; &quot; &apos; &#number;]`
	if !ok || fmt.Sprint(fix.Losses) != said || fix.String() != "P_n.trc: written anew: 999 records, damaged in 1 places" {
		t.Errorf("%v %v, expected %s", fix, fix.Losses, said)
	}
	_, list, err := readTrace(mendTrace(t, []byte(text.String())), hdtrace.ReadOptions{})
	if err != nil || len(list) != 999 {
		t.Errorf("%d states, %v", len(list), err)
	}
}

// What is sound reads in the salvage as it does in the reader.
func TestSalvageSoundTrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, f, _ := anyTrace(t, func([]byte) {})
		h, want, err := readTrace(f.Data, hdtrace.ReadOptions{})
		if err != nil {
			return // there is nothing in it
		}
		var got []*Record
		s := newSalvager(bytes.NewReader(f.Data))
		s.emit = func(r *Record, _ bool) error { got = append(got, r.Clone()); return nil }
		if err := s.run(); err != nil || s.losses.Count() > 0 {
			t.Fatalf("%v %v\n%s", err, s.losses.List, f.Data)
		}
		if g, w := plainRecords(got), plainRecords(want); s.reader.header != h || !slices.Equal(g, w) {
			t.Fatalf("got\n%s\nwant\n%s\n%s", strings.Join(g, "\n"), strings.Join(w, "\n"), f.Data)
		}
	})
}
