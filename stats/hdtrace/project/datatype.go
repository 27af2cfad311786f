package project

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// The named datatypes of MPI that the Java reader knows, without MPI_.
var javaNamed = map[string]bool{
	"LB": true, "UB": true, "BYTE": true, "FLOAT": true, "DOUBLE": true, "CHAR": true, "UNSIGNED_CHAR": true,
	"INT": true, "INTEGER": true, "LONG": true, "LONG_LONG": true, "DOUBLE_PRECISION": true, "PACKED": true,
}

// refusedType says why the Java reader would refuse a datatype, "" if it does not. Known is the ids of the
// types before it.
func refusedType(e *hdtrace.Element, known map[int64]bool) string {
	long := func(e *hdtrace.Element, name string) (int64, string) { return integer(e, name, 64) }
	old := func(e *hdtrace.Element, name string) string {
		id, why := long(e, name)
		if why == "" && !known[id] {
			return fmt.Sprintf("%s %d is not the id of a type before it", name, id)
		}
		return why
	}
	var why string
	switch e.Name {
	case "NAMED":
		name, _ := e.Value("name")
		if !javaNamed[strings.ReplaceAll(name, "MPI_", "")] {
			why = fmt.Sprintf("%s is none of the named types that it knows", printable.Clipped(name))
		}
	case "CONTIGUOUS":
		why = firstOf(old(e, "oldType"), integers(e, "count"))
	case "VECTOR":
		why = firstOf(old(e, "oldType"), integers(e, "count", "blocklength", "stride"))
	case "STRUCT":
		for i := range e.Elements {
			part := &e.Elements[i]
			_, displacement := long(part, "displacement")
			why = firstOf(why, old(part, "id"), displacement, integers(part, "blocklen"))
		}
	case "SUBARRAY":
		why = firstOf(old(e, "oldType"), integers(e, "ndims"), refusedSubarray(e))
	case "HINDEXED", "HVECTOR", "INDEXED_BLOCK": // read, and taken for nothing
	default:
		why = fmt.Sprintf("it does not know the combiner %s", printable.Clipped(e.Name))
	}
	_, id := long(e, "id")
	return firstOf(why, id)
}

func refusedSubarray(e *hdtrace.Element) string {
	if order, _ := e.Value("order"); order != "MPI_ORDER_C" && order != "MPI_ORDER_FORTRAN" {
		return fmt.Sprintf("order is %s, expected MPI_ORDER_C or MPI_ORDER_FORTRAN", printable.Clipped(order))
	}
	dims, _ := integer(e, "ndims", 32)
	if int64(len(e.Elements)) > dims || dims > 1<<16 {
		return fmt.Sprintf("ndims is %d with %d dimensions", dims, len(e.Elements))
	}
	for i := range e.Elements {
		if why := integers(&e.Elements[i], "size", "subsize", "start"); why != "" {
			return why
		}
	}
	return ""
}

// integer is an attribute that is to be an integer of that many bits, or what is wrong with it.
func integer(e *hdtrace.Element, name string, bits int) (int64, string) {
	text, _ := e.Value(name)
	n, err := strconv.ParseInt(text, 10, bits)
	if err != nil {
		return 0, fmt.Sprintf("%s is %s, expected an integer of %d bits", name, printable.Clipped(text), bits)
	}
	return n, ""
}

// integers is what is wrong with the first of some attributes that are to be 32-bit integers.
func integers(e *hdtrace.Element, names ...string) string {
	for _, name := range names {
		if _, why := integer(e, name, 32); why != "" {
			return why
		}
	}
	return ""
}

func firstOf(reasons ...string) string {
	for _, why := range reasons {
		if why != "" {
			return why
		}
	}
	return ""
}

// readable is datatypes as the Java reader takes them: one that it refuses becomes one that it passes over,
// with its name in an attribute. It is left out if it has no id, without which nothing can speak of it.
func readable(types []hdtrace.Element) []hdtrace.Element {
	known := make(map[int64]bool, len(types))
	var list []hdtrace.Element
	for _, e := range types {
		id, missing := integer(&e, "id", 64)
		if missing != "" {
			continue
		}
		if refusedType(&e, known) != "" {
			e.Attributes = append(e.Attributes[:len(e.Attributes):len(e.Attributes)], hdtrace.Attribute{Name: standsFor, Value: e.Name})
			e.Name = "HINDEXED"
		}
		known[id] = true
		list = append(list, e)
	}
	return list
}
