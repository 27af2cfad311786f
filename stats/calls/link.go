package calls

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// The tags of the messages between ranks. Whoever uses a communicator for messages of its own at the
// same time has to leave them out.
const (
	AlignTag  = machenv.MaxTag - 24 - iota // of Align
	WaitTag                                // of FindWaits
	ReduceTag                              // of ReduceWaits
	MatrixTag                              // of GatherMatrix
	TraceTag                               // of GatherProject
	PathTag                                // of GatherPaths
)

// ErrLost reports ranks that did not answer: what could be had without them is returned with the error.
var ErrLost = machenv.ErrLost

// errMessage reports a message that makes no sense.
var errMessage = errors.New("calls: message not understood")

// link carries a rank's messages of one operation. With a timeout every wait has an end that leaves the ranks
// it may depend on time to give up their own waits: steps is how many of those may come first.
type link struct {
	comm    machenv.Communicator
	tag     int
	timeout time.Duration
	begin   time.Time
}

func newLink(comm machenv.Communicator, tag int, timeout time.Duration) *link {
	l := &link{comm: comm, tag: tag}
	if timeout > 0 {
		// Waits are multiples of this, which must not overflow.
		l.timeout, l.begin = min(timeout, 365*24*time.Hour), time.Now()
	}
	return l
}

func (l *link) left(steps int) time.Duration {
	if l.timeout <= 0 {
		return 0
	}
	return max(time.Duration(steps)*l.timeout-time.Since(l.begin), time.Millisecond)
}

func (l *link) send(to int, data []byte, steps int) error {
	return l.comm.Send(to, l.tag, data, l.left(steps))
}

func (l *link) recv(from, steps int) ([]byte, error) {
	return l.comm.Recv(from, l.tag, l.left(steps))
}

// levels is ⌈log₂ n⌉: the depth of a binomial tree of n ranks.
func levels(n int) int {
	if n <= 1 {
		return 0
	}
	return bits.Len(uint(n - 1))
}

// gather folds all ranks' data into one on rank 0, along a binomial tree. Join gets the lower ranks' data
// first. Ranks that do not answer are left out, and the error names them. On other ranks it reports whether
// their data could be sent.
func (l *link) gather(data []byte, join func(mine, theirs []byte) ([]byte, error)) ([]byte, error) {
	rank, size := l.comm.Rank(), l.comm.Size()
	var errs []error
	for level := 0; 1<<level < size; level++ {
		if rank&(1<<level) != 0 {
			if err := l.send(rank-1<<level, data, level+2); err != nil {
				errs = append(errs, fmt.Errorf("%w: to rank %d: %w", ErrLost, rank-1<<level, err))
			}
			return nil, errors.Join(errs...)
		}
		child := rank + 1<<level
		if child >= size {
			continue
		}
		theirs, err := l.recv(child, level+1)
		if err == nil {
			var joined []byte
			if joined, err = join(data, theirs); err == nil {
				data = joined
			}
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%w: rank %d and up to %d behind it: %w", ErrLost, child, 1<<level-1, err))
		}
	}
	return data, errors.Join(errs...)
}

// spread sends what rank 0 has to all ranks, along the same tree.
func (l *link) spread(data []byte) ([]byte, error) {
	rank, size := l.comm.Rank(), l.comm.Size()
	all := levels(size)
	level := all
	if rank != 0 {
		level = bits.TrailingZeros(uint(rank))
		var err error
		if data, err = l.recv(rank-1<<level, 3*all+2-level); err != nil {
			return nil, fmt.Errorf("%w: from rank %d: %w", ErrLost, rank-1<<level, err)
		}
	}
	var errs []error
	for level--; level >= 0; level-- {
		if child := rank + 1<<level; child < size {
			if err := l.send(child, data, 3*all+2-level); err != nil {
				errs = append(errs, fmt.Errorf("%w: to rank %d: %w", ErrLost, child, err))
			}
		}
	}
	return data, errors.Join(errs...)
}

// parser reads numbers and texts from a message. After a fault it returns zeros, and clears ok.
type parser struct {
	data []byte
	bad  bool
}

func (p *parser) uint() uint64 {
	v, n := binary.Uvarint(p.data)
	if n <= 0 {
		p.fail()
		return 0
	}
	p.data = p.data[n:]
	return v
}

func (p *parser) int() int64 {
	v, n := binary.Varint(p.data)
	if n <= 0 {
		p.fail()
		return 0
	}
	p.data = p.data[n:]
	return v
}

// count returns a number of things, each of which takes at least the given number of bytes of what follows.
func (p *parser) count(each int) int {
	n := p.uint()
	if n > uint64(len(p.data)/each) {
		p.fail()
		return 0
	}
	return int(n)
}

// small is a number that fits an int and is at most a limit.
func (p *parser) small(limit int) int { return int(p.upTo(uint64(limit))) }

// upTo reads a number that is at most limit.
func (p *parser) upTo(limit uint64) uint64 {
	n := p.uint()
	if n > limit {
		p.fail()
		return 0
	}
	return n
}

func (p *parser) text() string {
	n := p.count(1)
	s := string(p.data[:n])
	p.data = p.data[n:]
	return s
}

func (p *parser) take(n int) []byte {
	if n > len(p.data) {
		p.fail()
		return make([]byte, n)
	}
	b := p.data[:n]
	p.data = p.data[n:]
	return b
}

func (p *parser) fail() { p.bad, p.data = true, nil }

// end reports whether everything was read and made sense.
func (p *parser) end() error {
	if p.bad {
		return fmt.Errorf("%w: it is cut short or wrong", errMessage)
	}
	if len(p.data) != 0 {
		return fmt.Errorf("%w: %d bytes too many", errMessage, len(p.data))
	}
	return nil
}

func appendText(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}
