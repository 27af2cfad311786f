package calls

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

func genWait(t *rapid.T) Wait {
	number := rapid.OneOf(rapid.Int64Range(0, 100), rapid.Just(int64(UnknownError)))
	return Wait{
		Node: rapid.Uint32Range(0, 3).Draw(t, "node"), Track: rapid.Uint32Range(0, 1).Draw(t, "track"),
		Function: rapid.IntRange(0, 3).Draw(t, "function"), Kind: WaitKind(rapid.IntRange(0, int(waitKinds)-1).Draw(t, "kind")),
		Calls: rapid.Uint64().Draw(t, "calls"), Unmatched: rapid.Uint64Range(0, 5).Draw(t, "unmatched"),
		Nanos: number.Draw(t, "ns"), Uncertainty: number.Draw(t, "±"),
	}
}

// pathOf gives both tracks the same path for some nodes.
func pathOf(node, track uint32) string {
	if node%2 == 0 {
		return fmt.Sprintf("run/%d", node)
	}
	return fmt.Sprintf("run/%d/%d", node, track)
}

// The ranks' order and the shape of the tree make no difference.
func TestWaitSummaryAnyTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 9).Draw(t, "ranks")
		var waits [][]Wait
		var mappings []Mapping
		own := func(rank int) *WaitSummary {
			return SumWaits(rank, size, rank+1, waits[rank], pathOf, mappings[rank])
		}
		var want, parts []*WaitSummary
		for rank := range size {
			waits = append(waits, rapid.SliceOfN(rapid.Custom(genWait), 0, 6).Draw(t, "waits"))
			a := Alignment{Known: rapid.Bool().Draw(t, "known"), Error: rapid.Int64Range(0, 99).Draw(t, "error")}
			mappings = append(mappings, Interpolate(a, a))
			if rank == 0 {
				want = append(want, own(0))
			} else {
				want[0].merge(own(rank))
			}
			parts = append(parts, own(rank))
		}
		for len(parts) > 1 {
			i := rapid.IntRange(1, len(parts)-1).Draw(t, "part")
			if rapid.Bool().Draw(t, "order") {
				parts[i-1], parts[i] = parts[i], parts[i-1]
			}
			parts[i-1].merge(parts[i])
			parts = append(parts[:i], parts[i+1:]...)
		}
		same := func(a, b *WaitSummary) bool {
			return fmt.Sprint(*a) == fmt.Sprint(*b)
		}
		if !same(parts[0], want[0]) {
			t.Fatalf("got\n%+v\nwant\n%+v", parts[0], want[0])
		}
		err := local.Run(size, func(c machenv.Communicator) error {
			s, err := ReduceWaits(c, own(c.Rank()), 0)
			if (s != nil) != (c.Rank() == 0) || s != nil && !same(s, want[0]) {
				t.Errorf("got\n%+v\nwant\n%+v", s, want[0])
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestSumWaits(t *testing.T) {
	s := SumWaits(3, 8, 2, []Wait{
		{Node: 2, Track: 0, Calls: 5, Nanos: 100, Uncertainty: 7},
		{Node: 2, Track: 1, Calls: 1, Nanos: 50, Uncertainty: 1, Unmatched: 2},
		{Node: 1, Track: 1, Calls: 1, Nanos: 9, NotLooked: 4},
	}, pathOf, Interpolate(Alignment{Known: true, Error: 12}, Alignment{}))
	want := []PathWait{
		{Path: "run/1/1", Function: "Send", Ranks: 1, Calls: 1, NotLooked: 4, Nanos: 9, Max: 9, MaxRank: 3},
		{Path: "run/2", Function: "Send", Ranks: 1, Calls: 6, Unmatched: 2, Nanos: 150, Uncertainty: 8, Max: 150, MaxRank: 3},
	}
	if !reflect.DeepEqual(s.Paths, want) || s.ClockError != 12 || s.Unaligned != 0 || s.Hosts != 2 {
		t.Errorf("%+v", s)
	}
}

func TestReduceWaitsWithoutARank(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		err := local.Run(4, func(c machenv.Communicator) error {
			if c.Rank() == 2 {
				return nil
			}
			s, err := ReduceWaits(c, SumWaits(c.Rank(), 4, 1, []Wait{{Calls: 1}}, pathOf, Mapping{}), 50*time.Millisecond)
			if c.Rank() == 0 && (s.Ranks != 2 || s.Paths[0].Calls != 2 || s.Unaligned != 2) {
				t.Errorf("%+v", s)
			}
			if errors.Is(err, ErrLost) {
				return nil
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestWriteWaits(t *testing.T) {
	s := &WaitSummary{Size: 64, Ranks: 64, Hosts: 4, ClockError: 1234, ClockRank: 17, Paths: []PathWait{
		{Path: "run/step/halo", Function: "Waitall", Kind: LateSender, Ranks: 64, Calls: 64000, Nanos: 1_234_567_891, Uncertainty: 5_000_000, Max: 300_000_000, MaxRank: 9},
		{Path: "run/step/norm", Function: "Allreduce", Kind: AtCollective, Ranks: 64, Calls: 6400, Nanos: 5_000_000, Uncertainty: 6_000_000, Max: 300_000, MaxRank: 1},
		{Path: "run/output", Function: "Barrier", Kind: AtBarrier, Ranks: 64, Calls: 64, Unmatched: 3, Nanos: 700, Max: 600, MaxRank: 63},
		{Path: "run/init", Function: "Ssend", Kind: LateReceiver, Ranks: 1, Calls: 1},
		{Path: "run/input", Function: "Recv", Kind: LateSender, Ranks: 2, Unmatched: 40, NotLooked: 2},
		{Path: "run/far", Function: "Recv", Kind: LateSender, Ranks: 2, Calls: 7, Uncertainty: UnknownError},
	}}
	var text bytes.Buffer
	for _, s := range []*WaitSummary{s, {Size: 4, Ranks: 3, Hosts: 1, Unaligned: 3}, {Size: 2, Ranks: 2, Hosts: 1, ClockError: 100, ClockRank: 1, Paths: s.Paths[3:4]}} {
		if err := WriteWaits(&text, s); err != nil {
			t.Fatal(err)
		}
		text.WriteString("\n----\n\n")
	}
	golden.Check(t, "waits.txt", text.String())
}

func FuzzSummary(f *testing.F) {
	s := SumWaits(3, 8, 2, []Wait{{Node: 2, Calls: 5, Nanos: 100, Uncertainty: 7}, {Node: 1, Track: 1}}, pathOf, Mapping{})
	f.Add(s.message())
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := parseSummary(data, 8)
		if err != nil {
			return
		}
		if again, err := parseSummary(s.message(), 8); err != nil || fmt.Sprint(*again) != fmt.Sprint(*s) {
			t.Errorf("%v: %+v became %+v", err, s, again)
		}
		if err := WriteWaits(&bytes.Buffer{}, s); err != nil {
			t.Error(err)
		}
	})
}
