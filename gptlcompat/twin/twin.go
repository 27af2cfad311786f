// Package twin writes the tables of GPTL's files with all their digits, as JSON: a machine-readable twin of
// each file that package gptlcompat writes. It is a package of its own so that who wants the files alone
// does not link encoding/json.
package twin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/gptlcompat/internal/rows"
	"github.com/go-hpc/timers/stats"
)

// globalJSON is the machine-readable twin of a global file.
type globalJSON struct {
	Format string          `json:"format"`
	Ranks  int             `json:"ranks"`
	Timers []globalRowJSON `json:"timers"`
}

type globalRowJSON struct {
	Name      string      `json:"name"`
	On        int         `json:"on_ranks"`
	Processes int         `json:"processes"`
	Threads   int         `json:"threads"`
	Count     uint64      `json:"count"`
	Total     json.Number `json:"walltotal_ns"`
	Mean      json.Number `json:"mean_ns"`
	StdDev    json.Number `json:"std_dev_ns"`
	Max       *threadJSON `json:"wallmax"`
	Min       *threadJSON `json:"wallmin"`
}

type threadJSON struct {
	Time   int64 `json:"ns"`
	Rank   int   `json:"rank"`
	Thread int   `json:"thread"`
}

// Global writes the table of [gptlcompat.WriteGlobal] and [gptlcompat.WriteTimingSummary] as a JSON
// object:
//
//   - "format": "gptl-global/1"
//   - "ranks": ranks of the run
//   - "timers": a list in the order of the rows, of objects with "name" (unaltered, but for bytes
//     that are not UTF-8), "on_ranks" (ranks in which the timer is running), "processes", "threads",
//     "count", "walltotal_ns"; "mean_ns" and "std_dev_ns" of the ranks' times, to a thousandth; and
//     "wallmax" and "wallmin": null, or an object with "ns", "rank" and "thread".
//
// All times are nanoseconds. Counts and times are whole numbers of up to 128 bits.
func Global(w io.Writer, s *stats.Summary, o gptlcompat.GlobalOptions) error {
	names, err := rows.Names(s, o.PathNames)
	if err != nil {
		return fmt.Errorf("global statistics: %w", err)
	}
	g := globalJSON{Format: "gptl-global/1", Ranks: s.Size, Timers: []globalRowJSON{}}
	for i := range s.Regions {
		r := &s.Regions[i]
		row := globalRowJSON{Name: names[i], On: r.Running, Processes: r.Completed, Total: "0",
			Mean: thousandths(r.MeanOverRanks()), StdDev: thousandths(r.StdDev())}
		if r.Completed > 0 {
			row.Threads, row.Count, row.Total = r.Threads, r.Calls, json.Number(r.Total.String())
			row.Max = &threadJSON{r.ThreadMax.Value, r.ThreadMax.Rank, r.ThreadMax.Thread}
			row.Min = &threadJSON{r.ThreadMin.Value, r.ThreadMin.Rank, r.ThreadMin.Thread}
		}
		g.Timers = append(g.Timers, row)
	}
	if err := writeJSON(w, &g); err != nil {
		return fmt.Errorf("global statistics: %w", err)
	}
	return nil
}

// rankJSON is the machine-readable twin of a rank's file.
type rankJSON struct {
	Format  string       `json:"format"`
	Rank    int          `json:"rank"`
	Ranks   int          `json:"ranks"`
	Clock   string       `json:"clock"`
	Pair    json.Number  `json:"pair_ns"`
	Method  string       `json:"print_method"`
	Threads []threadRows `json:"threads"`
}

type threadRows struct {
	Thread int           `json:"thread"`
	Name   string        `json:"name"`
	Rows   []rankRowJSON `json:"rows"`
}

type rankRowJSON struct {
	Name      string       `json:"name"`
	Parent    int          `json:"parent"`
	Depth     int          `json:"depth"`
	On        bool         `json:"on"`
	Count     uint64       `json:"count"`
	Recursion uint64       `json:"recursion"`
	Total     int64        `json:"total_ns"`
	Max       int64        `json:"max_ns"`
	Min       int64        `json:"min_ns"`
	Untimed   *int64       `json:"untimed_ns,omitempty"`
	Parents   []parentJSON `json:"parents,omitempty"`
}

type parentJSON struct {
	Name  string `json:"name"`
	Count uint64 `json:"count"`
}

// Rank writes the tables of [gptlcompat.WriteRank] and [gptlcompat.WriteTiming] as a JSON object:
//
//   - "format": "gptl-rank/1"
//   - "rank", "ranks": the rank, and how many there are
//   - "clock", "pair_ns": the clock's name, and what timing one call costs
//   - "print_method": o.Method
//   - "threads": a list of objects with "thread" (its number), "name", and "rows": a list of objects
//     with "name" (unaltered, but for bytes that are not UTF-8), "parent" (index of the row that this
//     one stands below, -1 for none), "depth", "on", "count", "recursion", "total_ns", "max_ns",
//     "min_ns"; with CallPath and PathNames "untimed_ns", the part of the total that no row below
//     covers (below zero when a running row has completed calls below it); and where a timer had
//     several parents "parents", a list of objects with "name" ("GPTL_ROOT" for none) and
//     "count".
//
// All times are nanoseconds.
func Rank(w io.Writer, p *stats.Profile, o gptlcompat.RankOptions) error {
	tables, err := rows.Of(p, o.Method, o.Idle, len(o.ThreadIDs))
	if err != nil {
		return fmt.Errorf("statistics of rank %d: %w", p.Rank, err)
	}
	out := rankJSON{Format: "gptl-rank/1", Rank: p.Rank, Ranks: p.Size, Clock: p.Clock.Name,
		Pair: thousandths(layout.PairCost(p) * 1e9), Method: o.Method.String()}
	for k := range tables {
		t := threadRows{Thread: tables[k].Track, Rows: jsonOf(&tables[k], o.Method)}
		if t.Thread < len(p.Tracks) {
			t.Name = p.Tracks[t.Thread]
		}
		out.Threads = append(out.Threads, t)
	}
	if err := writeJSON(w, &out); err != nil {
		return fmt.Errorf("statistics of rank %d: %w", p.Rank, err)
	}
	return nil
}

// jsonOf returns the rows of a table.
func jsonOf(t *rows.Table, m gptlcompat.PrintMethod) []rankRowJSON {
	parents := map[string][]parentJSON{}
	if rows.PerName(m) {
		for i := range t.Records {
			if r := &t.Records[i]; len(r.Parents) > 1 {
				for _, l := range r.Parents {
					parents[r.Name] = append(parents[r.Name], parentJSON{t.ParentName(l), l.Calls})
				}
			}
		}
	}
	all := make([]rankRowJSON, 0, len(t.Rows))
	untimed := make([]int64, len(t.Rows))
	for i := range t.Rows {
		r := &t.Rows[i]
		row := rankRowJSON{Name: r.Name, Parent: r.Parent, Depth: r.Depth, On: r.Running > 0, Count: r.Calls,
			Recursion: r.Recursion, Total: r.Total, Max: r.Max, Min: r.Min, Parents: parents[r.Name]}
		if untimed[i] = r.Total; !rows.PerName(m) {
			row.Untimed = &untimed[i]
			if r.Parent >= 0 {
				untimed[r.Parent] -= r.Total
			}
		}
		all = append(all, row)
	}
	return all
}

// Single writes the twin of [gptlcompat.WriteSingle]'s file: JSON Lines, the first of which is that of
// [Global], if there is one, and each further one that of [Rank], see [Line].
func Single(w io.Writer, profiles []*stats.Profile, o gptlcompat.SingleOptions) error {
	return o.Parts(profiles,
		func(s *stats.Summary) error {
			return Line(w, func(w io.Writer) error { return Global(w, s, o.Global) })
		},
		func(p *stats.Profile, ro gptlcompat.RankOptions) error {
			return Line(w, func(w io.Writer) error { return Rank(w, p, ro) })
		})
}

// Line makes a line of JSON Lines out of a JSON object that write writes.
func Line(w io.Writer, write func(io.Writer) error) error {
	var whole, line bytes.Buffer
	if err := write(&whole); err != nil {
		return err
	}
	if err := json.Compact(&line, whole.Bytes()); err != nil {
		return err
	}
	line.WriteByte('\n')
	_, err := w.Write(line.Bytes())
	return err
}

// thousandths writes a number with three decimals, without zeros at its end.
func thousandths(v float64) json.Number {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "0"
	}
	s := strings.TrimRight(fmt.Sprintf("%.3f", v), "0")
	return json.Number(strings.TrimSuffix(s, "."))
}

func writeJSON(w io.Writer, v any) error {
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}
