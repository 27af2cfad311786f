package calls

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats/calls/functions"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
)

// callOf makes a call of a function.
func callOf(t *testing.T, name string, start, end uint64, arguments []Value, elements ...[][]Value) Event {
	t.Helper()
	index, ok := functions.Lookup(name)
	if !ok {
		t.Fatal(name)
	}
	e := Event{Function: index, Start: start, End: end}
	if err := e.Set(arguments, elements...); err != nil {
		t.Fatal(err)
	}
	return e
}

func given(list ...int64) (values []Value) {
	for _, n := range list {
		values = append(values, Value{Number: n})
	}
	return values
}

// A rank that asks in a loop has one state in its trace: for one thing, or for several in turn. What finds
// something, and what is asked after other work, stands apart.
func TestPollsAreOneState(t *testing.T) {
	const us = 1000
	improbe := func(start, end uint64, source, tag int64) Event {
		return callOf(t, "Improbe", start, end, given(source, tag, 0))
	}
	test := func(start, end uint64, rid int64, done ...[]Value) Event {
		return callOf(t, "Test", start, end, nil, [][]Value{given(rid)}, done)
	}
	waited := improbe(0, 3*us, -3, -1)
	waited.Flags, waited.More = Repeated, 41
	r := &Rank{Host: "vm", Size: 1, Communicators: []CommunicatorRecord{{ID: 0, Name: "MPI_COMM_WORLD", Ranks: []int{0}}}, Events: []Event{
		waited,
		improbe(4*us, 5*us, -3, -1),
		improbe(6*us, 7*us, 1, 5),
		callOf(t, "Mrecv", 8*us, 9*us, given(1, 5, 0, 1, 5, 8)),
		callOf(t, "Iprobe", 10*us, 11*us, given(0, 7, 0)),
		callOf(t, "Iprobe", 12*us, 13*us, given(1, 7, 0)),
		callOf(t, "Iprobe", 50*us, 51*us, given(1, 7, 0)),
		test(60*us, 61*us, 3), test(62*us, 63*us, 4), test(64*us, 65*us, 3),
		test(66*us, 67*us, 4, given(4, 1, 5, 8, 0)),
	}, Nanos: func(tick uint64) int64 { return int64(tick) }}
	out := t.TempDir()
	topology, err := hdtrace.NewTopology("polls", TraceLevels()...)
	if err != nil {
		t.Fatal(err)
	}
	d, err := project.NewDirectory(out, topology, project.DirectoryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	written, err := WriteTrace(d, r, TraceOptions{Epoch: func(nanos int64) hdtrace.Epoch { return hdtrace.Epoch(1000e9 + nanos) }})
	if err != nil || written.Calls != 41+int64(len(r.Events)) {
		t.Error(written, err)
	}
	text, err := os.ReadFile(filepath.Join(out, "polls_vm_0_0.trc"))
	if err != nil {
		t.Fatal(err)
	}
	got := string(text)
	golden.Check(t, "polls.trc", got)
	if n := strings.Count(got, "<Improbe "); n != 2 {
		t.Errorf("%d states of Improbe, want 2", n)
	}
}

// However polls are recorded, a trace has as many calls.
func TestPollsCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		index, _ := functions.Lookup("Iprobe")
		r := &Rank{Nanos: func(tick uint64) int64 { return int64(tick) }}
		now, want := uint64(0), int64(0)
		for range rapid.IntRange(1, 20).Draw(t, "calls") {
			now += uint64(rapid.IntRange(0, 3*PollGap).Draw(t, "gap"))
			e := Event{Function: index, Start: now, End: now + 5, Flags: Repeated, More: rapid.Uint64Range(0, 3).Draw(t, "more"), Node: rapid.Uint32Range(0, 1).Draw(t, "node")}
			if err := e.Set(given(rapid.Int64Range(0, 1).Draw(t, "source"), 1, 0)); err != nil {
				t.Fatal(err)
			}
			r.Events = append(r.Events, e)
			now, want = now+5, want+1+int64(e.More)
		}
		list := byThread(r)[0]
		for len(list) > 0 {
			p := r.polls(list)
			for i := 1; i < p.events; i++ {
				if list[i].Start-list[i-1].End > PollGap || list[i].Node != list[0].Node {
					t.Fatalf("%v and %v are one state", list[i-1], list[i])
				}
			}
			want -= p.calls
			list = list[p.events:]
		}
		if want != 0 {
			t.Fatalf("%d calls too few", want)
		}
	})
}

// A row of polls that is one record is as long a wait as the calls one by one.
func TestFoldedPollsWaitAsLong(t *testing.T) {
	const us, n = 1000, 50
	var apart []Event
	for i := range uint64(n) {
		apart = append(apart, callOf(t, "Improbe", i*2*us, i*2*us+us, given(-3, -1, 0)))
	}
	folded := apart[0]
	folded.End, folded.Flags, folded.More = apart[n-1].End, Repeated, n-1
	found := callOf(t, "Improbe", 2*n*us, 2*n*us+us, given(1, 5, 0))
	took := callOf(t, "Mrecv", 2*n*us+2*us, 2*n*us+3*us, given(1, 5, 0, 1, 5, 8))
	sent := callOf(t, "Send", (2*n-1)*us, 2*n*us, given(8, 8, 0, 0, 5, 0))
	waits := func(polls []Event) []Wait {
		var ranks []*simulatedRank
		for i, events := range [][]Event{append(polls[:len(polls):len(polls)], found, took), {sent}} {
			ranks = append(ranks, &simulatedRank{Rank: Rank{
				Rank: i, Size: 2, Host: "vm", Events: events, Nanos: func(tick uint64) int64 { return int64(tick) },
				Communicators: []CommunicatorRecord{{ID: 0, Name: "MPI_COMM_WORLD", Parent: -1, Ranks: []int{0, 1}}},
			}})
		}
		list, err := findAll(ranks, func(int) func(int64) (int64, int64) { return exactly }, WaitOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return list[0]
	}
	one, each := waits([]Event{folded}), waits(apart)
	if len(each) != 1 || each[0].Nanos != (2*n-1)*us || !reflect.DeepEqual(one, each) {
		t.Errorf("one record: %+v; one by one: %+v", one, each)
	}
}
