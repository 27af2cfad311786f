package lanes

import (
	"encoding/binary"
	"iter"
)

// Each yields all messages that are kept, in the order of At.
func (t *Timeline) Each() iter.Seq[Message] {
	return func(yield func(Message) bool) {
		data, at := t.MessageData, int64(0)
		unsigned := func() uint64 {
			v, n := binary.Uvarint(data)
			data = data[max(n, 0):]
			return v
		}
		signed := func() int64 {
			v, n := binary.Varint(data)
			data = data[max(n, 0):]
			return v
		}
		for range t.Messages {
			m := Message{From: int(unsigned())}
			to := unsigned()
			m.To, m.Kind = int(to/uint64(Kinds)), Kind(to%uint64(Kinds))
			at += int64(unsigned())
			m.Since, m.At, m.Until = at+signed(), at, at+signed()
			m.Bytes = unsigned()
			if !yield(m) {
				return
			}
		}
	}
}

// Sends yields the messages between lanes, in the order in which they were sent. Their times are those of the traces, each by the clock
// that its lane was written by, for those who show the traces as they are.
func (t *Timeline) Sends() iter.Seq[Message] {
	return func(yield func(Message) bool) {
		for m := range t.Each() {
			if m.Kind != Sent {
				continue
			}
			from, other := &t.Clocks[t.Lanes[m.From].Clock], &t.Clocks[t.Lanes[m.To].Clock]
			m.At, m.Since, m.Until = from.undo(m.At), other.undo(m.Since), other.undo(m.Until)
			if !yield(m) {
				return
			}
		}
	}
}

// undo is the time that a clock read, of one that was moved.
func (c *Clock) undo(at int64) int64 { return 2*at - c.add(at) }
