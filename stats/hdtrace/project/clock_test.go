package project

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// An element Clocks that is somebody else's, or has figures that are none, is kept as it is and says nothing here.
func TestForeignClocks(t *testing.T) {
	for _, inner := range []string{
		`<Clock rank="-1" time="1.0" offset="0.0" error="0.0" />`, `<Clock rank="0" time="1.0" offset="0.0" />`, `<Clock rank="0" time="1.0" offset="x" error="0.0" />`,
		`<Clock rank="0" time="1.0" offset="0.0" error="-0.1" />`, `<Clock rank="0" time="1.0" offset="0.0" error="0.0" /><Watch />`,
	} {
		text := `<Application name="p"><Topology></Topology><Clocks>` + inner + `</Clocks></Application>`
		p, err := Read(strings.NewReader(text), hdtrace.ReadOptions{Name: "p.proj"})
		if err != nil || len(p.Clocks) != 0 || len(p.Extra) != 1 || p.Extra[0].Name != "Clocks" {
			t.Errorf("%s: %v, %+v", inner, err, p)
		}
	}
}

// Of a trace that both projects know the clock of, the one that is merged into counts.
func TestMergeClocks(t *testing.T) {
	at := func(rank int, thread string, offset int64) Clock {
		return Clock{Rank: rank, Thread: thread, Time: 5, Offset: time.Duration(offset), Error: 2}
	}
	mine, theirs := New(hdtest.Sure(hdtrace.NewTopology("P", "Rank"))), New(hdtest.Sure(hdtrace.NewTopology("P", "Rank")))
	mine.Clocks = []Clock{at(0, "", 1), at(0, "", 2)}
	theirs.Clocks = []Clock{at(0, "", 3), at(0, "mpi0", 4), at(1, "", 5), at(1, "", 6)}
	if err := mine.Merge(theirs); err != nil {
		t.Fatal(err)
	}
	if want := []Clock{at(0, "", 1), at(0, "", 2), at(0, "mpi0", 4), at(1, "", 5), at(1, "", 6)}; !slices.Equal(mine.Clocks, want) {
		t.Errorf("%+v, want %+v", mine.Clocks, want)
	}
}
