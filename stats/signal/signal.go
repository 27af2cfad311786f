// Package signal reads the signals of a machine (time, energy, frequencies, hardware counters, memory,
// temperatures) and accumulates them by region.
//
// The terms are GEOPM's: a signal has a name, a unit, a behaviour and a native domain, and is read at one
// instance of a domain; a coarser domain is the aggregate of the native ones inside it. Signals are pushed
// once, then read in batches. Find returns those of this machine; Counter and Gauge read one of them as a
// whole number, for timers; a Formula computes one from others.
package signal

import "errors"

// Behavior says how the values of a signal follow each other.
type Behavior uint8

const (
	Monotone Behavior = iota // only grows: differences between samples have a meaning
	Variable                 // goes up and down: its mean over time has a meaning
	Constant                 // never changes
	Label                    // names something, such as the hash of a region: no arithmetic
)

// Domain is a kind of part of a node, or of what runs on it; there are one or more of each.
type Domain uint8

const (
	Board Domain = iota // the node
	Package
	Core
	CPU    // a hardware thread, as Linux counts CPUs
	Memory // a NUMA node's
	Disk   // a block device
	NIC    // a network interface
	GPU
	Process // this process
	Thread  // the thread that opened the signal
)

// Aggregation says how the values of several instances become that of the domain that holds them. NaN values
// are left out first; if none remain, the result is NaN.
type Aggregation uint8

const (
	Sum Aggregation = iota
	Average
	Min
	Max
	First      // the first instance's
	SameRegion // the common hash, or RegionUnmarked if they differ
	SameHint   // the common hint, or HintUnknown if they differ
	LogicalAnd
	ExpectSame // the common value, or NaN if they differ
)

// Info describes a signal.
type Info struct {
	Name        string
	Description string
	Unit        string // "s", "J", "Hz", "B", "°C", "W"; "1" for plain counts; "" for labels
	Behavior    Behavior
	Domain      Domain   // native
	Indices     []int    // the instances that have it, in ascending order; not always contiguous
	Labels      []string // the names of the instances, in the order of Indices, such as "eth0"; nil: numbers only
	Aggregation Aggregation

	// Quantum is how much of Unit one step of the source is: 1e-6 for energy counted in microjoules. What is
	// counted in whole steps can be read without rounding. 0 means that the source does not count in steps.
	Quantum float64

	// Children reports that it is of the programs, too, that this process starts; see Options.
	Children bool
}

// Absence says why a signal that this package knows is absent.
type Absence struct {
	Name   string
	Reason string // "no such hardware", "permission denied: …"
	Remedy string // which setting would make it available; "" if none would
	Err    error  // matches ErrNoSource or ErrPermission
}

var (
	// ErrUnknown reports an unknown signal name.
	ErrUnknown = errors.New("signal: unknown name")

	// ErrNoSource reports a signal that this machine does not have.
	ErrNoSource = errors.New("signal: not on this machine")

	// ErrPermission reports a signal that the machine has and this user may not read.
	ErrPermission = errors.New("signal: not permitted")

	// ErrDomain reports a domain or an index that a signal does not have.
	ErrDomain = errors.New("signal: no such domain")

	// ErrOrder reports calls in the wrong order, such as a push after the first read.
	ErrOrder = errors.New("signal: call out of order")
)

// A Batch returns samples of pushed signals, all taken together.
type Batch interface {
	// Info describes a signal; the error matches ErrUnknown, ErrNoSource or ErrPermission.
	Info(name string) (Info, error)

	// Push requests a signal at one instance of a domain and returns the index for Sample. The same signal at
	// the same place has the same index. After the first Read the error matches ErrOrder.
	Push(name string, domain Domain, index int) (int, error)

	// Read takes a sample of everything pushed. What cannot be read is NaN until it can be again; the error
	// names it, and everything else is sampled.
	Read() error

	// Sample returns the value of the last Read, or NaN before the first one.
	Sample(index int) float64
}

// Names of the signals that describe the program's regions. Every Batch that a SampleAggregator works over
// has the first and the third.
const (
	RegionHash     = "REGION_HASH"
	RegionHint     = "REGION_HINT"
	EpochCount     = "EPOCH_COUNT"
	RegionProgress = "REGION_PROGRESS"
	Time           = "TIME"
)

// Hashes that are not those of a region of the program.
const (
	RegionInvalid  = 0x00000000
	RegionUnmarked = 0x725e8066 // outside every region, or not all CPUs of the domain in the same one
	RegionEpoch    = 0x66c91423
	RegionApp      = 0x9d540c53
)

// Hint says what a region mostly does, in GEOPM's numbers.
type Hint uint8

const (
	HintUnset Hint = iota
	HintUnknown
	HintCompute
	HintMemory
	HintNetwork
	HintIO
	HintSerial
	HintParallel
	HintIgnore
	HintInactive
	HintSpin
)
