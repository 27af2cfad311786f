package job

import (
	"slices"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// Wait is for whom a thread of a rank waits in a call of MPI. Two that are equal wait alike.
type Wait struct {
	Call    string
	Whom    ranktable.Whom
	Apart   bool // Partner and Others are what is to be added to the rank
	Partner int
	Others  [6]int // if there are Several, the first Further of them
	Further int
	More    bool // ranks besides

	Members [9]stats.Range // of a Group; those of no stride are none
	Number  int            // see ranktable.Wait

	Rooted Operation // with a root, Partner
	Round  uint64    // how often the rank has begun it; 0: it is none, or that is not known

	Thread bool // it is not the main program's thread
	Dead   bool // the rank is
}

// waitOf is a rank's wait, where there is one.
func waitOf(o *ranktable.OpenRegion, alive bool) Wait {
	from := o.Wait
	w := Wait{Call: from.Call, Whom: from.Whom, Partner: from.Partner, More: from.More, Number: from.Number, Thread: o.Track != 0, Dead: !alive}
	w.Further = copy(w.Others[:], from.Others)
	w.More = w.More || w.Further < len(from.Others)
	if len(from.Members) <= len(w.Members) {
		copy(w.Members[:], from.Members)
	}
	if from.Round != nil {
		w.Rooted, w.Round = operationOf(from.Round), from.Round.Done+1
	}
	return w
}

// forRanks reports whether it waits for certain ranks, one or several, to send or to receive.
func (w *Wait) forRanks() bool {
	return w.Whom == ranktable.Sender || w.Whom == ranktable.Several || w.Whom == ranktable.Receiver
}

// forAll reports whether it waits for all ranks of a communicator.
func (w *Wait) forAll() bool { return w.Whom == ranktable.Everybody || w.Whom == ranktable.Group }

// partners are the ranks that it waits for, or some of which.
func (w *Wait) partners() []int {
	return append([]int{w.Partner}, w.Others[:min(max(w.Further, 0), len(w.Others))]...)
}

// members are the ranks of its communicator; none where they are not known.
func (w *Wait) members() []int {
	return RanksOf(slices.DeleteFunc(slices.Clone(w.Members[:]), func(r stats.Range) bool { return r.Stride < 1 }))
}

// shifted is the wait with partners that are further up by so many ranks.
func (w Wait) shifted(by int) Wait {
	w.Partner += by
	for i := range min(max(w.Further, 0), len(w.Others)) {
		w.Others[i] += by
	}
	return w
}

// Waits is ranks that wait alike, as they are sent: for the same ranks, or for ranks as far from each of them.
type Waits struct {
	Wait
	Ranks []stats.Range
}

// mostWaits bounds them in a digest, of programs whose ranks wait for each other without any order.
const mostWaits = 4096

// waiting is a rank and a wait of one of its threads. None is told by how far apart the ranks are.
type waiting struct {
	rank int
	Wait
}

// waits are those of all threads.
func (m *Moment) waits() (list []waiting) {
	for i := range m.Ranks {
		r := &m.Ranks[i]
		for k := range r.Open {
			if r.Open[k].Wait != nil && r.Profile != nil {
				list = append(list, waiting{r.Rank, waitOf(&r.Open[k], r.Alive)})
			}
		}
	}
	if m.far == nil {
		return list
	}
	for _, sent := range m.far.Waits {
		for _, rank := range RanksOf(sent.Ranks) {
			w := sent.Wait
			if w.Call = printable.Line(w.Call); w.Apart {
				w = w.shifted(rank)
				w.Apart = false
			}
			list = append(list, waiting{rank, w})
		}
	}
	return list
}

// sentWaits are the moment's waits as they are sent, and the number of ranks for which there was no room.
func (m *Moment) sentWaits() (list []Waits, left int) {
	waits := m.waits()
	alike := make(map[Wait]int)
	for i := range waits {
		alike[waits[i].Wait]++
	}
	ranks := make(map[Wait][]int)
	for _, at := range waits {
		w := at.Wait
		if w.forRanks() && alike[w] == 1 {
			w = w.shifted(-at.rank)
			w.Apart = true
		}
		if ranks[w] == nil {
			list = append(list, Waits{Wait: w})
		}
		if n := len(ranks[w]); n == 0 || ranks[w][n-1] != at.rank { // of several threads
			ranks[w] = append(ranks[w], at.rank)
		}
	}
	for i := range list {
		list[i].Ranks = cli.RangesOf(ranks[list[i].Wait])
	}
	return joinWaits(nil, list)
}

// joinWaits unites waits, and counts the ranks for which there was no room.
func joinWaits(list, others []Waits) (joined []Waits, left int) {
	known := make(map[Wait]int, len(list))
	for i := range list {
		known[list[i].Wait] = i
	}
	for _, o := range others {
		switch i, is := known[o.Wait]; {
		case is:
			list[i].Ranks = JoinRanges(list[i].Ranks, o.Ranks)
		case len(list) < mostWaits:
			known[o.Wait] = len(list)
			list = append(list, o)
		default:
			left += cli.Count(o.Ranks)
		}
	}
	return list, left
}
