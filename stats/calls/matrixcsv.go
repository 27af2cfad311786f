package calls

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// ErrMatrix reports a fault in a file for [ReadMatrix].
var ErrMatrix = errors.New("not a communication matrix")

const (
	matrixTitle   = "# communication matrix: what the ranks of each row have sent to those of the column"
	matrixColumns = "from_first,from_last,to_first,to_last,calls,bytes"
)

// WriteCSV writes the matrix as comma-separated values: a row for each cell, with the first and the last rank
// of its row and of its column. Lines that start with # hold the rest, so that [ReadMatrix] returns the same
// matrix.
func (m *Matrix) WriteCSV(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s\n# size,%d\n# ranks,%d\n# block,%d\n", matrixTitle, m.Size, m.Ranks, m.Block)
	fmt.Fprintf(b, "# least,%d,%d,%d\n# most,%d,%d,%d\n", m.Least.Rank, m.Least.Calls, m.Least.Bytes, m.Most.Rank, m.Most.Calls, m.Most.Bytes)
	for k, d := range m.Distances {
		fmt.Fprintf(b, "# distance,%d,%d,%d\n", k, d.Calls, d.Bytes)
	}
	fmt.Fprintln(b, matrixColumns)
	for _, c := range m.Cells {
		from, fromLast := m.ranksOf(c.From)
		to, toLast := m.ranksOf(c.To)
		fmt.Fprintf(b, "%d,%d,%d,%d,%d,%d\n", from, fromLast, to, toLast, c.Calls, c.Bytes)
	}
	return b.Flush()
}

// ranksOf returns the ranks of a block.
func (m *Matrix) ranksOf(block int) (first, last int) {
	return block * m.Block, min((block+1)*m.Block, m.Size) - 1
}

// maxMatrixSize keeps calculations with ranks from a file from overflowing.
const maxMatrixSize = math.MaxInt32

// ReadMatrix reads what [Matrix.WriteCSV] has written. Its error names the line; the cells before it are
// returned.
func ReadMatrix(r io.Reader) (*Matrix, error) {
	m := &Matrix{}
	lines := bufio.NewScanner(r)
	number, cells := 0, false
	for lines.Scan() {
		number++
		line := strings.TrimSuffix(lines.Text(), "\r")
		var err error
		switch {
		case number == 1:
			if line != matrixTitle {
				err = fmt.Errorf("%.60q, expected %q", line, matrixTitle)
			}
		case !cells && line == matrixColumns:
			cells = true
			err = m.checkHead()
		case !cells:
			err = m.readHead(line)
		default:
			err = m.readCell(line)
		}
		if err != nil {
			return m, fmt.Errorf("calls: line %d: %w: %w", number, ErrMatrix, err)
		}
	}
	if err := lines.Err(); err != nil {
		return m, fmt.Errorf("calls: matrix, line %d: %w", number+1, err)
	}
	if !cells {
		return m, fmt.Errorf("calls: line %d: %w: it ends before the line %s", number+1, ErrMatrix, matrixColumns)
	}
	return m, nil
}

func (m *Matrix) checkHead() error {
	switch {
	case m.Size < 1 || m.Size > maxMatrixSize:
		return fmt.Errorf("a size of %d ranks", m.Size)
	case m.Ranks < 0 || m.Ranks > m.Size:
		return fmt.Errorf("rows of %d ranks, of %d", m.Ranks, m.Size)
	case m.Block < 1 || bits.OnesCount(uint(m.Block)) != 1 || m.Block/2 >= m.Size:
		return fmt.Errorf("blocks of %d ranks, expected a power of two that fits %d", m.Block, m.Size)
	case max(m.Least.Rank, m.Most.Rank) >= m.Size || min(m.Least.Rank, m.Most.Rank) < 0:
		return fmt.Errorf("ranks %d and %d of %d have sent least and most", m.Least.Rank, m.Most.Rank, m.Size)
	}
	return nil
}

func (m *Matrix) readHead(line string) error {
	text, ok := strings.CutPrefix(line, "# ")
	if !ok {
		return fmt.Errorf("%.60q, expected a line with # or %s", line, matrixColumns)
	}
	name, rest, _ := strings.Cut(text, ",")
	want := map[string]int{"size": 1, "ranks": 1, "block": 1, "least": 3, "most": 3, "distance": 3}[name]
	if want == 0 {
		return nil // of a later version
	}
	v, err := parseNumbers(rest, want)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	switch name {
	case "size":
		m.Size, err = rankNumber(v[0])
	case "ranks":
		m.Ranks, err = rankNumber(v[0])
	case "block":
		m.Block, err = rankNumber(v[0])
	case "least":
		m.Least.Amount = Amount{v[1], v[2]}
		m.Least.Rank, err = rankNumber(v[0])
	case "most":
		m.Most.Amount = Amount{v[1], v[2]}
		m.Most.Rank, err = rankNumber(v[0])
	case "distance":
		if v[0] != uint64(len(m.Distances)) {
			return fmt.Errorf("distance %d, expected %d", v[0], len(m.Distances))
		}
		m.Distances = append(m.Distances, Amount{v[1], v[2]})
	}
	return err
}

func rankNumber(v uint64) (int, error) {
	if v > maxMatrixSize {
		return 0, fmt.Errorf("%d, expected at most %d", v, maxMatrixSize)
	}
	return int(v), nil
}

func parseNumbers(text string, n int) ([]uint64, error) {
	fields := strings.Split(text, ",")
	if len(fields) != n {
		return nil, fmt.Errorf("%d numbers, expected %d", len(fields), n)
	}
	list := make([]uint64, n)
	for i, f := range fields {
		v, err := strconv.ParseUint(f, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%.30q is not a number from 0 to 2⁶⁴-1", f)
		}
		list[i] = v
	}
	return list, nil
}

func (m *Matrix) readCell(line string) error {
	v, err := parseNumbers(line, 6)
	if err != nil {
		return err
	}
	from, err := m.blockOf(v[0], v[1])
	if err != nil {
		return err
	}
	to, err := m.blockOf(v[2], v[3])
	if err != nil {
		return err
	}
	c := Cell{from, to, Amount{v[4], v[5]}}
	if n := len(m.Cells); n > 0 && compareCells(m.Cells[n-1], c) >= 0 {
		return errors.New("the cell is not behind the one before it")
	}
	m.Cells = append(m.Cells, c)
	return nil
}

func (m *Matrix) blockOf(first, last uint64) (int, error) {
	if first < uint64(m.Size) {
		block := int(first) / m.Block
		if f, l := m.ranksOf(block); uint64(f) == first && uint64(l) == last {
			return block, nil
		}
	}
	return 0, fmt.Errorf("ranks %d to %d are not a block of %d ranks out of %d", first, last, m.Block, m.Size)
}
