package gptlcompat

import (
	"slices"

	"github.com/go-hpc/timers/gptlcompat/internal/rows"
	"github.com/go-hpc/timers/gptlcompat/internal/text"
)

// PrintMethod sets how the file of a rank shows a timer that ran below several parents.
//
// The last two show our own tree. The others show GPTL's: it has one record per name, whose values
// are those of all calls, wherever the row stands.
type PrintMethod = rows.Method

const (
	// MostFrequent puts the row of a name below the parent that called it most often. It is the default, as in GPTL.
	MostFrequent = rows.MostFrequent
	// FirstParent puts it below the parent that called it first.
	FirstParent = rows.FirstParent
	// LastParent puts it below the last of its parents to call it for the first time.
	LastParent = rows.LastParent
	// FullTree repeats it below every parent.
	FullTree = rows.FullTree
	// CallPath gives each call path a row, with the values of the calls made there. Programs that look for
	// a name find the first of its rows.
	CallPath = rows.CallPath
	// PathNames is CallPath with unique names: all names of the path, with ":" between, as Pacer's
	// prefixes do.
	PathNames = rows.PathNames
)

// MethodNames returns the names of the methods, that of the default first.
func MethodNames() []string { return slices.Clone(rows.MethodNames) }

// MethodNamed returns the method of that name, and whether there is one.
func MethodNamed(name string) (PrintMethod, bool) {
	m := slices.Index(rows.MethodNames, name)
	return PrintMethod(max(m, 0)), m >= 0
}

var (
	// ErrTooLarge reports that FullTree would repeat timers below each other practically without end.
	ErrTooLarge = rows.ErrTooLarge
	// ErrPerPath reports that a Summary has a record per call path where one per name is needed.
	ErrPerPath = rows.ErrPerPath
)

// DefaultMaxName is how many bytes of a name are kept by default, as E3SM's GPTL does; of paths as names four times as
// many. Every row of a table is padded to its longest name, so that a single one would widen all of the file.
const DefaultMaxName = text.DefaultMaxName

// Written returns how a name stands in the files of E3SM's layout, and in those of upstream's, with DefaultMaxName. Where
// two names would become one all the same, the second has a number behind.
func Written(name string) (quoted, upstream string) { return text.Both(name) }
