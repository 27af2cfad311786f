package node

import (
	"bytes"
	"strconv"
	"strings"
)

// maxColumns is the most that any table has; columns beyond it are not looked at.
const maxColumns = DiskColumns

// A Row is a row of a table: a name and the numbers after it.
type Row struct {
	Name    string
	Known   int  // how many columns are numbers, from the first
	Garbled bool // something that is not a number follows them, before the last column that is looked at
	Columns [maxColumns]uint64

	// Number is the number at the end of the name, or -1 if there is none.
	Number int

	serial uint64 // the last reading that had the row
	skip   bool
	pinned bool
}

// A Table is a file of /proc that has a row of numbers for each thing, after its name: stat, meminfo,
// net/dev, diskstats, vmstat. It is for one goroutine at a time.
type Table struct {
	File
	key     int               // fields before the name
	headed  int               // lines before the first row
	columns int               // that are used
	wants   func(string) bool // decides once for each name; nil: only what Want names
	known   map[string]*Row
	order   []*Row // in the order of the last reading, to predict the next
	rows    []*Row // the wanted rows of the last reading
	wanted  int    // rows that Want named
	serial  uint64
	expires bool // known has names that were added since
}

// table returns a table with the rows for which wants is true, and those that Want names.
func (t *Tree) table(path string, key, columns int, wants func(name string) bool) *Table {
	table := &Table{key: key, columns: columns, wants: wants, known: make(map[string]*Row)}
	table.path, table.fault = path, t.Fault
	return table
}

// Only restricts the table to what Want names.
func (t *Table) Only() *Table {
	t.wants = nil
	return t
}

// Want returns the row of a name; Has reports whether it exists.
func (t *Table) Want(name string) *Row {
	r := t.known[name]
	if r == nil {
		r = newRow(name)
		t.known[name] = r
	}
	if !r.pinned {
		r.pinned, r.skip = true, false
		t.wanted++
	}
	return r
}

// Has reports whether the last reading had a row with a number there.
func (t *Table) Has(r *Row, column int) bool { return r.serial == t.serial && column < r.Known }

// Load reads the file and returns the wanted rows in its order; they are valid until the next call.
func (t *Table) Load() ([]*Row, error) {
	t.serial++
	t.rows = t.rows[:0]
	text, err := t.Read()
	if err == nil {
		t.parse(text)
	}
	return t.rows, err
}

func (t *Table) parse(text []byte) {
	for range t.headed {
		_, text = CutLine(text)
	}
	found, at := 0, 0
	for ; len(text) > 0 && (t.wants != nil || found < t.wanted); at++ {
		var line []byte
		line, text = CutLine(text)
		name, numbers := cutRow(line, t.key)
		r := t.row(name, at)
		again := r.serial == t.serial // the first of several counts
		r.serial = t.serial
		if r.skip || again {
			continue
		}
		r.parse(numbers, t.columns)
		t.rows = append(t.rows, r)
		found++
	}
	t.order = t.order[:min(at, len(t.order))]
	if t.expires {
		t.forget()
	}
}

// row finds the row of a name, which is probably where it was.
func (t *Table) row(name []byte, at int) *Row {
	if at < len(t.order) && t.order[at].Name == string(name) {
		return t.order[at]
	}
	r := t.known[string(name)]
	if r == nil {
		r = newRow(string(name))
		r.skip = t.wants == nil || !t.wants(r.Name)
		t.known[r.Name] = r
		t.expires = true
	}
	t.order = append(t.order[:min(at, len(t.order))], r)
	return r
}

// forget drops names that no longer exist, so that their number stays bounded where new ones keep coming.
func (t *Table) forget() {
	t.expires = false
	for name, r := range t.known {
		if r.serial != t.serial && !r.pinned {
			delete(t.known, name)
		}
	}
}

func newRow(name string) *Row {
	r := &Row{Name: name, Number: -1}
	at := len(name)
	for at > 0 && name[at-1]-'0' <= 9 {
		at--
	}
	if n, err := strconv.Atoi(name[at:]); err == nil {
		r.Number = n
	}
	return r
}

// cutRow returns the name of a row, which follows key fields, and the numbers.
func cutRow(line []byte, key int) (name, numbers []byte) {
	for range key {
		_, line = CutField(line)
	}
	name, numbers = CutField(line)
	// Older kernels write the first number right after the colon that ends a name; the names of aliases
	// contain one.
	if colon := bytes.LastIndexByte(name, ':'); colon >= 0 {
		numbers = line[len(line)-len(numbers)-len(name)+colon+1:]
		name = name[:colon]
	}
	return name, numbers
}

func (r *Row) parse(text []byte, columns int) {
	var rest []byte
	r.Known, rest = Numbers(text, r.Columns[:columns])
	r.Garbled = r.Known < columns && len(skipBlanks(rest)) > 0
}

// The columns of a processor in /proc/stat, in ticks of 10 ms. Guest time is part of the first two. Kernels
// older than 2.6 have the first four.
const (
	User = iota
	Nice
	System
	Idle
	IOWait
	IRQ
	SoftIRQ
	Steal
)

// Stat returns /proc/stat: a row "cpu" for all processors together, one for each that is online, and those
// that Want names.
func (t *Tree) Stat() *Table { return t.table(t.Path("proc/stat"), 0, Steal+1, isCPU) }

func isCPU(name string) bool {
	digits, is := strings.CutPrefix(name, "cpu")
	if !is || digits == "" {
		return is
	}
	n, err := strconv.Atoi(digits)
	return err == nil && strconv.Itoa(n) == digits && n <= 1<<16
}

// Memory returns /proc/meminfo: one column, in kilobytes, with the rows that Want names.
func (t *Tree) Memory() *Table { return t.table(t.Path("proc/meminfo"), 0, 1, nil) }

func all(string) bool { return true }

// The columns of a network interface in /proc/net/dev.
const (
	ReceivedBytes = iota
	ReceivedPackets
	SentBytes   = 8
	SentPackets = 9
)

// Network returns /proc/net/dev: a row for each interface of this network namespace.
func (t *Tree) Network() *Table {
	table := t.table(t.Path("proc/net/dev"), 0, SentPackets+1, all)
	table.headed, table.longest = 2, 512
	return table
}

// The columns of a block device in /proc/diskstats and in the file stat of its directory in /sys. Times are
// in milliseconds, in 32 bits.
const (
	Reads = iota
	ReadsMerged
	ReadSectors
	ReadTime
	Writes
	WritesMerged
	WrittenSectors
	WriteTime
	InProgress // not a counter
	BusyTime
	WeightedTime
	DiskColumns // present in all kernels

	Sector = 512 // bytes, whatever the device's own sector size
)

// Disks returns /proc/diskstats: a row for each block device and each partition.
func (t *Tree) Disks() *Table {
	table := t.table(t.Path("proc/diskstats"), 2, DiskColumns, all)
	table.longest = 512
	return table
}
