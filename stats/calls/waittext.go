package calls

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
)

// WriteWaits writes a table of the waits: the longest first, then the undecidable ones. Paths without any
// wait are only counted.
func WriteWaits(w io.Writer, s *WaitSummary) error {
	b := bufio.NewWriter(w)
	writeClocks(b, s)
	var rows []PathWait
	calm := 0
	for _, p := range s.Paths {
		if p.Nanos == 0 && p.Uncertainty == 0 && p.Unmatched == 0 && p.NotLooked == 0 {
			calm++
			continue
		}
		rows = append(rows, p)
	}
	slices.SortStableFunc(rows, func(a, b PathWait) int {
		if a.Told() != b.Told() {
			if a.Told() {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.Nanos, a.Nanos), cmp.Compare(b.Uncertainty, a.Uncertainty))
	})
	if len(rows) > 0 {
		fmt.Fprintf(b, "\n%-14s %12s %12s %12s %8s %7s %10s  %-16s %s\n", "wait", "seconds", "± seconds", "most", "on rank", "ranks", "calls", "function", "path")
	}
	for i := range rows {
		writeWaitRow(b, &rows[i])
	}
	if calm > 0 {
		fmt.Fprintf(b, "\n%d more have not waited.\n", calm)
	}
	writeDoubts(b, rows)
	return b.Flush()
}

func writeClocks(w io.Writer, s *WaitSummary) {
	fmt.Fprintf(w, "Waits for other ranks: %s on %s", plural(s.Size, "rank"), plural(s.Hosts, "host"))
	if s.Ranks != s.Size {
		fmt.Fprintf(w, ", %d of them have told", s.Ranks)
	}
	if s.Ranks > s.Unaligned {
		fmt.Fprintf(w, "; clocks aligned to ± %.3f µs (rank %d)", float64(s.ClockError)/1e3, s.ClockRank)
	}
	if s.Unaligned > 0 {
		fmt.Fprintf(w, "; the clocks of %s are not known", plural(s.Unaligned, "rank"))
	}
	fmt.Fprintln(w)
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func writeWaitRow(w io.Writer, p *PathWait) {
	value, bound, most, rank := seconds(p.Nanos), seconds(p.Uncertainty), seconds(p.Max), fmt.Sprint(p.MaxRank)
	switch {
	case p.Calls == 0:
		value, bound, most, rank = "not matched", "", "", ""
	case !p.Told():
		value, most, rank = "cannot tell", "", ""
	}
	fmt.Fprintf(w, "%-14s %12s %12s %12s %8s %7d %10d  %-16s %s\n", p.Kind, value, bound, most, rank, p.Ranks, p.Calls, p.Function, p.Path)
}

// seconds formats nanoseconds as seconds, with six decimals where they matter. If the size is unknown, it is
// a dash.
func seconds(nanos int64) string {
	switch {
	case nanos == UnknownError:
		return "-"
	case nanos != 0 && nanos < 1000:
		return fmt.Sprintf("%.1e", float64(nanos)/1e9)
	}
	return fmt.Sprintf("%.6f", float64(nanos)/1e9)
}

func writeDoubts(w io.Writer, rows []PathWait) {
	var unmatched, notLooked, doubtful uint64
	for i := range rows {
		unmatched, notLooked = addUint(unmatched, rows[i].Unmatched), addUint(notLooked, rows[i].NotLooked)
		if !rows[i].Told() {
			doubtful++
		}
	}
	if unmatched+notLooked+doubtful > 0 {
		fmt.Fprintln(w)
	}
	if doubtful > 0 {
		fmt.Fprintln(w, "\"cannot tell\": the wait is not larger than what the errors of the clocks make uncertain of it.")
	}
	if unmatched > 0 {
		fmt.Fprintf(w, "%d calls are not in these figures: it is not certain which calls of other ranks they belong to.\n", unmatched)
	}
	if notLooked > 0 {
		fmt.Fprintf(w, "%d calls were not looked at: there were more than the limit of records.\n", notLooked)
	}
}
