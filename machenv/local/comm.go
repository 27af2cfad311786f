package local

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// comm is a group as one of its ranks sees it.
type comm struct {
	group   *group
	rank    int
	created int // collective calls that make groups, so far
	freed   atomic.Bool
}

func (c *comm) Rank() int { return c.rank }

func (c *comm) Size() int { return len(c.group.members) }

// IsSole implements machenv.Sole: ranks that are goroutines communicate by this package, unless they share channels of their own.
func (c *comm) IsSole() bool { return true }

func (c *comm) Host() string {
	p := c.process()
	return p.world.hostOf(p.rank)
}

func (c *comm) process() *process { return c.group.members[c.rank].process }

func (c *comm) Send(to, tag int, data []byte, _ time.Duration) error {
	if err := c.check(to, tag); err != nil {
		return err
	}
	defer machenv.BeginWait().End() // it never waits for long, but a rank that only sends waits nowhere else, which is to be seen
	m := &c.group.members[to]
	select {
	case <-m.gone:
		return fmt.Errorf("local: send from rank %d of %d to rank %d: %w", c.rank, c.Size(), to, m.cause)
	default:
	}
	m.mailbox.put(address{from: c.rank, tag: tag}, slices.Clone(data))
	p := c.process()
	p.sent.Add(1)
	p.bytesSent.Add(int64(len(data)))
	if w := p.world; w.node(p.rank) != w.node(m.process.rank) {
		p.crossed.Add(1)
	}
	return nil
}

func (c *comm) Recv(from, tag int, timeout time.Duration) ([]byte, error) {
	if err := c.check(from, tag); err != nil {
		return nil, err
	}
	if from == c.rank {
		timeout = -1 // while it waited it could not send
	}
	if timeout > 0 && timeout <= look {
		timeout = -1
	}
	defer machenv.BeginWait().End()
	sender := &c.group.members[from]
	data, ok, err := c.group.members[c.rank].mailbox.get(address{from, tag}, timeout, sender.gone)
	if err == nil && !ok {
		err = machenv.ErrTimeout
		select {
		case <-sender.gone:
			err = sender.cause
		default:
		}
	}
	if err != nil {
		return nil, &notReceived{c.rank, c.Size(), from, tag, err}
	}
	p := c.process()
	p.received.Add(1)
	p.bytesReceived.Add(int64(len(data)))
	return data, nil
}

// look is a timeout of those who only look whether there is a message.
const look = time.Microsecond

// notReceived is the error of a message that has not come. Those who look for messages again and again do not read it.
type notReceived struct {
	rank, size, from, tag int
	cause                 error
}

func (e *notReceived) Error() string {
	return fmt.Sprintf("local: receive on rank %d of %d from rank %d under tag %d: %v", e.rank, e.size, e.from, e.tag, e.cause)
}

func (e *notReceived) Unwrap() error { return e.cause }

func (c *comm) Barrier() error {
	if err := c.usable(); err != nil {
		return err
	}
	defer machenv.BeginWait().End()
	if err := c.group.barrier.wait(); err != nil {
		return fmt.Errorf("local: barrier on rank %d of %d: %w", c.rank, c.Size(), err)
	}
	return nil
}

func (c *comm) Create(ranks []int) (machenv.Communicator, error) {
	if err := c.usable(); err != nil {
		return nil, err
	}
	if err := machenv.CheckRanks(ranks, c.Size()); err != nil {
		return nil, fmt.Errorf("local: create on rank %d of %d: %w", c.rank, c.Size(), err)
	}
	return c.create(spec{what: whatCreate, ranks: ranks, n: len(ranks)})
}

func (c *comm) CreateStrided(n, first, stride int) (machenv.Communicator, error) {
	if err := c.usable(); err != nil {
		return nil, err
	}
	if err := machenv.CheckStrided(n, first, stride, c.Size()); err != nil {
		return nil, fmt.Errorf("local: create on rank %d of %d: %w", c.rank, c.Size(), err)
	}
	return c.create(spec{what: whatCreate, begin: first, n: n, stride: stride})
}

func (c *comm) create(s spec) (machenv.Communicator, error) {
	made, err := c.next(s)
	if err != nil {
		return nil, err
	}
	return take(made.made[0], made.place(c.rank)), nil
}

// next enters the next collective call that makes groups.
func (c *comm) next(s spec) (*creation, error) {
	number := c.created
	c.created++
	made, err := c.group.enter(number, s)
	if err != nil {
		return nil, fmt.Errorf("local: %s on rank %d of %d: %w", s.what, c.rank, c.Size(), err)
	}
	return made, nil
}

// take returns a nil interface, not one that holds a nil pointer, to ranks that are not in a group.
func take(g *group, rank int) machenv.Communicator {
	if g == nil || rank < 0 {
		return nil
	}
	return &comm{group: g, rank: rank}
}

func (c *comm) Split(color, key int) (machenv.Communicator, error) {
	if err := c.usable(); err != nil {
		return nil, err
	}
	made, err := c.next(spec{what: whatSplit})
	if err != nil {
		return nil, err
	}
	made.colors[c.rank] = choice{color, key}
	if err := c.Barrier(); err != nil {
		return nil, err
	}
	made.once.Do(func() { made.divide(c.group) })
	if color < 0 {
		return nil, nil
	}
	return take(made.made[color], made.places[c.rank]), nil
}

func (c *comm) SplitShared() (machenv.Communicator, error) {
	p := c.process()
	return c.Split(p.world.node(p.rank), 0)
}

func (c choice) compare(d choice) int { return cmp.Compare(c.key, d.key) }

func (c *comm) Free() error {
	if !c.freed.CompareAndSwap(false, true) {
		return c.usable()
	}
	c.process().leave(c.group, c.rank)
	return nil
}

// check refuses a message that cannot be.
func (c *comm) check(rank, tag int) error {
	if err := c.usable(); err != nil {
		return err
	}
	if err := machenv.CheckMessage(rank, tag, c.Size()); err != nil {
		return fmt.Errorf("local: message of rank %d of %d: %w", c.rank, c.Size(), err)
	}
	return nil
}

func (c *comm) usable() error {
	if c.freed.Load() {
		return fmt.Errorf("local: communicator of rank %d of %d: %w", c.rank, c.Size(), machenv.ErrFreed)
	}
	return nil
}

// Traffic counts the messages that one rank has sent and received, on all its communicators.
type Traffic struct {
	Sent, Received           int64 // messages; a barrier has none
	Crossed                  int64 // those of Sent that went to another node
	BytesSent, BytesReceived int64
}

// TrafficOf returns the traffic so far of the rank that c belongs to, or false if c is not of this package.
func TrafficOf(c machenv.Communicator) (Traffic, bool) {
	own, ok := c.(*comm)
	if !ok {
		return Traffic{}, false
	}
	p := own.process()
	return Traffic{
		Sent: p.sent.Load(), Received: p.received.Load(), Crossed: p.crossed.Load(),
		BytesSent: p.bytesSent.Load(), BytesReceived: p.bytesReceived.Load(),
	}, true
}

// firstLine is the first line of an error, which may have a stack below it.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
