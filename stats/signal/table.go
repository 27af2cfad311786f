package signal

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
)

// table is a file of /proc that has a row of numbers for each thing, with its name before the numbers:
// stat, meminfo, net/dev, diskstats. The rows that are wanted are known before it is read.
type table struct {
	file *file
	key  int // how many fields lie before the row's name

	mu     sync.Mutex // of everything below
	rows   map[string]*row
	buffer []byte
	round  uint64 // of the last reading, of the batch
	serial uint64 // counts readings
	err    error
}

// maxColumns is more than any file of /proc that is read so has; what is beyond is not looked at.
const maxColumns = 24

type row struct {
	serial  uint64 // of the reading that it was last in
	known   int    // how many columns are numbers, from the first on
	columns [maxColumns]int64
}

// table returns a file of /proc, opened if it was not.
func (s *session) table(path string, key int) (*table, error) {
	if t := s.tables[path]; t != nil {
		return t, nil
	}
	f, err := s.platform.open(path)
	if err != nil {
		return nil, err
	}
	if s.tables == nil {
		s.tables = make(map[string]*table)
	}
	t := &table{file: f, key: key, rows: make(map[string]*row), buffer: make([]byte, 4096)}
	s.tables[path] = t
	return t, nil
}

func (t *table) want(name string) *row {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rows[name] == nil {
		t.rows[name] = new(row)
	}
	return t.rows[name]
}

// load reads the file, once in a round.
func (t *table) load(round uint64) error {
	if round != 0 && round == t.round {
		return t.err
	}
	t.round = round
	t.serial++
	text, err := t.text()
	t.err = err
	if err == nil {
		t.parse(text)
	}
	return t.err
}

func (t *table) text() ([]byte, error) {
	const most = 1 << 24
	for n := 0; ; {
		if n == len(t.buffer) {
			if n >= most {
				return nil, fmt.Errorf("%s: longer than %d bytes", t.file.path, most)
			}
			t.buffer = append(t.buffer, make([]byte, n)...)
		}
		more, err := t.file.read(t.buffer[n:], int64(n))
		if err != nil {
			return nil, err
		}
		if more == 0 {
			return t.buffer[:n], nil
		}
		n += more
	}
}

// parse takes up the wanted rows. Others, and what is no row at all, are passed over.
func (t *table) parse(text []byte) {
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		name, rest := cutRow(line, t.key)
		if r := t.rows[string(name)]; r != nil {
			r.parse(rest)
			r.serial = t.serial
		}
	}
}

// cutRow returns the name of a row, which stands behind key fields, and the numbers.
func cutRow(line []byte, key int) (name, numbers []byte) {
	for range key {
		_, line = cutField(line)
	}
	name, numbers = cutField(line)
	// Older kernels write the first number right after the colon that ends a name.
	if colon := bytes.IndexByte(name, ':'); colon >= 0 {
		numbers = line[len(line)-len(numbers)-len(name)+colon+1:]
		name = name[:colon]
	}
	return name, numbers
}

// namedRow is a row with at least one number.
type namedRow struct {
	name  string
	known int // numbers
}

// rows are those that a table has now, in its order.
func (p *Platform) rows(path string, key int) ([]namedRow, error) {
	text, err := p.content(path)
	if err != nil {
		return nil, err
	}
	var list []namedRow
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		name, numbers := cutRow(line, key)
		var r row
		if r.parse(numbers); r.known > 0 && len(name) > 0 {
			list = append(list, namedRow{string(name), r.known})
		}
	}
	return list, nil
}

func (r *row) parse(text []byte) {
	r.known = 0
	for r.known < maxColumns {
		var field []byte
		field, text = cutField(text)
		n, rest, ok := leadingWhole(field)
		if !ok || len(rest) > 0 {
			return
		}
		r.columns[r.known] = n
		r.known++
	}
}

// cutLine returns the first line and what follows it.
func cutLine(text []byte) (line, rest []byte) {
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		return text[:end], text[end+1:]
	}
	return text, nil
}

// cutField returns the first field and what follows it.
func cutField(text []byte) (field, rest []byte) {
	text = skipBlanks(text)
	at := 0
	for at < len(text) && !isBlank(text[at]) {
		at++
	}
	return text[:at], text[at:]
}

// cell is one number of a table, added or taken away.
type cell struct {
	row    string
	column int
	minus  bool
}

// tableMeter is a sum over numbers of one table, in steps of factor.
type tableMeter struct {
	table  *table
	cells  []cell
	rows   []*row
	factor int64
}

func (s *session) cells(path string, key int, factor int64, cells ...cell) (meter, error) {
	t, err := s.table(path, key)
	if err != nil {
		return nil, err
	}
	m := &tableMeter{table: t, cells: cells, factor: factor}
	for _, c := range cells {
		m.rows = append(m.rows, t.want(c.row))
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
		if r.serial != t.serial || c.column >= r.known {
			return 0, fmt.Errorf("%s: %s, number %d: %w", t.file.path, c.row, c.column+1, errRow)
		}
		if c.minus {
			sum -= r.columns[c.column]
		} else {
			sum += r.columns[c.column]
		}
	}
	return sum * m.factor, nil
}

func (m *tableMeter) close() error { return nil } // the session closes the table
