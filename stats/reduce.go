package stats

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// ReduceTag is the tag under which Reduce sends its messages.
const ReduceTag = machenv.MaxTag - 17

// ErrLost reports that ranks were left out of a reduction, because they did not answer or sent invalid
// data. It is the ErrLost of all collective operations.
var ErrLost = machenv.ErrLost

// ReduceOptions are the options of a reduction.
type ReduceOptions struct {
	// Timeout is how far apart ranks may enter Reduce without being left out. Zero means no limit, so that
	// Reduce hangs if a rank is dead and the communicator does not notice.
	Timeout time.Duration

	// Epoch counts the reductions over one communicator, the same on all ranks. It tells a late message
	// from a message of the next reduction, and matters only with a Timeout.
	Epoch uint64

	// Others are Profiles of ranks of the run that take no part, such as dead ones. Only rank 0 may hold a
	// Profile that another rank also holds: it leaves out Profiles that have come from elsewhere.
	Others []*Profile

	// Nodes, of comm and the same on all ranks, makes the reduction go node by node: each node first
	// combines the figures of its ranks, and only one rank of each node talks to other nodes. The
	// Summary is the same. Without it the reduction uses a tree over the ranks, wherever they are.
	Nodes *machenv.Nodes
}

// Reduce combines the Profiles of all ranks of comm into a Summary, on rank 0 of comm; the other ranks
// get nil. All ranks call it, each with its own Profile, whatever its environments and regions.
//
// A rank exchanges messages with at most ⌈log₂P⌉ others, or the number given by machenv.Nodes: at most
// three with each, whatever the number of regions, and two more with each whose regions differ.
//
// With a Timeout no rank stays in Reduce longer than about 4·⌈log₂P⌉ times that, or 4 times the levels
// of the nodes' tree. A partner that does not answer is left out, along with the ranks it has collected
// from: none for most ranks, at worst half of all, or the ranks of the nodes that a leader has
// collected from. Missing lists them, and the others go on. The error then matches ErrLost on the ranks
// that noticed, including ranks that were left out and still waited for an answer. Rank 0 may return
// both a Summary and an error: the available part, and the reason for the missing part.
//
// A rank whose Profile is nil or contradicts itself takes part all the same, without figures of its
// own, and gets an error that matches ErrProfile.
func Reduce(comm machenv.Communicator, p *Profile, opts ReduceOptions) (*Summary, error) {
	s, _, err := reduce(comm, p, nil, opts)
	return s, err
}

// ReduceBoth is like Reduce, but makes two Summaries with the same number of messages: one of the Profiles, and
// one of another view of them, such as gptlcompat.ByName. All ranks pass the same view. It turns the Profile of
// a rank into another of the same rank, with the same Counters, and is called once for each Profile. Its
// Environments, Nodes and counts may differ; everything else in its Summary is the same as for the Profiles.
func ReduceBoth(comm machenv.Communicator, p *Profile, view func(*Profile) *Profile, opts ReduceOptions) (s, viewed *Summary, err error) {
	return reduce(comm, p, view, opts)
}

func reduce(comm machenv.Communicator, p *Profile, view func(*Profile) *Profile, opts ReduceOptions) (s, viewed *Summary, err error) {
	if comm == nil {
		return nil, nil, errors.New("stats: Reduce needs a communicator")
	}
	r := newReduction(comm, opts)
	r.view = view
	root := r.tree.Parent < 0
	defer crowd.Add(-1)
	if crowd.Add(1) <= fewRanks {
		r.load(p)
	}
	r.gather(p)
	r.include(opts.Others)
	if root {
		s, viewed = r.finish()
	} else {
		r.contribute()
	}
	r.release()
	return s, viewed, errors.Join(r.errs...)
}

// reduction is one Reduce in one rank.
type reduction struct {
	comm    machenv.Communicator
	rank    int
	tree    machenv.Tree
	timeout time.Duration
	epoch   uint64
	begin   time.Time // of the phase

	view     func(*Profile) *Profile // nil for none
	loaded   bool
	measured measured // of this rank, if it has a Profile
	others   []other
	own      alignment
	data     *partial
	children []child
	columns  []column // of the ranks of data, as far as they are known
	errs     []error
}

// crowd is how many ranks of this process are in a reduction. Beyond a few, a rank does not make its records, of
// which all together would fill the memory, before the first of those that it waits for has sent its own: they could not
// all be at work anyway.
var crowd atomic.Int64

const fewRanks = 64

var errSome = errors.New("it lacks some of them")

// child is a rank whose part of the tree was taken in.
type child struct {
	rank, depth int
	ranks       int  // heard of through it
	complete    bool // its columns are there, and nothing more is to come
	at          alignment
}

// partials lie here between reductions, because a program that reports at each step would otherwise
// make garbage of half a megabyte each time.
var partials = sync.Pool{New: func() any { return new(partial) }}

func newReduction(comm machenv.Communicator, opts ReduceOptions) *reduction {
	r := &reduction{
		comm:  comm,
		rank:  comm.Rank(),
		epoch: opts.Epoch,
		own:   alignment{same: true},
		data:  partials.Get().(*partial),
	}
	if r.tree = machenv.BinomialTree(r.rank, comm.Size()); opts.Nodes != nil {
		r.tree = opts.Nodes.Tree
	}
	if opts.Timeout > 0 {
		// What is waited for is a multiple of this, which must not overflow.
		r.timeout = min(opts.Timeout, 365*24*time.Hour)
		r.begin = time.Now()
	}
	return r
}

// release gives the storage back, unless a message that was given up may still be read from it.
func (r *reduction) release() {
	if r.errs == nil {
		r.data.clear()
		partials.Put(r.data)
	}
	r.data = nil
}

func (r *reduction) load(p *Profile) {
	if r.loaded {
		return
	}
	r.loaded = true
	if p == nil {
		r.data.clear()
		r.errs = append(r.errs, fmt.Errorf("%w: rank %d of the communicator has none", ErrProfile, r.rank))
		return
	}
	m, err := r.data.loadViews(p, r.view)
	if err != nil {
		r.errs = append(r.errs, err)
		return
	}
	r.measured = m
	if !r.data.calls {
		r.columns = append(r.columns, column{r.data.walls, r.own, setOf(p.Rank, p.Size)})
	}
}

// other is a rank that takes no part.
type other struct {
	measured
	column
}

// include takes in what is known of ranks that take no part and are not there yet.
func (r *reduction) include(profiles []*Profile) {
	for _, p := range profiles {
		if r.data.meta.ranks.Has(p.Rank) { // from a rank on its node
			continue
		}
		var one partial
		m, err := one.loadViews(p, r.view)
		if err != nil {
			r.errs = append(r.errs, err)
			continue
		}
		o := other{m, column{times: one.walls, of: setOf(p.Rank, p.Size)}}
		twice := one.index.extend(one.keys)
		if o.at = r.data.align(&one); twice < 0 {
			if err := r.data.adopt(&one, &o.at); err == nil {
				r.others = append(r.others, o)
				continue
			}
		}
		r.errs = append(r.errs, fmt.Errorf("%w: of rank %d, which takes no part", ErrProfile, p.Rank))
	}
}

// gather takes in the trees of the children, the one with the fewest ranks behind it first.
func (r *reduction) gather(p *Profile) {
	defer r.load(p)
	for _, b := range r.tree.Branches {
		c := child{rank: b.Rank, depth: b.Depth}
		if err := r.take(&c, p); err != nil {
			r.lose(&c, err)
			continue
		}
		r.children = append(r.children, c)
	}
}

// take receives the tree of a child, asks for the names it needs and merges it.
func (r *reduction) take(c *child, p *Profile) error {
	body, err := r.receive(c.rank, c.depth+1, kindTree)
	r.load(p)
	if err != nil {
		return err
	}
	tree, err := parseRemote(body)
	if err != nil {
		return err
	}
	c.ranks = tree.meta.ranks.Len()
	c.at = r.data.alignRemote(tree)
	if !c.at.same {
		environments, regions := c.at.lacking()
		if len(environments)+len(regions) > 0 {
			if err := r.send(c.rank, c.depth+1, kindAsk, encodeQuestion(environments, regions)); err != nil {
				return err
			}
			answer, err := r.receive(c.rank, c.depth+2, kindNames)
			if err != nil {
				return err
			}
			if err := tree.learn(answer, environments, regions); err != nil {
				return err
			}
		}
	}
	if err := r.data.adopt(&tree.partial, &c.at); err != nil || !tree.complete {
		return err
	}
	c.complete = true
	for _, one := range tree.columns {
		one.at = c.at
		r.columns = append(r.columns, one)
	}
	// All it has is in. Whether this arrives only tells how long it waits.
	_ = r.send(c.rank, c.depth+2, kindDone, nil)
	return nil
}

// lose goes on without a child. If it may still be there, it is told not to wait.
func (r *reduction) lose(c *child, err error) {
	r.errs = append(r.errs, fmt.Errorf("%w: rank %d and the ranks behind it: %w", ErrLost, c.rank, err))
	if !errors.Is(err, machenv.ErrRankDead) {
		r.stop(c.rank)
	}
}

func (r *reduction) stop(rank int) {
	// Whether this arrives makes no difference to the result, only to how long the other one waits.
	_ = r.comm.Send(rank, ReduceTag, seal(nil, kindStop, r.epoch), min(r.timeout, 100*time.Millisecond))
}

// finish makes the Summary on rank 0. While it does, the other ranks count.
func (r *reduction) finish() (s, viewed *Summary) {
	if r.data.meta.size == 0 {
		r.errs = append(r.errs, fmt.Errorf("%w: no rank had a profile", ErrProfile))
		r.abandon()
		return nil, nil
	}
	windows := r.data.windows()
	r.spread(windows)
	enter := func(s *Summary, all places) { s.setColumns(r.columns, all, windows, r.data.newUntimed(windows)) }
	if !r.allColumns() {
		counted := r.count(windows)
		enter = func(s *Summary, all places) { s.setBins(counted, all, windows) }
	}
	s, all := r.data.summarise()
	enter(s, all)
	if r.view != nil {
		viewed, all = r.data.summariseView(true)
		enter(viewed, all)
	}
	return s, viewed
}

// allColumns reports whether the times of all ranks are here, and no rank has more to tell.
func (r *reduction) allColumns() bool {
	incomplete := func(c child) bool { return !c.complete }
	return !r.data.calls && len(r.others) == 0 && !slices.ContainsFunc(r.children, incomplete)
}

// contribute sends this part of the tree to the parent, and then its distribution.
func (r *reduction) contribute() {
	// Nearly nine out of ten ranks are done when their tree is taken.
	complete := len(r.columns) <= maxColumns && len(r.columns) == r.data.meta.ranks.Len()
	windows, err := r.offer(complete)
	if err != nil {
		r.errs = append(r.errs, fmt.Errorf("%w: rank %d, by its parent: %w", ErrLost, r.rank, err))
		r.abandon()
		return
	}
	if complete {
		return
	}
	r.spread(windows)
	counted, k := r.count(windows), kindBins
	if slices.ContainsFunc(r.children, func(c child) bool { return c.ranks < 0 }) {
		k = kindSome // which rank 0 would not find out
	}
	if err := r.send(r.tree.Parent, r.tree.Depth+2, k, counted.message()); err != nil {
		r.errs = append(r.errs, fmt.Errorf("%w: distribution of rank %d: %w", ErrLost, r.rank, err))
	}
}

// offer sends the tree to the parent, tells it the names it asks for and returns the windows it
// answers with, if it needs more than the tree.
func (r *reduction) offer(complete bool) ([]window, error) {
	if err := r.send(r.tree.Parent, r.tree.Depth+2, kindTree, r.data.message(r.columns, complete)); err != nil {
		return nil, err
	}
	r.data.discardRecords()
	// The parent may have to wait for its other children, and so may all ranks above it.
	patience := 2 * (r.tree.Levels + 1)
	body, k, err := r.receiveAny(r.tree.Parent, patience)
	if err == nil && k == kindAsk {
		var answer []byte
		if answer, err = r.data.answer(body); err != nil {
			return nil, err
		}
		if err = r.send(r.tree.Parent, patience, kindNames, answer); err != nil {
			return nil, err
		}
		body, k, err = r.receiveAny(r.tree.Parent, patience)
	}
	switch {
	case err != nil:
		return nil, err
	case k == kindStop:
		return nil, errors.New("it goes on without this rank")
	case k == kindDone && complete:
		return nil, nil
	case k != kindWindows || complete:
		return nil, fmt.Errorf("%w: message of kind %d", errMessage, k)
	}
	windows, err := decodeWindows(body, len(r.data.keys))
	if err == nil && r.data.calls {
		err = r.measured.coveredBy(windows)
	}
	return windows, err
}

// spread sends each child the windows of its regions.
func (r *reduction) spread(windows []window) {
	if r.timeout > 0 {
		r.begin = time.Now()
	}
	// Those with the most ranks behind them come first, they have the longest way to go.
	for i := len(r.children) - 1; i >= 0; i-- {
		c := &r.children[i]
		if c.complete {
			continue
		}
		if err := r.send(c.rank, 1, kindWindows, encodeWindows(c.at.through(windows))); err != nil {
			r.forget(c, err)
		}
	}
}

// count places this rank and those of the children within the windows.
func (r *reduction) count(windows []window) *bins {
	b := newBins(windows, r.data.meta.ranks.Len())
	b.untimed = r.data.newUntimed(windows)
	for i := range r.columns {
		b.addRank(&r.columns[i], windows)
	}
	if p := r.measured.profile; p != nil && r.data.calls {
		b.addRank(&column{r.data.walls, r.own, setOf(p.Rank, p.Size)}, windows)
		r.measured.countCalls(b, &r.own, windows)
	}
	for i := range r.others {
		o := &r.others[i]
		b.addRank(&o.column, windows)
		o.countCalls(b, &o.at, windows)
	}
	for i := range r.children {
		c := &r.children[i]
		if c.complete || c.ranks < 0 {
			continue
		}
		body, k, err := r.receiveAny(c.rank, c.depth+2)
		if err == nil && k != kindBins && k != kindSome {
			err = fmt.Errorf("%w: message of kind %d, want %d", errMessage, k, kindBins)
		}
		if err == nil {
			part := newBins(c.at.through(windows), c.ranks)
			if err = part.parse(body); err == nil {
				b.add(part, &c.at)
			}
			if err == nil && k == kindSome {
				err = errSome
			}
		}
		if err != nil {
			r.forget(c, err)
		}
	}
	return b
}

// forget goes on without the distribution of a child whose figures are in already.
func (r *reduction) forget(c *child, err error) {
	r.errs = append(r.errs, fmt.Errorf("%w: distribution of rank %d and the ranks behind it: %w", ErrLost, c.rank, err))
	c.ranks = -1
}

// abandon tells the children that there will be no Summary of theirs.
func (r *reduction) abandon() {
	for i := range r.children {
		if c := &r.children[i]; !c.complete {
			r.stop(c.rank)
		}
	}
}

// left is how much of steps times Timeout is left since the phase began. At the end of it a look is
// still taken at what is there: the wait for one rank must not cost another its turn.
func (r *reduction) left(steps int) time.Duration {
	if r.timeout <= 0 {
		return 0
	}
	return max(time.Duration(steps)*r.timeout-time.Since(r.begin), time.Millisecond)
}

func (r *reduction) send(to, steps int, k kind, body []byte) error {
	return r.comm.Send(to, ReduceTag, seal(body, k, r.epoch), r.left(steps))
}

func (r *reduction) receive(from, steps int, want kind) ([]byte, error) {
	body, k, err := r.receiveAny(from, steps)
	if err == nil && k != want {
		err = fmt.Errorf("%w: message of kind %d, want %d", errMessage, k, want)
	}
	return body, err
}

// receiveAny returns the next message of this reduction, and throws away those of earlier ones.
func (r *reduction) receiveAny(from, steps int) ([]byte, kind, error) {
	for {
		message, err := r.comm.Recv(from, ReduceTag, r.left(steps))
		if err != nil {
			return nil, 0, err
		}
		body, k, epoch, err := open(message)
		switch {
		case err != nil:
			return nil, 0, err
		case epoch > r.epoch:
			return nil, 0, fmt.Errorf("%w: of reduction %d, this is %d", errMessage, epoch, r.epoch)
		case epoch == r.epoch:
			return body, k, nil
		}
	}
}
