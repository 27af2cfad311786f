package mpitimer

import (
	"fmt"
	"math/big"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// The oracle says what the timers of a rank are to have measured: trees of pointers, stacks of frames, whole
// numbers, and for each verb what its documentation promises. It shares no code with the timers. Times are
// nanoseconds.
type oracle struct {
	now   func() int64
	read  func() [2]int64 // the counters: one that is counted, one whose largest reading is kept; nil for none
	begin int64

	level, disabled int
	prefix          string
	closed          bool
	environments    map[string]string // those that the rank is a member of: what tells one from another of its name
	trees           []*oTree
	warnings        map[string]uint64
	events          []string      // of the hooks
	reported        [2]*oSnapshot // at the last Print(Interval()), at the last Checkpoint
}

// oTree is the call tree of a goroutine, or of all those beyond the limit.
type oTree struct {
	root   *oNode
	shared bool
}

// oThread is a goroutine, and what the next one finds that takes its place.
type oThread struct {
	tree          *oTree
	base, current *oNode
	stack         []*oFrame
	own           string
	beyond, floor int
}

type oNode struct {
	parent            *oNode
	name, environment string
	children          []*oNode
	cuts              map[int]bool // lengths of the prefixes with which it was started
	level             int
	defined           bool // started or added to, and not only the way to a place
	records           map[oKey]*oRecord
}

// The records of a node, by the sample: what is timed at each call, and what was given to it (Add).
const oExact, oGiven = 0, -1

// oKey says which record of a node it is. A call path on which sampled and other calls lie has one for each way from
// the root, told by the samples on it: each has a sample of its own.
type oKey struct {
	sample int
	way    string
}

// oRecord is what was measured in a node: of all calls that are timed, or of those of a sample.
type oRecord struct {
	sample                  int
	way                     string // to it, and to what stands below it
	throttled               bool
	calls, recursion, timed uint64
	total, min, max         int64
	recent                  [2]oExtremes // since the last Print(Interval()), since the last Checkpoint
	squares                 big.Int
	histogram               map[int]uint64
	countdown               int // calls until the next one that is timed
	running                 *oFrame
	values                  [2]int64
}

type oExtremes struct {
	min, max int64
	any      bool
}

// oFrame is a region that is open on a goroutine.
type oFrame struct {
	node   *oNode // nil for one that its level left out
	record *oRecord
	around *oNode
	name   string // as it was started
	cut    int
	nested bool // it was running already
	left   bool // the sample leaves it out
	next   bool // Next has opened it
	tick   int64
	start  int64 // tick, or that of the last Reset
	read   *[2]int64
}

func newOracle(now func() int64) *oracle {
	return &oracle{now: now, begin: now(), environments: make(map[string]string), warnings: make(map[string]uint64)}
}

func (o *oracle) warn(kind, path string) { o.warnings[kind+": "+path]++ }

func (n *oNode) path() string {
	if n.parent == nil || n.parent.parent == nil {
		return n.name
	}
	return n.parent.path() + "/" + n.name
}

// child is the node of a name below n, made where there is none.
func (n *oNode) child(name, environment string) *oNode {
	for _, c := range n.children {
		if c.name == name && c.environment == environment {
			return c
		}
	}
	c := &oNode{parent: n, name: name, environment: environment, cuts: make(map[int]bool), records: make(map[oKey]*oRecord)}
	n.children = append(n.children, c)
	return c
}

func (n *oNode) record(sample int, way string) *oRecord {
	r := n.records[oKey{sample, way}]
	if r == nil {
		r = &oRecord{sample: sample, way: fmt.Sprint(way, "/", sample)}
		n.records[oKey{sample, way}] = r
	}
	return r
}

// way tells by which records the goroutine has come to where it is.
func (th *oThread) way() string {
	for i := len(th.stack) - 1; i >= 0; i-- {
		if f := th.stack[i]; f.node == th.current && !f.nested {
			return f.record.way
		}
	}
	way := ""
	for n := th.base; n.parent != nil; n = n.parent {
		way += "/0"
	}
	return way
}

// thread is a goroutine that has been met for the first time.
func (o *oracle) thread(tree *oTree) *oThread {
	th := &oThread{tree: tree}
	total := tree.root.child(TotalName, "")
	if len(o.trees) == 1 && tree == o.trees[0] {
		th.floor = 1
		th.base, th.current = total, total
		frame := &oFrame{node: total, record: total.record(oExact, ""), around: tree.root, name: TotalName, tick: o.begin, start: o.begin}
		total.record(oExact, "").running, total.defined = frame, true
		th.stack = []*oFrame{frame}
		if o.read != nil {
			frame.read = new([2]int64)
			*frame.read = o.read()
		}
		return th
	}
	th.settle(total)
	return th
}

func (th *oThread) settle(n *oNode) { th.base, th.current = n, n }

// open is the innermost open frame of the region that is meant, nil if it does not run: starting it again is a
// recursion, wherever it is on the way from the current region to the base.
func (th *oThread) open(name, environment string) *oNode {
	for n := th.current; n != th.base && n.parent != nil; n = n.parent {
		if n.name == name && n.environment == environment {
			return n
		}
	}
	return nil
}

// recordOf is where the running call of a node is counted.
func (th *oThread) recordOf(n *oNode) *oRecord {
	for i := len(th.stack) - 1; i >= 0; i-- {
		if f := th.stack[i]; f.node == n && !f.nested {
			return f.record
		}
	}
	return n.record(oExact, th.way())
}

// innermost is the index of the innermost open region, -1 if there is none.
func (th *oThread) innermost() int {
	at := len(th.stack) - 1
	for at >= 0 && th.stack[at].node == nil {
		at--
	}
	return at
}

// want is what a start means.
type want struct {
	name, environment string
	level, sample     int
	throttled, next   bool
}

// start returns the frame that was opened, nil for nothing.
func (o *oracle) start(th *oThread, w want) *oFrame {
	if o.closed || o.disabled > 0 {
		return nil
	}
	if w.level > o.level {
		f := &oFrame{name: o.prefix + th.own + w.name, cut: len(o.prefix + th.own)}
		th.stack = append(th.stack, f)
		return f
	}
	if at := th.innermost(); w.next && at >= 0 && th.stack[at].next {
		o.stopTo(th, at)
	}
	n, again := o.find(th, w)
	f := &oFrame{node: n, around: th.current, name: n.name, cut: len(o.prefix + th.own), nested: again, next: w.next}
	f.record = th.recordOf(n)
	if !again {
		f.record = o.choose(th, n, w)
		th.current = n
	}
	o.events = append(o.events, "start "+n.path())
	th.stack = append(th.stack, f)
	if again {
		return f
	}
	r := f.record
	if r.countdown > 0 {
		r.countdown--
		r.calls++
		f.left = true
		return f
	}
	r.countdown = max(r.sample-1, 0)
	f.start = o.now()
	f.tick = f.start
	if o.read != nil && !w.throttled && !th.tree.shared {
		f.read = new([2]int64)
		*f.read = o.read()
	}
	if !th.tree.shared { // where several may be in one region, the tree does not say who is
		r.running = f
	}
	return f
}

// find is the node that a start leads to, and whether it is running already.
func (o *oracle) find(th *oThread, w want) (n *oNode, again bool) {
	cut := len(o.prefix + th.own)
	name := o.prefix + th.own + w.name
	environment := o.environment(w.environment)
	n = th.open(name, environment)
	if again = n != nil; !again {
		n = th.current.child(name, environment)
	}
	if cut > 0 {
		n.cuts[cut] = true
	}
	if !n.defined {
		n.defined, n.level = true, w.level
	}
	return n, again
}

// environment is what a name of one means now.
func (o *oracle) environment(name string) string {
	if name == "" {
		return ""
	}
	is, known := o.environments[name]
	if !known {
		o.warn(engine.WarnEnvironment, name)
	} else if is == "" {
		o.warn(engine.WarnNotMember, name)
	}
	return is
}

// choose is where a call is counted: the calls of a Region with Sample or Throttle have a record of their own.
func (o *oracle) choose(th *oThread, n *oNode, w want) *oRecord {
	way := th.way()
	exact := n.record(oExact, way)
	if th.tree.shared {
		return exact
	}
	if w.throttled && exact.running == nil && exact.calls >= engine.BriefCalls && uint64(exact.total) < exact.calls*engine.ThrottleBelow {
		exact.throttled = true
	}
	switch {
	case w.throttled && exact.throttled:
		return n.record(engine.ThrottleSample, way)
	case w.sample > 1:
		return n.record(w.sample, way)
	}
	return exact
}

// leave ends the innermost open region.
func (o *oracle) leave(th *oThread, now int64) {
	f := th.stack[len(th.stack)-1]
	th.stack = th.stack[:len(th.stack)-1]
	if f.node == nil {
		return
	}
	o.events = append(o.events, "stop "+f.node.path())
	switch r := f.record; {
	case f.nested:
		r.calls++
		r.recursion++
		return
	case !f.left:
		r.add(now - f.start)
		r.running = nil
		if f.read != nil {
			values := o.read()
			r.values = [2]int64{r.values[0] + values[0] - f.read[0], max(r.values[1], values[1])}
		}
	}
	th.current = f.around
}

// add adds a call that took so long.
func (r *oRecord) add(took int64) {
	if r.timed == 0 || took < r.min {
		r.min = took
	}
	r.max = max(r.max, took)
	for i := range r.recent {
		if e := &r.recent[i]; !e.any || took < e.min {
			e.min = took
		}
		r.recent[i].max, r.recent[i].any = max(r.recent[i].max, took), true
	}
	r.calls++
	r.timed++
	r.total += took
	r.squares.Add(&r.squares, new(big.Int).Mul(big.NewInt(took), big.NewInt(took)))
	if r.histogram == nil {
		r.histogram = make(map[int]uint64)
	}
	r.histogram[oBucket(took)]++
}

// oBucket is a bucket of a histogram: four to each power of two.
func oBucket(d int64) int {
	bucket, width := 0, int64(1)
	for d >= 8*width {
		width *= 2
		bucket += 4
	}
	return bucket + int(d/width)
}
