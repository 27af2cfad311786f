package calls

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
)

const (
	largestPairs = 10
	pictureWidth = 32 // cells of the picture
)

// WriteText writes a summary of the matrix: the largest pairs, how far the messages go, how evenly the ranks
// send, and a picture if there are few ranks or blocks.
func (m *Matrix) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	total := m.Total()
	fmt.Fprintf(b, "Communication of %s: %d calls sent %s", plural(m.Size, "rank"), total.Calls, byteText(total.Bytes))
	if m.Ranks != m.Size {
		fmt.Fprintf(b, "; %s have told", plural(m.Ranks, "rank"))
	}
	fmt.Fprintln(b)
	if m.Block > 1 {
		fmt.Fprintf(b, "A cell is all that %d neighbouring ranks have sent to %d others: there were too many pairs of single ranks.\n", m.Block, m.Block)
	}
	if len(m.Cells) > 0 {
		m.writePairs(b, total)
		m.writeDistances(b, total)
		m.writeBalance(b, total)
		m.writePicture(b)
	}
	return b.Flush()
}

func (m *Matrix) writePairs(w io.Writer, total Amount) {
	cells := slices.Clone(m.Cells)
	slices.SortStableFunc(cells, func(a, b Cell) int { return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(b.Calls, a.Calls)) })
	fmt.Fprintf(w, "\n%-23s %-23s %12s %11s %6s\n", "from", "to", "calls", "bytes", "share")
	for _, c := range cells[:min(len(cells), largestPairs)] {
		fmt.Fprintf(w, "%-23s %-23s %12d %11s %6s\n", m.name(c.From), m.name(c.To), c.Calls, byteText(c.Bytes), share(c.Bytes, total.Bytes))
	}
	if rest := cells[min(len(cells), largestPairs):]; len(rest) > 0 {
		var sum Amount
		for _, c := range rest {
			sum.add(c.Amount)
		}
		fmt.Fprintf(w, "%-47s %12d %11s %6s\n", fmt.Sprintf("%d more", len(rest)), sum.Calls, byteText(sum.Bytes), share(sum.Bytes, total.Bytes))
	}
}

// name returns the ranks of a block.
func (m *Matrix) name(block int) string {
	first, last := m.ranksOf(block)
	if first == last {
		return fmt.Sprintf("rank %d", first)
	}
	return fmt.Sprintf("ranks %d-%d", first, last)
}

func (m *Matrix) writeDistances(w io.Writer, total Amount) {
	fmt.Fprintf(w, "\n%-47s %12s %11s %6s\n", "distance of the ranks", "calls", "bytes", "share")
	for k, d := range m.Distances {
		if d == (Amount{}) {
			continue
		}
		fmt.Fprintf(w, "%-47s %12d %11s %6s\n", distanceName(k), d.Calls, byteText(d.Bytes), share(d.Bytes, total.Bytes))
	}
}

// distanceName returns the distances of the k-th class.
func distanceName(k int) string {
	if k > 1 && k < 63 {
		return fmt.Sprintf("%d-%d", 1<<(k-1), 1<<k-1)
	}
	return fmt.Sprint(min(k, 1))
}

func (m *Matrix) writeBalance(w io.Writer, total Amount) {
	if m.Ranks == 0 {
		return
	}
	mean := float64(total.Bytes) / float64(m.Ranks)
	fmt.Fprintf(w, "\nA rank has sent %s on average; least rank %d with %s, most rank %d with %s", byteText(uint64(mean)),
		m.Least.Rank, byteText(m.Least.Bytes), m.Most.Rank, byteText(m.Most.Bytes))
	if mean > 0 {
		fmt.Fprintf(w, ": %.2f times the average", float64(m.Most.Bytes)/mean)
	}
	fmt.Fprintln(w, ".")
}

// shades are from nothing to the most, by powers of the bytes.
var shades = []rune(" .:-=+*#%@")

// writePicture shows the matrix if it is small enough to be seen at once.
func (m *Matrix) writePicture(w io.Writer) {
	blocks := (m.Size + m.Block - 1) / m.Block
	if blocks > pictureWidth || blocks < 2 {
		return
	}
	most := uint64(0)
	for _, c := range m.Cells {
		most = max(most, c.Bytes)
	}
	rows := make([][]rune, blocks)
	for i := range rows {
		rows[i] = slices.Repeat(shades[:1], blocks)
	}
	for _, c := range m.Cells {
		rows[c.From][c.To] = shade(c.Bytes, most)
	}
	fmt.Fprintf(w, "\nBytes from the rank of the row to that of the column: %c is up to %s, each of %q up to half of the next.\n",
		shades[len(shades)-1], byteText(most), string(shades[1:len(shades)-1]))
	for i, row := range rows {
		first, _ := m.ranksOf(i)
		fmt.Fprintf(w, "%8d |%s|\n", first, string(row))
	}
}

func shade(bytes, most uint64) rune {
	darkest := len(shades) - 1
	if bytes == 0 {
		return shades[1]
	}
	halvings := int(math.Log2(float64(most) / float64(bytes)))
	return shades[max(darkest-halvings, 1)]
}

func share(part, whole uint64) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(part)/float64(whole))
}

// byteText returns a number of bytes with three digits and a unit of powers of 1024.
func byteText(n uint64) string {
	if n < 1024 {
		return fmt.Sprintf("%d B", n)
	}
	v, unit := float64(n), -1
	for v >= 1024 && unit < len("KMGTPE")-1 {
		v /= 1024
		unit++
	}
	decimals := 2
	for limit := 9.995; v >= limit && decimals > 0; limit *= 10 {
		decimals--
	}
	return fmt.Sprintf("%.*f %ciB", decimals, v, "KMGTPE"[unit])
}
