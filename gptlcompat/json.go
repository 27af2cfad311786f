package gptlcompat

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

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

// WriteGlobalJSON writes the table of [WriteGlobal] and [WriteTimingSummary] with all its digits, as
// a JSON object:
//
//   - "format": "gptl-global/1"
//   - "ranks": ranks of the run
//   - "timers": a list in the order of the rows, of objects with "name" (unaltered, but for bytes
//     that are not UTF-8), "on_ranks" (ranks in which the timer is running), "processes", "threads",
//     "count", "walltotal_ns"; "mean_ns" and "std_dev_ns" of the ranks' times, to a thousandth; and
//     "wallmax" and "wallmin": null, or an object with "ns", "rank" and "thread".
//
// All times are nanoseconds. Counts and times are whole numbers of up to 128 bits.
func WriteGlobalJSON(w io.Writer, s *stats.Summary, o GlobalOptions) error {
	names, err := rowNames(s, o)
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

// WriteRankJSON writes the tables of [WriteRank] and [WriteTiming] with all their digits, as a JSON
// object:
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
func WriteRankJSON(w io.Writer, p *stats.Profile, o RankOptions) error {
	tables, err := tablesOf(p, o.Method)
	if err != nil {
		return fmt.Errorf("statistics of rank %d: %w", p.Rank, err)
	}
	out := rankJSON{Format: "gptl-rank/1", Rank: p.Rank, Ranks: p.Size, Clock: p.Clock.Name,
		Pair: thousandths(pairCost(p) * 1e9), Method: o.Method.String()}
	for k := range tables {
		t := threadRows{Thread: tables[k].track, Rows: tables[k].json(o.Method)}
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

// json returns the rows of a table.
func (t *table) json(m PrintMethod) []rankRowJSON {
	parents := map[string][]parentJSON{}
	if m.byName() {
		for i := range t.records {
			if r := &t.records[i]; len(r.parents) > 1 {
				parents[r.name] = t.parentsJSON(r)
			}
		}
	}
	rows := make([]rankRowJSON, 0, len(t.rows))
	untimed := make([]int64, len(t.rows))
	for i := range t.rows {
		r := &t.rows[i]
		row := rankRowJSON{Name: r.name, Parent: r.parent, Depth: r.depth, On: r.m.Running > 0, Count: r.m.Calls,
			Recursion: r.m.Recursion, Total: r.m.Total, Max: r.m.Max, Min: r.m.Min, Parents: parents[r.name]}
		if untimed[i] = r.m.Total; !m.byName() {
			row.Untimed = &untimed[i]
			if r.parent >= 0 {
				untimed[r.parent] -= r.m.Total
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func (t *table) parentsJSON(r *record) []parentJSON {
	var all []parentJSON
	for _, l := range r.parents {
		name := rootName
		if l.parent != rootRecord {
			name = t.records[l.parent].name
		}
		all = append(all, parentJSON{name, l.calls})
	}
	return all
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
