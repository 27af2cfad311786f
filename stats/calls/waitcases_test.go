package calls

import (
	"fmt"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats/calls/functions"
)

// handMade is ranks with WORLD.
func handMade(size int) []*simulatedRank {
	var world []int
	var ranks []*simulatedRank
	for i := range size {
		world = append(world, i)
		ranks = append(ranks, &simulatedRank{Rank: Rank{Rank: i, Size: size}})
	}
	for _, r := range ranks {
		r.Communicators = []CommunicatorRecord{{ID: 0, Name: "WORLD", Ranks: world}}
	}
	return ranks
}

func (r *simulatedRank) add(node uint32, name string, start, end int64, args numbers, elements map[string][]numbers) *Event {
	e := newEvent(name, start, end, args, elements)
	e.Node = node
	r.Events = append(r.Events, e)
	return &r.Events[len(r.Events)-1]
}

// The kinds of wait, by hand.
func TestWaitsByHand(t *testing.T) {
	ranks := handMade(2)
	a, b := ranks[0], ranks[1]
	// 0 waits 100 for 1, 1 waits at the barrier for 0.
	a.add(1, "Recv", 100, 220, numbers{"fromRank": 1, "source": 1}, nil)
	b.add(1, "Send", 200, 210, numbers{"toRank": 0}, nil)
	a.add(2, "Barrier", 500, 510, nil, nil)
	b.add(2, "Barrier", 300, 510, nil, nil)
	// 1 waits for 0 to receive, from which 0 is late; Sendrecv waits as a receive does.
	b.add(3, "Ssend", 600, 700, numbers{"toRank": 0, "toTag": 5}, nil)
	a.add(3, "Recv", 690, 700, numbers{"fromRank": anyRank, "fromTag": anyTag, "source": 1, "tag": 5}, nil)
	a.add(4, "Sendrecv", 800, 960, numbers{"toRank": 1, "fromRank": 1, "source": 1}, nil)
	b.add(4, "Sendrecv", 950, 960, numbers{"toRank": 0, "fromRank": 0, "source": 0}, nil)
	// A receive of nobody, and one from outside.
	a.add(5, "Recv", 1000, 1010, numbers{"fromRank": noRank, "source": noRank}, nil)
	b.add(5, "Recv", 1000, 1010, numbers{"fromRank": 0, "fromTag": 9, "source": 0, "tag": 9}, nil)
	// A persistent receive, twice.
	a.add(6, "Recv_init", 1100, 1101, numbers{"fromRank": 1, "fromTag": 3, "rid": 0}, nil)
	for _, at := range []int64{2000, 3000} {
		a.add(6, "Start", at, at+1, numbers{"rid": 0}, nil)
		a.add(7, "Wait", at+10, at+60, nil, map[string][]numbers{"For": {{"rid": 0}}, "Done": {{"rid": 0, "source": 1, "tag": 3}}})
		b.add(7, "Send", at+50, at+55, numbers{"toRank": 0, "toTag": 3}, nil)
	}
	found, err := findAll(ranks, func(int) func(int64) (int64, int64) { return exactly }, WaitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for rank, waits := range found {
		for _, w := range waits {
			got += fmt.Sprintf("%d: node %d %s %v: %d calls %d unmatched %d ns ± %d\n", rank, w.Node, functions.List()[w.Function].Name, w.Kind, w.Calls, w.Unmatched, w.Nanos, w.Uncertainty)
		}
	}
	want := `0: node 1 Recv late sender: 1 calls 0 unmatched 100 ns ± 0
0: node 2 Barrier at barrier: 1 calls 0 unmatched 0 ns ± 0
0: node 3 Recv late sender: 1 calls 0 unmatched 0 ns ± 0
0: node 4 Sendrecv late sender: 1 calls 0 unmatched 150 ns ± 0
0: node 7 Wait late sender: 2 calls 0 unmatched 80 ns ± 0
1: node 1 Send late receiver: 1 calls 0 unmatched 0 ns ± 0
1: node 2 Barrier at barrier: 1 calls 0 unmatched 200 ns ± 0
1: node 3 Ssend late receiver: 1 calls 0 unmatched 90 ns ± 0
1: node 4 Sendrecv late sender: 1 calls 0 unmatched 0 ns ± 0
1: node 5 Recv late sender: 0 calls 1 unmatched 0 ns ± 0
1: node 7 Send late receiver: 2 calls 0 unmatched 0 ns ± 0
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Who asks for a message time and again waits for it: in the calls, and between them if they follow each other.
func TestWaitsOfPolls(t *testing.T) {
	ranks := handMade(2)
	a, b := ranks[0], ranks[1]
	pending, done := map[string][]numbers{"For": {{"rid": 1}, {"rid": 2}}}, func(rid int64) map[string][]numbers {
		return map[string][]numbers{"For": {{"rid": 1}, {"rid": 2}}, "Done": {{"rid": rid, "source": 1, "tag": rid}}}
	}
	// Iprobe, until there is a message; one of another tag is asked for in vain.
	for at := int64(100); at < 600; at += 100 {
		a.add(1, "Iprobe", at, at+60, numbers{"source": anyRank, "tag": 9}, nil)
		a.add(2, "Iprobe", at+60, at+90, numbers{"source": 1, "tag": 8}, nil)
	}
	b.add(1, "Send", 480, 490, numbers{"toRank": 0, "toTag": 9}, nil)
	a.add(3, "Recv", 600, 610, numbers{"fromRank": 1, "fromTag": 9, "source": 1, "tag": 9}, nil)
	// Improbe takes what it finds, without a word on what it has asked for.
	a.add(4, "Improbe", 1000, 1010, numbers{"source": -3, "tag": -1}, nil)
	a.add(5, "Improbe", 1100, 1110, numbers{"source": 1, "tag": 7}, nil)
	b.add(1, "Send", 1050, 1060, numbers{"toRank": 0, "toTag": 7}, nil)
	// A probe that finds its message at once has not waited.
	a.add(6, "Improbe", 1200, 1210, numbers{"source": 1, "tag": 7}, nil)
	b.add(1, "Send", 1190, 1195, numbers{"toRank": 0, "toTag": 7}, nil)
	// Tests of a receive and of another, with work of 50 µs between the second and the third.
	a.add(7, "Irecv", 2000, 2001, numbers{"fromRank": 1, "fromTag": 1, "rid": 1}, nil)
	a.add(7, "Irecv", 2001, 2002, numbers{"fromRank": 1, "fromTag": 2, "rid": 2}, nil)
	a.add(8, "Testany", 2100, 2200, nil, pending)
	a.add(8, "Testany", 2300, 2400, nil, pending)
	a.add(8, "Testany", 52400, 52500, nil, pending)
	a.add(8, "Testany", 52600, 52700, nil, done(1))
	b.add(1, "Send", 52550, 52560, numbers{"toRank": 0, "toTag": 1}, nil)
	// The time up to here is not counted again for the other, for which it asks on.
	a.add(9, "Testall", 53000, 53100, nil, map[string][]numbers{"For": {{"rid": 2}}})
	a.add(9, "Testall", 53200, 53300, nil, map[string][]numbers{"For": {{"rid": 2}}, "Done": {{"rid": 2, "source": 1, "tag": 2}}})
	b.add(1, "Send", 53250, 53260, numbers{"toRank": 0, "toTag": 2}, nil)
	expectWaits(t, ranks, `node 1 Iprobe late sender: 1 calls 0 unmatched 380 ns
node 3 Recv late sender: 1 calls 0 unmatched 0 ns
node 5 Improbe late sender: 1 calls 0 unmatched 50 ns
node 8 Testany late sender: 1 calls 0 unmatched 450 ns
node 9 Testall late sender: 1 calls 0 unmatched 250 ns
`)
}

// expectWaits checks the waits of rank 0.
func expectWaits(t *testing.T, ranks []*simulatedRank, want string) {
	t.Helper()
	found, err := findAll(ranks, func(int) func(int64) (int64, int64) { return exactly }, WaitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, w := range found[0] {
		got += fmt.Sprintf("node %d %s %v: %d calls %d unmatched %d ns\n", w.Node, functions.List()[w.Function].Name, w.Kind, w.Calls, w.Unmatched, w.Nanos)
	}
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A wait in MPI_Probe is told there, whichever call receives the message. Messages of one group to the other of an intercommunicator are
// matched, and those of persistent requests; a send that was cancelled is none.
func TestWaitsOfOtherMessages(t *testing.T) {
	ranks := handMade(2)
	a, b := ranks[0], ranks[1]
	for i, r := range ranks {
		r.Communicators = append(r.Communicators, CommunicatorRecord{ID: 1, Name: "between", Ranks: []int{i}, Remote: []int{1 - i}})
	}
	a.add(1, "Probe", 100, 220, numbers{"source": 1, "tag": 4}, nil)
	a.add(2, "Recv", 230, 240, numbers{"fromRank": anyRank, "fromTag": 4, "source": 1, "tag": 4}, nil)
	b.add(1, "Send", 200, 210, numbers{"toRank": 0, "toTag": 4}, nil)
	a.add(3, "Probe", 300, 420, numbers{"source": 1, "tag": 5}, nil)
	a.add(4, "Irecv", 430, 440, numbers{"fromRank": 1, "fromTag": 5, "rid": 1}, nil)
	a.add(4, "Wait", 441, 450, nil, map[string][]numbers{"For": {{"rid": 1}}, "Done": {{"rid": 1, "source": 1, "tag": 5}}})
	b.add(1, "Send", 400, 410, numbers{"toRank": 0, "toTag": 5}, nil)
	a.add(5, "Recv", 500, 620, numbers{"fromRank": 1, "source": 1, "cid": 1}, nil)
	b.add(1, "Send", 600, 610, numbers{"toRank": 0, "cid": 1}, nil)
	b.add(6, "Isend", 700, 701, numbers{"toRank": 0, "toTag": 6, "rid": 2}, nil)
	b.add(6, "Cancel", 702, 703, numbers{"rid": 2}, nil)
	b.add(6, "Wait", 704, 705, nil, map[string][]numbers{"For": {{"rid": 2}}, "Done": {{"rid": 2, "source": -3, "tag": -1, "bytes": -1}}})
	b.add(6, "Send", 800, 810, numbers{"toRank": 0, "toTag": 6}, nil)
	a.add(7, "Recv", 750, 820, numbers{"fromRank": 1, "fromTag": 6, "source": 1, "tag": 6}, nil)
	expectWaits(t, ranks, `node 1 Probe late sender: 1 calls 0 unmatched 100 ns
node 2 Recv late sender: 1 calls 0 unmatched 0 ns
node 3 Probe late sender: 1 calls 0 unmatched 100 ns
node 4 Wait late sender: 1 calls 0 unmatched 0 ns
node 5 Recv late sender: 1 calls 0 unmatched 100 ns
node 7 Recv late sender: 1 calls 0 unmatched 50 ns
`)
}

// What of a rank cannot be known makes others' calls unmatched, not wrong.
func TestWaitsDoubt(t *testing.T) {
	recv := numbers{"fromRank": 1, "source": 1}
	send := numbers{"toRank": 0}
	for _, c := range []struct {
		name    string
		prepare func(a, b *simulatedRank)
		matched uint64
	}{
		{"nothing", func(_, _ *simulatedRank) {}, 1},
		{"a matched probe", func(a, _ *simulatedRank) { a.add(9, "Mprobe", 10, 20, numbers{"source": 1}, nil) }, 0},
		{"a matched probe elsewhere", func(a, _ *simulatedRank) { a.add(9, "Mprobe", 10, 20, numbers{"cid": 1}, nil) }, 1},
		{"a send whose arguments are cut", func(_, b *simulatedRank) {
			e := b.add(9, "Send", 10, 20, send, nil)
			e.Flags, e.body = PartsLeftOut, e.body[:2]
		}, 0},
		{"a send that failed", func(_, b *simulatedRank) { b.add(9, "Send", 10, 20, send, nil).Flags = Failed }, 0},
		{"both failed", func(a, b *simulatedRank) {
			b.add(9, "Send", 10, 20, send, nil).Flags = Failed
			a.add(9, "Recv", 10, 20, recv, nil).Flags = Failed
		}, 0},
		{"another thread at the same time", func(a, b *simulatedRank) {
			a.add(9, "Recv", 40, 300, recv, nil).Thread = 1
			b.add(9, "Send", 10, 20, send, nil)
		}, 0},
		{"another thread before", func(a, b *simulatedRank) {
			a.add(9, "Recv", 40, 50, recv, nil).Thread = 1
			b.add(9, "Send", 10, 20, send, nil)
		}, 1},
		{"requests that are not known", func(a, b *simulatedRank) {
			a.add(9, "Irecv", 40, 50, numbers{"fromRank": anyRank, "fromTag": anyTag, "rid": -1}, nil)
			a.add(9, "Irecv", 40, 50, numbers{"fromRank": anyRank, "fromTag": anyTag, "rid": -1}, nil)
			a.add(9, "Wait", 51, 60, nil, map[string][]numbers{"Done": {{"rid": -1, "source": 1}}})
			b.add(9, "Send", 10, 20, send, nil)
		}, 0},
		{"another thread at another time, and dropped calls", func(a, _ *simulatedRank) {
			a.add(9, "Comm_rank", 10, 20, nil, nil).Thread = 1
			a.Dropped = 1
		}, 1},
		{"another thread at the same time, and dropped calls", func(a, _ *simulatedRank) {
			a.add(9, "Comm_rank", 10, 120, nil, nil).Thread = 1
			a.Dropped = 1
		}, 0},
		{"a probe that failed", func(a, _ *simulatedRank) {
			a.add(9, "Mprobe", 10, 20, numbers{"source": -3, "tag": -1}, nil).Flags = Failed
		}, 0},
		{"a probe in vain", func(a, _ *simulatedRank) { a.add(9, "Improbe", 10, 20, numbers{"source": -3, "tag": -1}, nil) }, 1},
		{"a receive that was cancelled", func(a, _ *simulatedRank) {
			a.add(9, "Irecv", 10, 20, numbers{"fromRank": anyRank, "fromTag": anyTag, "rid": 4}, nil)
			a.add(9, "Cancel", 20, 21, numbers{"rid": 4}, nil)
			a.add(9, "Wait", 30, 31, nil, map[string][]numbers{"Done": {{"rid": 4, "source": -3, "tag": -1}}})
		}, 1},
		{"a receive that may have been cancelled", func(a, _ *simulatedRank) {
			a.add(9, "Irecv", 10, 20, recv, nil)
			a.add(9, "Cancel", 20, 21, nil, nil)
		}, 0},
		{"a communicator that is missing", func(a, _ *simulatedRank) { a.Communicators[0].ID = 3 }, 0},
		{"no events", func(_, b *simulatedRank) { b.Communicators = nil }, 0},
	} {
		ranks := handMade(2)
		c.prepare(ranks[0], ranks[1])
		ranks[0].add(1, "Recv", 100, 220, recv, nil)
		if c.name != "no events" {
			ranks[1].add(1, "Send", 200, 210, send, nil)
		}
		found, err := findAll(ranks, func(int) func(int64) (int64, int64) { return exactly }, WaitOptions{})
		if err != nil {
			t.Fatal(c.name, err)
		}
		for _, w := range found[0] {
			if w.Node == 1 && (w.Calls != c.matched || w.Unmatched != 1-c.matched) {
				t.Errorf("%s: %+v, expected %d matched", c.name, w, c.matched)
			}
		}
	}
}

// Collective calls that differ between ranks are not taken for the same, nor what follows them.
func TestWaitsDifferentCollectives(t *testing.T) {
	ranks := handMade(3)
	for i, r := range ranks {
		at := int64(100 * i)
		r.add(1, "Barrier", 1000+at, 1300, nil, nil)
		r.add(2, "Bcast", 2000+at, 2300, numbers{"rootRank": int64(i / 2)}, nil)
		r.add(3, "Barrier", 3000+at, 3300, nil, nil)
	}
	found, err := findAll(ranks, func(int) func(int64) (int64, int64) { return exactly }, WaitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for rank, waits := range found {
		for _, w := range waits {
			if want := int64(200 - 100*rank); w.Node == 1 && (w.Calls != 1 || w.Nanos != want) || w.Node > 1 && w.Calls != 0 {
				t.Errorf("rank %d: %+v", rank, w)
			}
		}
	}
}

// A collective call that failed may have been none.
func TestWaitsFailedCollective(t *testing.T) {
	ranks := handMade(2)
	for i, r := range ranks {
		for k := range int64(3) {
			e := r.add(uint32(k), "Barrier", 1000*k+int64(100*i), 1000*k+500, nil, nil)
			if k == 1 && i == 1 {
				e.Flags = Failed
			}
		}
	}
	found, err := findAll(ranks, func(int) func(int64) (int64, int64) { return exactly }, WaitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range found[0] {
		if whole := w.Node == 0; whole != (w.Calls == 1) || whole != (w.Nanos == 100) || whole == (w.Unmatched == 1) {
			t.Errorf("%+v", w)
		}
	}
}

// Waitsome has waited for the first of what it completes, Waitall for the last.
func TestWaitsOfSeveral(t *testing.T) {
	ranks := handMade(2)
	a, b := ranks[0], ranks[1]
	for k, name := range []string{"Waitsome", "Waitall"} {
		at := int64(1000 * k)
		var list []numbers
		for i := range int64(2) {
			rid := int64(2*k) + i
			a.add(9, "Irecv", at+i, at+i+1, numbers{"fromRank": 1, "rid": rid}, nil)
			b.add(9, "Send", at+50+50*i, at+50+50*i+1, numbers{"toRank": 0}, nil)
			list = append(list, numbers{"rid": rid, "source": 1})
		}
		a.add(uint32(k), name, at+10, at+200, nil, map[string][]numbers{"Done": list})
	}
	found, err := findAll(ranks, func(int) func(int64) (int64, int64) { return exactly }, WaitOptions{})
	if err != nil || len(found[0]) != 2 || found[0][0].Nanos != 40 || found[0][1].Nanos != 90 {
		t.Errorf("%+v, %v", found[0], err)
	}
}

// A synchronous send has waited whatever the clocks say, a standard one may not have.
func TestWaitsOfSendsWithClockErrors(t *testing.T) {
	c := call{entry: 1000, length: 100}
	for _, k := range []struct {
		at, error           int64
		synchronous, spread int64
		standard, unsure    int64
	}{
		{1050, 0, 50, 0, 50, 0},
		{1050, 10, 50, 10, 50, 10},
		{1105, 0, 100, 0, 0, 0},
		{1105, 10, 100, 5, 0, 100}, // it may have lasted until then
		{1095, 10, 95, 10, 95, 95}, // or not
		{900, 10, 0, 0, 0, 0},
		{995, 10, 0, 5, 0, 5},
		{995, UnknownError, 0, 100, 0, 100},
	} {
		n, u := c.waited(around(k.at, k.error, 0))
		if n != k.synchronous || u != k.spread {
			t.Errorf("at %d ± %d: waited %d ± %d, expected %d ± %d", k.at, k.error, n, u, k.synchronous, k.spread)
		}
		n, u = c.waitedLasting(around(k.at, k.error, 0))
		if n != k.standard || u != k.unsure {
			t.Errorf("at %d ± %d: a standard send has waited %d ± %d, expected %d ± %d", k.at, k.error, n, u, k.standard, k.unsure)
		}
	}
	ranks := handMade(2)
	ranks[0].add(1, "Ssend", 1000, 1100, numbers{"toRank": 1}, nil)
	ranks[1].add(1, "Recv", 1105, 1200, numbers{}, nil)
	found, err := findAll(ranks, func(int) func(int64) (int64, int64) {
		return func(t int64) (int64, int64) { return t, 5 }
	}, WaitOptions{})
	if err != nil || len(found[0]) != 1 || found[0][0].Nanos != 100 || found[0][0].Uncertainty != 5 {
		t.Errorf("%+v, %v", found[0], err)
	}
}

// A rank holds no more of others than it has room for.
func TestExchangeRoom(t *testing.T) {
	err := local.Run(4, func(c machenv.Communicator) error {
		if c.Rank() != 0 {
			return nil
		}
		x := newExchange(newLink(c, 1, 0), 0, 10, func(blockKey) int { return 2 })
		give := func(source, destination int, rounds uint64) {
			x.take(&block{blockKey: blockKey{source: source, destination: destination}, times: make([]int64, 4)}, rounds)
		}
		give(0, 3, 0) // its own
		give(1, 3, 1)
		give(2, 3, 1)
		give(3, 3, 1) // beyond the room
		give(1, 0, 1)
		if len(x.held) != 3 || x.room != 0 || len(x.arrived) != 1 {
			t.Errorf("%d held, %d arrived, room for %d", len(x.held), len(x.arrived), x.room)
		}
		for _, b := range x.arrived {
			if len(b.times) != 2 {
				t.Errorf("%d times, 2 were wanted", len(b.times))
			}
		}
		if x.upwards(0); len(x.held) != 0 || x.room != 10 {
			t.Errorf("%d held, room for %d", len(x.held), x.room)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// A receive whose completion was dropped may have been cancelled in a call that was dropped, too.
func TestWaitsOfReceivesPerhapsCancelled(t *testing.T) {
	for dropped, want := range map[uint64]string{0: "1 of 90 ns, 0 unmatched", 3: "0 of 0 ns, 1 unmatched"} {
		ranks := handMade(2)
		ranks[0].add(1, "Irecv", 100, 101, numbers{"fromRank": 1, "rid": 0}, nil)
		ranks[0].Dropped = dropped
		ranks[1].add(1, "Ssend", 10, 300, numbers{"toRank": 0}, nil)
		found, err := findAll(ranks, func(int) func(int64) (int64, int64) { return exactly }, WaitOptions{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, w := range found[1] {
			got += fmt.Sprintf("%d of %d ns, %d unmatched", w.Calls, w.Nanos, w.Unmatched)
		}
		if got != want {
			t.Errorf("%d calls dropped: %q, want %q", dropped, got, want)
		}
	}
}
