package local

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-hpc/timers/machenv"
)

// process is one rank of a Run, whatever communicators it is in.
type process struct {
	world *world
	rank  int

	sent, received           atomic.Int64
	bytesSent, bytesReceived atomic.Int64
	crossed                  atomic.Int64 // messages to other nodes

	mu    sync.Mutex
	ended error          // why it is gone; nil while it runs
	in    map[*group]int // the groups that it has not left, with its rank there
}

// join notes that the process is a member of a group. It does so when the group is made, possibly
// by another rank, so that the end of the process is known in groups that it never got hold of.
func (p *process) join(g *group, rank int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended != nil {
		g.leave(rank, p.ended)
		return
	}
	if p.in == nil {
		p.in = make(map[*group]int)
	}
	p.in[g] = rank
}

// leave takes the process out of a group that it has freed, unless it has ended.
func (p *process) leave(g *group, rank int) {
	p.mu.Lock()
	_, in := p.in[g]
	delete(p.in, g)
	p.mu.Unlock()
	if in {
		g.leave(rank, fmt.Errorf("it has freed the communicator: %w", machenv.ErrRankDead))
	}
}

// end takes the process out of all groups. Its own error is told as text: errors.Is must not take
// it for an error of the rank that only notices.
func (p *process) end(err error) {
	cause := fmt.Errorf("it has returned: %w", machenv.ErrRankDead)
	if err != nil {
		cause = fmt.Errorf("it has failed (%s): %w", firstLine(err), machenv.ErrRankDead)
	}
	p.mu.Lock()
	p.ended = cause
	groups := p.in
	p.in = nil
	p.mu.Unlock()
	for g, rank := range groups {
		g.leave(rank, cause)
	}
}

// group is what the ranks of one communicator share.
type group struct {
	members []member
	barrier barrier

	mu      sync.Mutex
	pending map[int]*creation // collective calls that not all ranks have made yet, by number
}

// member is one rank of a group.
type member struct {
	process *process
	mailbox mailbox
	gone    chan struct{} // closed when the rank is gone from the group
	cause   error         // why; set before gone is closed
}

// newGroup makes a group of n processes.
func newGroup(n int, process func(i int) *process) *group {
	g := &group{members: make([]member, n), pending: make(map[int]*creation)}
	g.barrier.size = n
	for i := range g.members {
		g.members[i].process = process(i)
		g.members[i].gone = make(chan struct{})
	}
	for i := range g.members {
		g.members[i].process.join(g, i)
	}
	return g
}

// leave tells the others that a rank is gone. It is called once for each rank. The barrier fails first: a
// rank that waits for a message from this one may end as soon as it is woken, and the barrier would then
// tell of that end, which is only a consequence.
func (g *group) leave(rank int, cause error) {
	g.barrier.fail(fmt.Errorf("rank %d of %d is gone: %w", rank, len(g.members), cause))
	m := &g.members[rank]
	m.cause = cause
	close(m.gone)
}

// creation is a collective call that makes new groups: the first rank that comes makes them, and
// the others take theirs.
type creation struct {
	spec   spec
	taken  int
	made   map[int]*group // by color; Create has one group, under color 0
	places []int          // rank of each member in its new group; nil for a range
	colors []choice       // what the ranks gave to Split
	once   sync.Once
}

// spec is the arguments of a collective call, which must be the same on all ranks.
type spec struct {
	what             string
	ranks            []int // nil for a range
	begin, n, stride int
}

func (s spec) equal(t spec) bool {
	return s.what == t.what && s.begin == t.begin && s.n == t.n && s.stride == t.stride && slices.Equal(s.ranks, t.ranks)
}

// enter finds or begins the collective call of that number.
func (g *group) enter(number int, s spec) (*creation, error) {
	g.mu.Lock()
	c := g.pending[number]
	if c == nil {
		c = &creation{spec: s}
		if s.what == whatSplit {
			c.colors = make([]choice, len(g.members))
		} else {
			c.spec.ranks = slices.Clone(s.ranks)
			c.make(g)
		}
		g.pending[number] = c
	}
	if c.taken++; c.taken == len(g.members) {
		delete(g.pending, number)
	}
	g.mu.Unlock()
	if !c.spec.equal(s) {
		return nil, fmt.Errorf("the ranks have called different operations, or with different arguments: %w", machenv.ErrInvalid)
	}
	return c, nil
}

// The collective calls that make groups.
const (
	whatCreate = "create"
	whatSplit  = "split"
)

// make makes the one group of Create.
func (c *creation) make(g *group) {
	s := c.spec
	if s.ranks != nil {
		c.places = make([]int, len(g.members))
		for i := range c.places {
			c.places[i] = -1
		}
		for i, rank := range s.ranks {
			c.places[rank] = i
		}
	}
	c.made = map[int]*group{0: newGroup(s.n, func(i int) *process { return g.members[s.at(i)].process })}
}

// at is the rank that becomes rank i of the new group.
func (s spec) at(i int) int {
	if s.ranks != nil {
		return s.ranks[i]
	}
	return s.begin + i*s.stride
}

// place is the rank in the new group of a rank of the old one, or -1.
func (c *creation) place(rank int) int {
	if c.places != nil {
		return c.places[rank]
	}
	d := rank - c.spec.begin
	if d < 0 || d%c.spec.stride != 0 || d/c.spec.stride >= c.spec.n {
		return -1
	}
	return d / c.spec.stride
}

// choice is what one rank gives to Split.
type choice struct{ color, key int }

// divide makes the groups of Split, once all ranks have made their choice.
func (c *creation) divide(g *group) {
	ranks := make(map[int][]int)
	for rank, choice := range c.colors {
		if choice.color >= 0 {
			ranks[choice.color] = append(ranks[choice.color], rank)
		}
	}
	c.made = make(map[int]*group)
	c.places = make([]int, len(g.members))
	for color, list := range ranks {
		slices.SortStableFunc(list, func(a, b int) int { return c.colors[a].compare(c.colors[b]) })
		for i, rank := range list {
			c.places[rank] = i
		}
		c.made[color] = newGroup(len(list), func(i int) *process { return g.members[list[i]].process })
	}
}
