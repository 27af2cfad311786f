package relation

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// cutText cuts a text.
func cutText(text string, from, to hdtrace.Epoch) (string, int64, error) {
	var out bytes.Buffer
	n, err := Cut(&out, func() (*Reader, error) { return NewReader(strings.NewReader(text), hdtrace.ReadOptions{}) }, from, to)
	return out.String(), n, err
}

const threeRelations = `<relation version="1" hostID="vm" localToken="7" topologyNumber="0" timeAdjustment="100">
<rel t="0" time="1.000000000"/>
<s name="ask" t="0" time="1.000000000"/>
<rel t="1" time="2.000000000" p="0:0"/>
<e t="0" time="2.000000000"/>
<un t="0" time="2.500000000"/>
<s name="answer" t="1" time="3.000000000" size="8"><part n='1'/></s>
<rel t="2" time="4.000000000" r="other:7:0:0"/>
<e t="1" time="5.000000000"/>
<un t="1" time="5.000000000"/>
<un t="2" time="9.000000000"/>
</relation>
`

// What lies in the time stays whole, and what it is related to with it.
func TestCut(t *testing.T) {
	lines := strings.SplitAfter(threeRelations, "\n")
	only := func(list ...int) string {
		text := lines[0]
		for _, i := range list {
			text += lines[i]
		}
		return text + ending
	}
	for _, c := range []struct {
		from, to hdtrace.Epoch
		want     string
	}{
		{0, hdtrace.EndOfTime, threeRelations},
		{100e9, 101.5e9, only(1, 2, 4, 5)},
		{102.6e9, 103.5e9, only(1, 2, 3, 4, 5, 6, 8, 9)}, // 1, and 0, to which it is related
		{106e9, 107e9, only(7, 10)},
	} {
		got, n, err := cutText(threeRelations, c.from, c.to)
		if err != nil || got != c.want || n != int64(strings.Count(c.want, "\n")-2) {
			t.Errorf("%v to %v: %d records, %v\n%s\nwant\n%s", c.from, c.to, n, err, got, c.want)
		}
	}
	if got, n, err := cutText(threeRelations, 0, 100e9); got != "" || n != 0 || err != nil {
		t.Errorf("of nothing: %q, %d, %v", got, n, err)
	}
	var fault *hdtrace.FormatError
	damaged := strings.Join(lines[:6], "") + "<s t='1'"
	if got, _, err := cutText(damaged, 0, hdtrace.EndOfTime); !errors.As(err, &fault) || got != strings.Join(lines[:6], "")+ending {
		t.Errorf("of a damaged file: %v\n%s", err, got)
	}
}

// A file that grows between the two readings is cut as it was.
func TestCutOfGrowingFile(t *testing.T) {
	lines := strings.SplitAfter(threeRelations, "\n")
	short, readings := strings.Join(lines[:6], "")+ending, 0
	var out bytes.Buffer
	_, err := Cut(&out, func() (*Reader, error) {
		if readings++; readings == 1 {
			return NewReader(strings.NewReader(short), hdtrace.ReadOptions{})
		}
		return NewReader(strings.NewReader(threeRelations), hdtrace.ReadOptions{})
	}, 0, hdtrace.EndOfTime)
	if got := out.String(); err != nil || !strings.HasPrefix(got, strings.Join(lines[:6], "")) || strings.Contains(got, `<rel t="2"`) {
		t.Errorf("%v\n%s", err, got)
	}
}

// The part between any two times is read without a fault, and has every relation that lies there at least partly.
func TestCutKeepsWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var file bytes.Buffer
		now := hdtrace.Epoch(100e9)
		w, err := NewWriter(&file, Options{Header: Header{Host: "vm", Process: "7"}, Clock: func() hdtrace.Epoch { return now }, MaxAge: -1})
		if err != nil {
			t.Fatal(err)
		}
		var open []*Token
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			now += hdtrace.Epoch(rapid.Int64Range(1, 1e9).Draw(t, "later"))
			if len(open) == 0 || rapid.Bool().Draw(t, "more") {
				var token *Token
				if len(open) > 0 && rapid.Bool().Draw(t, "related") {
					token, err = w.Relate(rapid.SampledFrom(open).Draw(t, "parent"))
				} else {
					token, err = w.Create()
				}
				open = append(open, token)
			} else {
				i := rapid.IntRange(0, len(open)-1).Draw(t, "ends")
				err = open[i].Destroy()
				open = append(open[:i], open[i+1:]...)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		from := hdtrace.Epoch(100e9) + hdtrace.Epoch(rapid.Int64Range(0, 40e9).Draw(t, "from"))
		to := from + hdtrace.Epoch(rapid.Int64Range(1, 10e9).Draw(t, "length"))
		cut, _, err := cutText(file.String(), from, to)
		if err != nil {
			t.Fatal(err)
		}
		read := func(text string) map[int64]Relation {
			all := map[int64]Relation{}
			if text == "" {
				return all
			}
			r, err := NewReader(strings.NewReader(text), hdtrace.ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for one, err := range r.Assembled() {
				if err != nil {
					t.Fatalf("%v in\n%s", err, text)
				}
				all[one.Token] = *one
			}
			return all
		}
		part := read(cut)
		for id, one := range read(file.String()) {
			got, there := part[id]
			if one.End > from && one.Start < to && !there {
				t.Fatalf("%d is missing", id)
			}
			if there && (got.Start != one.Start || got.End != one.End) {
				t.Fatalf("%+v became %+v", one, got)
			}
			if _, has := part[one.Parent.ID]; there && one.Related && !has {
				t.Fatalf("%d is there without %v", id, one.Parent)
			}
		}
	})
}
