// Package signal reads what a machine tells of itself (time, energy, frequencies, hardware counters,
// memory, temperatures) and accumulates it by region.
//
// Its terms are GEOPM's: a signal has a name, a unit, a behaviour and a native domain, and is read at
// one instance of a domain; a coarser domain is the aggregate of the native ones inside it. Signals are
// pushed once, then read in batches. Find gives those of this machine; Counter and Gauge read one of them as
// a whole number, for timers; a Formula computes one from others.
package signal

import "errors"

// Behavior says how the values of a signal follow each other.
type Behavior uint8

const (
	Monotone Behavior = iota // only grows: the difference of two samples means something
	Variable                 // goes up and down: its mean over time means something
	Constant                 // never changes
	Label                    // names something, as the hash of a region: no arithmetic
)

// Domain is a kind of part of a node, of which there are one or more, or of what runs on it.
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

// Aggregation is how the values of several instances become that of the domain that holds them. NaN
// values are left out first; of none the result is NaN.
type Aggregation uint8

const (
	Sum Aggregation = iota
	Average
	Min
	Max
	First      // the first instance's
	SameRegion // the hash all share, otherwise RegionUnmarked
	SameHint   // the hint all share, otherwise HintUnknown
	LogicalAnd
	ExpectSame // the value all share, otherwise NaN
)

// Info says what a signal is.
type Info struct {
	Name        string
	Description string
	Unit        string // "s", "J", "Hz", "B", "°C", "W"; "1" for plain counts; "" for labels
	Behavior    Behavior
	Domain      Domain   // native
	Indices     []int    // the instances that have it, ascending; not always contiguous
	Labels      []string // what the instances are called, in the order of Indices, as "eth0"; nil: by number only
	Aggregation Aggregation

	// Quantum is how much of Unit one step of the source is: 1e-6 for energy counted in microjoules. What
	// is counted in whole steps can be read without rounding. 0: the source is no counter.
	Quantum float64
}

// Absence says why a signal that this package knows is not there.
type Absence struct {
	Name   string
	Reason string // "no such hardware", "permission denied: …"
	Remedy string // which setting would give it; "" where none would
	Err    error  // matches ErrNoSource or ErrPermission
}

var (
	// ErrUnknown is matched by errors that tell of a signal whose name is not known here.
	ErrUnknown = errors.New("signal: unknown name")

	// ErrNoSource is matched by errors that tell of a signal that this machine does not have.
	ErrNoSource = errors.New("signal: not on this machine")

	// ErrPermission is matched by errors that tell of a signal that the machine has and this user may not
	// read.
	ErrPermission = errors.New("signal: not permitted")

	// ErrDomain is matched by errors that tell of a domain or an index that a signal does not have.
	ErrDomain = errors.New("signal: no such domain")

	// ErrOrder is matched by errors that tell of calls in the wrong order, as a push after the first read.
	ErrOrder = errors.New("signal: call out of order")
)

// Batch gives samples of pushed signals, all taken together.
type Batch interface {
	// Info describes a signal; the error matches ErrUnknown, ErrNoSource or ErrPermission.
	Info(name string) (Info, error)

	// Push asks for a signal at one instance of a domain and returns the index for Sample. The same
	// signal at the same place has the same index. After the first Read the error matches ErrOrder.
	Push(name string, domain Domain, index int) (int, error)

	// Read takes a sample of everything pushed. What cannot be read is NaN until it can be again; the
	// error says what, and everything else is there.
	Read() error

	// Sample returns the value of the last Read; NaN before the first one.
	Sample(index int) float64
}

// Names of the signals that stand for the program's regions. Every Batch that a SampleAggregator works
// over has the first and the third.
const (
	RegionHash     = "REGION_HASH"
	RegionHint     = "REGION_HINT"
	EpochCount     = "EPOCH_COUNT"
	RegionProgress = "REGION_PROGRESS"
	Time           = "TIME"
)

// Hashes that name no region of the program.
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
