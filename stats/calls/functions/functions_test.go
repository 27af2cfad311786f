package functions

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var updateFunctions = flag.Bool("update-functions", false, "write the golden table of functions anew")

const goldenFunctions = "testdata/functions.txt"

// describe is one line about a function, with all that a reader of a record must know.
func describe(i int, f Function) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d %s", i, f.Name)
	if f.Element != f.Name {
		fmt.Fprintf(&text, "=%s", f.Element)
	}
	list := func(attributes []Attribute) {
		for _, a := range attributes {
			text.WriteByte(' ')
			if a.Hidden {
				text.WriteByte('~')
			}
			text.WriteString(a.Name)
			if a.Text {
				text.WriteByte('$')
			}
		}
	}
	list(f.Attributes)
	for _, c := range f.Children {
		fmt.Fprintf(&text, " [%s hidden=%v", c.Element, c.Hidden)
		list(c.Attributes)
		text.WriteByte(']')
	}
	return text.String()
}

// The index and the attributes of a function stand in files: what there is may not change, only be
// added to.
func TestFunctionsStay(t *testing.T) {
	var lines []string
	for i, f := range List() {
		lines = append(lines, describe(i, f))
	}
	if *updateFunctions {
		if err := os.WriteFile(goldenFunctions, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	golden, err := os.ReadFile(goldenFunctions)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(golden)), "\n")
	if len(lines) != len(want) {
		t.Errorf("%d functions, the golden table has %d: add new ones at the end, and to the golden table", len(lines), len(want))
	}
	for i := range min(len(want), len(lines)) {
		if lines[i] != want[i] {
			t.Errorf("%q has become %q", want[i], lines[i])
		}
	}
}

func TestOutlines(t *testing.T) {
	list := Outlines()
	if len(list) != len(List()) {
		t.Fatalf("%d outlines of %d functions", len(list), len(List()))
	}
	for i, f := range List() {
		if list[i] != f.Outline {
			t.Errorf("%+v, of the function %+v", list[i], f.Outline)
		}
	}
}

func TestFunctionsAreWellFormed(t *testing.T) {
	seen := make(map[string]bool)
	for i, f := range List() {
		if seen[f.Name] {
			t.Errorf("%s is there twice", f.Name)
		}
		seen[f.Name] = true
		if at, ok := Lookup(f.Name); !ok || at != i {
			t.Errorf("Lookup(%q) = %d, %v; it is at %d", f.Name, at, ok, i)
		}
		if f.Kind == Collective && f.Pattern == Alone || f.Pattern != Alone && slices.Contains([]Kind{Local, Send, Receive, Exchange, Probe, Completion}, f.Kind) {
			t.Errorf("%s: kind %d with pattern %d", f.Name, f.Kind, f.Pattern)
		}
		for _, a := range f.Attributes {
			if a.Name == "" {
				t.Errorf("%s has an attribute without a name", f.Name)
			}
		}
	}
	if len(seen) >= 0x8000 {
		t.Errorf("%d functions do not fit into 15 bits", len(seen))
	}
	if _, ok := Lookup("Wtime"); ok {
		t.Error("Wtime is said to be recorded")
	}
}

func TestSomeFunctions(t *testing.T) {
	for name, want := range map[string]string{
		"Send":              "Send size count tid toRank toTag cid",
		"Recv_c":            "Recv_c fromRank fromTag cid ~source ~tag ~bytes",
		"Waitall":           "Waitall [For hidden=false rid] [Done hidden=false rid source tag bytes cid]",
		"File_read_all_end": "File_read_all_end=Wait ~bytes [For hidden=false rid]",
		"File_open":         "File_open cid name$ flags fid [Info hidden=false key$ value$] [EmptyInfo hidden=false key$]",
		"Type_size":         "Type_size",
	} {
		i, ok := Lookup(name)
		if !ok {
			t.Errorf("%s is not there", name)
			continue
		}
		if got, want := describe(i, List()[i]), fmt.Sprintf("%d %s", i, want); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for name, blocking := range map[string]bool{"Send": true, "Isend": false, "Waitall": true, "Testall": false, "Ibcast": false, "Bcast": true} {
		if i, _ := Lookup(name); List()[i].Blocking != blocking {
			t.Errorf("%s: Blocking is not %v", name, blocking)
		}
	}
}
