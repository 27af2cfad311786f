//go:build otf2 && cgo

package otf2

import (
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/mpistate"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// A run of MPI that scripts/otf2-test.sh has recorded in the project OTF2_PROJECT is read back by OTF2's own reader as it was
// recorded: each state of each thread, each send, each request and each collective call with its partner, communicator, tag and
// bytes, each value of statistics; and each message that is received is one that was sent.
func TestRunOfMPI(t *testing.T) {
	name := os.Getenv("OTF2_PROJECT")
	if name == "" {
		t.Skip("OTF2_PROJECT names no project: scripts/otf2-test.sh records one")
	}
	files := os.DirFS(filepath.Dir(name))
	p, err := project.Open(files, filepath.Base(name), hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "trace")
	written, err := Write(folder, files, filepath.Base(name), Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := readBack(t, folder)
	r := &recordedRun{files: files, project: p, ranks: mpistate.RanksOf(p), lines: map[string][]line{}}
	if _, err := fmt.Sscanf(got[0], "start %d", &r.start); err != nil {
		t.Fatal(err)
	}
	for i := range p.Nodes {
		r.node(t, &p.Nodes[i])
	}
	found := map[string][]line{}
	for _, text := range got {
		if l, kind, ok := lineOf(text); ok {
			found[kind] = append(found[kind], l)
		}
	}
	t.Logf("%d events, %d calls without partner", written.Events, written.Unmatched)
	for _, kind := range []string{"state", "send", "isend", "ireceive", "collective", "collected", "metric"} {
		equal(t, kind, found[kind], r.lines[kind])
	}
	for _, kind := range strings.Split(os.Getenv("OTF2_KINDS"), ",") {
		t.Logf("%d of %s", len(found[kind]), kind)
		if len(found[kind]) < 80 {
			t.Errorf("%d of %s are no run", len(found[kind]), kind)
		}
	}
	received(t, found)
	if n := len(found["other"]); n > 0 {
		t.Errorf("%d events of kinds that nobody has written", n)
	}
}

// line is an event: where, what, and when.
type line struct {
	place, what string
	at          []int64
}

// times says which words of an event of read.py are times.
var times = map[string][]int{
	"state": {3, 4}, "send": {2}, "isend": {2}, "isent": {2}, "receive": {2}, "ireceive": {2}, "ireceived": {2}, "collective": {2}, "collected": {2}, "metric": {2}, "other": {2},
}

// lineOf reads what read.py says. Places have blanks.
func lineOf(text string) (l line, kind string, ok bool) {
	kind, rest, _ := strings.Cut(text, " ")
	at, ok := times[kind]
	if !ok {
		return l, kind, false
	}
	// host/Rank 0/Thread 0: the place ends with the word behind the last slash and what belongs to it.
	slash := strings.LastIndexByte(rest, '/')
	if kind == "metric" { // names of values have slashes, groups have no blanks
		slash = strings.IndexByte(rest, '/')
		slash += 1 + strings.IndexByte(rest[slash+1:], '/')
	}
	words := strings.Split(rest[slash:], " ")
	in := 1
	if strings.HasPrefix(words[0], "/Thread") {
		in = 2
	}
	l.place = rest[:slash] + strings.Join(words[:in], " ")
	fields := append([]string{kind, l.place}, words[in:]...)
	var what []string
	if last := len(fields) - 1; kind == "metric" && strings.ContainsAny(fields[last], ".en") { // as Python writes it
		if v, err := strconv.ParseFloat(fields[last], 64); err == nil {
			fields[last] = strconv.FormatFloat(v, 'g', -1, 64)
		}
	}
	for i, word := range fields[2:] {
		if slices.Contains(at, i+2) {
			n, _ := strconv.ParseInt(word, 10, 64)
			l.at = append(l.at, n)
		} else {
			what = append(what, word)
		}
	}
	l.what = strings.Join(strings.Fields(strings.Join(what, " ")), " ") // names and units may be blank
	return l, kind, true
}

func compare(a, b line) int {
	if n := strings.Compare(a.place, b.place); n != 0 {
		return n
	}
	if n := strings.Compare(a.what, b.what); n != 0 {
		return n
	}
	return slices.Compare(a.at, b.at)
}

// equal compares events: readers of OTF2 round times that they have put onto one axis.
func equal(t *testing.T, kind string, got, want []line) {
	t.Helper()
	slices.SortFunc(got, compare)
	slices.SortFunc(want, compare)
	if len(got) != len(want) {
		t.Errorf("%d of %s, want %d", len(got), kind, len(want))
	}
	wrong := 0
	for i := range min(len(got), len(want)) {
		g, w := got[i], want[i]
		same := g.place == w.place && g.what == w.what && len(g.at) == len(w.at)
		for k := range w.at {
			same = same && max(g.at[k]-w.at[k], w.at[k]-g.at[k]) <= 2
		}
		if !same {
			if wrong++; wrong <= 3 {
				t.Errorf("%s %d: %+v, want %+v", kind, i, g, w)
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %s are others", wrong, kind)
	}
}

// received fails unless what was received is what was sent: as often, by the same ranks of the same communicators.
func received(t *testing.T, found map[string][]line) {
	t.Helper()
	balance := map[string]int{}
	for kind, way := range map[string]int{"send": 1, "isend": 1, "receive": -1, "ireceived": -1} {
		for _, l := range found[kind] {
			w := strings.Fields(l.what)[1:] // without the partner, which each calls by its own number
			if kind[0] == 'i' {
				w = w[:len(w)-1] // without the request
			}
			balance[strings.Join(w, " ")] += way
		}
	}
	maps.DeleteFunc(balance, func(_ string, n int) bool { return n == 0 })
	if len(balance) > 0 {
		t.Errorf("sent less received, by communicator, tag and bytes: %v", balance)
	}
}

// recordedRun is what the files of a project say, as read.py would.
type recordedRun struct {
	files   fs.FS
	project *project.Files
	ranks   *mpistate.Ranks
	start   int64
	lines   map[string][]line
}

// at is a time on the axis of all ranks.
func (r *recordedRun) at(rank int, thread string, e hdtrace.Epoch) int64 {
	var points []project.Clock
	for _, c := range r.project.Clocks {
		if c.Rank == rank && (c.Thread == "" || c.Thread == thread) {
			points = append(points, c)
		}
	}
	offset := 0.0
	if n := len(points); n > 0 {
		first, last := points[0], points[n-1]
		offset = float64(first.Offset)
		if d := last.Time.Sub(first.Time); d > 0 {
			offset += float64(last.Offset-first.Offset) * float64(e.Sub(first.Time)) / float64(d)
		}
	}
	return int64(e) + int64(math.Round(offset)) - r.start
}

func (r *recordedRun) put(kind, place, what string, at ...int64) {
	r.lines[kind] = append(r.lines[kind], line{place, strings.Join(strings.Fields(what), " "), at})
}

func (r *recordedRun) node(t *testing.T, n *project.NodeFiles) {
	t.Helper()
	labels, rank := n.Node.Labels(), r.ranks.Rank(n.Node)
	if n.Trace != "" {
		place := fmt.Sprintf("%s/Rank %s/Thread %s", labels[0], labels[1], labels[2])
		r.trace(t, n.Trace, place, rank, labels[2])
	}
	for _, g := range n.Statistics {
		place := fmt.Sprintf("%s/Hostname %s/%s", r.project.Name, labels[0], g.Group)
		if len(labels) > 1 {
			place = fmt.Sprintf("%s/Rank %s/%s", labels[0], labels[1], g.Group)
		}
		r.statistics(t, g, place, r.rankBelow(n.Node, rank))
	}
}

// rankBelow is by whose clock the statistics of a node are: of those of a host the one of its first rank.
func (r *recordedRun) rankBelow(n *hdtrace.Node, rank int) int {
	if n.Level() >= 2 {
		return rank
	}
	for i := range r.project.Nodes {
		if of := &r.project.Nodes[i]; of.Trace != "" && of.Node.Labels()[0] == n.Labels()[0] {
			return r.ranks.Rank(of.Node)
		}
	}
	return -1
}

func (r *recordedRun) trace(t *testing.T, name, place string, rank int, thread string) {
	t.Helper()
	f, err := r.files.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	reader, err := trace.NewReader(f, hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for record, err := range reader.Records() {
		if err != nil {
			t.Fatal(err)
		}
		from, to := r.at(rank, thread, record.Start), r.at(rank, thread, record.End)
		region := record.Name
		if mpistate.Of(record) != nil || record.Call() {
			region = "MPI_" + region
		}
		r.put("state", place, region, from, to)
		r.call(record, place, rank, from, to)
	}
}

// call is what the attributes of a call of MPI say.
func (r *recordedRun) call(record *trace.Record, place string, rank int, from, to int64) {
	value := func(name string) int64 {
		text, _ := record.Value(name)
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n
		}
		return -1
	}
	members, communicator := r.communicator(rank, value("cid"))
	if members == nil {
		return
	}
	local := func(global int64) string {
		if n, is := members[global]; is {
			return strconv.Itoa(n)
		}
		return "none"
	}
	_, collective := mpistate.Collectives[record.Name]
	size := max(value("size"), value("sendSize"), 0)
	switch {
	case collective:
		r.put("collective", place, "", from)
		root := "none"
		if at := max(value("rootRank"), value("root")); at >= 0 {
			root = local(at)
		}
		r.put("collected", place, fmt.Sprintln(strings.ToUpper(record.Name), communicator, root, size, max(value("recvSize"), 0)), to)
	case record.Name == "Isend":
		r.put("isend", place, fmt.Sprintln(local(value("toRank")), communicator, value("toTag"), size, value("rid")), from)
	case record.Name == "Send" || record.Name == "Sendrecv":
		r.put("send", place, fmt.Sprintln(local(value("toRank")), communicator, value("toTag"), size), from)
	case record.Name == "Irecv" || record.Name == "Imrecv":
		r.put("ireceive", place, fmt.Sprint(value("rid")), from)
	}
}

// communicator is the one that a rank calls by a number: its members, by their numbers in the world.
func (r *recordedRun) communicator(rank int, cid int64) (members map[int64]int, name string) {
	for _, c := range r.project.Communicators {
		if slices.ContainsFunc(c.Members, func(m project.Member) bool { return m.Global == rank && int64(m.CID) == cid }) {
			members = map[int64]int{}
			for _, m := range c.Members {
				members[int64(m.Global)] = m.Local
			}
			return members, c.Name
		}
	}
	return nil, ""
}

func (r *recordedRun) statistics(t *testing.T, g project.GroupFile, place string, rank int) {
	t.Helper()
	f, err := r.files.Open(g.File)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	reader, err := stat.NewReader(f, hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range reader.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range reader.Header().Values {
			text := ""
			switch e.Type(i) {
			case stat.TypeString:
				continue
			case stat.TypeDouble, stat.TypeFloat:
				text = strconv.FormatFloat(e.Float(i), 'g', -1, 64)
			default:
				text = strconv.FormatInt(e.Int(i), 10)
			}
			r.put("metric", place, g.Group+"/"+v.Name+" "+v.Unit+" "+text, r.at(rank, "", e.End))
		}
	}
}
