package tacc

import (
	"fmt"
	"strings"
)

// Header is what precedes the schema. A Data has one for each file, or for each header inside one.
type Header struct {
	Program  string // tacc_stats or hpcperfstats
	Version  string
	Hostname string // as uname -n returns it, which need not be fully qualified
	Uname    string
	Uptime   int64 // seconds, or -1 if there is none
	Build    string
	Other    []string // further lines, without their '$'
	Name     string   // of the file, as given to Add
	Line     int      // where it starts
}

// Record is one sample: what stood between two empty lines. Its values are in the tables.
type Record struct {
	Time   int64  // ns since 1970
	Job    string // "-" or, in old files, "0" of an idle node; several joined by commas on a shared one
	Host   string // of the record line or, where that has none, of the header
	Marks  []Mark
	Header int // index into Data.Headers
	Line   int
}

// MarkKind is the meaning of a mark.
type MarkKind uint8

const (
	Note   MarkKind = iota // free text
	Begin                  // %begin JOB
	End                    // %end JOB
	Rotate                 // %rotate -
)

// Mark is a line that starts with '%'.
type Mark struct {
	Kind MarkKind
	Job  string // of Begin and End
	Text string // all of it, without the '%'; lines that the monitor has torn off are put back
}

// Table holds the rows of one type with one schema. Types of the same name but another schema, which
// appended files have, are other tables.
type Table struct {
	Type    Type
	Devices []string // in the order of their first row

	record []int32
	device []int32
	fast   []bool     // nil if no row has fewer values
	values [][]uint64 // of rowsTogether rows each

	slow  int              // keys that @fast rows lack
	index map[string]int32 // of Devices
	next  []int32          // the device that came after one the last time
	last  int32
}

// Rows is the number of rows of a table.
func (t *Table) Rows() int { return len(t.record) }

// Row is one line of values. They lie in the table: whoever changes them changes it. In a row that is fast
// the values of slow keys are missing, and 0 here.
func (t *Table) Row(i int) (record int, device string, values []uint64, fast bool) {
	return int(t.record[i]), t.Devices[t.device[i]], t.row(i), t.isFast(i)
}

func (t *Table) row(i int) []uint64 {
	n := len(t.Type.Keys)
	at := i % rowsTogether * n
	return t.values[i/rowsTogether][at : at+n : at+n]
}

func (t *Table) isFast(i int) bool { return i < len(t.fast) && t.fast[i] }

// Data is the contents of one or more files, in the order in which they were read.
type Data struct {
	Headers []Header
	Records []Record
	Tables  []*Table // in the order of their schema lines; some have no rows

	Faults     []Fault // the first of them
	FaultCount [FaultKinds]int
	Recovered  int // rows whose device has blanks: read, though by the rules they could not be

	byType map[string]*Table // Tables by their schema lines
	kept   int64             // bytes of memory, about
	most   int64             // that may be kept; 0 means mostKept
}

// mostKept is how much memory a Data may take. Real files take some two bytes per byte of text; but a line of
// a few bytes can mean a row of a million values, and a file of a few kilobytes gigabytes.
const mostKept = 2 << 30

// full returns an error once more is kept than may be.
func (d *Data) full() error {
	most := d.most
	if most == 0 {
		most = mostKept
	}
	if d.kept <= most {
		return nil
	}
	return fmt.Errorf("%w: what was read takes more than %d MiB of memory; expected fewer or smaller files", ErrLarge, most>>20)
}

// Approximate sizes, with the slices that hold things and grow by doubling.
const (
	keptHeader = 256
	keptTable  = 1024
	keptKey    = 64
	keptDevice = 128
	keptRecord = 128
	keptMark   = 64
	keptRow    = 8
	keptValue  = 8
)

// FaultKind says what is wrong with a line.
type FaultKind uint8

const (
	BadHeader   FaultKind = iota // a line with '$' that says something else than it should
	BadSchema                    // a schema line that is wrong: its type is not read
	BadRecord                    // a record line that is wrong: the lines up to the next one are left out
	UnknownType                  // values of a type that no schema line describes
	BadCount                     // not as many values as the schema has keys
	BadNumber                    // a value that is not an unsigned 64-bit integer
	NoRecord                     // a mark or values before any record line
	TornMark                     // a mark of several lines, which were put together again
	LongLine                     // longer than any line may be
	FaultKinds  = iota
)

var faultNames = [FaultKinds]string{"wrong header line", "wrong schema line", "wrong record line", "unknown type",
	"wrong number of values", "not a number", "outside of a record", "mark of several lines", "line too long"}

func (k FaultKind) String() string {
	if int(k) < len(faultNames) {
		return faultNames[k]
	}
	return "unknown fault"
}

// Fault is a line that could not be read properly, and was left out.
type Fault struct {
	Name string // of the file
	Line int
	Kind FaultKind
	Text string // what was found and what was expected
}

func (f Fault) String() string {
	where := fmt.Sprintf("line %d", f.Line)
	if f.Name != "" {
		where = f.Name + ": " + where
	}
	return where + ": " + f.Kind.String() + ": " + f.Text
}

// mostFaults is how many faults are kept with their text; all are counted.
const mostFaults = 1000

func (d *Data) fault(f Fault) {
	d.FaultCount[f.Kind]++
	if len(d.Faults) < mostFaults {
		d.Faults = append(d.Faults, f)
	}
}

// FaultTotal returns the number of lines with a fault.
func (d *Data) FaultTotal() int {
	n := 0
	for _, c := range d.FaultCount {
		n += c
	}
	return n
}

// Idle reports whether a job id means that no job runs.
func Idle(job string) bool { return job == "-" || job == "0" || job == "" }

// Jobs returns the jobs that ran when the record was taken; none on an idle node.
func (r *Record) Jobs() []string {
	if Idle(r.Job) {
		return nil
	}
	if !strings.Contains(r.Job, ",") {
		return []string{r.Job}
	}
	var list []string
	for j := range strings.SplitSeq(r.Job, ",") {
		if !Idle(j) {
			list = append(list, j)
		}
	}
	return list
}

// has reports whether a record has a mark of a kind.
func (r *Record) has(kind MarkKind) bool {
	for i := range r.Marks {
		if r.Marks[i].Kind == kind {
			return true
		}
	}
	return false
}

// parseMark reads what follows a '%'. A fork of the monitor wrote "% begin".
func parseMark(s string) Mark {
	m := Mark{Text: s}
	word, rest, _ := strings.Cut(strings.TrimLeft(s, " \t"), " ")
	rest = strings.TrimSpace(rest)
	switch {
	case word == "begin" && rest != "" && !strings.Contains(rest, " "):
		m.Kind, m.Job = Begin, rest
	case word == "end" && rest != "" && !strings.Contains(rest, " "):
		m.Kind, m.Job = End, rest
	case word == "rotate":
		m.Kind = Rotate
	}
	return m
}
