package gptlcompat

import (
	"slices"

	"github.com/go-hpc/timers/gptlcompat/internal/rows"
	"github.com/go-hpc/timers/gptlcompat/internal/text"
)

// PrintMethod sets how the file of a rank shows a timer that ran below several parents.
//
// The last two show our own tree. The others show GPTL's: it has one record per name, with the values
// of all calls, wherever the row appears.
type PrintMethod int

func (m PrintMethod) String() string { return rows.Method(m).String() }

const (
	// MostFrequent puts the row of a name below the parent that called it most often. It is the default, as in GPTL.
	MostFrequent PrintMethod = iota
	// FirstParent puts it below the parent that called it first.
	FirstParent
	// LastParent puts it below the parent that was last to call it for the first time.
	LastParent
	// FullTree repeats it below every parent.
	FullTree
	// CallPath gives each call path a row, with the values of its own calls. Programs that look for a
	// name find the first of its rows.
	CallPath
	// PathNames is CallPath with unique names: all names of the path, with ":" between, as Pacer's
	// prefixes do.
	PathNames
)

// MethodNames returns the names of the methods, the default first.
func MethodNames() []string { return slices.Clone(rows.MethodNames) }

// MethodNamed returns the method of that name, and whether there is one.
func MethodNamed(name string) (PrintMethod, bool) {
	m := slices.Index(rows.MethodNames, name)
	return PrintMethod(max(m, 0)), m >= 0
}

var (
	// ErrTooLarge reports that FullTree would repeat timers below each other practically without end.
	ErrTooLarge = rows.ErrTooLarge
	// ErrPerPath reports that a Summary has a record per call path, but one per name is needed.
	ErrPerPath = rows.ErrPerPath
)

// DefaultMaxName is the default number of bytes kept of a name, as in E3SM's GPTL; paths as names keep four times as
// many. Every row of a table is padded to its longest name, so a single long name would widen the whole file.
const DefaultMaxName = text.DefaultMaxName

// WrittenName returns a name as written in files of E3SM's layout, with DefaultMaxName. Package upstream has the same
// function for its layout.
func WrittenName(name string) string { return text.InQuotes(name) }
