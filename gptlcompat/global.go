package gptlcompat

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// ErrPerPath says that a Summary has a record per call path where one per name is needed.
var ErrPerPath = errors.New("the summary has a record per call path")

// GlobalOptions change what WriteGlobal writes. The zero value is what E3SM's tools expect.
type GlobalOptions struct {
	// PathNames writes a Summary per call path: each row's name is the path, with ":" between the
	// names as in Pacer. The times of timers that are running then include what they have spent
	// since their last start.
	PathNames bool

	// MaxName is how many bytes of a name are kept: 0 stands for DefaultMaxName, a negative number
	// for all.
	MaxName int

	// ID is the text of the $Id line; empty for that of E3SM's GPTL.
	ID string
}

// WriteGlobal writes the global statistics file of a run: E3SM's <prefix>_stats, Omega's
// <prefix>.summary. s must be the Summary of Profiles made by ByName, else the error is ErrPerPath;
// with GlobalOptions.PathNames it may be any.
//
// Times are in seconds. The columns are: on (y or -), ranks that completed a call, pairs of rank and
// thread that did, calls, the sum of all threads' times, and the largest and smallest time of any
// one thread, with its rank and thread.
//
// In a name, a double quote is written as a single one, a backslash as a slash, a control character
// as "_", and bytes that are not UTF-8 as "?"; an empty name is "unnamed", and a name that is too
// long ends in "...". Names that would become equal thereby get "~2", "~3", … behind.
func WriteGlobal(w io.Writer, s *stats.Summary, o GlobalOptions) error {
	names, err := rowNames(s, o)
	if err != nil {
		return fmt.Errorf("global statistics: %w", err)
	}
	safe := safeNames(names, o.MaxName)
	pad := max(widest(safe)+2, len("name"))

	var b bytes.Buffer
	fmt.Fprintf(&b, "\n***** GLOBAL STATISTICS (%6d MPI TASKS) *****\n\n", s.Size)
	writeID(&b, o.ID)
	b.WriteString("'count' is cumulative. All other stats are max/min\n" +
		"'on' indicates whether the timer was active during output, and so stats are lower or upper bounds.\n\n")
	fmt.Fprintf(&b, "%-*s on  processes  threads        count      walltotal"+
		"   wallmax (proc   thrd  )   wallmin (proc   thrd  )\n", pad, "name")
	for i := range s.Regions {
		writeGlobalRow(&b, safe[names[i]], pad, &s.Regions[i])
	}
	b.WriteByte('\n')
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("global statistics: %w", err)
	}
	return nil
}

// rowNames returns the name of each region's row, all different.
func rowNames(s *stats.Summary, o GlobalOptions) ([]string, error) {
	if o.PathNames {
		return pathNames(len(s.Regions), func(i int) (int, string, string) {
			r := &s.Regions[i]
			if r.Context > 0 && r.Context < len(s.Contexts) {
				return r.Parent, r.Name, s.Contexts[r.Context].Name
			}
			return r.Parent, r.Name, ""
		}), nil
	}
	names := make([]string, len(s.Regions))
	seen := make(map[string]bool, len(s.Regions))
	for i := range s.Regions {
		r := &s.Regions[i]
		if r.Parent >= 0 || seen[r.Name] {
			return nil, fmt.Errorf("region %.100q: %w; reduce what ByName returns, or ask for path names",
				r.Name, ErrPerPath)
		}
		names[i], seen[r.Name] = r.Name, true
	}
	return names, nil
}

// writeGlobalRow writes the row of one region. Between its columns stand blanks of the format's own,
// so that numbers of any width stay apart.
func writeGlobalRow(b *bytes.Buffer, name string, pad int, r *stats.Region) {
	on := '-'
	if r.Running > 0 {
		on = 'y'
	}
	var total float64
	var largest, smallest stats.Extreme
	var calls uint64
	processes, threads := r.Completed, r.Threads
	if processes > 0 {
		calls, total = r.Calls, r.Total.Float64()/1e9
		largest, smallest = r.ThreadMax, r.ThreadMin
	} else {
		threads = 0
	}
	writeName(b, name, pad)
	fmt.Fprintf(b, "  %c   %8d %8d %12.6e   %12.6e ", on, processes, threads, float64(calls), total)
	fmt.Fprintf(b, "%9.3f (%6d %6d) ", seconds(largest.Value), max(largest.Rank, 0), largest.Thread)
	fmt.Fprintf(b, "%9.3f (%6d %6d)\n", seconds(smallest.Value), max(smallest.Rank, 0), smallest.Thread)
}

// e3smID is the version line of E3SM's GPTL. It has been the same since the fork, whatever the version.
const e3smID = "$Id: gptl.c,v 1.157 2011-03-28 20:55:18 rosinski Exp $"

// writeID writes the line that GPTL begins with. PACE would take it for the title of a table without
// the on column if it held all of that one's words.
func writeID(b *bytes.Buffer, id string) {
	id = strings.ReplaceAll(clean(cmp.Or(id, e3smID), 0), "walltotal", "wall_total")
	b.WriteString(id + "\n")
}

// writeName writes a name in quotes, filled with blanks to pad bytes. GPTL counts bytes too.
func writeName(b *bytes.Buffer, name string, pad int) {
	b.WriteByte('"')
	b.WriteString(name)
	b.WriteByte('"')
	blanks(b, pad-len(name)-2)
}

func blanks(b *bytes.Buffer, n int) {
	for range n {
		b.WriteByte(' ')
	}
}

// seconds turns nanoseconds into seconds. A time below zero, which no clock gives, is none.
func seconds(ns int64) float64 { return float64(max(ns, 0)) / 1e9 }
