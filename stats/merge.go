package stats

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/go-hpc/timers/internal/order"
)

// Merge combines Profiles, in any order, into the same Summary that Reduce makes in a running program.
// Its Missing lists ranks without a Profile.
//
// The error matches ErrMismatch if the Profiles belong to different runs (their Sizes differ, or two
// have the same rank), and ErrProfile if one of them contradicts itself.
func Merge(profiles []*Profile) (*Summary, error) {
	if len(profiles) == 0 {
		return nil, errNothing
	}
	nodes := 0
	for i, p := range profiles {
		if p == nil {
			return nil, fmt.Errorf("%w: profile %d of %d is nil", ErrProfile, i, len(profiles))
		}
		nodes += len(p.Nodes)
	}
	// The order makes no difference to the result, but this one keeps the list of ranks short.
	profiles = slices.Clone(profiles)
	order.Stably(profiles, func(a, b *Profile) int { return cmp.Compare(a.Rank, b.Rank) })

	const worthwhile = 1 << 14 // nodes, for another processor
	return mergeParts(profiles, min(1+nodes/worthwhile, runtime.GOMAXPROCS(0), len(profiles)))
}

// mergeParts merges so many parts of the profiles at once.
func mergeParts(profiles []*Profile, parts int) (*Summary, error) {
	return MergeParts(parts, func(part, parts int, m *Merger) (err error) {
		for at := part * len(profiles) / parts; at < (part+1)*len(profiles)/parts && err == nil; at++ {
			err = m.Add(profiles[at])
		}
		return err
	})
}

// MergeParts combines Profiles that add gives to a Merger, part by part and all parts at once. An error is that of a
// single part with all Profiles: it is the same however many parts there are.
func MergeParts(parts int, add func(part, parts int, m *Merger) error) (*Summary, error) {
	mergers, errs := make([]*Merger, parts), make([]error, parts)
	var done sync.WaitGroup
	do := func(i int) {
		mergers[i] = new(Merger)
		errs[i] = add(i, parts, mergers[i])
	}
	for i := 1; i < parts; i++ {
		done.Go(func() { do(i) })
	}
	do(0) // a part alone needs no other goroutine
	done.Wait()
	s, err := (*Summary)(nil), errors.Join(errs...)
	if err == nil {
		s, err = SummaryOf(mergers...)
	}
	if err != nil && parts > 1 {
		return MergeParts(1, add)
	}
	return s, err
}

// A Merger makes the Summary of Profiles added one after the other. It keeps no Profile, only each
// rank's time in each region. The zero value is ready for use.
type Merger struct {
	all, one partial
	ranks    []column
	calls    []Histogram // of calls, by the positions in all; nil unless a rank has some
	free     []int64     // storage of columns
}

var errNothing = errors.New("stats: no profiles to merge")

// Add adds the Profile of a rank. Its errors are those of [Merge]; the Profile is then not added.
func (m *Merger) Add(p *Profile) error {
	if p == nil {
		return fmt.Errorf("%w: there is none", ErrProfile)
	}
	if len(m.ranks) == 0 {
		m.all.clear()
	} else if m.one.agrees(p) {
		return m.again(p)
	}
	if err := m.one.load(p); err != nil {
		return err
	}
	// A tree that agrees with that of ranks before has no region twice, as theirs has none.
	if m.one.tree != m.all.tree || len(m.ranks) == 0 {
		if twice := m.one.index.extend(m.one.keys); twice >= 0 {
			return fmt.Errorf("%w: rank %d has region %q twice in one place of the tree", ErrProfile, p.Rank, p.Path(twice))
		}
	}
	at := m.all.align(&m.one)
	if err := m.all.adopt(&m.one, &at); err != nil {
		return err
	}
	walls := m.walls(len(m.one.walls))
	copy(walls, m.one.walls)
	m.ranks = append(m.ranks, column{walls, at, setOf(p.Rank, p.Size)})
	if m.one.calls {
		m.addCalls(p, &at)
	}
	return nil
}

// again takes in a Profile with the tree of the one before: what it has goes where that went, without a partial
// of its own.
func (m *Merger) again(p *Profile) error {
	meta := newMeta(p)
	if err := m.all.meta.fits(&meta); err != nil {
		return err
	}
	m.all.meta.merge(&meta)
	at := m.ranks[len(m.ranks)-1].at
	for i := range p.Environments {
		j := i
		if !at.same {
			j = int(at.environments[i])
		}
		m.all.environments.first[j] = min(m.all.environments.first[j], place(p.Rank, i))
	}
	self, walls, calls := m.all.selfTimes(p), m.walls(len(p.Nodes)), false
	for i := range p.Nodes {
		n := &p.Nodes[i]
		walls[i] = addNode(recordAt(m.all.records, at.region(i)), n, p.Rank, i, self[i])
		calls = calls || len(n.Histogram.Counts) > 0
	}
	m.ranks = append(m.ranks, column{walls, at, setOf(p.Rank, p.Size)})
	if calls {
		m.addCalls(p, &at)
	}
	return nil
}

func (m *Merger) addCalls(p *Profile, at *alignment) {
	m.calls = append(m.calls, make([]Histogram, max(len(m.all.keys)-len(m.calls), 0))...)
	for i := range p.Nodes {
		m.calls[at.region(i)].Merge(p.Nodes[i].Histogram)
	}
}

// walls returns room for the times of a rank.
func (m *Merger) walls(n int) []int64 {
	const piece = 1 << 14
	if len(m.free) < n {
		m.free = make([]int64, max(piece, n))
	}
	walls := m.free[:n:n]
	m.free = m.free[n:]
	return walls
}

// Summary returns the Summary of all Profiles so far. It fails if there was none.
func (m *Merger) Summary() (*Summary, error) {
	if len(m.ranks) == 0 {
		return nil, errNothing
	}
	s, places := m.all.summarise()
	windows := m.all.windows()
	if m.calls == nil {
		s.setColumns(m.ranks, places, windows, m.all.newUntimed(windows))
	} else {
		s.setBins(m.count(windows, len(m.ranks)), places, windows)
	}
	return s, nil
}

// count places the ranks within the windows of the regions, with room for so many.
func (m *Merger) count(windows []window, ranks int) *bins {
	b := newBins(windows, ranks)
	b.untimed = m.all.newUntimed(windows)
	for i := range m.ranks {
		b.addRank(&m.ranks[i], windows)
	}
	for i := range m.calls {
		if h := &m.calls[i]; len(h.Counts) > 0 {
			b.addCalls(b.start[i]+h.First-int(windows[i].first), h.Counts)
		}
	}
	return b
}

// SummaryOf returns the Summary of the Profiles of several Mergers, for example one per goroutine. No
// two of them may hold the same Profile. Do not use the Mergers afterwards.
func SummaryOf(mergers ...*Merger) (*Summary, error) {
	mergers = slices.DeleteFunc(slices.Clone(mergers), func(m *Merger) bool { return len(m.ranks) == 0 })
	switch len(mergers) {
	case 0:
		return nil, errNothing
	case 1:
		return mergers[0].Summary()
	}
	first := &mergers[0].all
	at, ranks := make([]alignment, len(mergers)), len(mergers[0].ranks)
	for i := 1; i < len(mergers); i++ {
		first.index.extend(first.keys)
		at[i] = first.align(&mergers[i].all)
		if err := first.adopt(&mergers[i].all, &at[i]); err != nil {
			return nil, err
		}
		ranks += len(mergers[i].ranks)
	}
	s, places := first.summarise()
	windows := first.windows()
	counted := make([]*bins, len(mergers))
	var done sync.WaitGroup
	for i := 1; i < len(mergers); i++ {
		done.Go(func() { counted[i] = mergers[i].count(at[i].through(windows), ranks) })
	}
	b := mergers[0].count(windows, ranks)
	done.Wait()
	for i := 1; i < len(mergers); i++ {
		b.add(counted[i], &at[i])
	}
	s.setBins(b, places, windows)
	return s, nil
}
