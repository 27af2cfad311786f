// Package lanestest makes timelines for tests and benchmarks.
package lanestest

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// Many is the timeline of a solver with so many ranks, and states of each, in steps of four within each other.
func Many(t testing.TB, ranks, states int) *lanes.Timeline {
	t.Helper()
	tl, err := lanes.Read(Project(ranks, states), "many.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

// Project is the files of it. The lengths of states are random, in microseconds.
func Project(ranks, states int) fstest.MapFS {
	files := fstest.MapFS{}
	var nodes strings.Builder
	for rank := range ranks {
		fmt.Fprintf(&nodes, "<Node name=\"n%d\"><Node name=\"%d\"><Node name=\"0\"/></Node></Node>\n", rank, rank)
		files[fmt.Sprintf("many_n%d_%d_0.trc", rank, rank)] = &fstest.MapFile{Data: program(rank, states)}
	}
	files["many.proj"] = &fstest.MapFile{Data: []byte(`<Application name="many"><Description></Description><Topology><Level type="Hostname"><Level type="Rank"><Level type="Thread"></Level></Level></Level>` + nodes.String() + "</Topology></Application>")}
	return files
}

// Streamed is Project for more states than there is memory for: each trace is made when it is opened.
func Streamed(ranks, states int) fs.FS { return streamed{Project(ranks, 0), states} }

type streamed struct {
	fstest.MapFS
	states int
}

func (s streamed) Open(name string) (fs.File, error) {
	rank := 0
	if n, err := fmt.Sscanf(name, "many_n%d_", &rank); n == 1 && err == nil {
		return fstest.MapFS{name: {Data: program(rank, s.states)}}.Open(name)
	}
	return s.MapFS.Open(name)
}

// program is the trace of a rank. Of 10⁸ states it must not take longer to make than to read.
func program(rank, states int) []byte {
	b := make([]byte, 0, 64+80*states)
	b = append(b, "<Program timeAdjustment='1000'>\n"...)
	random := rand.New(rand.NewPCG(uint64(rank), 1))
	state := func(text string, from, to int) {
		b = append(b, text...)
		b = appendTime(append(b, "  time='"...), from)
		b = appendTime(append(b, "' end='"...), to)
		b = append(b, "'/>\n"...)
	}
	at := 0 // microseconds
	for range states / 4 {
		a := at + 20 + random.IntN(40)
		c := a + 5 + random.IntN(30)
		d := c + random.IntN(60)
		state("<Nested>\n<tendencies", at, a)
		state("<halo", a, c)
		state("<Allreduce size='8' cid='0' count='1' tid='0'", c, d)
		state("</Nested>\n<step", at, d)
		at = d + random.IntN(3)
	}
	return append(b, "</Program>\n"...)
}

// appendTime appends microseconds as seconds.
func appendTime(b []byte, us int) []byte {
	b = strconv.AppendInt(b, int64(us/1e6), 10)
	b = strconv.AppendInt(b, int64(1e6+us%1e6), 10)
	b[len(b)-7] = '.' // in the place of the one that keeps the zeros
	return b
}
