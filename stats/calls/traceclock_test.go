package calls

import (
	"slices"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats/calls/functions"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
)

// The project says where each rank's clock stands: traces on the common clock are off by nothing but the error, those on
// the rank's own by the difference. Of clocks that were not compared it says nothing.
func TestProjectHasClocks(t *testing.T) {
	const day = 1_700_000_000_000_000_000
	known := func(at, rank int64) Mapping {
		return Interpolate(Alignment{Known: true, Local: 0, Offset: rank * 1000, Error: rank * 50}, Alignment{Known: true, Local: at, Offset: rank*1000 + 10, Error: rank * 70})
	}
	for name, c := range map[string]struct {
		ticks   bool
		unknown bool
		want    []project.Clock
	}{
		"common": {want: []project.Clock{{Rank: 0, Time: day, Error: 1000}, {Rank: 0, Time: day + 1_000_005, Error: 1001}, {Rank: 1, Time: day + 1000, Error: 1051, Own: true}, {Rank: 1, Time: day + 1_001_005, Error: 1061, Own: true}}},
		"own": {ticks: true, want: []project.Clock{{Rank: 0, Time: day + 7, Offset: -7}, {Rank: 0, Time: day + 1_000_007, Offset: -2, Error: 1},
			{Rank: 1, Time: day + 7, Offset: 993, Error: 51, Own: true}, {Rank: 1, Time: day + 1_000_007, Offset: 998, Error: 61, Own: true}}},
		"unknown": {unknown: true},
	} {
		_, _, open := projectForTwo(t)
		err := local.Run(2, func(comm machenv.Communicator) error {
			r := realRank(comm.Rank())
			r.Events = []Event{barrierAt(t, 0), barrierAt(t, 1_000_000)}
			clock := known(2_000_000, int64(comm.Rank()))
			o := TraceOptions{OwnClock: comm.Rank() == 1, Error: clock.Uncertainty, Epoch: func(nanos int64) hdtrace.Epoch {
				at, _ := clock.At(nanos)
				return hdtrace.Epoch(day + at)
			}}
			if c.ticks {
				o.Ticks = func(tick uint64) hdtrace.Epoch { return hdtrace.Epoch(day + 7 + int64(tick)) }
			}
			if c.unknown {
				o.Error = Mapping{}.Uncertainty
			}
			return writeAll(comm, open(), r, o, "")
		})
		if err != nil {
			t.Fatal(name, err)
		}
		p, err := open().ReadProject()
		if err != nil {
			t.Fatal(name, err)
		}
		if !slices.Equal(p.Clocks, c.want) {
			t.Errorf("%s: %+v, want %+v", name, p.Clocks, c.want)
		}
	}
}

// barrierAt is a call that takes 100 ns.
func barrierAt(t *testing.T, nanos int64) Event {
	index, _ := functions.Lookup("Barrier")
	e := Event{Function: index, Start: uint64(nanos), End: uint64(nanos + 100)}
	if err := e.Set([]Value{{Number: 0}}); err != nil {
		t.Fatal(err)
	}
	return e
}
