package table

import (
	"testing"

	"pgregory.net/rapid"
)

// What a track has waited in its nodes is what a list of waits adds up to, with the one that is running up to now; in the
// table and in what is read of its block.
func TestWaitsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table Table
		var blocks blocksOf
		table.Init(&blocks, 0, 2)
		want := make(map[int]uint64)
		now, begun, in := uint64(1000), uint64(0), 0
		for range rapid.IntRange(0, 40).Draw(t, "changes") {
			now += uint64(rapid.IntRange(0, 50).Draw(t, "ticks"))
			for rapid.IntRange(0, 3).Draw(t, "new node") == 0 {
				table.Add(0, Cold{}, "x")
			}
			n := rapid.IntRange(0, table.Len()-1).Draw(t, "node")
			switch clear := rapid.IntRange(0, 5).Draw(t, "clear") == 0; {
			case clear:
				table.ClearWait(uint32(n), now)
				if want[n] = 0; begun != 0 && in == n {
					begun = now
				}
			case begun == 0:
				table.BeginWait(uint32(n), now)
				begun, in = now, n
			default:
				table.EndWait(now)
				want[in] += now - begun
				begun = 0
			}
		}
		now += 7
		if begun != 0 {
			want[in] += now - begun
		}
		var read Table
		if b := blocks.of[Waits]; b.Head != nil {
			read.Restore(&Found{Waits: As[uint64](b, 0, b.Used())})
		}
		for n := range table.Len() {
			if got, of := table.Waited(n, now), read.Waited(n, now); got != want[n] || of != want[n] {
				t.Fatalf("node %d: %d, %d in its block, want %d", n, got, of, want[n])
			}
		}
	})
}

// blocksOf is the heap, with the blocks that are in use by what they hold.
type blocksOf struct {
	heap
	of map[Kind]Block
}

func (s *blocksOf) Replace(_, new Block, kind Kind) {
	new.SetKind(kind)
	if s.of == nil {
		s.of = make(map[Kind]Block)
	}
	s.of[kind] = new
}
