package project

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// Whatever is in a file, reading it takes memory in proportion to its size. Traces, relations and statistics take next
// to none of it.
func TestReadMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("long: it reads inputs of many megabytes")
	}
	repeat := func(head, text string) func(int) []byte {
		return func(n int) []byte { return []byte(head + strings.Repeat(text, n/len(text))) }
	}
	project := func(r io.Reader) { _, _ = markup.Parse(r) }
	events := func(r io.Reader) {
		if t, err := trace.NewReader(r, hdtrace.ReadOptions{}); err == nil {
			for range t.Records() {
			}
		}
	}
	salvage := func(r io.Reader) { faults.Kinds[naming.ExtTrace].Plan("P_n.trc", r, 0) }
	const state = "<S time='1' end='2'/>"
	for what, c := range map[string]struct {
		make func(n int) []byte
		read func(r io.Reader)
	}{
		"project of short elements": {repeat("<Application>", "<a/>"), project},
		"project of nodes":          {repeat("<Application>", "<Node name=\"0\"/>\n"), project},
		"project of attributes":     {func(n int) []byte { return []byte("<a" + strings.Repeat(" b=''", n/5) + "/>") }, project},
		"project of text":           {repeat("<Application>", "text "), project},
		"trace":                     {repeat("<Program>", state), events},
		"nested":                    {repeat("<Program>", "<Nested>"), events},
		"elements in a state":       {repeat("<Program><S time='1' end='2'>", "<a/>"), events},
		"salvaged trace":            {repeat("<Program>", state+"<&"), salvage},
		"salvaged blocks":           {repeat("<Program>", "<Nested>"), salvage},
		"salvaged elements":         {repeat("<Program><S time='1' end='2'>", "<a>"), salvage},
		"salvaged comments":         {repeat("<Program>", "<!--<?<![CDATA["), salvage},
		"salvaged states":           {repeat("<Program>", "<S time='1' end='2'>"), salvage},
		"salvaged times":            {repeat("<Program>", "<S time='3' end='2'/>"), salvage},
	} {
		for _, size := range []int{1 << 20, 4 << 20} {
			data := c.make(size)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			c.read(bytes.NewReader(data))
			runtime.ReadMemStats(&after)
			const most = 150 // the total, with what is given back in between
			if times := float64(after.TotalAlloc-before.TotalAlloc) / float64(len(data)); times > most {
				t.Errorf("%s: %d bytes take %.0f times as many, want at most %d", what, len(data), times, most)
			} else {
				t.Logf("%s: %d bytes take %.0f times as many", what, len(data), times)
			}
		}
	}
}
