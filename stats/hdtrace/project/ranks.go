package project

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// RankInfo is the info file of a rank and thread.
type RankInfo struct {
	Rank   int    // in MPI_COMM_WORLD
	Thread string // label of the thread; "" where there is none
	Info   *Info
}

// AddInfo adds what info files say: files, communicators and datatypes. The ranks of a communicator each
// have a line for it in their files; lines are of the same communicator if their maps of ranks are equal,
// and each is the first, the second, … of its rank with that map.
func (p *Project) AddInfo(infos ...RankInfo) {
	infos = slices.Clone(infos)
	slices.SortStableFunc(infos, func(a, b RankInfo) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), naturalOrder(a.Thread, b.Thread))
	})
	j := communicatorJoiner{places: map[commKey]int{}}
	for _, ri := range infos {
		d := RankDatatypes{Rank: ri.Rank, Thread: ri.Thread}
		seen := map[string]int{}
		for i := range ri.Info.Records {
			switch r := &ri.Info.Records[i]; {
			case r.File != nil:
				p.mergeFiles([]AccessedFile{{Name: r.File.Name, Size: r.File.Size}})
			case r.Communicator != nil:
				j.add(ri.Rank, r.Communicator, seen)
			case r.Datatype != nil:
				d.Types = append(d.Types, r.Datatype.element())
			}
		}
		if len(d.Types) > 0 {
			p.Datatypes = append(p.Datatypes, d)
		}
	}
	p.Communicators = append(p.Communicators, j.list...)
}

// communicatorJoiner makes one communicator of the lines of its ranks.
type communicatorJoiner struct {
	list   []Communicator
	places map[commKey]int // in the list
}

// commKey is what lines of the same communicator have in common.
type commKey struct {
	ranks string
	nth   int
}

// add adds a line of a rank, which has seen so many communicators with each map of ranks.
func (j *communicatorJoiner) add(rank int, c *InfoCommunicator, seen map[string]int) {
	local := slices.IndexFunc(c.Map, func(m InfoRank) bool { return m.Global == rank })
	if local < 0 || !fits32(rank, c.Map[local].Local, int(c.ID)) {
		return // the rank is not in it, or its numbers are none that readers take
	}
	ranks := c.key()
	key := commKey{ranks, seen[ranks]}
	seen[ranks]++
	place, ok := j.places[key]
	if !ok {
		place = len(j.list)
		j.places[key] = place
		j.list = append(j.list, Communicator{Name: c.Name})
	}
	to := &j.list[place]
	if n := len(to.Members); n > 0 && to.Members[n-1].Global == rank {
		return // another thread of the rank
	}
	to.Name = cmp.Or(to.Name, c.Name)
	to.Members = append(to.Members, Member{Global: rank, Local: c.Map[local].Local, CID: int(c.ID)})
}

// fits32 reports whether readers, which have 32 bits for them, take some numbers.
func fits32(numbers ...int) bool {
	for _, n := range numbers {
		if n != int(int32(n)) {
			return false
		}
	}
	return true
}

// key is the map of ranks, in the order of ranks.
func (c *InfoCommunicator) key() string {
	ranks := slices.Clone(c.Map)
	slices.SortFunc(ranks, func(a, b InfoRank) int {
		return cmp.Or(cmp.Compare(a.Global, b.Global), cmp.Compare(a.Local, b.Local))
	})
	var key []byte
	for _, r := range ranks {
		key = fmt.Appendf(key, "%d-%d;", r.Global, r.Local)
	}
	return string(key)
}

// element is the datatype in the form of project files.
func (t *InfoDatatype) element() hdtrace.Element {
	e := hdtrace.Element{Name: hdtrace.XMLName(strings.TrimPrefix(t.Combiner, combinerPrefix))}
	e.Attributes = []hdtrace.Attribute{{Name: "id", Value: strconv.FormatInt(t.ID, 10)}, {Name: "name", Value: t.Name}}
	if form, ok := datatypeForms[e.Name]; ok && form(&e, t) {
		return e
	}
	if e.Name == "NAMED" {
		return e
	}
	// What it is is not known: the numbers as they are.
	for _, list := range []struct {
		name   string
		values []int64
	}{{"Integer", t.Integers}, {"Address", t.Addresses}, {"Type", t.Types}} {
		for _, v := range list.values {
			e.Elements = append(e.Elements, hdtrace.Element{Name: list.name, Text: strconv.FormatInt(v, 10)})
		}
	}
	return e
}

// setIntegers adds attributes with integers.
func setIntegers(e *hdtrace.Element, names []string, values []int64) {
	for i, name := range names {
		e.Attributes = append(e.Attributes, hdtrace.Attribute{Name: name, Value: strconv.FormatInt(values[i], 10)})
	}
}

// addIntegers adds an element with integers as attributes.
func addIntegers(e *hdtrace.Element, name string, names []string, values ...int64) {
	p := hdtrace.Element{Name: name}
	setIntegers(&p, names, values)
	e.Elements = append(e.Elements, p)
}

// datatypeForms says how each combiner is written; false where the numbers are not those of the combiner.
var datatypeForms = map[string]func(e *hdtrace.Element, t *InfoDatatype) bool{
	"DUP":             fixedForm(nil, nil),
	"CONTIGUOUS":      fixedForm([]string{"count"}, nil),
	"VECTOR":          fixedForm([]string{"count", "blocklength", "stride"}, nil),
	"HVECTOR":         fixedForm([]string{"count", "blocklength"}, []string{"stride"}),
	"HVECTOR_INTEGER": fixedForm([]string{"count", "blocklength"}, []string{"stride"}),
	"RESIZED":         fixedForm(nil, []string{"lowerBound", "extent"}),
	"INDEXED":         indexedForm,
	"HINDEXED":        indexedForm,
	"INDEXED_BLOCK":   indexedBlockForm,
	"STRUCT":          structForm,
	"STRUCT_INTEGER":  structForm,
	"SUBARRAY":        subarrayForm,
}

var oldType = []string{"oldType"}

// fixedForm is a combiner with a fixed number of integers and addresses, of one other type.
func fixedForm(integers, addresses []string) func(*hdtrace.Element, *InfoDatatype) bool {
	return func(e *hdtrace.Element, t *InfoDatatype) bool {
		if len(t.Integers) != len(integers) || len(t.Addresses) != len(addresses) || len(t.Types) != 1 {
			return false
		}
		setIntegers(e, integers, t.Integers)
		setIntegers(e, addresses, t.Addresses)
		setIntegers(e, oldType, t.Types)
		return true
	}
}

// counted reports whether the first integer is a number of parts that there can be.
func (t *InfoDatatype) counted() (int, bool) {
	if len(t.Integers) == 0 || t.Integers[0] < 0 || t.Integers[0] > int64(len(t.Integers)) {
		return 0, false
	}
	return int(t.Integers[0]), true
}

func indexedForm(e *hdtrace.Element, t *InfoDatatype) bool {
	n, ok := t.counted()
	if !ok || len(t.Types) != 1 {
		return false
	}
	lengths, places := t.Integers[1:], t.Addresses
	if e.Name == "INDEXED" && len(lengths) == 2*n {
		lengths, places = lengths[:n], lengths[n:]
	}
	if len(lengths) != n || len(places) != n {
		return false
	}
	setIntegers(e, []string{"count"}, t.Integers)
	setIntegers(e, oldType, t.Types)
	for i := range n {
		addIntegers(e, "Block", []string{"len", "index"}, lengths[i], places[i])
	}
	return true
}

func indexedBlockForm(e *hdtrace.Element, t *InfoDatatype) bool {
	n, ok := t.counted()
	if !ok || len(t.Integers) != n+2 || len(t.Types) != 1 {
		return false
	}
	setIntegers(e, []string{"count"}, t.Integers)
	setIntegers(e, oldType, t.Types)
	setIntegers(e, []string{"blockLength"}, t.Integers[1:])
	for _, place := range t.Integers[2:] {
		addIntegers(e, "Block", []string{"displacement"}, place)
	}
	return true
}

func structForm(e *hdtrace.Element, t *InfoDatatype) bool {
	n, ok := t.counted()
	if !ok || len(t.Integers) != n+1 || len(t.Addresses) != n || len(t.Types) != n {
		return false
	}
	setIntegers(e, []string{"count"}, t.Integers)
	for i := range n {
		addIntegers(e, "Type", []string{"id", "displacement", "blocklen"}, t.Types[i], t.Addresses[i], t.Integers[1+i])
	}
	return true
}

// subarrayForm writes the order by name, as the Java reader wants it; the numbers are those of Open MPI and
// of MPICH.
func subarrayForm(e *hdtrace.Element, t *InfoDatatype) bool {
	n, ok := t.counted()
	if !ok || len(t.Integers) != 3*n+2 || len(t.Types) != 1 {
		return false
	}
	order := strconv.FormatInt(t.Integers[3*n+1], 10)
	switch order {
	case "0", "56":
		order = "MPI_ORDER_C"
	case "1", "57":
		order = "MPI_ORDER_FORTRAN"
	}
	setIntegers(e, []string{"ndims"}, t.Integers)
	e.Attributes = append(e.Attributes, hdtrace.Attribute{Name: "order", Value: order})
	setIntegers(e, oldType, t.Types)
	for i := range n {
		addIntegers(e, "Dimension", []string{"size", "subsize", "start"}, t.Integers[1+i], t.Integers[1+n+i], t.Integers[1+2*n+i])
	}
	return true
}
