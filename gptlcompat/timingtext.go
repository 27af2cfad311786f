package gptlcompat

import (
	"bytes"
	"cmp"
	"fmt"
)

// head writes what GPTL says of itself.
func (t *timingWriter) head() {
	writeVersion(&t.Buffer, t.o.Version, t.wrong())
	if t.o.ImperfectNesting {
		t.WriteString(nestingWarning)
	}
	if t.o.ClockSource != "" {
		fmt.Fprintf(t, "Clock rate = %f MHz\nSource of clock rate was %s\n  BIT64 was true\n",
			quantity(t.p.Clock.Hz)/1e6, clean(t.o.ClockSource, 0))
	}
	fmt.Fprintf(t, "GPTL was built %s\nHAVE_LIBMPI was true\n  ENABLE_PMPI was %t\nHAVE_PAPI was %t\n"+
		"ENABLE_NESTEDOMP was false\n", t.threading(), t.o.Bytes != nil, len(t.o.Events) > 0)
	how := "NOT enabled"
	if t.o.Autoprofiling != "" {
		how = "enabled with " + clean(t.o.Autoprofiling, 0)
	}
	fmt.Fprintf(t, "Autoprofiling capability was %s\nUnderlying timing routine was %s.\n", how, t.clock())
}

// wrong reports whether timers were used wrongly.
func (t *timingWriter) wrong() bool {
	if t.o.CallErrors != nil {
		return *t.o.CallErrors
	}
	return len(t.p.Warnings) > 0
}

// overhead writes where the cost of the timers lies.
func (t *timingWriter) overhead() {
	c := &t.cost
	if c.Probe != "" {
		fmt.Fprintf(t, "GPTLget_overhead: using hash entry %s for getentry estimate\n", clean(c.Probe, 0))
	}
	if t.o.ImperfectNesting {
		t.WriteString("Imperfect nesting detected: setting misc_ohd=0\n")
		c.Misc = 0
	}
	total := c.total()
	fmt.Fprintf(t, "Total overhead of 1 GPTL start or GPTLstop call=%s seconds\nComponents are as follows:\n", general(total))
	for _, part := range []struct {
		name string
		cost float64
	}{
		{"Fortran layer:", c.Fortran},
		{"Get thread number:", c.Thread},
		{"Generate hash index:", c.Hash},
		{"Find hashtable entry:", c.Entry},
		{"Underlying timing routine:", c.Clock},
		{"Misc start/stop functions:", c.Misc},
	} {
		share := 0.0
		if total > 0 {
			share = 100 * part.cost / total
		}
		fmt.Fprintf(t, "%-26s %7.1e = %5.1f%% of total\n", part.name, part.cost, share)
	}
	t.WriteByte('\n')
	if t.o.Autoprofiling != "" {
		fmt.Fprintf(t, "Overhead of %s (invoked once per auto-instrumented start entry)=%s seconds\n",
			clean(t.o.Autoprofiling, 0), general(c.Autoprofile))
	}
	fmt.Fprintf(t, overheadNotes, c.Instrumented, c.Hash+c.Entry)
}

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
		fmt.Fprintf(t, "Process size=%f MB rss=%f MB\n\n", quantity(s.Size), quantity(s.Resident))
	} else if t.o.NoPreamble {
		t.WriteByte('\n')
	}
}

// foot writes what the timers occupy, and the numbers of the threads, which are ours already.
func (t *timingWriter) foot() {
	if m := t.o.Memory; m != nil {
		fmt.Fprintf(t, "\nTotal GPTL memory usage = %s KB\nComponents:\n", general(kilo(m.Hash+m.Regions+m.Links+m.Stacks)))
		fmt.Fprintf(t, "Hashmem                 = %s KB\n", general(kilo(m.Hash)))
		fmt.Fprintf(t, "Regionmem               = %s KB (papimem portion = 0 KB)\n", general(kilo(m.Regions)))
		fmt.Fprintf(t, "Parent/child arrays     = %s KB\n", general(kilo(m.Links)))
		fmt.Fprintf(t, "Callstackmem            = %s KB\n", general(kilo(m.Stacks)))
	}
	t.WriteString("\nThread mapping:\n")
	for k := range t.tables {
		fmt.Fprintf(t, "GPTLthreadid[%d] = %d\n", t.tables[k].track, t.tables[k].track)
	}
}

// writeVersion writes the first lines of both of upstream's files.
func writeVersion(b *bytes.Buffer, version string, wrong bool) {
	b.WriteString("GPTL version info: " + clean(cmp.Or(version, upstreamVersion), 0) + "\n")
	if wrong {
		b.WriteString("WARNING: GPTLerror was called at least once during the run.\n" +
			"Please examine your output for error messages beginning with GPTL...\n")
	}
}

// The texts below are those of upstream's files, word for word, with their slips.

const nestingWarning = `WARNING: SOME TIMER CALLS WERE DETECTED TO HAVE IMPERFECT NESTING.
TIMING RESULTS WILL BE PRINTED WITHOUT INDENTING AND NO PARENT-CHILD
INDENTING WILL BE DONE.
ALSO: NO MULTIPLE PARENT INFORMATION WILL BE PRINTED SINCE IT MAY CONTAIN ERRORS
`

const overheadNotes = `NOTE: If GPTL is called from C not Fortran, the 'Fortran layer' overhead is zero
NOTE: For calls to GPTLstart_handle()/GPTLstop_handle(), the 'Generate hash index' overhead is zero
NOTE: For auto-instrumented calls, the cost of generating the hash index plus finding
      the hashtable entry is %.1e not the %.1e portion taken by GPTLstart
NOTE: Each hash collision roughly doubles the 'Find hashtable entry' cost of that timer
`

const timingNotes = `
If overhead stats are printed, they are the columns labeled self_OH and parent_OH
self_OH is estimated as 2X the Fortran layer cost (start+stop) plust the cost of 
a single call to the underlying timing routine.
parent_OH is the overhead for the named timer which is subsumed into its parent.
It is estimated as the cost of a single GPTLstart()/GPTLstop() pair.
Print method was %s.

`

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
