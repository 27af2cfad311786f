// Package stat writes and reads the files of statistics of HDTrace: values over time, of a node of a topology.
package stat

import (
	"fmt"
	"math"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// Type is the type of a value of a statistics group, in the file big endian.
type Type uint8

// The types. Those that all readers read are TypeInt32, TypeInt64, TypeFloat and TypeDouble: groups are
// written with these only, unless Options.Strings asks for TypeString, which the Java reader and its viewer
// read. TypeUint64 is read by the C tools alone; files with it can be read here.
const (
	TypeInt32 Type = iota + 1
	TypeInt64
	TypeFloat  // IEEE 754, 32 bits
	TypeDouble // IEEE 754, 64 bits
	TypeUint64
	TypeString // 16 bits of length, up to MaxString, and that many bytes
)

var typeNames = map[Type]string{
	TypeInt32: "INT32", TypeInt64: "INT64", TypeFloat: "FLOAT", TypeDouble: "DOUBLE", TypeUint64: "UINT64", TypeString: "STRING",
}

// String is the type's name in files.
func (t Type) String() string {
	if name, ok := typeNames[t]; ok {
		return name
	}
	return fmt.Sprintf("type %d", uint8(t))
}

// Size is how many bytes a value of the type takes in a file; 0 of strings, which differ, and of types
// that do not exist.
func (t Type) Size() int {
	switch t {
	case TypeInt32, TypeFloat:
		return 4
	case TypeInt64, TypeDouble, TypeUint64:
		return 8
	}
	return 0
}

// writable reports whether all readers read the type.
func (t Type) writable() bool { return t >= TypeInt32 && t <= TypeDouble }

// parseType finds the type of a name, in whatever case.
func parseType(name string) (Type, bool) {
	for t, n := range typeNames {
		if strings.EqualFold(n, name) {
			return t, true
		}
	}
	return 0, false
}

// Value is the description of one value of a statistics group.
type Value struct {
	Name string
	Type Type
	Unit string // such as B or %; may be ""

	// Grouping is the same for values that a viewer compares with each other, on one scale; may be "".
	Grouping string
}

// MaxString is how many bytes a string may have. The Java reader takes the length for a signed number.
const MaxString = 1<<15 - 1

// check says what is wrong with the description, for writing.
func (v *Value) check(o *Options) error {
	if v.Name == "" {
		return &hdtrace.NameError{What: "value", Name: v.Name, Why: "is empty"}
	}
	if !v.Type.writable() && !(o.Strings && v.Type == TypeString) {
		return fmt.Errorf("hdtrace: value %s is of %v, expected INT32, INT64, FLOAT or DOUBLE, which are those that all readers read: %w", printable.Clipped(v.Name), v.Type, hdtrace.ErrInvalidArgument)
	}
	for _, part := range []struct {
		what, text string
		most       int
	}{{"value", v.Name, hdtrace.MaxValueName}, {"unit", v.Unit, hdtrace.MaxUnit}, {"grouping", v.Grouping, hdtrace.MaxGrouping}} {
		if err := markup.CheckText(part.what, part.text, false); err != nil {
			return err
		}
		if o.Unlimited {
			continue
		}
		if err := limited(part.what, part.text, part.most); err != nil {
			return err
		}
		if i := strings.IndexFunc(part.text, func(c rune) bool { return c > '~' }); i >= 0 {
			return &hdtrace.NameError{What: part.what, Name: part.text, Why: fmt.Sprintf("has a character outside of ASCII at byte %d, which the Java reader takes for others where its locale is not UTF-8", i)}
		}
	}
	return nil
}

// Number is a value to be written, with its type.
type Number struct {
	bits uint64
	typ  Type
}

// Int32 is a value of type INT32.
func Int32(v int32) Number { return Number{uint64(uint32(v)), TypeInt32} }

// Int64 is a value of type INT64.
func Int64(v int64) Number { return Number{uint64(v), TypeInt64} }

// Float is a value of type FLOAT.
func Float(v float32) Number { return Number{uint64(math.Float32bits(v)), TypeFloat} }

// Double is a value of type DOUBLE.
func Double(v float64) Number { return Number{math.Float64bits(v), TypeDouble} }
