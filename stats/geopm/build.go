package geopm

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/signal"
)

// Which selects the regions of the timers that become regions of a report. With either, each instant of
// a process is in at most one region, whatever its tracks do at the same time ([SplitWall]): the
// runtimes of the regions and of Unmarked Totals add up to the runtime of Application Totals.
type Which uint8

const (
	// Only outermost regions, with all time inside, as in GEOPM: regions nested in one have no hash of their
	// own.
	Outermost Which = iota

	// Innermost: all regions, each with the time outside of the regions in it. A region of the same name
	// at several places of the call tree is one.
	Innermost
)

// Input holds the data about one node.
type Input struct {
	Name     string           // of the node
	Profiles []*stats.Profile // of its processes
	Sampled  *Sampled         // nil: nothing was sampled; values are 0 and the host has a key that says so

	Regions Which

	// Skip is the number of levels at the top of the call tree to leave out: 1 if the whole program is
	// one region. Time in these levels and in nothing below is unmarked.
	Skip int

	// Spread adds keys that GEOPM does not have: smallest, largest, deviation and median of the runtime
	// over the processes.
	Spread bool

	// PerProcess adds a key with the runtime of each process (see ProcessKey).
	PerProcess bool

	// Call reports that the name of a node is a call of a message passing library: not a region of its own,
	// but time of the region around it with the hint network. Nil means that there are none.
	Call func(name string) bool

	// CallRegions makes such calls regions of their own after all.
	CallRegions bool

	MPIStartup float64 // seconds; 0: the key is left out, as GEOPM does
	Startup    float64 // seconds to set the measuring up
	Overhead   float64 // seconds that it cost
	Memory     float64 // largest memory of the monitoring process, bytes
	Network    float64 // traffic of the monitoring process, bytes per second
}

// ProcessKey is the key of the runtime of one process, by its rank in the default environment.
func ProcessKey(rank int) string { return fmt.Sprintf("runtime-rank-%d (s)", rank) }

// Sampled holds the sampled values of one node.
type Sampled struct {
	Regions                      map[uint32]Values // by hash
	Unmarked, Epoch, Application Values
	Unseen                       Values // of a region that is not in Regions

	EpochCount int      // smallest of the CPUs
	Sticker    float64  // frequency that the processors are sold with, Hz; 0: unknown, so there is no frequency (Hz)
	Signals    []string // those that were asked for beside GEOPM's own, as they stand in Values
	Absent     []signal.Absence
}

// Values are sampled values of a region by the name of the signal: NAME for the board, otherwise
// NAME@domain-index. One that is missing is printed as NaN is: as 0 in GEOPM's own keys, as nan for the
// signals that were asked for.
type Values map[string]float64

// Build returns the part of a report about one node.
func Build(in Input) (Host, error) {
	if len(in.Profiles) == 0 {
		return Host{}, fmt.Errorf("geopm: host %q: no profiles of its processes", in.Name)
	}
	for i, p := range in.Profiles {
		if p == nil {
			return Host{}, fmt.Errorf("geopm: host %q: profile %d is nil", in.Name, i)
		}
		for k := range p.Nodes {
			if parent := p.Nodes[k].Parent; parent < -1 || parent >= k {
				return Host{}, fmt.Errorf("geopm: host %q: profile of rank %d: node %d stands before its parent %d", in.Name, p.Rank, k, parent)
			}
		}
	}
	in.Profiles = slices.Clone(in.Profiles)
	for i, p := range in.Profiles {
		in.Profiles[i] = p.WithoutDevices() // their time runs beside that of the report's regions
	}
	if in.Skip < 0 {
		return Host{}, errors.New("geopm: a negative number of levels to skip")
	}
	b := builder{Input: in, has: make(map[string]bool)}
	b.looked = b.Sampled != nil
	if !b.looked {
		b.Sampled = &Sampled{}
	}
	for name := range b.Sampled.Application {
		b.has[name] = true
	}
	b.network = newNetwork(len(b.Profiles))
	return b.host(), nil
}

type builder struct {
	Input
	looked  bool            // something was sampled
	has     map[string]bool // signals
	network *network
}

// estimated are the regions whose times some process has scaled from a sample of the calls. Readers pass over a key of a
// host that they do not know, and fail for text in a region.
func (b *builder) estimated() (list []Entry) {
	seen := make(map[string]bool)
	for _, p := range b.Profiles {
		for i := range p.Nodes {
			if n := &p.Nodes[i]; n.Estimated && !seen[n.Name] {
				seen[n.Name] = true
				list = append(list, Entry{Key: n.Name, Text: fmt.Sprintf("times scaled from one call in %d", max(n.Sample, 1))})
			}
		}
	}
	return list
}

func (b *builder) host() Host {
	h := Host{Name: b.Name}
	if !b.looked {
		h.Header = append(h.Header, Entry{Key: KeySampled, Text: "0"})
	}
	if absent := b.Sampled.Absent; len(absent) > 0 {
		e := Entry{Key: "absent signals", Block: []Entry{}}
		for _, a := range absent {
			e.Block = append(e.Block, Entry{Key: a.Name, Text: cmp.Or(a.Reason, "unknown")})
		}
		h.Header = append(h.Header, e)
	}
	if estimated := b.estimated(); len(estimated) > 0 {
		h.Header = append(h.Header, Entry{Key: KeyEstimated, Block: estimated})
	}
	n := len(b.Profiles)
	totals, unmarked := make([]float64, n), make([]float64, n)
	for i, p := range b.Profiles {
		totals[i] = float64(max(p.To-p.From, 0)) / 1e9
	}
	counters := countersOf(b.Profiles[0])
	counts := b.counts(counters)
	for _, r := range b.regions(unmarked) {
		hash := Hash(r.name)
		seen := b.Sampled.Regions[hash]
		if seen == nil {
			seen = b.Sampled.Unseen
		}
		section := b.section(r.runtimes, r.count/float64(n), withNetwork(seen, b.network.regions[r.name]), r.entered)
		addCounters(&section, counters, counts[r.name])
		h.Regions = append(h.Regions, Region{r.name, hash, section})
	}
	h.Unmarked = b.section(unmarked, 0, withNetwork(b.Sampled.Unmarked, b.network.unmarked), -1)
	epoch := b.Sampled.Epoch
	h.Epoch = b.sampled(known(epoch[signal.Time]), float64(b.Sampled.EpochCount), epoch)
	h.Application = b.section(totals, 0, withNetwork(b.Sampled.Application, b.network.application), -1)
	b.application(&h.Application)
	return h
}

func (b *builder) application(s *Section) {
	if b.MPIStartup > 0 {
		s.Set(KeyMPIStartup, b.MPIStartup)
	}
	s.Set(KeyStartup, b.Startup)
	s.Set(KeyOverhead, b.Overhead)
	s.Set(KeyMemory, b.Memory)
	s.Set(KeyNetwork, b.Network)
}

// spent is a region on a node.
type spent struct {
	name     string
	runtimes []float64 // of each process, seconds
	count    float64   // over all processes
	entered  int       // processes
}

// regions sums what the processes spent by name: most first, then by name. Unmarked gets what they spent
// outside regions.
func (b *builder) regions(unmarked []float64) []spent {
	var list []spent
	at := make(map[string]int)
	for i, p := range b.Profiles {
		uses, rest := b.uses(p, i)
		unmarked[i] = float64(rest) / 1e9
		for name, u := range uses {
			k, ok := at[name]
			if !ok {
				k = len(list)
				at[name] = k
				list = append(list, spent{name: name, runtimes: make([]float64, len(b.Profiles))})
			}
			list[k].runtimes[i] = float64(u.time) / 1e9
			list[k].count += u.count
			list[k].entered++
		}
	}
	slices.SortFunc(list, func(x, y spent) int {
		return cmp.Or(cmp.Compare(sum(y.runtimes), sum(x.runtimes)), cmp.Compare(x.name, y.name))
	})
	return list
}

// use is what one process spent in a region.
type use struct {
	time  int64 // nanoseconds
	count float64
}

// uses splits the time of a process among its regions, and returns the time outside them. Calls of a message
// passing library are part of the region around them.
func (b *builder) uses(p *stats.Profile, process int) (found map[string]*use, unmarked int64) {
	found = make(map[string]*use)
	regions := b.regionOf(p)
	parts, unmarked := SplitWall(p)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if b.Call != nil && b.Call(n.Name) {
			b.network.add(b.nameOf(p, regions[i]), process, len(b.Profiles), float64(parts[i])/1e9)
		}
		if regions[i] < 0 {
			unmarked += parts[i]
			continue
		}
		name := printed(p.Nodes[regions[i]].Name) // names that print alike are one region
		u := found[name]
		if u == nil {
			u = &use{}
			found[name] = u
		}
		u.time += parts[i]
		if regions[i] != i {
			continue
		}
		u.count += float64(n.Calls)
		if b.Regions == Outermost { // calls of a recursion are inside
			u.count -= float64(min(n.Recursion, n.Calls))
		}
	}
	return found, unmarked
}

// regionOf tells for each node which one at or above it is the region that its own time belongs to; -1: it
// is unmarked.
func (b *builder) regionOf(p *stats.Profile) []int {
	regions, depth := make([]int, len(p.Nodes)), make([]int, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		regions[i] = -1
		if n.Parent >= 0 {
			depth[i], regions[i] = depth[n.Parent]+1, regions[n.Parent]
		}
		switch {
		case depth[i] < b.Skip || b.Regions == Outermost && depth[i] > b.Skip:
		case n.Name == "" || !b.CallRegions && b.Call != nil && b.Call(n.Name):
		case n.Calls > 0 || n.Running > 0:
			regions[i] = i
		}
	}
	return regions
}

// nameOf returns the name of a region, blank if it is none.
func (b *builder) nameOf(p *stats.Profile, region int) string {
	if region < 0 {
		return ""
	}
	return printed(p.Nodes[region].Name)
}
