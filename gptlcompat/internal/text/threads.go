package text

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/gptlcompat/internal/rows"
	"github.com/go-hpc/timers/internal/columns"
)

// Threads is a file of one rank while it is being written, in either layout: the contents of its
// tables.
type Threads struct {
	bytes.Buffer
	Style
	Tables  []rows.Table
	Safe    Written
	Cost    float64 // seconds that timing one call costs
	Columns []layout.Column
	Idle    layout.Line // in place of a first table without rows, if not blank
	row     layout.Row  // that is being written
}

// Built is how it was built: as is said, or as its tables tell; several is how with several.
func (w *Threads) Built(said, several string) string {
	how := "without threading"
	if len(w.Tables) > 1 {
		how = several
	}
	return Clean(cmp.Or(said, how), 0)
}

// Style is what differs between the layouts.
type Style interface {
	Width(t *rows.Table) int              // bytes up to the columns
	Begin(b []byte, r *rows.Row) []byte   // writes flag, indentation and name of a row
	Name(safe string) string              // as it stands in a row
	Values(to *layout.Row, t *rows.Timer) // what the columns show
	Ended(t *rows.Table, sum string)      // writes what timing a thread's calls cost
}

// line writes a row, whose head is filled to width bytes.
func (w *Threads) line(width int, t *rows.Timer, head func([]byte) []byte) {
	w.Grow(width + 256) // for the columns, as a rule
	b := head(w.AvailableBuffer())
	b = columns.Pad(b, len(b), width)
	if w.Values(&w.row, t); t.Timed < t.Calls-min(t.Recursion, t.Calls) || t.Calls == 0 && t.Total > 0 && t.Timed == 0 {
		w.row.Max, w.row.Min = layout.Unknown, layout.Unknown
	}
	for i := range w.Columns {
		b = layout.Append(b, w.Columns[i].Cells, &w.row)
	}
	w.Write(append(b, '\n'))
}

func (w *Threads) titles(head string, width int) {
	w.WriteString(Fill(head, width))
	for _, c := range w.Columns {
		w.WriteString(c.Title)
	}
	w.WriteByte('\n')
}

// Sections writes the tables of all threads, and the threads' times below each other under that title.
func (w *Threads) Sections(sorted string) {
	for k := range w.Tables {
		if k > 0 {
			w.WriteByte('\n')
		}
		t := &w.Tables[k]
		width := w.Width(t)
		if k == 0 && len(t.Rows) == 0 && w.Idle != "" {
			fmt.Fprintf(w, string(w.Idle), t.Track)
		} else {
			fmt.Fprintf(w, string(layout.Section), t.Track)
			w.titles("", width)
		}
		for i := range t.Rows {
			row, from := &t.Rows[i], w.Len()
			w.line(width, &row.Timer, func(b []byte) []byte { return w.Begin(b, row) })
			if i == 0 {
				w.Grow(len(t.Rows) * (w.Len() - from)) // the others are about as long
			}
		}
		w.Ended(t, fmt.Sprintf("Overhead sum = %9.3g wallclock seconds\n", w.spent(t)))
		if calls := t.Calls(); calls < layout.ManyCalls {
			fmt.Fprintf(w, "Total calls  = %d\n", calls)
		} else {
			fmt.Fprintf(w, "Total calls  = %9.3e\n", float64(calls))
		}
	}
	if len(w.Tables) > 1 && sorted != "" {
		w.sorted(sorted)
	}
}

// spent returns the cost of timing a thread's calls, in seconds.
func (w *Threads) spent(t *rows.Table) float64 { return float64(t.Calls()) * w.Cost }

// sorted writes, for every timer that thread 0 shares with another thread, the threads' times below
// each other and their sum. It is by name, like GPTL's.
func (w *Threads) sorted(title string) {
	shared := rows.Shared(w.Tables)
	width := len("Thd " + w.Name(""))
	for _, on := range shared {
		width = max(width, len("Thd "+w.Name(w.Safe.Of(on[0].Name))))
	}
	w.WriteString("\n" + title)
	w.titles("Thd ", width)
	for _, on := range shared {
		name, sum := w.Name(w.Safe.Of(on[0].Name)), rows.Timer{}
		for _, r := range on {
			w.line(width, &r.Timer, func(b []byte) []byte { return fmt.Appendf(b, "%03d %s", r.Uses[0].Track, name) })
			sum.Measure.Add(&r.Measure)
			sum.Uses = append(sum.Uses, r.Uses...)
		}
		w.line(width, &sum, func(b []byte) []byte { return append(append(b, "SUM "...), name...) })
		w.WriteByte('\n')
	}
}

// Overheads writes what timing cost each thread.
func (w *Threads) Overheads() {
	var sum float64
	for k := range w.Tables {
		spent := w.spent(&w.Tables[k])
		sum += spent
		fmt.Fprintf(w, "OVERHEAD.%03d (wallclock seconds) = %9.3g\n", w.Tables[k].Track, spent)
	}
	fmt.Fprintf(w, "OVERHEAD.SUM (wallclock seconds) = %9.3g\n", sum)
}

// parentNotes explains the blocks of parents, in both layouts.
const parentNotes = `Columns are count and name for the listed child
Rows are each parent, with their common child being the last entry, which is indented.
Count next to each parent is the number of times it called the child.
Count next to child is total number of times it was called by the listed parents.

`

// Parents writes how often each parent of a timer called it, for timers with several; their names are filled
// with blanks to pad bytes.
func (w *Threads) Parents(notes bool, pad int) {
	for k := range w.Tables {
		t, first := &w.Tables[k], true
		for i := range t.Records {
			r := &t.Records[i]
			if len(r.Parents) < 2 {
				continue
			}
			if first {
				fmt.Fprintf(w, string(layout.Parents), t.Track)
				if first = false; notes && k == 0 {
					w.WriteString(parentNotes)
				}
			}
			for _, l := range r.Parents {
				name := t.ParentName(l)
				if l.Parent != rows.Root {
					name = w.Safe.Of(name)
				}
				w.calls(l.Calls, " ", name, pad)
				w.WriteByte('\n')
			}
			w.calls(r.Calls, "   ", w.Safe.Of(r.Name), pad)
			w.WriteString("\n\n")
		}
	}
}

// calls writes a line of a block of parents.
func (w *Threads) calls(n uint64, between, name string, pad int) {
	w.Write(layout.AppendCalls(w.AvailableBuffer(), n))
	w.WriteString(between)
	w.WriteString(Fill(name, pad))
}

// ThreadIDs ends the file with the numbers of the threads, which are ours already unless others are given.
func (w *Threads) ThreadIDs(line layout.Line, ids []int) {
	for k := range w.Tables {
		id := w.Tables[k].Track
		if k < len(ids) {
			id = ids[k]
		}
		fmt.Fprintf(w, string(line), w.Tables[k].Track, id)
	}
}

// HashTable writes lines on how a table of names is filled, those of a thread behind an empty one.
func (w *Threads) HashTable(lines []string) {
	for _, line := range lines {
		if line = Clean(line, -1); !layout.OfHashTable(line) {
			continue
		}
		if strings.HasPrefix(line, layout.HashTable[0]) {
			w.WriteByte('\n')
		}
		w.WriteString(line + "\n")
	}
}

// Indent writes the blanks before the name of a row.
func Indent(b []byte, r *rows.Row) []byte {
	return columns.Pad(b, 0, 2*r.Indent())
}

// Fill fills a name with blanks to pad bytes, where Printf would count characters. GPTL counts bytes too.
func Fill(name string, pad int) string {
	return name + strings.Repeat(" ", max(pad-len(name), 0))
}

// Blanks writes n blanks, none if n is negative.
func Blanks(b *bytes.Buffer, n int) { b.Write(columns.Pad(b.AvailableBuffer(), 0, n)) }

// Kilo writes bytes as KB.
func Kilo(bytes int64) string { return General(float64(bytes) / 1000) }

// General writes a number as C's %g does.
func General(v float64) string { return fmt.Sprintf("%.6g", v) }
