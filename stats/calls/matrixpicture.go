package calls

import (
	"bufio"
	"fmt"
	"io"
	"math"
)

// pictureSide is the most points that a picture has in each direction.
const pictureSide = 1024

// WritePGM writes the matrix as a grey-scale picture, in the format PGM, which nearly every picture viewer
// opens: a row for each rank or block, from the top, a column for each that it has sent to, and the darker
// the more bytes, by their logarithm. White means nothing. If there are more than 1024, a point is several of
// them, and shows the darkest.
func (m *Matrix) WritePGM(w io.Writer) error {
	blocks := (m.Size + m.Block - 1) / m.Block
	each := (blocks + pictureSide - 1) / pictureSide
	side := (blocks + max(each, 1) - 1) / max(each, 1)
	most := uint64(0)
	for _, c := range m.Cells {
		most = max(most, c.Bytes)
	}
	points := make([]byte, side*side)
	for i := range points {
		points[i] = 255
	}
	for _, c := range m.Cells {
		p := &points[c.From/each*side+c.To/each]
		*p = min(*p, grey(c.Bytes, most))
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "P5\n# bytes that %d ranks have sent, %d ranks a point; black is %d bytes\n%d %d\n255\n", m.Size, each*m.Block, most, side, side)
	// It reports write errors at the end.
	_, _ = b.Write(points)
	return b.Flush()
}

// grey returns the shade of a cell: from 220, which can still be told from white, to 0.
func grey(bytes, most uint64) byte {
	const lightest = 220
	if bytes == 0 || most == 0 {
		return lightest
	}
	share := math.Log2(float64(bytes)+1) / math.Log2(float64(most)+1)
	return byte(lightest - math.Round(lightest*min(share, 1)))
}
