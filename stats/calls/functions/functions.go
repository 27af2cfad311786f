// Package functions is the table of MPI's recorded functions: their indices, which are stored in files, and
// the contents of their records. It is separate from package calls so that code that only names calls need
// not link what analyses them.
package functions

import (
	"strings"
	"sync"
)

// Kind says what a function of MPI does, as far as that matters for judging the time spent in it.
type Kind uint8

const (
	Local        Kind = iota // talks to no other rank: handles, types, groups, questions
	Lifecycle                // begins or ends MPI or the recording
	Send                     // sends one message
	Receive                  // receives one message
	Exchange                 // sends one message and receives one
	Probe                    // looks for a message
	Start                    // begins operations that persistent requests describe
	Completion               // waits for, or tests, the end of requests' operations
	Collective               // moves data, or waits, among all ranks of a communicator
	Communicator             // makes or frees a communicator together with its other ranks
	File                     // works on a file
	Window                   // one-sided: transfers, and what opens and closes their epochs
	Process                  // starts or meets other programs
)

// Pattern says who waits for whom in a collective operation.
type Pattern uint8

const (
	Alone    Pattern = iota // nobody: the operation is not collective
	All                     // nobody is done before the last has begun
	FromRoot                // nobody is done before the root has begun
	ToRoot                  // the root is not done before the last has begun
	Prefix                  // nobody is done before all ranks below have begun
	Near                    // nobody is done before the neighbours in the topology have begun
	Some                    // not told by the standard: may wait for all, or for nobody
)

// Attribute is an argument of a call as it is recorded.
//
// Ranks are those of MPI_COMM_WORLD: -1 is MPI_ANY_SOURCE, -2 MPI_PROC_NULL, -3 a rank that is not in
// MPI_COMM_WORLD. The tag -1 is MPI_ANY_TAG. Communicators (cid), datatypes (tid), files (fid) and requests
// (rid) are numbered by the process from 0; -1 is a null or unknown handle. Sizes and offsets are bytes,
// except the offset of a file, which is in units of its view.
type Attribute struct {
	Name   string
	Text   bool // a string; others are integers
	Hidden bool // recorded for the analysis of calls, but not an attribute of a trace
}

// Child is a list of elements inside that of a call, each with the same attributes.
type Child struct {
	Element    string
	Hidden     bool
	Attributes []Attribute
}

// Outline says what a function of MPI does.
type Outline struct {
	Name     string // without MPI_
	Kind     Kind
	Pattern  Pattern
	Blocking bool // returns when the operation that it names is done, as far as the caller sees it
}

// Function is a function of MPI, with what is recorded of a call.
type Function struct {
	Outline
	Element    string // in a trace: the name, unless traces show it as another function
	Attributes []Attribute
	Children   []Child
}

// List is the recorded functions of MPI. A function keeps its index for ever. The list is shared: it must not
// be changed.
func List() []Function { return table().list }

// Outlines is what the functions of List do. It takes a fraction of the time and of the memory that List takes when it is first
// called, which every rank that records its calls would take at its end.
func Outlines() []Outline { return outlines() }

// Lookup finds a function by its name without MPI_.
func Lookup(name string) (index int, ok bool) {
	index, ok = table().index[name]
	return index, ok
}

// Other represents an MPI's functions that the table lacks.
const Other = "Other"

type functionTable struct {
	list  []Function
	index map[string]int
}

var table = sync.OnceValue(func() functionTable {
	t := functionTable{index: make(map[string]int)}
	for line := range strings.Lines(known) {
		if line = strings.TrimSpace(line); line != "" {
			t.add(line)
		}
	}
	return t
})

var outlines = sync.OnceValue(func() []Outline {
	list := make([]Outline, 0, strings.Count(known, " ")/4)
	for line := range strings.Lines(known) {
		head, _, _ := strings.Cut(strings.TrimSpace(line), ":")
		kind, names, _ := strings.Cut(head, " ")
		kind, blocking := strings.CutSuffix(kind, "?")
		kind, pattern, _ := strings.Cut(kind, "/")
		f := Outline{Kind: kinds[kind], Pattern: patterns[pattern], Blocking: !blocking}
		for word := range strings.FieldsSeq(names) {
			g := f
			if _, g.Name, _ = strings.Cut(word, "="); g.Name == "" {
				g.Name = word
			}
			if small, large := strings.CutSuffix(g.Name, "_c"); large {
				for i := range list {
					if list[i].Name == small {
						g = list[i]
						g.Name += "_c"
						break
					}
				}
			}
			list = append(list, g)
		}
	}
	return list
})

// add takes a line "Kind[/Pattern][?] names: attributes [Element(attributes)]". A ? means that the function
// does not wait, a ~ hides what follows it, a $ follows the name of a text, and names that are shown as
// another function follow it, as in Wait=File_read_all_end. The functions for large counts, whose names end
// in _c, differ from those without only in name.
func (t *functionTable) add(line string) {
	head, rest, _ := strings.Cut(line, ":")
	rest, children, _ := strings.Cut(rest, "[")
	f := Function{Attributes: attributesOf(rest), Children: childrenOf(strings.TrimSuffix(children, "]"))}
	for _, word := range strings.Fields(head)[1:] {
		g := f
		g.Outline = Outlines()[len(t.list)]
		g.Element, _, _ = strings.Cut(word, "=")
		if small, large := strings.CutSuffix(g.Name, "_c"); large {
			of := &t.list[t.index[small]]
			g.Attributes, g.Children = of.Attributes, of.Children
			if of.Element != small {
				g.Element = of.Element
			}
		}
		t.index[g.Name] = len(t.list)
		t.list = append(t.list, g)
	}
}

func attributesOf(text string) []Attribute {
	var list []Attribute
	for word := range strings.FieldsSeq(text) {
		a := Attribute{}
		a.Name, a.Hidden = strings.CutPrefix(word, "~")
		a.Name, a.Text = strings.CutSuffix(a.Name, "$")
		list = append(list, a)
	}
	return list
}

func childrenOf(text string) []Child {
	var list []Child
	for part := range strings.SplitSeq(text, ")") {
		name, attributes, found := strings.Cut(strings.TrimSpace(part), "(")
		if !found {
			continue
		}
		c := Child{Attributes: attributesOf(attributes)}
		c.Element, c.Hidden = strings.CutPrefix(name, "~")
		list = append(list, c)
	}
	return list
}

var kinds = map[string]Kind{
	"Local": Local, "Lifecycle": Lifecycle, "Send": Send, "Receive": Receive, "Exchange": Exchange, "Probe": Probe,
	"Start": Start, "Completion": Completion, "Collective": Collective, "Communicator": Communicator, "File": File,
	"Window": Window, "Process": Process,
}

var patterns = map[string]Pattern{
	"": Alone, "All": All, "FromRoot": FromRoot, "ToRoot": ToRoot, "Prefix": Prefix, "Near": Near, "Some": Some,
}
