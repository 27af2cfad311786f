package read

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/internal/gptl8"
	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/gptlcompat/internal/rows"
	"github.com/go-hpc/timers/stats"
)

// profileUnknown is what no file of one rank contains.
var profileUnknown = append(unwritten("Measure"),
	"Profile.Size", "Profile.Host", "Profile.PID", "Profile.Program", "Profile.Start", "Profile.From", "Profile.To",
	"Profile.Counters", "Profile.Warnings", "Clock.Resolution", "Clock.Drift", "Node.Environment", "Node.Level", "Node.Estimated", "Node.Communicates", "Measure.Waited",
	"Node.Sample", "Measure.Open", "Measure.Squares", "Measure.Histogram", "Node.Values", "Node.LeftOut", "Node.Turns", "Node.LargestTracks",
	"Profile.Late", "Profile.Source", "Profile.Resolution", "Profile.Counted", "Profile.Empty", "Node.Lacks",
)

// readBlock is a block of parents: how often each called the child.
type readBlock struct {
	child   string
	parents []string
	calls   []uint64
}

// readThread is what a file has about one thread.
type readThread struct {
	track  int
	rows   []stats.Node  // a row's depth takes the place of its parent, until all are known
	more   []*layout.Row // for each row, what has no place in a Node, if it is wanted
	blocks []readBlock
	links  int // in blocks
}

// maxTrack bounds the numbers of threads that are believed.
const maxTrack = 1 << 16

// tables reads what the files of one rank have in common in both layouts.
type tables struct {
	*lines
	p       *stats.Profile
	threads []readThread
	flat    bool // names are not indented: timers were not nested
	starred bool // a row has the mark of several parents
	method  string
	noted   bool // the method was named
	cost    bool // the cost of the clock is known
	mapped  int  // lines of the mapping of threads, the last of the file

	scaled   scaledRows
	timeless bool // there are no columns of times
	bare     bool // names are without quotes
	ids      []int
	build    *gptlcompat.Build
}

// read reads up to a line that starts the file of another rank, which is left to be read again. What differs
// between the layouts is for line, and titles, which splits a row of titles.
func (t *tables) read(another func() bool, titles func() (titles, error), line func()) error {
	idle := 0
	for t.next() {
		if another() {
			t.back()
			break
		}
		var err error
		switch {
		case t.threads == nil && t.is(layout.Idle, &idle):
			t.threads, err = []readThread{{track: min(idle, maxTrack)}}, t.wrong
		case t.starts(layout.Section):
			err = t.table(titles)
		case t.starts("Multiple parent info"): // older versions go on with "(if any)"
			err = t.parents()
		case t.is(layout.Routine, &t.p.Clock.Name):
		case t.is(layout.Method, &t.method):
			t.noted = true
		case t.starts("threadid"), t.starts("GPTLthreadid["):
			t.mapped++
			_, text, _ := strings.Cut(t.text, "= ")
			id, _ := strconv.Atoi(text)
			t.ids = append(t.ids, id)
		case layout.OfHashTable(t.text):
			t.build.HashTable = append(t.build.HashTable, t.text)
		case t.is(layout.Built, &t.build.Threading):
		case t.text == "HAVE_LIBMPI was false", t.text == "HAVE_MPI was false":
			t.build.NoMPI = true
		default:
			line()
			err = t.wrong
		}
		if err != nil {
			return err
		}
	}
	switch err := t.failed(); {
	case err != nil:
		return err
	case t.threads == nil:
		return ErrNoTable
	case t.mapped < len(t.threads):
		return t.ended("the mapping of threads")
	}
	return nil
}

// unknown returns what neither layout tells, and this file does not. All time of a timer with several parents
// stands below one: by the blocks that list its parents.
func (t *tables) unknown(further ...string) []string {
	blocks := slices.ContainsFunc(t.threads, func(t readThread) bool { return len(t.blocks) > 0 })
	return unknown(profileUnknown, further, unless(!blocks && !t.starred && !t.flat, "Node.Parent"), unless(t.cost, "Clock.PairCost"),
		unless(!t.timeless, "Measure.Total", "Measure.Max", "Measure.Min"),
		unless(t.p.Clock.Name != "", "Clock.Name"))
}

// titles is a row of titles.
type titles struct {
	columns []layout.Column
	at      int // where the names end
	quotes  bool
	bare    bool // a row had none
	flags   bool // unless timers were not nested
	more    bool // columns that are passed over
	cpu     bool
	moved   bool // bytes
	events  int
	over    int        // columns behind those of events that are passed over
	name    []byte     // of a row
	values  layout.Row // of it
	cells   []bound    // of values
	words   words
}

// table reads the table of one thread up to its end, and leaves the line there to be read again.
func (t *tables) table(parse func() (titles, error)) error {
	digits, _, ok := strings.Cut(strings.TrimPrefix(t.text, layout.Section.Start()), ":")
	track, err := strconv.ParseUint(digits, 10, 31)
	if !ok || err != nil || track > maxTrack {
		return t.fail(fmt.Sprintf("a thread of at most %d", maxTrack))
	}
	if n := len(t.threads); n > 0 && t.threads[n-1].track >= int(track) {
		return t.fail("a higher thread than that before")
	}
	t.threads = append(t.threads, readThread{track: int(track)})
	to := &t.threads[len(t.threads)-1]
	if !t.next() {
		return t.ended("a row of titles")
	}
	columns, err := parse()
	if err != nil {
		return err
	}
	depth := 0
	for t.nextRow() {
		if len(t.line) == 0 || bytes.HasPrefix(t.line, []byte("Overhead sum")) || bytes.HasPrefix(t.line, []byte("Total calls")) {
			t.back()
			t.bare = t.bare || columns.bare
			return nil
		}
		if len(to.rows) == 0 {
			columns.untitled(string(t.line))
		}
		if len(to.rows) == cap(to.rows) {
			to.rows = slices.Grow(to.rows, max(t.lines.more(), len(to.rows)))
		}
		to.rows = to.rows[:len(to.rows)+1]
		r := &to.rows[len(to.rows)-1]
		more, want := columns.row(r, t.line)
		if want == "" && r.Parent > depth {
			want = fmt.Sprintf("a row at depth %d at most", depth)
		}
		if want != "" {
			to.rows = to.rows[:len(to.rows)-1]
			return t.fail(want)
		}
		if more != nil {
			to.more = append(to.more, more)
		}
		depth, r.Name = r.Parent+1, t.keep(columns.name)
		t.starred = t.starred || columns.flags && t.line[0] == '*'
	}
	return t.ended("an end of the table")
}

// quotients are GPTL's derived events, which have no column of counts per second.
var quotients = []string{"IPC", "CI", "FPC", "FPI", "LSTPI", "LST_frac", "DCMRT", "DCMISRAT", "LSTPDCM", "L2MRT", "L2MISRAT", "LSTPL2M", "L3MRT", "L3MISRAT"}

// untitled finds out by the first row whether counters have a column of counts per second without a title: those of
// native events have it.
func (t *titles) untitled(line string) {
	surplus := len(strings.Fields(line[min(t.at, len(line)):])) - t.over
	var native []int
	for i, c := range t.columns {
		surplus -= len(c.Cells)
		if of := i - (len(t.columns) - t.events); of >= 0 && len(c.Cells) == 1 && !slices.Contains(quotients, strings.TrimSpace(c.Title)) {
			native = append(native, i)
		}
	}
	if surplus == 0 || surplus != len(native) {
		return
	}
	for _, i := range native {
		t.columns[i].Cells = gptl8.Event("", i-(len(t.columns)-t.events), false, gptl8.Untitled).Cells
	}
}

// edge is where the name of a row ends. In GPTL 5, where timers were not nested, the longest name is wider than its title,
// and the columns are counted from the right.
func (t *titles) edge(line []byte) int {
	if t.flags || line[t.at] == ' ' {
		return t.at
	}
	cells := t.over
	for i := range t.columns {
		cells += len(t.columns[i].Cells)
	}
	at := len(bytes.TrimRight(line, " "))
	for range cells {
		at = max(bytes.LastIndexByte(bytes.TrimRight(line[:at], " "), ' '), 0)
	}
	return max(at, t.at)
}

// row reads a row, and returns what a node has no place for if that is wanted. If it is no row, it returns what was
// expected.
func (t *titles) row(to *stats.Node, line []byte) (more *layout.Row, want string) {
	if len(line) <= t.at {
		return nil, "a row as long as its title"
	}
	at := t.edge(line)
	name := line[:at]
	if t.flags {
		if len(name) < 2 || strings.IndexByte(" *!", name[0]) < 0 || name[1] != ' ' {
			return nil, "a flag and a blank before the name"
		}
		name = bytes.TrimLeft(name[2:], " ")
		to.Parent = (t.at - 2 - len(name)) / 2
	}
	switch name = bytes.Trim(name, " "); {
	case len(name) == 0:
		return nil, "a timer's name"
	case !t.quotes:
	case len(name) > 1 && name[0] == '"' && name[len(name)-1] == '"':
		name = name[1 : len(name)-1]
	case name[0] == '"':
		return nil, "a name in quotes"
	default:
		t.bare = true
	}
	t.name = name
	r, cells := &t.values, t.cells
	if t.cpu || t.moved || t.events > 0 {
		more = &layout.Row{Counts: make([]float64, t.events), Rates: make([]float64, t.events)}
		r, cells = more, nil
	}
	if cells == nil {
		for i := range t.columns {
			cells = bind(cells, t.columns[i].Cells, r)
		}
	}
	if r == &t.values {
		t.cells = cells
	}
	r.Running = 0 // if no cell gives it
	n := &t.words
	n.readRow(line[at:])
	n.take(cells)
	for range t.over {
		n.float("a number")
	}
	if t.more && n.bad == "" {
		n.from = len(n.edges)
	}
	if t.flags && line[0] == '!' {
		r.Running = 1
	}
	t.measure(&to.Measure, r)
	return more, n.done()
}

// measure takes the measure of a row, and notes what cannot be so.
func (t *titles) measure(m *stats.Measure, r *layout.Row) {
	n := &t.words
	if r.Total == layout.Unknown {
		n.bad = cmp.Or(n.bad, "a time in seconds")
	}
	if r.Min > r.Max && r.Calls > 0 && n.bad == "" {
		n.bad = "a shortest time that is not above the longest"
	}
	r.Recursion = min(r.Recursion, r.Calls)
	if r.Timed = r.Calls - r.Recursion; r.Max > 0 && r.Timed == 0 {
		r.Timed = 1 // both were rounded
	}
	if r.Calls == 0 || r.Max == layout.Unknown || r.Min == layout.Unknown {
		r.Min, r.Max, r.Timed = 0, 0, 0
	}
	// Copying all of it would cost the collector as much as the row.
	m.Calls, m.Recursion, m.Running, m.Timed = r.Calls, r.Recursion, r.Running, r.Timed
	m.Total, m.Min, m.Max = r.Total, r.Min, r.Max
}

// parents reads the blocks of one thread. A block ends at an empty line, its last line is the child.
func (t *tables) parents() error {
	i := strings.LastIndex(t.text, "thread ")
	track, err := strconv.Atoi(strings.TrimSuffix(t.text[max(i, 0)+len("thread "):], ":"))
	if i < 0 || err != nil {
		return t.fail("the number of a thread")
	}
	of := slices.IndexFunc(t.threads, func(t readThread) bool { return t.track == track })
	if of < 0 {
		return t.fail("a thread that has a table")
	}
	to := &t.threads[of]
	var b readBlock
	for t.next() {
		calls, name, ok := blockLine(t.text)
		switch {
		case ok:
			b.parents, b.calls = append(b.parents, name), append(b.calls, calls)
		case t.text == "" && len(b.parents) > 0:
			last := len(b.parents) - 1
			b.child = strings.TrimPrefix(b.parents[last], "  ")
			b.parents, b.calls = b.parents[:last], b.calls[:last]
			to.blocks, to.links = append(to.blocks, b), to.links+last
			b = readBlock{}
		case len(b.parents) > 0:
			return t.fail("a number of calls and a name, or an empty line after the block")
		case len(to.blocks) > 0:
			t.back()
			return nil
		}
	}
	if len(b.parents) > 0 || len(to.blocks) == 0 {
		return t.ended("an empty line after the block of parents")
	}
	return t.ended("more sections")
}

// blockLine reads a number of calls and a name.
func blockLine(line string) (calls uint64, name string, ok bool) {
	digits, name, ok := strings.Cut(strings.TrimLeft(line, " "), " ")
	var n words
	n.read(digits)
	calls = n.count("a number of calls")
	return calls, strings.TrimRight(name, " "), ok && n.done() == ""
}

// built finds out what of the options says more than that there are tracks.
func (t *tables) built(several string) {
	expected, ran := "without threading", 0
	if len(t.threads) > 1 {
		expected = several
	}
	if t.build.Threading == expected {
		t.build.Threading = ""
	}
	for i := range t.threads {
		if i < len(t.ids) && t.ids[i] == t.threads[i].track && (i == 0 || len(t.threads[i].rows) > 0) {
			ran++
		}
		for k := range t.threads[i].rows {
			m := &t.threads[i].rows[k].Measure
			t.build.Idle = t.build.Idle || m.Calls == 0 && m.Running == 0
		}
	}
	if ran < len(t.threads) {
		t.build.ThreadIDs = t.ids
	}
}

// nodes makes the nodes of p, and returns the method with which they are written as they were.
func (t *tables) nodes() (gptlcompat.PrintMethod, [][]int) {
	method, known := gptlcompat.MethodNamed(t.method)
	if !known {
		method = gptlcompat.CallPath
	}
	if !t.noted && (t.flat || !t.repeated()) {
		method = gptlcompat.MostFrequent
	}
	if method == gptlcompat.PathNames && (len(t.threads) != 1 || !t.shortNames()) {
		method = gptlcompat.CallPath
	}
	of := buildNodes(t.p, t.threads, rows.PerName(rows.Method(method)) || t.flat)
	for i := range of {
		for row, node := range of[i] {
			if node >= 0 && t.scaled.has(t.threads[i].track, row) {
				t.p.Nodes[node].Estimated = true
			}
		}
	}
	return method, of
}

// repeated reports whether a table has two rows of one name.
func (t *tables) repeated() bool {
	for i := range t.threads {
		seen := map[string]bool{}
		for k := range t.threads[i].rows {
			name := t.threads[i].rows[k].Name
			if seen[name] {
				return true
			}
			seen[name] = true
		}
	}
	return false
}

// shortNames takes the parent's path from the names of the rows of the only thread, if all of them
// begin so. Another thread's rows could begin anywhere in the tree.
func (t *tables) shortNames() bool {
	rows := t.threads[0].rows
	names := make([]string, len(rows))
	var above []string
	for k := range rows {
		name, depth := rows[k].Name, rows[k].Parent
		names[k] = name
		if above = above[:depth]; depth > 0 {
			short, ok := strings.CutPrefix(name, above[depth-1]+":")
			if !ok {
				return false
			}
			names[k] = short
		}
		above = append(above, name)
	}
	for k := range rows {
		rows[k].Name = names[k]
	}
	return true
}
