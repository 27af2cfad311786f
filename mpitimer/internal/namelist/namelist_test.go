package namelist

import (
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// settings is a group's worth of targets of all types.
type settings struct {
	On, Off bool
	N       int
	Text    string
	List    []string
}

func (s *settings) targets() map[string]any {
	return map[string]any{"on": &s.On, "off": &s.Off, "n": &s.N, "text": &s.Text, "list": s.List}
}

func parse(t *testing.T, text string) []Group {
	t.Helper()
	groups, err := Parse(strings.NewReader(text), "in")
	if err != nil {
		t.Fatal(err)
	}
	return groups
}

func TestForms(t *testing.T) {
	start := settings{On: false, Off: true, N: 7, Text: "old", List: []string{"", "", "", ""}}
	with := func(edit func(*settings)) settings {
		s := start
		s.List = slices.Clone(s.List)
		edit(&s)
		return s
	}
	for name, c := range map[string]struct {
		text string
		want settings
	}{
		"nothing":             {"", start},
		"other groups only":   {"&a on=.true. /\n&gg on=.true./", start},
		"empty":               {"&g /", start},
		"no blank":            {"&g/", start},
		"logical":             {"&g\n on = .true.\n off = .false.\n/", with(func(s *settings) { s.On, s.Off = true, false })},
		"logical letters":     {"&g on=T off=F /", with(func(s *settings) { s.On, s.Off = true, false })},
		"logical other":       {"&g on=.TRUTH off=.f /", with(func(s *settings) { s.On, s.Off = true, false })},
		"commas":              {"&g on=t,off=f,n=3,/", with(func(s *settings) { s.On, s.Off, s.N = true, false, 3 })},
		"capitals":            {"&G ON=T N=+3 TEXT='aB' &END", with(func(s *settings) { s.On, s.N, s.Text = true, 3, "aB" })},
		"dollar":              {"$g on=t $end\n", with(func(s *settings) { s.On = true })},
		"multi-line":          {"&g\n\n on\n =\n t\n n=\n\n -4\n/\n", with(func(s *settings) { s.On, s.N = true, -4 })},
		"windows":             {"&g\r\n n = 5\r\n text = 'x'\r\n/\r\n", with(func(s *settings) { s.N, s.Text = 5, "x" })},
		"comments":            {"! &g n=1 /\n&g ! x='\n n=2 ! 'it''s'\n! n = 3\n text='a!b'!c\n/ ! end", with(func(s *settings) { s.N, s.Text = 2, "a!b" })},
		"old value behind it": {"&g\n n = 300 !900,\n/", with(func(s *settings) { s.N = 300 })},
		"quotes":              {`&g text="it's", list='a"b','it''s',"say ""x""" /`, with(func(s *settings) { s.Text = "it's"; s.List = []string{`a"b`, "it's", `say "x"`, ""} })},
		"trailing blanks":     {"&g text=' a  ' /", with(func(s *settings) { s.Text = " a" })},
		"empty string":        {"&g text='' /", with(func(s *settings) { s.Text = "" })},
		"string of two lines": {"&g text='ab\ncd' /", with(func(s *settings) { s.Text = "abcd" })},
		"slash in string":     {"&g text='a/b' n=1 /", with(func(s *settings) { s.Text, s.N = "a/b", 1 })},
		"element":             {"&g list(3)='c' list(1)='a' /", with(func(s *settings) { s.List = []string{"a", "", "c", ""} })},
		"from an element":     {"&g list(2)='b','c' /", with(func(s *settings) { s.List = []string{"", "b", "c", ""} })},
		"section":             {"&g list(2:3)='b' 'c' list( 4 : )='d' list(:1)='a' /", with(func(s *settings) { s.List = []string{"a", "b", "c", "d"} })},
		"repeat":              {"&g list='a',2*'b' /", with(func(s *settings) { s.List = []string{"a", "b", "b", ""} })},
		"nulls":               {"&g list='a',,'c' n=, text= /", with(func(s *settings) { s.List = []string{"a", "", "c", ""} })},
		"repeated null":       {"&g list=3*,'d' on=1* /", with(func(s *settings) { s.List = []string{"", "", "", "d"} })},
		"later counts":        {"&g n=1 n=2 /", with(func(s *settings) { s.N = 2 })},
		"first group counts":  {"&g n=1 /\n&g n=2 /", with(func(s *settings) { s.N = 1 })},
		"among others":        {"text\n&x\n a%b(3)%c = (1.0,2.0), 3*1.d0, f(x)='y'\n/\nmore / text & n=3\n&g n=1 /", with(func(s *settings) { s.N = 1 })},
		"behind a slash":      {"&x a=1 / &g n=1 /", with(func(s *settings) { s.N = 1 })},
		"shell":               {"&x a=$NAME b=${NAME}D0 /\n&g n=1 /", with(func(s *settings) { s.N = 1 })},
		"byte order mark":     {"\uFEFF&g n=1 /", with(func(s *settings) { s.N = 1 })},
		"behind a bad one":    {"&x a='no end\n/\n&y 5 /\n&z b=1\n&g n=1 /", with(func(s *settings) { s.N = 1 })},
		"end in a name":       {"&g n=1 &end\n&endless a=1 /", with(func(s *settings) { s.N = 1 })},
	} {
		t.Run(name, func(t *testing.T) {
			got := with(func(*settings) {})
			if _, err := Find(parse(t, c.text), "g").Decode(got.targets()); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestErrorsTellPlaceAndExpectation(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"unknown name":      {"\n&g\n onn = t /", "in:3: expected one of list, n, off, on, text in group g, got onn"},
		"not logical":       {"&g on=1 /", "in:1: expected .true. or .false. for on in group g, got 1"},
		"logical in quotes": {"&g on='t' /", `in:1: expected .true. or .false. for on in group g, got "t"`},
		"not an integer":    {"&g n=\n5. /", "in:2: expected an integer of 32 bits for n in group g, got 5."},
		"too large":         {"&g n=5000000000 /", "in:1: expected an integer of 32 bits for n in group g, got 5000000000"},
		"not a string":      {"&g text=abc /", "in:1: expected a string in quotes for text in group g, got abc"},
		"not a string, 2nd": {"&g list='a',b /", "in:1: expected a string in quotes for list in group g, got b"},
		"several":           {"&g n=1,2 /", "in:1: expected one value for n in group g, got several"},
		"several equal":     {"&g n=2*1 /", "in:1: expected one value for n in group g, got several"},
		"subscript":         {"&g n(1)=1 /", "in:1: expected n without a subscript in group g, got one"},
		"subscript 0":       {"&g list(0)='a' /", "in:1: expected a subscript of list from 1 to 4 in group g, got another"},
		"subscript 5":       {"&g list(5)='a' /", "in:1: expected a subscript of list from 1 to 4 in group g, got another"},
		"section too long":  {"&g list(1:9)='a' /", "in:1: expected a subscript of list from 1 to 4 in group g, got another"},
		"too many":          {"&g list='a','b','c',\n'd','e' /", "in:2: expected 4 values of list at most in group g, got more"},
		"too many repeated": {"&g list=2147483647*'a' /", "in:1: expected 4 values of list at most in group g, got more"},
		"more than section": {"&g list(1:2)=3*'a' /", "in:1: expected 2 values of list at most in group g, got more"},
		"component":         {"&g list%a='a' /", "in:1: expected a name with one subscript at most in group g, got list with other qualifiers"},
		"two dimensions":    {"&g list(1,2)='a' /", "in:1: expected a name with one subscript at most in group g, got list with other qualifiers"},
		"substring":         {"&g list(1)(2:3)='a' /", "in:1: expected a name with one subscript at most in group g, got list with other qualifiers"},
		"no end":            {"&x\n/\n&g\n n=1\n", "in:5: expected the slash that ends group g of line 3, got the end of the file"},
		"no end, another":   {"&g\n n=1\n&x /", `in:3: expected the slash that ends group g of line 1, got "&x /"`},
		"no name":           {"&g\n 5=3 /", `in:2: expected a name, got "5=3 /"`},
		"no equal sign":     {"&g\n n 5 /", `in:2: expected = behind n, got "5 /"`},
		"open string":       {"&g\n text='abc\n/", `in:2: expected a string that ends with ', got "'abc"`},
		"open parenthesis":  {"&g\n list(1='a'\n/", `in:2: expected a closing parenthesis, got "='a'"`},
		"glued values":      {"&g list='a''b'\"c\" /", `in:1: expected a comma or a blank behind the value, got "\"c\" /"`},
		"lone ampersand":    {"&g n=&5 /", `in:1: expected a comma or a blank behind the value, got "&5 /"`},
		"repeat 0":          {"&g n=0*5 /", `in:1: expected a repeat count of 1 to 2147483647, got "0*5 /"`},
		"huge repeat":       {"&g n=99999999999*5 /", `in:1: expected a repeat count of 1 to 2147483647, got "99999999999*5 /"`},
		"several problems":  {"&g on=1\n n=x /", "in:1: expected .true. or .false. for on in group g, got 1\nin:2: expected an integer of 32 bits for n in group g, got x"},
	} {
		t.Run(name, func(t *testing.T) {
			s := settings{List: make([]string, 4)}
			_, err := Find(parse(t, c.text), "g").Decode(s.targets())
			if err == nil || err.Error() != c.want {
				t.Fatalf("got  %v\nwant %s", err, c.want)
			}
			if syntax := (*SyntaxError)(nil); !errors.As(err, &syntax) || syntax.File != "in" || syntax.Line < 1 {
				t.Errorf("%v is no SyntaxError with its place", err)
			}
		})
	}
}

func TestGoodValuesSurviveBadOnes(t *testing.T) {
	s := settings{List: make([]string, 1)}
	lines, err := Find(parse(t, "&g n=3\n on=7\n text='x'\n ) off=t\n/"), "g").Decode(s.targets())
	if err == nil || s.N != 3 || s.Text != "x" || s.On || s.Off {
		t.Errorf("got %+v and error %v", s, err)
	}
	if want := map[string]int{"n": 1, "on": 2, "text": 3}; !reflect.DeepEqual(lines, want) {
		t.Errorf("lines %v, want %v", lines, want)
	}
}

func TestReaderErrorKeepsWhatWasRead(t *testing.T) {
	cause := errors.New("cause")
	groups, err := Parse(io.MultiReader(strings.NewReader("&g n=1 /\n"), iotest.ErrReader(cause)), "in")
	if !errors.Is(err, cause) || !strings.HasPrefix(err.Error(), "in: ") {
		t.Errorf("error %v", err)
	}
	if len(groups) != 1 || groups[0].Name != "g" {
		t.Errorf("groups %+v", groups)
	}
}

func TestNilGroupSetsNothing(t *testing.T) {
	lines, err := Find(nil, "g").Decode(map[string]any{})
	if err != nil || len(lines) != 0 {
		t.Errorf("%v, %v", lines, err)
	}
}
