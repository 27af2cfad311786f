package hdtrace

import (
	"fmt"
	"math"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
)

// ValueType is the type of a value of a statistics group, in the file big endian.
type ValueType uint8

// The types. Those that all readers read are TypeInt32, TypeInt64, TypeFloat and TypeDouble: groups are
// written with these only. TypeUint64 is read by the C tools alone, TypeString by the Java reader alone;
// files with them can be read here.
const (
	TypeInt32 ValueType = iota + 1
	TypeInt64
	TypeFloat  // IEEE 754, 32 bits
	TypeDouble // IEEE 754, 64 bits
	TypeUint64
	TypeString // 16 bits of length and that many bytes
)

var typeNames = map[ValueType]string{
	TypeInt32: "INT32", TypeInt64: "INT64", TypeFloat: "FLOAT", TypeDouble: "DOUBLE", TypeUint64: "UINT64", TypeString: "STRING",
}

// String is the type's name in files.
func (t ValueType) String() string {
	if name, ok := typeNames[t]; ok {
		return name
	}
	return fmt.Sprintf("type %d", uint8(t))
}

// Size is how many bytes a value of the type takes in a file; 0 of strings, which differ, and of types
// that do not exist.
func (t ValueType) Size() int {
	switch t {
	case TypeInt32, TypeFloat:
		return 4
	case TypeInt64, TypeDouble, TypeUint64:
		return 8
	}
	return 0
}

// writable says whether all readers read the type.
func (t ValueType) writable() bool { return t >= TypeInt32 && t <= TypeDouble }

// parseType finds the type of a name, in whatever case.
func parseType(name string) (ValueType, bool) {
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
	Type ValueType
	Unit string // such as B or %; may be ""

	// Grouping is the same for values that a viewer compares with each other, on one scale; may be "".
	Grouping string
}

// check says what is wrong with the description, for writing.
func (v *Value) check(unlimited bool) error {
	if v.Name == "" {
		return &NameError{"value", v.Name, "is empty"}
	}
	if !v.Type.writable() {
		return fmt.Errorf("hdtrace: value %s is of %v, expected INT32, INT64, FLOAT or DOUBLE, which are those that all readers read: %w", printable.Clipped(v.Name), v.Type, ErrInvalidArgument)
	}
	for _, part := range []struct {
		what, text string
		most       int
	}{{"value", v.Name, MaxValueName}, {"unit", v.Unit, MaxUnit}, {"grouping", v.Grouping, MaxGrouping}} {
		if err := checkText(part.what, part.text, false); err != nil {
			return err
		}
		if unlimited {
			continue
		}
		if err := limited(part.what, part.text, part.most); err != nil {
			return err
		}
		if i := strings.IndexFunc(part.text, func(c rune) bool { return c > '~' }); i >= 0 {
			return &NameError{part.what, part.text, fmt.Sprintf("has a character outside of ASCII at byte %d, which the Java reader takes for others where its locale is not UTF-8", i)}
		}
	}
	return nil
}

// Number is a value to be written, with its type.
type Number struct {
	bits uint64
	typ  ValueType
}

// Int32 is a value of type INT32.
func Int32(v int32) Number { return Number{uint64(uint32(v)), TypeInt32} }

// Int64 is a value of type INT64.
func Int64(v int64) Number { return Number{uint64(v), TypeInt64} }

// Float is a value of type FLOAT.
func Float(v float32) Number { return Number{uint64(math.Float32bits(v)), TypeFloat} }

// Double is a value of type DOUBLE.
func Double(v float64) Number { return Number{math.Float64bits(v), TypeDouble} }
