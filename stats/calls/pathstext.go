package calls

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
)

// largestPaths is how many rows the text has.
const largestPaths = 40

// WriteText writes a table of the messages by call path, those with the most bytes first: how many ranks have
// them and with how many partners, the class of distance and the pair of ranks with the most of the bytes.
func (s *PathSummary) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "Messages by call path: %s", plural(s.Size, "rank"))
	if s.Ranks != s.Size {
		fmt.Fprintf(b, "; %s have told", plural(s.Ranks, "rank"))
	}
	fmt.Fprintln(b)
	rows := slices.Clone(s.Paths)
	slices.SortStableFunc(rows, func(a, b PathMessages) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(b.Calls, a.Calls))
	})
	if len(rows) > 0 {
		fmt.Fprintf(b, "\n%-8s %12s %11s %6s %7s %15s  %-18s %-36s %s\n", "messages", "calls", "bytes", "share", "ranks",
			"partners", "mostly at distance", "most between", "path")
	}
	sent, received := s.Totals()
	for i := range rows {
		total := sent.Bytes
		if rows[i].Received {
			total = received.Bytes
		}
		if i < largestPaths {
			rows[i].write(b, total)
		}
	}
	if len(rows) > largestPaths {
		fmt.Fprintf(b, "%d more rows have %s or less each.\n", len(rows)-largestPaths, byteText(rows[largestPaths].Bytes))
	}
	if len(rows) > 0 {
		fmt.Fprintln(b, "\nPartners: how many others a rank exchanges these messages with: least, on average, most.")
	}
	return b.Flush()
}

// write writes a row. Total is the bytes of all rows of its direction.
func (p *PathMessages) write(w io.Writer, total uint64) {
	mean := float64(p.Partners) / float64(max(p.Ranks, 1))
	distance, near := "-", "-"
	if len(p.Distances) > 0 {
		distance, near = distanceName(p.usual()), share(p.Distances[p.usual()].Bytes, p.Bytes)
	}
	pair := fmt.Sprintf("rank %d -> rank %d", p.Pair.From, p.Pair.To)
	fmt.Fprintf(w, "%-8s %12d %11s %6s %7d %4d %5.1f %4d  %-11s %6s %-29s %6s  %s\n", directionName(p.Received), p.Calls, byteText(p.Bytes), share(p.Bytes, total),
		p.Ranks, p.Least, mean, p.Most, distance, near, pair, share(p.Pair.Bytes, p.Bytes), p.place())
}

// usual returns the class of distance with the most bytes, or if there are none the most messages.
func (p *PathMessages) usual() int {
	at := 0
	for k, d := range p.Distances {
		if most := p.Distances[at]; cmp.Or(cmp.Compare(d.Bytes, most.Bytes), cmp.Compare(d.Calls, most.Calls)) > 0 {
			at = k
		}
	}
	return at
}

// place returns the path as the table shows it.
func (p *PathMessages) place() string {
	if p.Path == "" {
		return "(no region)"
	}
	return pathText(p.Path)
}
