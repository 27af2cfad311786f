package gptlcompat

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"strconv"
)

// banner writes what E3SM's Fortran layer puts above GPTL's own output.
func (r *rankWriter) banner() {
	if r.o.NoBanner {
		return
	}
	world := r.p.Rank
	if r.o.World != nil {
		world = *r.o.World
	}
	fmt.Fprintf(r, "\n************ PROCESS %6d (%6d) ************\n", r.p.Rank, world)
	if r.o.Overhead != nil {
		fmt.Fprintf(r, "** TIMING OVERHEAD %s SECONDS *\n", fortranE(r.o.Overhead.Total))
	}
	r.WriteByte('\n')
}

// preamble writes what stands above the tables: fixed text of the format, but for the clock's name,
// what a reading of it costs, and the print method.
func (r *rankWriter) preamble() {
	writeID(&r.Buffer, r.o.ID)
	if len(r.tables) > 1 {
		r.WriteString("GPTL was built with THREADED_PTHREADS\n")
	} else {
		r.WriteString("GPTL was built without threading\n")
	}
	r.WriteString("HAVE_MPI was true\n  HAVE_COMM_F2C was true\n  ENABLE_PMPI was false\nHAVE_PAPI was false\n")
	fmt.Fprintf(r, "Underlying timing routine was %s.\n", clean(cmp.Or(r.p.Clock.Name, "unknown"), 0))
	if r.o.Overhead != nil {
		fmt.Fprintf(r, "Per-call utr overhead est (at init): %s sec.\n", general(number(r.o.Overhead.AtInit)))
		fmt.Fprintf(r, "Per-call utr overhead est (at end): %s sec.\n", general(r.pair/2))
	} else {
		fmt.Fprintf(r, "Per-call utr overhead est: %s sec.\n", general(r.pair/2))
	}
	if !r.o.NoPreamble {
		fmt.Fprintf(r, rankNotes, r.o.Method)
	}
	r.WriteByte('\n')
}

// rankNotes is the explanation that E3SM's files hold, word for word.
const rankNotes = `If overhead stats are printed, roughly half the estimated number is
embedded in the wallclock stats for each timer.
Print method was %s.
If a '%%_of' field is present, it is w.r.t. the first timer for thread 0.
If a 'e6_per_sec' field is present, it is in millions of PAPI counts per sec.

A '*' in column 1 below means the timer had multiple parents, though the
values printed are for all calls.
Further down the listing may be more detailed information about multiple
parents. Look for 'Multiple parent info'
`

// parentNotes explains the blocks of parents, in E3SM's files and in upstream's.
const parentNotes = `Columns are count and name for the listed child
Rows are each parent, with their common child being the last entry, which is indented.
Count next to each parent is the number of times it called the child.
Count next to child is total number of times it was called by the listed parents.

`

// parents writes how often each parent of a timer called it, for timers with several.
func (r *rankWriter) parents() {
	if !r.o.Method.byName() {
		return
	}
	for k := range r.tables {
		writeParents(&r.Buffer, &r.tables[k], r.safe, k == 0, 32)
	}
}

// writeParents writes the blocks of one thread, names filled with blanks to pad bytes.
func writeParents(b *bytes.Buffer, t *table, safe map[string]string, notes bool, pad int) {
	first := true
	for i := range t.records {
		rec := &t.records[i]
		if len(rec.parents) < 2 {
			continue
		}
		if first {
			fmt.Fprintf(b, "\nMultiple parent info for thread %d:\n", t.track)
			if notes {
				b.WriteString(parentNotes)
			}
			first = false
		}
		for _, l := range rec.parents {
			name := rootName
			if l.parent != rootRecord {
				name = safe[t.records[l.parent].name]
			}
			fmt.Fprintf(b, "%s %s\n", callCount(l.calls), fill(name, pad))
		}
		fmt.Fprintf(b, "%s   %s\n\n", callCount(rec.m.Calls), fill(safe[rec.name], pad))
	}
}

func callCount(n uint64) string {
	if n < manyCalls {
		return fmt.Sprintf("%8d", n)
	}
	return fmt.Sprintf("%8.1e", float64(n))
}

// fill fills a name with blanks to pad bytes, where Printf would count characters.
func fill(name string, pad int) string {
	var b bytes.Buffer
	b.WriteString(name)
	blanks(&b, pad-len(name))
	return b.String()
}

// memory writes what the timers occupy.
func (r *rankWriter) memory() {
	if r.o.Memory == nil {
		return
	}
	var total int64
	for t, m := range r.o.Memory {
		sum := m.Hash + m.Regions + m.Links
		total += sum
		fmt.Fprintf(r, "\nThread %d total memory usage = %s KB\n", t, general(kilo(sum)))
		fmt.Fprintf(r, "  Hashmem                   = %s KB\n", general(kilo(m.Hash)))
		fmt.Fprintf(r, "  Regionmem                 = %s KB (papimem portion = 0 KB)\n", general(kilo(m.Regions)))
		fmt.Fprintf(r, "  Parent/child arrays       = %s KB\n", general(kilo(m.Links)))
	}
	fmt.Fprintf(r, "\nTotal memory usage all threads = %s KB\n", general(kilo(total)))
}

// threadMapping ends the file with the numbers of the threads, which are ours already.
func (r *rankWriter) threadMapping() {
	if len(r.tables) > 1 {
		r.WriteString("\nThread mapping:\n")
	} else {
		r.WriteString("\n")
	}
	for k := range r.tables {
		fmt.Fprintf(r, "threadid[%d] = %d\n", r.tables[k].track, r.tables[k].track)
	}
}

func kilo(bytes int64) float64 { return float64(bytes) / 1000 }

// general writes a number as C's %g does.
func general(v float64) string { return fmt.Sprintf("%.6g", v) }

// fortranE writes a number as Fortran's E20.10 does: 0.1435716999E+01.
func fortranE(v float64) string {
	v = number(v)
	digits := strconv.FormatFloat(math.Abs(v), 'e', 9, 64) // d.ddddddddde±dd
	exponent, _ := strconv.Atoi(digits[len("d.ddddddddde"):])
	sign := ""
	if v < 0 {
		sign = "-"
	}
	if v != 0 {
		exponent++
	}
	return fmt.Sprintf("%20s", fmt.Sprintf("%s0.%c%sE%+03d", sign, digits[0], digits[2:11], exponent))
}

// number keeps what is no number out of a file.
func number(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
