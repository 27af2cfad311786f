package trace

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// sameRecord reports whether two records are equal; a list that is empty is as good as none.
func sameRecord(a, b *Record) bool { return reflect.DeepEqual(a.Clone(), b.Clone()) }

// Tags that have the form of earlier ones are read as if they were the first of their kind: byte by byte, where the
// reader never has a whole tag in memory, the records and the fault are the same.
func TestPatternsReadTheSame(t *testing.T) {
	forms := []string{
		"<Send size='%s' toRank='%s'  time='%s' end='%s'/>\n",
		"<Send size='%s' toRank='%s'  time='%s' end='%s'></Send>\n",
		"\t<Sent size='%s' toRank=\"%s\"\n time='%s'\tend = '%s' />\r\n",
		"<Recv a='%s' time='%s' b='%s' end='%s'/>",
		"<Wait end='%s' time='%s' x='%s' y='%s'><For rid='1'/></Wait>\n",
		"<Send size='%s' size='%s' time='%s' end='%s'/>\n",
		"<Event name='%s' value='%s' time='%s' end='%s'/>\n",
		"<Nested><Send size='%s' toRank='%s'  time='%s' end='%s'/></Nested><Step time='1' end='2'/>",
		"<!-- %s %s %s %s -->",
	}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteString("<Program timeAdjustment='5'>\n")
		some := rapid.SliceOfN(rapid.SampledFrom(forms), 1, 3).Draw(t, "forms")
		for range rapid.IntRange(1, 60).Draw(t, "states") {
			var values []any
			for range 4 {
				values = append(values, rapid.SampledFrom([]string{"1", "2", "12.5", "3.000000001", "1.5", "", "255", "a&amp;b", "\u00e9", "1e3", "0.-1", "99999999999.5"}).Draw(t, "value"))
			}
			fmt.Fprintf(&b, rapid.SampledFrom(some).Draw(t, "form"), values...)
		}
		b.WriteString("</Program>\n")
		text := []byte(b.String())
		if rapid.IntRange(0, 3).Draw(t, "damage") == 0 {
			text[rapid.IntRange(0, len(text)-1).Draw(t, "at")] = rapid.SampledFrom([]byte("<>'\"/ =&a\x00")).Draw(t, "byte")
		}
		read := func(in io.Reader) (list []*Record, fault error) {
			r, err := NewReader(in, hdtrace.ReadOptions{})
			for err == nil {
				var record *Record
				if record, err = r.Next(); err == nil {
					list = append(list, record.Clone())
				}
			}
			return list, err
		}
		whole, fault := read(bytes.NewReader(text))
		single, want := read(iotest.OneByteReader(bytes.NewReader(text)))
		if !reflect.DeepEqual(whole, single) || fmt.Sprint(fault) != fmt.Sprint(want) {
			t.Fatalf("%d records and %v, byte by byte %d and %v, of\n%s", len(whole), fault, len(single), want, text)
		}
	})
}

// A file of states that are all alike is read by their form; one whose forms change all the time is read, too.
func TestPatternsAreUsed(t *testing.T) {
	var b strings.Builder
	b.WriteString("<Program>\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "<Send size='%d' time='%d.5' end='%d.75'/>\n", i%7, i, i)
	}
	b.WriteString("</Program>\n")
	r, err := NewReader(strings.NewReader(b.String()), hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	allocations := testing.AllocsPerRun(900, func() {
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
	})
	if allocations > 0 {
		t.Errorf("%v allocations a state, want 0: its form is not known", allocations)
	}
}
