package upstream

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/go-hpc/timers/gptlcompat/internal/gptl8"
	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/gptlcompat/internal/text"
)

// head writes what GPTL says about itself.
func (t *timingWriter) head() {
	wrong := len(t.p.Warnings) > 0
	if t.o.CallErrors != nil {
		wrong = *t.o.CallErrors
	}
	writeVersion(&t.Buffer, t.o.Version, text.ScaledRows(t.p, t.Tables), wrong)
	if t.o.ImperfectNesting {
		t.WriteString(nestingWarning)
	}
	if t.o.ClockSource != "" {
		fmt.Fprintf(t, string(gptl8.ClockRate+gptl8.ClockSource), gptl8.Quantity(t.p.Clock.Hz)/1e6, text.Clean(t.o.ClockSource, 0))
		if t.o.ClockSource == cpuinfo {
			t.WriteString(gptl8.ClockWarning)
		}
		t.WriteString("  BIT64 was true\n")
	}
	fmt.Fprintf(t, string(layout.Built), t.Built(t.o.Threading, "with UNDERLYING_PTHREADS"))
	fmt.Fprintf(t, "HAVE_LIBMPI was %t\n", !t.o.NoMPI)
	if !t.o.NoMPI {
		fmt.Fprintf(t, "  ENABLE_PMPI was %t\n", t.o.Bytes != nil)
	}
	fmt.Fprintf(t, "HAVE_PAPI was %t\n", len(t.o.Events) > 0)
	t.counters()
	t.WriteString("ENABLE_NESTEDOMP was false\n")
	if t.o.Autoprofiling != "" {
		fmt.Fprintf(t, string(gptl8.Autoprofiling), text.Clean(t.o.Autoprofiling, 0))
	} else {
		t.WriteString("Autoprofiling capability was NOT enabled\n")
	}
	fmt.Fprintf(t, string(layout.Routine), text.Clean(layout.ClockTitle(t.p.Clock.Name), 0))
}

// counters lists what was counted.
func (t *timingWriter) counters() {
	if len(t.o.Counted) == 0 {
		return
	}
	how := "OFF"
	if t.o.Multiplexed {
		how = "ON"
	}
	t.WriteString(gptl8.Multiplexing + how + "\n")
	t.list(gptl8.EventNotes, t.o.EventNotes)
	t.list(gptl8.Counted, t.o.Counted)
}

func (t *timingWriter) list(title string, lines []string) {
	t.WriteString(title + "\n")
	for _, line := range lines {
		t.WriteString("  " + strings.TrimRight(text.Clean(line, 0), " ") + "\n")
	}
	t.WriteByte('\n')
}

// cpuinfo is a source of the clock's rate that GPTL does not trust.
const cpuinfo = "/proc/cpuinfo"

// overhead writes where the cost of the timers lies.
func (t *timingWriter) overhead() {
	c := &t.parts
	if c.Probe != "" {
		fmt.Fprintf(t, string(gptl8.Probe), text.Clean(c.Probe, 0))
	}
	if t.o.ImperfectNesting {
		t.WriteString("Imperfect nesting detected: setting misc_ohd=0\n")
	}
	total := c.total()
	fmt.Fprintf(t, string(gptl8.Cost)+"Components are as follows:\n", text.General(total))
	for k, cost := range []float64{c.Fortran, c.Thread, c.Hash, c.Entry, c.Clock, c.Misc} {
		share := 0.0
		if total > 0 {
			share = 100 * cost / total
		}
		if total == 0 && t.p.Clock.Name == placebo {
			share = math.NaN()
		}
		line := fmt.Sprintf("%-26s"+string(gptl8.Part), gptl8.Parts[k], cost, share)
		t.WriteString(strings.Replace(line, "  NaN%", " -nan%", 1))
	}
	t.WriteByte('\n')
	if t.o.Autoprofiling != "" {
		fmt.Fprintf(t, string(gptl8.Autoprofile), text.Clean(t.o.Autoprofiling, 0), text.General(c.Autoprofile))
	}
	fmt.Fprintf(t, overheadNotes, c.Instrumented, c.Hash+c.Entry)
}

// placebo is GPTL's clock that stands still: parts of its cost are shares of nothing, which C prints so.
const placebo = "placebo"

// preamble writes the explanations above the tables, and the size of the process.
func (t *timingWriter) preamble() {
	if !t.o.NoPreamble {
		fmt.Fprintf(t, timingNotes, t.o.Method)
		if t.o.Bytes != nil {
			t.WriteString(bytesNotes)
		}
		t.WriteString(flagNotes)
	}
	if s := t.o.ProcessSize; s != nil {
		fmt.Fprintf(t, string(gptl8.ProcessSize)+"\n", gptl8.Quantity(s.Size), gptl8.Quantity(s.Resident))
	} else if t.o.NoPreamble {
		t.WriteByte('\n')
	}
}

// foot writes the memory of the timers, and the numbers of the threads.
func (t *timingWriter) foot() {
	if m := t.o.Memory; m != nil {
		fmt.Fprintf(t, "\n"+string(gptl8.AllOccupied)+"Components:\n"+
			string(gptl8.AllHash+gptl8.AllRegions+gptl8.AllLinks+gptl8.AllStacks),
			text.Kilo(m.Hash+m.Regions+m.Links+m.Stacks), text.Kilo(m.Hash), text.Kilo(m.Regions), "0", text.Kilo(m.Links), text.Kilo(m.Stacks))
	}
	t.WriteString("\nThread mapping:\n")
	t.ThreadIDs(gptl8.GPTLThreadID, t.o.ThreadIDs)
}

// writeVersion writes the first lines of both of upstream's files.
func writeVersion(b *bytes.Buffer, version, scaled string, wrong bool) {
	fmt.Fprintf(b, string(gptl8.Version), text.Clean(cmp.Or(version, gptl8.Upstream), 0)+scaled)
	if wrong {
		b.WriteString(string(gptl8.Wrong) + "Please examine your output for error messages beginning with GPTL...\n")
	}
}

// The texts below are those of upstream's files, word for word, with their slips.

const nestingWarning = string(gptl8.Imperfect) + `TIMING RESULTS WILL BE PRINTED WITHOUT INDENTING AND NO PARENT-CHILD
INDENTING WILL BE DONE.
ALSO: NO MULTIPLE PARENT INFORMATION WILL BE PRINTED SINCE IT MAY CONTAIN ERRORS
`

const overheadNotes = `NOTE: If GPTL is called from C not Fortran, the 'Fortran layer' overhead is zero
NOTE: For calls to GPTLstart_handle()/GPTLstop_handle(), the 'Generate hash index' overhead is zero
NOTE: For auto-instrumented calls, the cost of generating the hash index plus finding
` + string(gptl8.Instrumented) + `NOTE: Each hash collision roughly doubles the 'Find hashtable entry' cost of that timer
`

const timingNotes = `
If overhead stats are printed, they are the columns labeled self_OH and parent_OH
self_OH is estimated as 2X the Fortran layer cost (start+stop) plust the cost of 
a single call to the underlying timing routine.
parent_OH is the overhead for the named timer which is subsumed into its parent.
It is estimated as the cost of a single GPTLstart()/GPTLstop() pair.
` + string(layout.Method) + "\n"

const bytesNotes = `If a AVG_MPI_BYTES field is present, it is an estimate of the per-call
average number of bytes handled by that process.
If timers beginning with sync_ are present, it means MPI synchronization was turned on.

`

const flagNotes = `If a '%_of' field is present, it is w.r.t. the first timer for thread 0.
If a 'e6_per_sec' field is present, it is in millions of PAPI counts per sec.

A '*' in column 1 below means the timer had multiple parents, though the values
printed are for all calls. Multiple parent stats appear later in the file in the
section titled 'Multiple parent info'
A '!' in column 1 means the timer is currently ON and the printed timings are only
valid as of the previous GPTLstop. '!' overrides '*' if the region had multiple
parents and was currently ON.

`
