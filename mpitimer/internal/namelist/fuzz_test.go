package namelist

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"&prof_inparm\n  profile_disable = .false.\n  profile_outpe_num = 2 ! all\n/\n",
		"&g list(2)='b',\"c\" list(1:2)=2*'it''s', x%y(1,2)=(1.0,2.0) &end",
		"$g on=T,off=F,n=3*,$END\n&x/",
		"&g text='ab\ncd' n=, /", "&g n='", "&g n=&", "&", "&g a(", "&g a%", "&g 3*", "text & / text",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		groups, err := Parse(bytes.NewReader(data), "in")
		if err != nil {
			t.Fatal(err)
		}
		lines := 1 + bytes.Count(data, []byte("\n"))
		last := 1
		for i := range groups {
			g := &groups[i]
			if g.Name == "" || g.Line < last || g.Line > lines {
				t.Fatalf("group %+v behind line %d of %d", g, last, lines)
			}
			last = g.Line
			for _, a := range g.Sets {
				if a.Name == "" || a.Line < last || a.Line > lines {
					t.Fatalf("assignment %+v behind line %d of %d", a, last, lines)
				}
				last = a.Line
			}
			s := settings{List: make([]string, 4)}
			_, err := g.Decode(s.targets())
			if g.Err != nil && (err == nil || !strings.Contains(err.Error(), g.Err.Error())) {
				t.Fatalf("%v does not tell of %v", err, g.Err)
			}
		}
	})
}

// What is written by Fortran's rules is read back, whatever stands around it.
func TestWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := settings{
			On:   rapid.Bool().Draw(t, "on"),
			Off:  rapid.Bool().Draw(t, "off"),
			N:    int(rapid.Int32().Draw(t, "n")),
			Text: strings.TrimRight(rapid.StringMatching(`[ -~\x{e4}]*`).Draw(t, "text"), " "),
			List: rapid.SliceOfN(rapid.StringMatching(`([ -~]*[!-~])?`), 1, 4).Draw(t, "list"),
		}
		text := write(t, &want)
		got := settings{List: make([]string, len(want.List))}
		groups, err := Parse(strings.NewReader(text), "in")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Find(groups, "g").Decode(got.targets()); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			t.Fatalf("got %+v, want %+v from\n%s", got, want, text)
		}
	})
}

// write writes a group with forms that are drawn, behind other groups that can hold anything.
func write(t *rapid.T, s *settings) string {
	pick := func(label string, of ...string) string { return rapid.SampledFrom(of).Draw(t, label) }
	quote := func(text string) string {
		q := pick("quote", "'", `"`)
		return q + strings.ReplaceAll(text, q, q+q) + q
	}
	logical := func(on bool) string {
		if on {
			return pick("true", "T", ".true.", ".T.", "true", ".TRUE")
		}
		return pick("false", "F", ".false.", ".F.", "false", "f")
	}
	space := func() string { return pick("space", "", " ", "\n", " ! it's\n", "\t") }
	list := make([]string, len(s.List))
	for i, text := range s.List {
		list[i] = quote(text)
	}
	sets := []string{
		"on" + space() + "=" + space() + logical(s.On),
		"OFF=" + logical(s.Off),
		"n =" + space() + fmt.Sprint(s.N),
		"text=" + space() + quote(s.Text),
		"List" + pick("subscript", "", "(1)", "( 1 : )") + "=" + strings.Join(list, pick("comma", ",", " , ", "\n", " ")),
	}
	sets = rapid.Permutation(sets).Draw(t, "order")
	before := pick("before", "", "&x a='no end\n", "&x\n 7\n/\n", "text\n", "&x a=1, b(2)%c=2*(1,2)\n/\n", "! &g n=1 /\n")
	return before + pick("begin", "&", "$") + pick("name", "g", "G") + "\n" + strings.Join(sets, pick("between", "\n", ", ", " ", ",\n")) + pick("end", "/", "\n/\n", " &end", "\n$END\n&g n=1 /")
}
