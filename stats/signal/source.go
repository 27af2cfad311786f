package signal

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/go-hpc/timers/stats/internal/node"
)

// fileMeter reads a number of a file.
type fileMeter struct {
	file *node.File
	read func(*node.File) (int64, error)
}

// openFile opens a file that is read in this way; openNumber one that holds only a number.
func (p *Platform) openFile(path string, read func(*node.File) (int64, error)) (meter, error) {
	f, err := p.tree.Open(path)
	return &fileMeter{f, read}, err
}

func (p *Platform) openNumber(path string) (meter, error) {
	return p.openFile(path, (*node.File).Number)
}

func (m *fileMeter) steps(uint64) (int64, error) { return m.read(m.file) }
func (m *fileMeter) close() error                { return m.file.Close() }

// table is a file of /proc that several signals come from. The wanted rows are known before it is read.
type table struct {
	*node.Table
	mu    sync.Mutex // of a reading and its result
	round uint64     // of the batch, at the last reading
	err   error
}

// load reads the file, once in a round.
func (t *table) load(round uint64) error {
	if round == 0 || round != t.round {
		t.round = round
		_, t.err = t.Load()
	}
	return t.err
}

// tableOf returns one of a tree's tables: (*node.Tree).Stat.
type tableOf func(*node.Tree) *node.Table

// rows returns those that a table has now, in its order. A heading has no number.
func (p *Platform) rows(of tableOf) ([]*node.Row, error) {
	t := of(&p.tree)
	defer t.Close()
	return t.Load()
}

// cell is one number of a table, to be added or subtracted.
type cell struct {
	row    string
	column int
	minus  bool
}

// tableMeter is a sum over numbers of one table, in steps of factor.
type tableMeter struct {
	table  *table
	cells  []cell
	rows   []*node.Row
	factor int64
}

func (s *session) cells(of tableOf, factor int64, cells ...cell) (meter, error) {
	fresh := of(&s.platform.tree).Only()
	t := s.tables[fresh.Path()]
	if t == nil {
		if err := fresh.Open(); err != nil {
			return nil, err
		}
		if s.tables == nil {
			s.tables = make(map[string]*table)
		}
		t = &table{Table: fresh}
		s.tables[fresh.Path()] = t
	}
	m := &tableMeter{table: t, cells: cells, factor: factor}
	for _, c := range cells {
		m.rows = append(m.rows, t.Want(c.row))
	}
	return m, nil
}

var errRow = errors.New("no such row, or not enough numbers in it")

func (m *tableMeter) steps(round uint64) (int64, error) {
	t := m.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.load(round); err != nil {
		return 0, err
	}
	var sum int64
	for i, r := range m.rows {
		c := &m.cells[i]
		if !t.Has(r, c.column) || r.Columns[c.column] > math.MaxInt64 {
			return 0, fmt.Errorf("%s: %s, number %d: %w", t.Path(), c.row, c.column+1, errRow)
		}
		if n := int64(r.Columns[c.column]); c.minus {
			sum -= n
		} else {
			sum += n
		}
	}
	return sum * m.factor, nil
}

func (m *tableMeter) close() error { return nil } // the session closes the table
