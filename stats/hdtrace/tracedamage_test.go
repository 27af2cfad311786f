package hdtrace

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// stateNumber is the attribute by which tests find the states of damagedTrace again.
const stateNumber = "no"

// numberedTrace is a trace with so many states, of which some contain others, some elements, and some both.
func numberedTrace(states int, outermost bool) []byte {
	f := &memFile{}
	tr := sure(StartTrace(f, TraceOptions{Header: TraceHeader{TimeAdjustment: 1000 * second, ProcessorMHz: 2000, ProcessorModel: "a & b"}}))
	now, n := 1000*second, 0
	check := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	begin := func(name string) {
		now += second / 4
		check(tr.BeginAt(now, name))
		check(tr.Attribute(stateNumber, strconv.Itoa(n)))
		n++
	}
	end := func() { now += second / 4; check(tr.EndAt(now)) }
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
				check(tr.Element(Element{Name: "For", Attributes: []Attribute{{"rid", "3"}}, Text: "x"}))
			}
			end()
		}
		if n%5 == 0 {
			check(tr.Element(Element{Name: "Data", Elements: []Element{{Name: "Part", Text: "a < b"}}}))
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
	return f.data
}

// numbered is the states by their number, with times from the begin of the trace.
func numbered(h TraceHeader, list []*TraceRecord) map[string]string {
	found := map[string]string{}
	for _, r := range list {
		if n, ok := r.Value(stateNumber); ok {
			found[n] = fmt.Sprint(r.Name, r.Start-h.TimeAdjustment, r.End-h.TimeAdjustment)
		}
	}
	return found
}

// Wherever one byte of a trace is damaged, all but three of its states are as they were after a repair, readers
// accept the file, and the original lies beside it.
func TestRepairDamagedByte(t *testing.T) {
	const states = 200
	for _, outermost := range []bool{false, true} {
		sound := numberedTrace(states, outermost)
		h, list, err := readTrace(sound, ReadOptions{})
		expectOK(t, err)
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
			folder, err := os.MkdirTemp("", "damaged")
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(folder)
			expectRepaired(t, folder, damaged, want, 3)
		})
	}
}

// expectRepaired repairs a trace in a folder, and expects all but few of its states.
func expectRepaired(t *rapid.T, folder string, damaged []byte, want map[string]string, few int) {
	t.Helper()
	name := filepath.Join(folder, "P_n.trc")
	if err := os.WriteFile(name, damaged, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Repair(folder); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if original, err := os.ReadFile(name + ".orig"); !bytes.Equal(after, damaged) && (err != nil || !bytes.Equal(original, damaged)) {
		t.Fatalf("the original: %v", err)
	}
	acceptedTrace(t, after)
	h, list, err := readTrace(after, ReadOptions{})
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
	if fixes, err := Repair(folder); err != nil || len(fixes) > 0 {
		t.Fatalf("repaired twice: %v, %v", fixes, err)
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
	fix, ok := fixTrace("P_n.trc", strings.NewReader(text.String()), int64(text.Len()))
	const said = `[line 12, byte 390: attribute "n": "& b", expected one of &lt; &gt; &amp; &quot; &apos; &#number;]`
	if !ok || fmt.Sprint(fix.Losses) != said || fix.String() != "P_n.trc: written anew: 999 records, damaged in 1 places" {
		t.Errorf("%v %v, expected %s", fix, fix.Losses, said)
	}
	_, list, err := readTrace(mendTrace(t, []byte(text.String())), ReadOptions{})
	if err != nil || len(list) != 999 {
		t.Errorf("%d states, %v", len(list), err)
	}
}

// What is sound reads in the salvage as it does in the reader.
func TestSalvageSoundTrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &memFile{}
		o := anyTraceOptions.Draw(t, "options")
		tr, err := StartTrace(f, o)
		if err != nil {
			t.Fatal(err)
		}
		m := &traceModel{t: t, now: o.Header.TimeAdjustment}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			m.step(tr)
		}
		m.finish()
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
		h, want, err := readTrace(f.data, ReadOptions{})
		if err != nil {
			return // there is nothing in it
		}
		var got []*TraceRecord
		s := newSalvager(bytes.NewReader(f.data))
		s.emit = func(r *TraceRecord, _ bool) error { got = append(got, r.Clone()); return nil }
		s.lost = func(l Loss) { t.Fatalf("%v\n%s", l, f.data) }
		if err := s.run(); err != nil {
			t.Fatal(err)
		}
		if g, w := plainRecords(got), plainRecords(want); s.reader.header != h || !slices.Equal(g, w) {
			t.Fatalf("got\n%s\nwant\n%s\n%s", strings.Join(g, "\n"), strings.Join(w, "\n"), f.data)
		}
	})
}

// Wherever one byte of a file of relations is damaged, all but three of its tokens are there after a repair, or the file
// is left as it is, since its header is damaged.
func TestRepairDamagedRelations(t *testing.T) {
	const tokens = 100
	f := &memFile{}
	now := 1000 * second
	x := sure(NewRelations(f, RelationOptions{Header: RelationHeader{Host: "h", TimeAdjustment: now}, Clock: func() Epoch { now += second; return now }}))
	for i := range tokens {
		token := sure(x.Create())
		expectOK(t, token.Start("work", []Attribute{{"n", strconv.Itoa(i)}}), token.End(nil), token.Destroy())
	}
	expectOK(t, x.Close())
	left, anew := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.IntRange(0, len(f.data)-1).Draw(t, "at")
		b := rapid.OneOf(rapid.SampledFrom([]byte("<>/&'\"= \n!?-x09\x00\xff")), rapid.Byte()).Draw(t, "byte")
		damaged := bytes.Clone(f.data)
		if rapid.Bool().Draw(t, "insert") {
			damaged = slices.Insert(damaged, at, b)
		} else {
			damaged[at] = b
		}
		fix, ok := fixRelations("P_n.rel", bytes.NewReader(damaged), int64(len(damaged)))
		if ok && fix.Left && at < bytes.IndexByte(f.data, '\n')+1 {
			left++
			return
		}
		if ok && fix.rewrite != nil {
			anew++
		}
		mended := mendRelations(damaged)
		acceptedRelations(t, mended)
		list, err := assembled(mended)
		if err != nil || len(list) < tokens-3 {
			t.Fatalf("%d tokens, %v: %v\n%s", len(list), err, fix, damaged)
		}
	})
	if left == 0 && anew == 0 {
		t.Error("nothing was written anew")
	}
}
