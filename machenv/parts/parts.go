// Package parts collects a part of each rank, however large they are. Programs that collect nothing do not link it.
package parts

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"time"

	"github.com/go-hpc/timers/machenv"
)

const tag = machenv.MaxTag - 22

// largestBundle is the most bytes of a message of Collect. Tests make it smaller.
var largestBundle = 1 << 20

// Collect is machenv.CollectParts for ranks that are known to be there: the parts come over a binomial tree, in messages of
// at most a mebibyte, each of which has as many parts as fit, or a piece of one. A rank holds its own part and two
// messages, rank 0 also the part that each gets: so that rank 0 handles one message a mebibyte and one for each of its
// log₂P children, not three for each rank, and no message is as large as the largest part.
//
// A rank that is lost on the way takes with it the parts of those behind it that have not come yet; the error names
// them.
func Collect(comm machenv.Communicator, part []byte, timeout time.Duration, each func(rank int, part []byte) error) error {
	t := &partsTree{comm: comm, timeout: timeout}
	t.start(part)
	if comm.Rank() == 0 {
		return t.collect(each)
	}
	return t.relay()
}

// partsTree is the collection in one rank: a stream of frames, first of its own part, then of those of its children,
// which have the ranks from their own up to twice their distance.
type partsTree struct {
	comm     machenv.Communicator
	timeout  time.Duration
	own      []byte // what is left of this rank's part
	bare     bool   // the part is nil
	started  bool   // own frames are all in the stream
	children []branch
	taken    []byte // frames of the first child that are not in the stream yet
}

// branch is a child that has parts to give: those of the ranks from next to before end.
type branch struct {
	rank, next, end int
	last            bool // its last message has come
}

// What a frame is: a byte, then the rank, then the number of bytes that follow, or of ranks that are lost.
const (
	framePiece = byte(iota) // more pieces of the part follow
	frameLast
	frameNone // the rank has no part
	frameLost
)

// The first byte of messages: to a child what it is to do, to the parent whether there is more.
const (
	treeMore = byte(iota)
	treeStop
	treeEnd
)

const longestFrameHead = 1 + 2*binary.MaxVarintLen32

func (t *partsTree) start(part []byte) {
	t.own, t.bare = part, part == nil
	rank, size := t.comm.Rank(), t.comm.Size()
	for bit := 1; bit < size && rank&bit == 0; bit <<= 1 {
		if child := rank + bit; child < size {
			t.children = append(t.children, branch{rank: child, next: child, end: min(child+bit, size)})
		}
	}
}

// fill appends frames to a message, as many as fit. It reports whether the stream has ended.
func (t *partsTree) fill(message []byte) (filled []byte, ended bool, problem error) {
	for len(message)+longestFrameHead < largestBundle {
		if !t.started {
			message = t.fillOwn(message)
			continue
		}
		if len(t.taken) == 0 {
			if ended = t.nextBranch(); ended {
				return message, true, problem
			}
			if message, problem = t.pull(message, problem); len(t.taken) == 0 {
				continue
			}
		}
		frame, _, err := cutFrame(t.taken)
		if err != nil { // pull has looked at it
			return message, true, errors.Join(problem, err)
		}
		if len(message)+len(frame) > largestBundle {
			break
		}
		message, t.taken = append(message, frame...), t.taken[len(frame):]
	}
	return message, false, problem
}

// fillOwn appends a piece of this rank's own part.
func (t *partsTree) fillOwn(message []byte) []byte {
	n := min(len(t.own), largestBundle-len(message)-longestFrameHead)
	kind := framePiece
	switch {
	case t.bare:
		kind, t.started = frameNone, true
	case n == len(t.own):
		kind, t.started = frameLast, true
	}
	message = append(appendFrameHead(message, kind, t.comm.Rank(), n), t.own[:n]...)
	t.own = t.own[n:]
	return message
}

// nextBranch leaves out the children that have given all. It reports whether there are no more.
func (t *partsTree) nextBranch() bool {
	for len(t.children) > 0 && t.children[0].last {
		t.children = t.children[1:]
	}
	return len(t.children) == 0
}

// pull gets a message of the first child. If it does not come, what the child still had to give is lost.
func (t *partsTree) pull(message []byte, problem error) ([]byte, error) {
	b := &t.children[0]
	levels := time.Duration(bits.Len(uint(b.end - b.rank)))
	err := t.comm.Send(b.rank, tag, []byte{treeMore}, t.timeout)
	var answer []byte
	if err == nil {
		answer, err = t.comm.Recv(b.rank, tag, levels*t.timeout)
	}
	if err == nil {
		err = b.check(answer)
	}
	if err == nil {
		t.taken = answer[1:]
		return message, problem
	}
	problem = errors.Join(problem, fmt.Errorf("%w: rank %d: %w", machenv.ErrLost, b.rank, err))
	_ = t.comm.Send(b.rank, tag, []byte{treeStop}, t.timeout) // it may only be late
	message = appendFrameHead(message, frameLost, b.next, b.end-b.next)
	b.last = true
	return message, problem
}

// check looks at the frames of a message of a child, which are those of its ranks in their order.
func (b *branch) check(answer []byte) error {
	next := b.next
	if len(answer) == 0 || answer[0] != treeMore && answer[0] != treeEnd {
		return fmt.Errorf("message of %d bytes is none of a collection", len(answer))
	}
	for rest := answer[1:]; len(rest) > 0; {
		frame, f, err := cutFrame(rest)
		if err != nil {
			return err
		}
		if f.rank != next || f.kind == frameLost && f.n > b.end-next {
			return fmt.Errorf("parts of rank %d, expected rank %d", f.rank, next)
		}
		switch f.kind {
		case frameLast, frameNone:
			next++
		case frameLost:
			next += f.n
		}
		rest = rest[len(frame):]
	}
	if next > b.end || next < b.end && answer[0] == treeEnd {
		return fmt.Errorf("parts up to rank %d, expected rank %d", next-1, b.end-1)
	}
	b.next, b.last = next, answer[0] == treeEnd
	return nil
}

// frame is what stands at the start of one.
type frame struct {
	kind    byte
	rank, n int
	data    []byte
}

func appendFrameHead(message []byte, kind byte, rank, n int) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(append(message, kind), uint64(rank)), uint64(n))
}

// cutFrame returns the first frame, as it stands there and read.
func cutFrame(text []byte) (whole []byte, f frame, err error) {
	wrong := errors.New("a frame of a collection is cut short")
	if len(text) == 0 || text[0] > frameLost {
		return nil, f, wrong
	}
	f.kind = text[0]
	rank, a := binary.Uvarint(text[1:])
	if a <= 0 || rank > 1<<31-1 {
		return nil, f, wrong
	}
	n, b := binary.Uvarint(text[1+a:])
	if b <= 0 || n > 1<<31-1 {
		return nil, f, wrong
	}
	f.rank, f.n = int(rank), int(n)
	at := 1 + a + b
	if f.kind == frameLost {
		return text[:at], f, nil
	}
	if f.n > len(text)-at {
		return nil, f, wrong
	}
	f.data = text[at : at+f.n]
	return text[:at+f.n], f, nil
}

// relay is what ranks other than 0 do: the next message is ready before it is asked for.
func (t *partsTree) relay() error {
	parent := t.comm.Rank() & (t.comm.Rank() - 1)
	patience := t.timeout
	if patience > 0 { // others come first
		patience = 2*t.timeout + time.Duration(t.comm.Rank())*time.Second
	}
	var problem error
	message := make([]byte, 1, 64)
	for {
		filled, ended, err := t.fill(message[:1])
		problem = errors.Join(problem, err)
		message = filled
		if message[0] = treeMore; ended {
			message[0] = treeEnd
		}
		asked, err := t.comm.Recv(parent, tag, patience)
		if err != nil {
			t.stop()
			return errors.Join(problem, err)
		}
		if len(asked) != 1 || asked[0] != treeMore {
			t.stop()
			return problem
		}
		if err := t.comm.Send(parent, tag, message, t.timeout); err != nil || ended {
			t.stop()
			return errors.Join(problem, err)
		}
	}
}

// stop lets the children go that wait to be asked.
func (t *partsTree) stop() {
	for _, b := range t.children {
		if !b.last {
			_ = t.comm.Send(b.rank, tag, []byte{treeStop}, t.timeout) // one that is lost will not miss it
		}
	}
	t.children = nil
}

// collect is what rank 0 does.
func (t *partsTree) collect(each func(rank int, part []byte) error) error {
	defer t.stop()
	var problem error
	var lost []int
	var whole []byte // the pieces of a part that has not come in full
	for ended := false; !ended; {
		message, end, err := t.fill(nil)
		ended = end
		problem = errors.Join(problem, err)
		for rest := message; len(rest) > 0; {
			text, f, err := cutFrame(rest)
			if err != nil {
				return errors.Join(problem, err)
			}
			rest = rest[len(text):]
			switch {
			case f.kind == framePiece, f.kind == frameLast && len(whole) > 0:
				whole = append(whole, f.data...)
			case f.kind == frameLost:
				whole = whole[:0]
				for r := range f.n {
					lost = append(lost, f.rank+r)
				}
			}
			if f.kind != frameLast {
				continue
			}
			part := f.data
			if len(whole) > 0 {
				part = whole
			}
			if err := each(f.rank, part); err != nil {
				return errors.Join(problem, err)
			}
			whole = nil // the part may be kept
		}
	}
	if len(lost) > 0 && problem == nil {
		problem = machenv.ErrLost
	}
	if len(lost) > 0 {
		problem = fmt.Errorf("parts of %s: %w", machenv.FormatRanks(lost), problem)
	}
	return problem
}
