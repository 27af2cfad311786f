package main

// The domain is a torus of Nx by Ny square cells. Each rank owns a band of whole rows, from west to east all
// the way round, so only its first and last rows have neighbours elsewhere.
//
// The grid is staggered (Arakawa's C grid). Index (i, j) means
//
//	h  the centre of cell (i, j)
//	u  the middle of its eastern edge
//	v  the middle of its northern edge
//	q  its north-eastern corner

// band is the part of the domain that one rank owns.
type band struct {
	nx    int // cells in a row
	first int // the southernmost row, numbered over the whole domain
	rows  int
}

// bandOf shares out ny rows as evenly as whole rows allow.
func bandOf(nx, ny, rank, ranks int) band {
	first := ny * rank / ranks
	return band{nx: nx, first: first, rows: ny*(rank+1)/ranks - first}
}

// A field is one quantity on a band, with a margin of one cell around it: rows -1 and rows belong to the
// neighbours, columns 0 and nx+1 repeat columns nx and 1. So no loop needs to know where the domain or the
// band ends.
type field struct {
	stride int
	data   []float64
}

func newField(b band) field {
	stride := b.nx + 2
	return field{stride: stride, data: make([]float64, stride*(b.rows+2))}
}

// row returns row j of the band, from -1 to rows; its cells are at 1 … nx.
func (f field) row(j int) []float64 {
	return f.data[(j+1)*f.stride : (j+2)*f.stride]
}

// wrap closes a row: what leaves in the east comes in from the west.
func wrap(row []float64) {
	nx := len(row) - 2
	row[0], row[nx+1] = row[nx], row[1]
}

// state is the flow on a band: depth of the layer and its velocity.
type state struct {
	h, u, v field
}

func newState(b band) state {
	return state{h: newField(b), u: newField(b), v: newField(b)}
}

// fields lists the three fields, for code that treats them alike.
func (s *state) fields() [3]field {
	return [3]field{s.h, s.u, s.v}
}
