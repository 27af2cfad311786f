package gptlcompat

import "github.com/go-hpc/timers/gptlcompat/internal/rows"

// PrintMethod sets how the file of a rank shows a timer that ran below several parents.
//
// The first two show our own tree. The others show GPTL's: it has one record per name, whose values
// are those of all calls, wherever the row stands.
type PrintMethod = rows.Method

const (
	// CallPath gives each call path a row, with the values of the calls made there.
	CallPath = rows.CallPath
	// PathNames is CallPath with unique names: all names of the path, with ":" between, as Pacer's
	// prefixes do.
	PathNames = rows.PathNames
	// FirstParent puts the row of a name below the parent that called it first.
	FirstParent = rows.FirstParent
	// LastParent puts it below the last of its parents to call it for the first time.
	LastParent = rows.LastParent
	// MostFrequent puts it below the parent that called it most often; it is GPTL's default.
	MostFrequent = rows.MostFrequent
	// FullTree repeats it below every parent.
	FullTree = rows.FullTree
)

var (
	// ErrTooLarge reports that FullTree would repeat timers below each other practically without end.
	ErrTooLarge = rows.ErrTooLarge
	// ErrPerPath reports that a Summary has a record per call path where one per name is needed.
	ErrPerPath = rows.ErrPerPath
)
