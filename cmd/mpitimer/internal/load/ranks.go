package load

import (
	"encoding/binary"
	"hash/maphash"
	"iter"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-hpc/timers/stats"
)

// Ranks are the Profiles of a run, by rank, in a tenth of the memory that they would take as such: regions × ranks are many.
type Ranks []ranked

// ranked is a Profile: all of it but the Nodes, of which those that ranks have in common are kept once, and the numbers packed.
// Not all files of GPTL name their rank, and none the number of ranks.
type ranked struct {
	*stats.Profile
	tree    []branch
	numbers []byte
	known   bool // the rank
	file    string
}

// branch is what a Node has in common on most ranks.
type branch struct {
	name                               string
	parent, environment, level, sample int
	estimated, communicates            bool
	lacks                              stats.Lacks
}

func branchOf(n *stats.Node) branch {
	return branch{n.Name, n.Parent, n.Environment, n.Level, n.Sample, n.Estimated, n.Communicates, n.Lacks}
}

// forest has the trees of the ranks, each once. It is for several goroutines.
type forest struct {
	mutex sync.Mutex
	seed  maphash.Seed
	last  []branch
	all   map[uint64][][]branch
}

// tree returns the branches of p, which are not to be changed.
func (f *forest) tree(p *stats.Profile) []branch {
	same := func(tree []branch) bool {
		equal := len(tree) == len(p.Nodes)
		for i := 0; equal && i < len(tree); i++ {
			equal = tree[i] == branchOf(&p.Nodes[i])
		}
		return equal
	}
	f.mutex.Lock()
	last := f.last
	f.mutex.Unlock()
	if same(last) {
		return last
	}
	tree := make([]branch, len(p.Nodes))
	for i := range tree {
		tree[i] = branchOf(&p.Nodes[i])
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.all == nil {
		f.all, f.seed = make(map[uint64][][]branch), maphash.MakeSeed()
	}
	var h maphash.Hash
	h.SetSeed(f.seed)
	for _, b := range tree {
		maphash.WriteComparable(&h, b)
	}
	sum := h.Sum64()
	if i := slices.IndexFunc(f.all[sum], same); i >= 0 {
		tree = f.all[sum][i]
	} else {
		f.all[sum] = append(f.all[sum], tree)
	}
	f.last = tree
	return tree
}

// pack keeps a Profile, which has nothing in it that is changed later.
func (f *forest) pack(p *stats.Profile, known bool, file string) ranked {
	r := ranked{tree: f.tree(p), known: known, file: file}
	w := packers.Get().(*packer)
	w.b = w.b[:0]
	for i := range p.Nodes {
		w.node(&p.Nodes[i])
	}
	head := *p
	head.Nodes = nil
	r.Profile, r.numbers = &head, append(make([]byte, 0, len(w.b)), w.b...)
	packers.Put(w)
	return r
}

// profile returns the Profile, with its nodes in the storage of nodes where that is long enough.
func (r *ranked) profile(nodes []stats.Node) *stats.Profile {
	p := *r.Profile
	if len(r.tree) == 0 {
		return &p
	}
	p.Nodes = slices.Grow(nodes[:0], len(r.tree))[:len(r.tree)]
	u := unpacker{r.numbers}
	for i := range r.tree {
		b := &r.tree[i]
		p.Nodes[i] = stats.Node{
			Parent: b.parent, Name: b.name, Environment: b.environment, Level: b.level, Sample: b.sample,
			Estimated: b.estimated, Communicates: b.communicates, Lacks: b.lacks,
		}
		u.node(&p.Nodes[i])
	}
	return &p
}

// RanksOf returns Profiles in this form.
func RanksOf(profiles []*stats.Profile) (r Ranks) {
	var trees forest
	for _, p := range profiles {
		r = append(r, trees.pack(p, true, ""))
	}
	return r
}

// All returns the Profiles, some of which are made at once when it is their turn.
func (r Ranks) All() iter.Seq[*stats.Profile] {
	const atOnce = 1 << 16 // nodes
	return func(yield func(*stats.Profile) bool) {
		for from, to := 0, 0; from < len(r); from = to {
			for nodes := 0; to < len(r) && (to == from || nodes+len(r[to].tree) <= atOnce); to++ {
				nodes += len(r[to].tree)
			}
			list := make([]*stats.Profile, to-from)
			together(len(list), func(i int) { list[i] = r[from+i].profile(nil) })
			for _, p := range list {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// List returns all Profiles at once, nil if there are none.
func (r Ranks) List() []*stats.Profile { return slices.Collect(r.All()) }

// Of returns the Profile of a rank, nil if there is none.
func (r Ranks) Of(rank int) *stats.Profile {
	i, found := slices.BinarySearchFunc(r, rank, func(p ranked, rank int) int { return p.Rank - rank })
	if !found {
		return nil
	}
	return r[i].profile(nil)
}

// merge is stats.Merge of the Profiles.
func (r Ranks) merge() (*stats.Summary, error) {
	const worthwhile = 64 // ranks, for another processor
	return stats.MergeParts(max(min(runtime.GOMAXPROCS(0), len(r)/worthwhile), 1), func(part, parts int, m *stats.Merger) (err error) {
		var nodes []stats.Node
		for at := part * len(r) / parts; at < (part+1)*len(r)/parts && err == nil; at++ {
			p := r[at].profile(nodes)
			nodes, err = p.Nodes, m.Add(p)
		}
		return err
	})
}

// together calls do for 0 to n-1, on as many processors as there are.
func together(n int, do func(int)) {
	var next atomic.Int64
	var done sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		done.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	done.Wait()
}

// packer writes numbers so that small ones take little room.
type packer struct{ b []byte }

var packers = sync.Pool{New: func() any { return new(packer) }}

func (w *packer) uint(values ...uint64) {
	for _, v := range values {
		w.b = binary.AppendUvarint(w.b, v)
	}
}

func (w *packer) int(values ...int64) {
	for _, v := range values {
		w.b = binary.AppendVarint(w.b, v)
	}
}

// What a node has beside calls and times.
const (
	hasState   = 1 << iota // it is running, or was recursive
	hasUntimed             // Timed is not Calls
	hasMore                // tracks, histograms, counters
	hasWide                // squares above 64 bits
)

func (w *packer) node(n *stats.Node) {
	more := n.ByTrack != nil || n.Values != nil || n.LeftOut != nil || n.Turns != nil || n.LargestTracks != nil
	if w.measure(&n.Measure, more); !more && !hasTail(&n.Measure) {
		return
	}
	w.uint(sizeOf(n.ByTrack))
	for i := range n.ByTrack {
		w.int(int64(n.ByTrack[i].Track))
		w.measure(&n.ByTrack[i].Measure, false)
	}
	w.uint(sizeOf(n.Values))
	w.int(n.Values...)
	w.uint(sizeOf(n.LeftOut))
	w.uint(n.LeftOut...)
	w.uint(sizeOf(n.Turns))
	for _, t := range n.Turns {
		w.uint(t.Due, t.Counted)
	}
	w.uint(sizeOf(n.LargestTracks))
	for _, track := range n.LargestTracks {
		w.int(int64(track))
	}
}

// hasTail reports whether a Measure has what most have not.
func hasTail(m *stats.Measure) bool {
	return m.Waited != 0 || m.Histogram.First != 0 || m.Histogram.Counts != nil
}

func (w *packer) measure(m *stats.Measure, more bool) {
	flags, at := byte(0), len(w.b)
	w.b = append(w.b, 0)
	w.uint(m.Calls)
	w.int(m.Total, m.Min, m.Max)
	w.uint(m.Squares.Lo)
	if m.Recursion != 0 || m.Running != 0 || m.Open != 0 {
		flags |= hasState
		w.uint(m.Recursion)
		w.int(int64(m.Running), m.Open)
	}
	if m.Timed != m.Calls {
		flags |= hasUntimed
		w.uint(m.Timed)
	}
	if m.Squares.Hi != 0 {
		flags |= hasWide
		w.uint(m.Squares.Hi)
	}
	if more || hasTail(m) {
		flags |= hasMore
		w.int(m.Waited, int64(m.Histogram.First))
		w.uint(sizeOf(m.Histogram.Counts))
		w.uint(m.Histogram.Counts...)
	}
	w.b[at] = flags
}

// sizeOf is 0 for a list that is nil, which an empty one is not.
func sizeOf[T any](list []T) uint64 {
	if list == nil {
		return 0
	}
	return uint64(len(list)) + 1
}

// unpacker reads what packer has written.
type unpacker struct{ b []byte }

func (u *unpacker) uint() uint64 {
	if v := u.b[0]; v < 0x80 { // as of most
		u.b = u.b[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(u.b)
	u.b = u.b[n:]
	return v
}

func (u *unpacker) int() int64 {
	v := u.uint()
	return int64(v>>1) ^ -int64(v&1)
}

// listOf reads the size of a list, and makes it.
func listOf[T any](u *unpacker, each func(*T)) []T {
	size := u.uint()
	if size == 0 {
		return nil
	}
	list := make([]T, size-1)
	for i := range list {
		each(&list[i])
	}
	return list
}

func (u *unpacker) node(n *stats.Node) {
	if !u.measure(&n.Measure) {
		return
	}
	n.ByTrack = listOf(u, func(t *stats.TrackMeasure) {
		t.Track = int(u.int())
		u.measure(&t.Measure)
	})
	n.Values = listOf(u, func(v *int64) { *v = u.int() })
	n.LeftOut = listOf(u, func(v *uint64) { *v = u.uint() })
	n.Turns = listOf(u, func(t *stats.Turns) { t.Due, t.Counted = u.uint(), u.uint() })
	n.LargestTracks = listOf(u, func(track *int) { *track = int(u.int()) })
}

// measure reports whether what only some nodes have follows.
func (u *unpacker) measure(m *stats.Measure) (more bool) {
	flags := u.b[0]
	u.b = u.b[1:]
	m.Calls = u.uint()
	m.Total, m.Min, m.Max = u.int(), u.int(), u.int()
	m.Squares.Lo, m.Timed = u.uint(), m.Calls
	if flags&hasState != 0 {
		m.Recursion, m.Running, m.Open = u.uint(), int(u.int()), u.int()
	}
	if flags&hasUntimed != 0 {
		m.Timed = u.uint()
	}
	if flags&hasWide != 0 {
		m.Squares.Hi = u.uint()
	}
	if flags&hasMore == 0 {
		return false
	}
	m.Waited, m.Histogram.First = u.int(), int(u.int())
	m.Histogram.Counts = listOf(u, func(v *uint64) { *v = u.uint() })
	return true
}
