package calls

import "github.com/go-hpc/timers/stats/calls/functions"

// The kinds and attributes of calls are in package functions.
type (
	Function  = functions.Function
	Attribute = functions.Attribute
	Child     = functions.Child
	Kind      = functions.Kind
	Pattern   = functions.Pattern
)

// The kinds of functions.
const (
	Local        = functions.Local
	Lifecycle    = functions.Lifecycle
	Send         = functions.Send
	Receive      = functions.Receive
	Exchange     = functions.Exchange
	Probe        = functions.Probe
	Start        = functions.Start
	Completion   = functions.Completion
	Collective   = functions.Collective
	Communicator = functions.Communicator
	File         = functions.File
	Window       = functions.Window
	Process      = functions.Process
)

// The patterns of functions.
const (
	Alone    = functions.Alone
	All      = functions.All
	FromRoot = functions.FromRoot
	ToRoot   = functions.ToRoot
	Prefix   = functions.Prefix
	Near     = functions.Near
	Some     = functions.Some
)

// Other represents an MPI's functions that the table lacks.
const Other = functions.Other

// Functions lists the functions of MPI that are recorded; see functions.List.
func Functions() []Function { return functions.List() }

// Lookup finds a function by its name without MPI_.
func Lookup(name string) (index int, ok bool) { return functions.Lookup(name) }
