package calls

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

func genRow(t *rapid.T, size int) []Partner {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Partner {
		return Partner{rapid.IntRange(0, size-1).Draw(t, "to"),
			rapid.OneOf(rapid.Uint64Range(0, 9), rapid.Just(uint64(math.MaxUint64))).Draw(t, "calls"),
			rapid.OneOf(rapid.Uint64Range(0, 1<<40), rapid.Just(uint64(math.MaxUint64-5))).Draw(t, "bytes")}
	}), 0, 8).Draw(t, "row")
}

func clone(m *Matrix) *Matrix {
	c := *m
	c.Cells = append([]Cell(nil), m.Cells...)
	c.Distances = append([]Amount(nil), m.Distances...)
	return &c
}

// Any order of merges gives the same matrix: that of all rows with the smallest blocks that the limit lets.
func TestMatrixAnyTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 40).Draw(t, "size")
		limit := rapid.IntRange(1, 100).Draw(t, "limit")
		var parts []*Matrix
		want := &Matrix{Size: size, Block: 1}
		for rank := range size {
			m, err := newMatrix(rank, size, genRow(t, size))
			if err != nil {
				t.Fatal(err)
			}
			want.merge(clone(m), math.MaxInt)
			m.bound(limit)
			parts = append(parts, m)
		}
		cells := len(want.Cells)
		want.bound(limit)
		for len(parts) > 1 {
			i := rapid.IntRange(0, len(parts)-1).Draw(t, "into")
			j := rapid.IntRange(0, len(parts)-2).Draw(t, "from")
			if j >= i {
				j++
			}
			again, err := parseMatrix(parts[j].message(), size)
			if err != nil {
				t.Fatal(err)
			}
			parts[i].merge(again, limit)
			if len(parts[i].Cells) > limit {
				t.Fatalf("%d cells, the limit is %d", len(parts[i].Cells), limit)
			}
			parts = append(parts[:j], parts[j+1:]...)
		}
		if got := parts[0]; !equal(got, want) || want.Ranks != size {
			t.Fatalf("got\n%+v\nwant\n%+v", got, want)
		}
		if want.Block > 1 && cells <= limit {
			t.Fatalf("blocks of %d for %d cells, the limit is %d", want.Block, cells, limit)
		}
	})
}

func equal(a, b *Matrix) bool {
	x, y := clone(a), clone(b)
	return reflect.DeepEqual(x, y)
}

func TestMatrixGather(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 9).Draw(t, "size")
		limit := rapid.IntRange(0, 20).Draw(t, "limit")
		var rows [][]Partner
		want := &Matrix{Size: size, Block: 1}
		for rank := range size {
			rows = append(rows, genRow(t, size))
			m, err := newMatrix(rank, size, rows[rank])
			if err != nil {
				t.Fatal(err)
			}
			want.merge(m, math.MaxInt)
		}
		if limit > 0 {
			want.bound(limit)
		}
		err := local.Run(size, func(c machenv.Communicator) error {
			m, err := GatherMatrix(c, rows[c.Rank()], limit, 0)
			if (m != nil) != (c.Rank() == 0) || m != nil && !equal(m, want) {
				t.Errorf("rank %d: got\n%+v\nwant\n%+v", c.Rank(), m, want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// withoutARank gathers parts of eight ranks, of which rank 5 is gone and rank 3 names a rank that there is not,
// for which it gets an error with that text.
func withoutARank(t *testing.T, fault string, gather func(c machenv.Communicator, partner int) error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var faults atomic.Int32
		err := local.Run(8, func(c machenv.Communicator) error {
			partner := 0
			switch c.Rank() {
			case 5:
				return nil
			case 3:
				partner = 8
			}
			err := gather(c, partner)
			if c.Rank() == 3 && err != nil && strings.Contains(err.Error(), fault) || c.Rank() == 4 && errors.Is(err, ErrLost) {
				faults.Add(1)
				return nil
			}
			return err
		})
		if err != nil || faults.Load() != 2 {
			t.Error(err, faults.Load())
		}
	})
}

// A wrong row and a rank that is gone leave the rest.
func TestMatrixWithoutARank(t *testing.T) {
	withoutARank(t, "row 3 of the matrix has rank 8, expected one of 8", func(c machenv.Communicator, partner int) error {
		m, err := GatherMatrix(c, []Partner{{Rank: partner, Calls: 1, Bytes: uint64(c.Rank())}}, 0, 100*time.Millisecond)
		if m != nil && (m.Ranks != 6 || len(m.Cells) != 6 || m.Most.Rank != 7) {
			t.Errorf("%+v", m)
		}
		return err
	})
}

// ring returns a matrix of neighbours, with a rank that talks to all.
func ring(t testing.TB, size, limit int) *Matrix {
	all := &Matrix{Size: size, Block: 1}
	for rank := range size {
		row := []Partner{{(rank + 1) % size, 100, 100 * 8192}, {(rank + size - 1) % size, 100, uint64(100 * (1024 + rank))}}
		if rank == 1 {
			for to := range size {
				row = append(row, Partner{to, 3, 3 << 20})
			}
		}
		m, err := newMatrix(rank, size, row)
		if err != nil {
			t.Fatal(err)
		}
		all.merge(m, limit)
	}
	return all
}

func TestMatrixText(t *testing.T) {
	var text bytes.Buffer
	for _, m := range []*Matrix{ring(t, 12, 1000), ring(t, 1000, 200), {Size: 4, Ranks: 3, Block: 1}, ring(t, 1, 10)} {
		if err := m.WriteText(&text); err != nil {
			t.Fatal(err)
		}
		text.WriteString("\n----\n\n")
	}
	golden.Check(t, "matrix.txt", text.String())
}

func TestMatrixPicture(t *testing.T) {
	for _, m := range []*Matrix{ring(t, 12, 1000), ring(t, 5000, 3000), {Size: 4, Ranks: 3, Block: 1}} {
		var text bytes.Buffer
		if err := m.WritePGM(&text); err != nil {
			t.Fatal(err)
		}
		var ranks, each, most, width, height int
		if _, err := fmt.Sscanf(text.String(), "P5\n# bytes that %d ranks have sent, %d ranks a point; black is %d bytes\n%d %d\n255\n", &ranks, &each, &most, &width, &height); err != nil {
			t.Fatal(err)
		}
		points := text.Bytes()[text.Len()-width*height:]
		if ranks != m.Size || width != height || width != (m.Size+each-1)/each || width > pictureSide || text.Bytes()[text.Len()-len(points)-1] != '\n' {
			t.Errorf("a picture of %d × %d for %d ranks, %d a point", width, height, m.Size, each)
		}
		dark, light := 0, 0
		for _, p := range points {
			if p == 0 {
				dark++
			}
			if p == 255 {
				light++
			}
		}
		if empty := len(m.Cells) == 0; empty != (dark == 0) || empty != (light == len(points)) || light < len(points)-len(m.Cells) {
			t.Errorf("%d ranks: %d points are black and %d white of %d, %d cells", m.Size, dark, light, len(points), len(m.Cells))
		}
	}
}

func TestMatrixCSV(t *testing.T) {
	var text bytes.Buffer
	if err := ring(t, 100, 30).WriteCSV(&text); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "matrix.csv", text.String())
	rapid.Check(t, func(t *rapid.T) {
		m := &Matrix{Size: rapid.IntRange(1, 20).Draw(t, "size"), Block: 1}
		for rank := range m.Size {
			row, err := newMatrix(rank, m.Size, genRow(t, m.Size))
			if err != nil {
				t.Fatal(err)
			}
			m.merge(row, rapid.IntRange(1, 50).Draw(t, "limit"))
		}
		var text bytes.Buffer
		if err := m.WriteCSV(&text); err != nil {
			t.Fatal(err)
		}
		got, err := ReadMatrix(&text)
		if err != nil || !equal(got, m) {
			t.Fatalf("%v, got\n%+v\nwant\n%+v", err, got, m)
		}
	})
}

func TestReadMatrixNamesTheLine(t *testing.T) {
	head := matrixTitle + "\n# size,4\n# ranks,4\n# block,2\n# least,0,0,0\n# most,1,2,3\n"
	for text, want := range map[string]string{
		"":      "line 1:",
		"x\n":   "line 1:",
		head:    "line 7: not a communication matrix: it ends before",
		"# a\n": "line 1:",
		strings.Replace(head, "block,2", "block,3", 1) + matrixColumns: "line 7: not a communication matrix: blocks of 3 ranks",
		strings.Replace(head, "size,4", "size,-4", 1):                  `line 2: not a communication matrix: size: "-4" is not a number`,
		strings.Replace(head, "most,1", "most,9", 1) + matrixColumns:   "line 7:",
		head + "# distance,1,0,0":                                      "line 7: not a communication matrix: distance 1, expected 0",
		head + "from\n":                                                "line 7:",
		head + matrixColumns + "\n0,1,2,3,5\n":                         "line 8: not a communication matrix: 5 numbers, expected 6",
		head + matrixColumns + "\n0,1,1,2,5,6\n":                       "line 8: not a communication matrix: ranks 1 to 2 are not a block of 2 ranks out of 4",
		head + matrixColumns + "\n2,3,0,1,5,6\n0,1,2,3,5,6\n":          "line 9: not a communication matrix: the cell is not behind",
	} {
		m, err := ReadMatrix(strings.NewReader(text))
		if err == nil || !errors.Is(err, ErrMatrix) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
		if strings.Contains(want, "line 9") && len(m.Cells) != 1 {
			t.Errorf("%+v, the first cell was good", m)
		}
	}
}

// fuzzReader checks that whatever is read can be written in all ways, and is the same when it is read again.
func fuzzReader[T any](f *testing.F, seeds []T, read func(io.Reader) (T, error), same func(a, b T) bool, csv func(T, io.Writer) error, others ...func(T, io.Writer) error) {
	for _, seed := range seeds {
		var text bytes.Buffer
		if err := csv(seed, &text); err != nil {
			f.Fatal(err)
		}
		f.Add(text.String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := read(strings.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		err = csv(got, &out)
		for _, write := range others {
			err = errors.Join(err, write(got, io.Discard))
		}
		if err != nil {
			t.Fatal(err)
		}
		if again, err := read(&out); err != nil || !same(again, got) {
			t.Errorf("%v: %+v became %+v", err, got, again)
		}
	})
}

func FuzzReadMatrix(f *testing.F) {
	fuzzReader(f, []*Matrix{ring(f, 10, 100), ring(f, 40, 20)}, ReadMatrix, equal, (*Matrix).WriteCSV, (*Matrix).WriteText, (*Matrix).WritePGM)
}

func FuzzParseMatrix(f *testing.F) {
	f.Add(ring(f, 10, 100).message())
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := parseMatrix(data, 10)
		if err != nil {
			return
		}
		if again, err := parseMatrix(m.message(), 10); err != nil || !equal(again, m) {
			t.Errorf("%v: %+v became %+v", err, m, again)
		}
		m.merge(ring(t, 10, 100), 5)
	})
}
