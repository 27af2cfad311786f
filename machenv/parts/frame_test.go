package parts

import (
	"bytes"
	"testing"
)

// Whatever comes in a message of Collect, it is taken in frames that lie in it, or not at all; and those that a rank
// takes from another are of ranks behind it, in their order.
func FuzzFrames(f *testing.F) {
	var whole []byte
	whole = append(appendFrameHead(append(whole, treeMore), framePiece, 4, 3), "abc"...)
	whole = append(appendFrameHead(whole, frameLast, 4, 1), 'd')
	whole = appendFrameHead(whole, frameNone, 5, 0)
	whole = appendFrameHead(whole, frameLost, 6, 2)
	f.Add(whole)
	f.Add(append([]byte{treeEnd}, whole[1:]...))
	f.Add(whole[:len(whole)-1])
	f.Add([]byte("\x02\x03\x04\xff\xff\xff\xff\x0f"))
	f.Fuzz(func(t *testing.T, message []byte) {
		if len(message) > 0 {
			for rest := message[1:]; len(rest) > 0; {
				text, frame, err := cutFrame(rest)
				if err != nil {
					break
				}
				if !bytes.HasPrefix(rest, text) || len(text) < 3 || frame.kind != frameLost && len(frame.data) != frame.n {
					t.Fatalf("%+v of %x, in %x", frame, text, rest)
				}
				rest = rest[len(text):]
			}
		}
		b := branch{rank: 4, next: 4, end: 8}
		if err := b.check(message); err == nil && (b.next < 4 || b.next > 8 || b.last && b.next != 8) {
			t.Errorf("%x leads to %+v", message, b)
		} else if err != nil && b != (branch{rank: 4, next: 4, end: 8}) {
			t.Errorf("%x is refused (%v) and leads to %+v", message, err, b)
		}
	})
}
