package calls

import (
	"encoding/binary"
	"math"
)

// message returns the matrix for another rank.
func (m *Matrix) message() []byte {
	dst := binary.AppendUvarint(nil, uint64(m.Ranks))
	dst = binary.AppendUvarint(dst, uint64(m.Block))
	for _, r := range []RankAmount{m.Least, m.Most} {
		dst = appendAmount(binary.AppendUvarint(dst, uint64(r.Rank)), r.Amount)
	}
	dst = binary.AppendUvarint(dst, uint64(len(m.Distances)))
	for _, a := range m.Distances {
		dst = appendAmount(dst, a)
	}
	dst = binary.AppendUvarint(dst, uint64(len(m.Cells)))
	from := 0
	for _, c := range m.Cells {
		dst = binary.AppendUvarint(dst, uint64(c.From-from))
		dst = appendAmount(binary.AppendUvarint(dst, uint64(c.To)), c.Amount)
		from = c.From
	}
	return dst
}

func appendAmount(dst []byte, a Amount) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(dst, a.Calls), a.Bytes)
}

func (p *parser) amount() Amount { return Amount{p.uint(), p.uint()} }

func parseMatrix(data []byte, size int) (*Matrix, error) {
	p := parser{data: data}
	m := &Matrix{Size: size, Ranks: p.small(size), Block: p.small(math.MaxInt / 2)}
	if m.Block == 0 || m.Block&(m.Block-1) != 0 {
		p.fail()
		return m, p.end()
	}
	m.Least = RankAmount{p.small(size - 1), p.amount()}
	m.Most = RankAmount{p.small(size - 1), p.amount()}
	for range p.count(2) {
		m.Distances = append(m.Distances, p.amount())
	}
	last := (size - 1) / m.Block
	from := 0
	for range p.count(4) {
		from += p.small(last)
		c := Cell{From: from, To: p.small(last), Amount: p.amount()}
		if from > last || len(m.Cells) > 0 && compareCells(m.Cells[len(m.Cells)-1], c) >= 0 {
			p.fail()
			break
		}
		m.Cells = append(m.Cells, c)
	}
	return m, p.end()
}
