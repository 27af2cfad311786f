package gptlcompat

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// The parts that E3SM's and upstream's files of one rank have in common.

const (
	sectionStart = "Stats for thread "
	blocksStart  = "Multiple parent info"
	methodStart  = "Print method was "
	bannerStart  = "************ PROCESS "
)

// profileUnknown is what no file of one rank tells.
var profileUnknown = []string{
	"Profile.Size", "Profile.Host", "Profile.PID", "Profile.Program", "Profile.Start", "Profile.From", "Profile.To",
	"Profile.Quantities", "Profile.Warnings", "Clock.Resolution", "Clock.Drift", "Node.Context", "Node.Level", "Node.Estimated",
	"Node.Sample", "Measure.Open", "Measure.Squares", "Measure.Histogram", "Node.Values",
	"Profile.Late", "Profile.Source", "Profile.Resolution", "Profile.Counted", "Node.Lacks",
}

// tables is what a file of one rank says in its tables.
type tables struct {
	threads []readThread
	method  string
	noted   bool // the method was named
}

// manyParents is the parent of nodes, where all time of a timer with several of them stands below one: by the
// blocks that list their parents.
func (t *tables) manyParents() []string {
	for i := range t.threads {
		if len(t.threads[i].blocks) > 0 {
			return []string{"Node.Parent"}
		}
	}
	return nil
}

// section reads the number of the thread that a section is about.
func (t *tables) section(l *lines) error {
	digits, _, ok := strings.Cut(strings.TrimPrefix(l.text, sectionStart), ":")
	track, err := strconv.ParseUint(digits, 10, 31)
	if !ok || err != nil || track > maxTrack {
		return l.fail(fmt.Sprintf("a thread of at most %d", maxTrack))
	}
	if n := len(t.threads); n > 0 && t.threads[n-1].track >= int(track) {
		return l.fail("a higher thread than that before")
	}
	t.threads = append(t.threads, readThread{track: int(track)})
	return nil
}

// rows reads a table up to its end, of which it leaves the line to be read again.
func (t *tables) rows(l *lines, end func(string) bool, parse func(string) (readRow, string)) error {
	to := &t.threads[len(t.threads)-1]
	depth := 0
	for l.next() {
		if l.text == "" || end(l.text) {
			l.back()
			return nil
		}
		r, want := parse(l.text)
		if want == "" && r.depth > depth {
			want = fmt.Sprintf("a row at depth %d at most", depth)
		}
		if want != "" {
			return l.fail(want)
		}
		depth = r.depth + 1
		to.rows = append(to.rows, r)
	}
	return l.ended("an end of the table")
}

// indented takes the flag, the indentation and the name of a row apart.
func indented(head string) (r readRow, running bool, want string) {
	if len(head) < 2 || !strings.Contains(" *!", head[:1]) || head[1] != ' ' {
		return r, false, "a flag and a blank before the name"
	}
	name := strings.TrimLeft(head[2:], " ")
	r.depth = (len(head) - 2 - len(name)) / 2
	if r.name = strings.TrimRight(name, " "); r.name == "" {
		want = "a timer's name"
	}
	return r, head[0] == '!', want
}

// measured reads the columns of calls and times, those of cpu time between them into extra.
func measured(n *numbers, r *readRow, cpu bool) {
	r.m.Calls = n.count("a number of calls")
	if w := n.next("a number of recursive calls"); w != "-" && n.bad == "" {
		recursive := numbers{words: []string{w}}
		r.m.Recursion = min(recursive.count("a number of recursive calls"), r.m.Calls)
		n.bad = recursive.bad
	}
	if cpu {
		r.extra = append(r.extra, n.float("user time"), n.float("system time"))
		n.float("their sum")
	}
	r.m.Total = n.nanoseconds("a time in seconds")
	r.m.Max = n.nanoseconds("the longest time in seconds")
	r.m.Min = n.nanoseconds("the shortest time in seconds")
	if r.m.Min > r.m.Max && r.m.Calls > 0 && n.bad == "" {
		n.bad = "a shortest time that is not above the longest"
	}
	if r.m.Timed = r.m.Calls - r.m.Recursion; r.m.Max > 0 && r.m.Timed == 0 {
		r.m.Timed = 1 // both were rounded
	}
	if r.m.Calls == 0 {
		r.m.Min, r.m.Max = 0, 0
	}
}

// parents reads the blocks of one thread. A block ends at an empty line, its last line is the child.
func (t *tables) parents(l *lines) error {
	i := strings.LastIndex(l.text, "thread ")
	track, err := strconv.Atoi(strings.TrimSuffix(l.text[max(i, 0)+len("thread "):], ":"))
	if i < 0 || err != nil {
		return l.fail("the number of a thread")
	}
	var to *readThread
	for k := range t.threads {
		if t.threads[k].track == track {
			to = &t.threads[k]
		}
	}
	if to == nil {
		return l.fail("a thread that has a table")
	}
	var b readBlock
	for l.next() {
		calls, name, ok := blockLine(l.text)
		switch {
		case ok:
			b.parents, b.calls = append(b.parents, name), append(b.calls, calls)
		case l.text == "" && len(b.parents) > 0:
			last := len(b.parents) - 1
			b.child = strings.TrimPrefix(b.parents[last], "  ")
			b.parents, b.calls = b.parents[:last], b.calls[:last]
			to.blocks = append(to.blocks, b)
			b = readBlock{}
		case len(b.parents) > 0:
			return l.fail("a number of calls and a name, or an empty line after the block")
		case len(to.blocks) > 0:
			l.back()
			return nil
		}
	}
	if len(b.parents) > 0 || len(to.blocks) == 0 {
		return l.ended("an empty line after the block of parents")
	}
	return l.ended("more sections")
}

// blockLine reads a number of calls and a name.
func blockLine(line string) (calls uint64, name string, ok bool) {
	digits, name, ok := strings.Cut(strings.TrimLeft(line, " "), " ")
	n := numbers{words: []string{digits}}
	calls = n.count("a number of calls")
	return calls, strings.TrimRight(name, " "), ok && n.bad == ""
}

// build makes the nodes of p, and returns the method with which they are written as they were.
func (t *tables) build(p *stats.Profile, flat bool) (PrintMethod, []map[int]int) {
	method := CallPath
	for m := range methodNames {
		if methodNames[m] == t.method {
			method = PrintMethod(m)
		}
	}
	if !t.noted && (flat || !t.repeated()) {
		method = MostFrequent
	}
	if method == PathNames && (len(t.threads) != 1 || !t.shortNames()) {
		method = CallPath
	}
	return method, buildNodes(p, t.threads, method.byName() || flat)
}

// repeated reports whether a table has two rows of one name.
func (t *tables) repeated() bool {
	for i := range t.threads {
		seen := map[string]bool{}
		for _, r := range t.threads[i].rows {
			if seen[r.name] {
				return true
			}
			seen[r.name] = true
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
	for k, r := range rows {
		names[k] = r.name
		if above = above[:r.depth]; r.depth > 0 {
			short, ok := strings.CutPrefix(r.name, above[r.depth-1]+":")
			if !ok {
				return false
			}
			names[k] = short
		}
		above = append(above, r.name)
	}
	for k := range rows {
		rows[k].name = names[k]
	}
	return true
}

// kiloBytes reads "= 32.768 KB …" behind a label.
func kiloBytes(line string) (int64, bool) {
	_, v, _ := strings.Cut(line, "= ")
	v, _, ok := strings.Cut(v, " KB")
	kb, err := decimal(v)
	if !ok || err != nil || math.Abs(kb) > 1e12 {
		return 0, false
	}
	return int64(math.Round(kb * 1000)), true
}
