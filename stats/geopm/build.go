package geopm

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/signal"
)

// Which says which regions of the timers become regions of a report.
type Which uint8

const (
	// Outermost regions only, with all time inside, as GEOPM has it: what is nested in a region has no
	// hash of its own.
	Outermost Which = iota

	// Innermost: all regions, each with the time outside of the regions in it. A region of the same name
	// at several places of the call tree is one. On one track the runtimes and that of Unmarked Totals add
	// up to that of Application Totals.
	Innermost
)

// Input is what is known of one node.
type Input struct {
	Name     string           // of the node
	Profiles []*stats.Profile // of its processes
	Sampled  *Sampled         // nil: nothing was sampled; values are 0 and the host has a key that says so

	Regions Which

	// Skip is how many levels of the call tree are left out at its top: 1 where the whole program is one
	// region. Time in them and in nothing below is unmarked.
	Skip int

	// Spread adds keys that GEOPM does not have: smallest, largest, deviation and median of the runtime
	// over the processes.
	Spread bool

	// PerProcess adds a key with the runtime of each process (see ProcessKey).
	PerProcess bool

	// Call says of the name of a node that it is a call of a message passing library: no region of its own,
	// but time of the region around it with the hint network. Nil: there are none.
	Call func(name string) bool

	MPIStartup float64 // seconds; 0: the key is left out, as GEOPM does
	Startup    float64 // seconds to set the measuring up
	Overhead   float64 // seconds that it cost
	Memory     float64 // largest memory of what measures, bytes
	Network    float64 // traffic of what measures, bytes per second
}

// ProcessKey is the key of the runtime of one process, by its rank in the default environment.
func ProcessKey(rank int) string { return fmt.Sprintf("runtime-rank-%d (s)", rank) }

// Sampled is the sampled values of one node.
type Sampled struct {
	Regions                      map[uint32]Values // by hash
	Unmarked, Epoch, Application Values

	EpochCount int      // smallest of the CPUs
	Sticker    float64  // frequency that the processors are sold with, Hz; 0: unknown
	Signals    []string // those that were asked for beside GEOPM's own, as they stand in Values
	Absent     []signal.Absence
}

// Values are sampled values of a region by the name of the signal: NAME for the board, otherwise
// NAME@domain-index. One that is missing is printed as NaN is: as 0 in GEOPM's own keys, as nan for the
// signals that were asked for.
type Values map[string]float64

// Build makes the part of a report that is about one node.
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
	if in.Skip < 0 {
		return Host{}, errors.New("geopm: a negative number of levels to skip")
	}
	b := builder{Input: in, has: make(map[string]bool)}
	if b.Sampled == nil {
		b.Sampled = &Sampled{}
	}
	for name := range b.Sampled.Application {
		b.has[name] = true
	}
	b.network = &network{}
	if b.Call != nil {
		b.takeCalls()
	}
	return b.host(in.Sampled != nil), nil
}

type builder struct {
	Input
	has     map[string]bool // signals
	network *network
}

func (b *builder) host(sampled bool) Host {
	h := Host{Name: b.Name}
	if !sampled {
		h.Header = append(h.Header, Entry{Key: KeySampled, Text: "0"})
	}
	if absent := b.Sampled.Absent; len(absent) > 0 {
		e := Entry{Key: "absent signals", Block: []Entry{}}
		for _, a := range absent {
			e.Block = append(e.Block, Entry{Key: a.Name, Text: cmp.Or(a.Reason, "unknown")})
		}
		h.Header = append(h.Header, e)
	}
	n := len(b.Profiles)
	totals, unmarked := make([]float64, n), make([]float64, n)
	for i, p := range b.Profiles {
		totals[i] = float64(max(p.To-p.From, 0)) / 1e9
	}
	copy(unmarked, totals)
	for _, r := range b.regions() {
		for i, v := range r.runtimes {
			unmarked[i] = math.Max(unmarked[i]-v, 0)
		}
		hash := Hash(r.name)
		h.Regions = append(h.Regions, Region{r.name, hash, b.section(r.runtimes, r.count/float64(n), withNetwork(b.Sampled.Regions[hash], b.network.regions[r.name]), r.entered)})
	}
	h.Unmarked = b.section(unmarked, 0, withNetwork(b.Sampled.Unmarked, b.network.unmarked), -1)
	epoch := b.Sampled.Epoch
	h.Epoch = b.sampled(numberOr(epoch[signal.Time], 0), float64(b.Sampled.EpochCount), epoch)
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

// regions sums what the processes spent by name: most first, then by name.
func (b *builder) regions() []spent {
	var list []spent
	at := make(map[string]int)
	for i, p := range b.Profiles {
		for name, u := range b.uses(p) {
			k, ok := at[name]
			if !ok {
				k = len(list)
				at[name] = k
				list = append(list, spent{name: name, runtimes: make([]float64, len(b.Profiles))})
			}
			list[k].runtimes[i] = float64(u.longest()) / 1e9
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
	byTrack map[int]int64 // nanoseconds
	count   float64
}

// longest is the time on the track that spent most, which is how the time of a rank is taken elsewhere.
func (u *use) longest() int64 {
	var most int64
	for _, v := range u.byTrack {
		most = max(most, v)
	}
	return most
}

// uses finds the regions of a process.
func (b *builder) uses(p *stats.Profile) map[string]*use {
	found := make(map[string]*use)
	depth := make([]int, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Parent >= 0 {
			depth[i] = depth[n.Parent] + 1
		}
		if depth[i] < b.Skip || b.Regions == Outermost && depth[i] > b.Skip || n.Name == "" || n.Calls == 0 && n.Running == 0 {
			continue
		}
		u := found[n.Name]
		if u == nil {
			u = &use{byTrack: make(map[int]int64)}
			found[n.Name] = u
		}
		u.count += float64(n.Calls)
		if b.Regions == Outermost { // calls of a recursion are inside
			u.count -= float64(min(n.Recursion, n.Calls))
		}
		eachTrack(n, func(track int, total int64) { u.byTrack[track] += total })
	}
	if b.Regions == Innermost {
		b.subtractNested(p, depth, found)
	}
	return found
}

// subtractNested takes from each region the time of the regions in it.
func (b *builder) subtractNested(p *stats.Profile, depth []int, found map[string]*use) {
	for i := range p.Nodes {
		n := &p.Nodes[i]
		parent := n.Parent
		for parent >= 0 && p.Nodes[parent].Name == "" { // which is no region: its time is that of the one around
			parent = p.Nodes[parent].Parent
		}
		if parent < 0 || depth[parent] < b.Skip || n.Name == "" {
			continue
		}
		u := found[p.Nodes[parent].Name]
		if u == nil {
			continue
		}
		eachTrack(n, func(track int, total int64) {
			if v, on := u.byTrack[track]; on {
				u.byTrack[track] = v - total
			}
		})
	}
}

// eachTrack gives the time of a node on each of the tracks that ran it.
func eachTrack(n *stats.Node, do func(track int, total int64)) {
	if n.ByTrack == nil {
		do(0, n.Total)
	}
	for i := range n.ByTrack {
		do(n.ByTrack[i].Track, n.ByTrack[i].Total)
	}
}
