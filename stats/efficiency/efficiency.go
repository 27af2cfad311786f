// Package efficiency computes the efficiencies of the POP centre for a run and for each of its regions: what share of the time of
// all ranks was useful, and how much unequal work, waiting and the network cost.
package efficiency

import "math"

// A Kind is one of the efficiencies. Each is a share of 1, and the product of those whose Parent it is.
type Kind int

const (
	Parallel      Kind = iota // useful time of all ranks, of the time that all of them had
	LoadBalance               // what unequal work leaves of that
	InNodes                   // … between the ranks of a node
	BetweenNodes              // … between nodes
	Communication             // what waiting and transfer leave beyond unequal work
	Serialisation             // … waiting for what others have not done yet
	Transfer                  // … the network

	Threads             // of the useful time of ranks, that of all their goroutines or threads
	ThreadBalance       // what unequal work of these leaves of that
	ThreadSerialisation // what time leaves in which not all of them work, whoever does

	Devices             // time in which devices work, of the time that all of them had
	DeviceBalance       // what unequal work of devices leaves of that
	DeviceOrchestration // what the time leaves in which the device with most work has none

	Kinds // how many there are
)

var kinds = [Kinds]struct {
	key, name string
	parent    Kind
}{
	Parallel:      {"parallel", "parallel efficiency", -1},
	LoadBalance:   {"load_balance", "load balance", Parallel},
	InNodes:       {"load_balance_in_nodes", "load balance in nodes", LoadBalance},
	BetweenNodes:  {"load_balance_between_nodes", "load balance between nodes", LoadBalance},
	Communication: {"communication", "communication efficiency", Parallel},
	Serialisation: {"serialisation", "serialisation efficiency", Communication},
	Transfer:      {"transfer", "transfer efficiency", Communication},

	Threads:             {"threads", "thread efficiency", -1},
	ThreadBalance:       {"thread_load_balance", "thread load balance", Threads},
	ThreadSerialisation: {"thread_serialisation", "thread serialisation efficiency", Threads},

	Devices:             {"devices", "device efficiency", -1},
	DeviceBalance:       {"device_load_balance", "device load balance", Devices},
	DeviceOrchestration: {"device_orchestration", "device orchestration efficiency", Devices},
}

// Key returns the name of the efficiency in files: load_balance.
func (k Kind) Key() string { return kinds[k].key }

// String returns its name for people.
func (k Kind) String() string { return kinds[k].name }

// Parent returns the efficiency of which it is a factor, or -1.
func (k Kind) Parent() Kind { return kinds[k].parent }

// Level returns how many efficiencies it is a factor of, one inside the other.
func (k Kind) Level() (level int) {
	for ; k.Parent() >= 0; k = k.Parent() {
		level++
	}
	return level
}

// Times are the times that efficiencies are made of, in nanoseconds. None of the first five is below the next one but Instant. It, MostNode
// and those of threads and devices may be unknown: NaN.
type Times struct {
	Elapsed  float64 // of the rank that took longest
	Instant  float64 // what that would be with a network that costs nothing
	Most     float64 // useful time of the rank that has most of it
	MostNode float64 // mean useful time of the ranks of a node, of the node where that is most
	Mean     float64 // mean useful time of all ranks

	Spread float64 // what Mean would be if all threads of a rank worked in what now one does
	Thread float64 // mean useful time of a thread, if there are several

	MostDevice float64 // time in which a device works, of the one that works longest
	Device     float64 // mean time in which a device works
}

// between returns the two times whose quotient an efficiency is.
func (t *Times) between(k Kind) (part, whole float64) {
	switch k {
	case LoadBalance:
		return t.Mean, t.Most
	case InNodes:
		return t.MostNode, t.Most
	case BetweenNodes:
		return t.Mean, t.MostNode
	case Communication:
		return t.Most, t.Elapsed
	case Serialisation:
		return t.Most, t.Instant
	case Transfer:
		return t.Instant, t.Elapsed
	case Threads:
		return t.Thread, t.Mean
	case ThreadBalance:
		return t.Thread, t.Spread
	case ThreadSerialisation:
		return t.Spread, t.Mean
	case Devices:
		return t.Device, t.Elapsed
	case DeviceBalance:
		return t.Device, t.MostDevice
	case DeviceOrchestration:
		return t.MostDevice, t.Elapsed
	}
	return t.Mean, t.Elapsed
}

// Share returns an efficiency, or false if it is not known.
func (t *Times) Share(k Kind) (share float64, known bool) {
	part, whole := t.between(k)
	if math.IsNaN(part) || math.IsNaN(whole) {
		return 0, false
	}
	if whole <= 0 { // there is nothing to lose
		return 1, true
	}
	return part / whole, true
}

// Costs returns the nanoseconds by which the region would take less if that efficiency were 1 and nothing else changed, or false if
// that is not known. What the factors of an efficiency cost adds up to what it costs.
func (t *Times) Costs(k Kind) (ns float64, known bool) {
	part, whole := t.between(k)
	return whole - part, !math.IsNaN(part) && !math.IsNaN(whole)
}

// valid reports whether the times are in order.
func (t *Times) valid() bool {
	inside := func(v float64) bool { return math.IsNaN(v) || v >= t.Mean && v <= t.Most }
	return t.Elapsed > 0 && t.Mean >= 0 && t.Mean <= t.Most && t.Most <= t.Elapsed && inside(t.MostNode)
}
