//go:build otf2 && cgo

package otf2

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/mpistate"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// readBack returns what OTF2's own reader finds in a trace, after its tool has printed it without complaint.
func readBack(t *testing.T, folder string) []string {
	t.Helper()
	anchor := filepath.Join(folder, "traces.otf2")
	if out, err := exec.Command("otf2-print", "-G", anchor).CombinedOutput(); err != nil || strings.Contains(string(out), "rror") {
		t.Fatalf("otf2-print: %v\n%.2000s", err, out)
	}
	if out, err := exec.Command("otf2-print", anchor).CombinedOutput(); err != nil {
		t.Fatalf("otf2-print: %v\n%.2000s", err, out)
	}
	python := "/usr/bin/python3" // the distribution's, which has OTF2's bindings
	if _, err := os.Stat(python); err != nil {
		python = "python3"
	}
	out, err := exec.Command(python, "testdata/read.py", anchor).CombinedOutput()
	if err != nil {
		t.Fatalf("OTF2's reader: %v\n%.4000s", err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

func texts(list []string, kinds ...string) (found []string) {
	for _, line := range list {
		if slices.Contains(kinds, strings.Fields(line)[0]) {
			found = append(found, line)
		}
	}
	slices.Sort(found)
	return found
}

const twoRanks = `<?xml version="1.0" encoding="UTF-8"?>
<Application name="p"><Description></Description>
<Topology><Level type="Hostname"><Level type="Rank"><Level type="Thread"></Level></Level></Level>
<Node name="h"><Node name="0"><Node name="0"/></Node><Node name="1"><Node name="0"/></Node></Node></Topology>
<CommunicatorList><Communicator name="WORLD"><Rank global="0" local="0" cid="0"/><Rank global="1" local="1" cid="0"/></Communicator>
<Communicator name="back"><Rank global="0" local="1" cid="1"/><Rank global="1" local="0" cid="2"/></Communicator></CommunicatorList>
</Application>
`

func program(states ...string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte("<Program timeAdjustment='1000'>\n" + strings.Join(states, "\n") + "\n</Program>\n")}
}

// Each call of MPI becomes what OTF2 has for it, with the ranks of its communicator and the lengths of messages.
func TestMessages(t *testing.T) {
	files := fstest.MapFS{
		"p.proj": {Data: []byte(twoRanks)},
		"p_h_0_0.trc": program(
			"<Nested>",
			"<Send size='80' count='10' tid='0' toRank='1' toTag='5' cid='0'  time='0.001000000' end='0.002000000'/>",
			"<Isend size='16' count='2' tid='0' toRank='1' toTag='6' cid='1' rid='0'  time='0.003000000' end='0.003100000'/>",
			"</Nested>",
			"<exchange  time='0.000500000' end='0.004000000'/>",
			"<Wait  time='0.005000000' end='0.006000000'><For rid='0' /></Wait>",
			"<Allreduce size='8' cid='0' count='1' tid='0'  time='0.007000000' end='0.008000000'/>",
			"<Bcast size='24' rootRank='1' cid='1' count='3' tid='0'  time='0.009000000' end='0.010000000'/>",
			"<Recv fromRank='-2' fromTag='1' cid='0'  time='0.011000000' end='0.012000000'/>",
		),
		"p_h_1_0.trc": program(
			"<Irecv fromRank='-1' fromTag='-1' cid='2' rid='7'  time='0.000100000' end='0.000200000'/>",
			"<Recv fromRank='0' fromTag='5' cid='0' bytes='80'  time='0.001500000' end='0.002500000'/>",
			"<Waitall  time='0.003500000' end='0.004500000'><For rid='7' /><Done rid='7' source='0' tag='6' bytes='16' cid='2' /></Waitall>",
			"<Allreduce size='8' cid='0' count='1' tid='0'  time='0.007000000' end='0.008000000'/>",
			"<Bcast size='24' rootRank='1' cid='2' count='3' tid='0'  time='0.009000000' end='0.010000000'/>",
			"<Barrier cid='9'  time='0.020000000' end='0.021000000'/>",
		),
	}
	folder := filepath.Join(t.TempDir(), "trace")
	w, err := Write(folder, files, "p.proj", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if w.Locations != 2 || w.Communicators != 2 || w.Unmatched != 1 {
		t.Errorf("written %+v", w)
	}
	got := readBack(t, folder)
	want := []string{
		"collected h/Rank 0/Thread 0 7900000 ALLREDUCE WORLD none 8 0",
		"collected h/Rank 0/Thread 0 9900000 BCAST back 0 24 0",
		"collected h/Rank 1/Thread 0 7900000 ALLREDUCE WORLD none 8 0",
		"collected h/Rank 1/Thread 0 9900000 BCAST back 0 24 0",
		"collective h/Rank 0/Thread 0 6900000", "collective h/Rank 0/Thread 0 8900000",
		"collective h/Rank 1/Thread 0 6900000", "collective h/Rank 1/Thread 0 8900000",
		"communicator WORLD ['Rank 0', 'Rank 1']", "communicator back ['Rank 1', 'Rank 0']",
		"ireceive h/Rank 1/Thread 0 0 7",
		"ireceived h/Rank 1/Thread 0 4400000 1 back 6 16 7",
		"isend h/Rank 0/Thread 0 2900000 0 back 6 16 0",
		"isent h/Rank 0/Thread 0 5900000 0",
		"receive h/Rank 1/Thread 0 2400000 0 WORLD 5 80",
		"send h/Rank 0/Thread 0 900000 1 WORLD 5 80",
	}
	if found := texts(got, "send", "receive", "isend", "isent", "ireceive", "ireceived", "collective", "collected", "communicator", "other"); !slices.Equal(found, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(found, "\n"), strings.Join(want, "\n"))
	}
	if got[0] != "start 1000000100000 resolution 1000000000" {
		t.Errorf("clock: %s", got[0])
	}
	for _, r := range []string{"region exchange USER", "region MPI_Send MPI", "region MPI_Wait MPI"} {
		if !slices.Contains(got, r) {
			t.Errorf("no %s", r)
		}
	}
	if _, err := Write(folder, files, "p.proj", Options{}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second time: %v", err)
	}
}

// messageEvents returns the events of messages that OTF2's reader finds in the traces of two ranks, without those that are sent.
func messageEvents(t *testing.T, first, second []string) ([]string, *Written) {
	t.Helper()
	files := fstest.MapFS{"p.proj": {Data: []byte(twoRanks)}, "p_h_0_0.trc": program(first...), "p_h_1_0.trc": program(second...)}
	folder := filepath.Join(t.TempDir(), "trace")
	w, err := Write(folder, files, "p.proj", Options{})
	if err != nil {
		t.Fatal(err)
	}
	return texts(readBack(t, folder), "receive", "ireceive", "ireceived", "other"), w
}

// Traces of HDTrace's wrapper do not say how long a received message is: that is taken from what was sent, in the order in which
// the receives began, unless one of them was cancelled or took what came. Then it is counted as not known.
func TestLengthsOfOthers(t *testing.T) {
	sends := []string{
		"<Send size='100' count='1' tid='0' toRank='1' toTag='5' cid='0'  time='0.001' end='0.002'/>",
		"<Send size='200' count='1' tid='0' toRank='1' toTag='5' cid='0'  time='0.003' end='0.004'/>",
	}
	receives := []string{
		"<Irecv fromRank='0' fromTag='5' cid='0' rid='1'  time='0.000' end='0.001'/>",
		"<Recv fromRank='0' fromTag='5' cid='0'  time='0.003' end='0.005'/>",
		"<Wait  time='0.006' end='0.007'><For rid='1' /></Wait>", // of the first one
	}
	want := []string{"ireceive h/Rank 1/Thread 0 0 1", "ireceived h/Rank 1/Thread 0 7000000 0 WORLD 5 100 1", "receive h/Rank 1/Thread 0 5000000 0 WORLD 5 200"}
	if got, w := messageEvents(t, sends, receives); !slices.Equal(got, want) || w.Unmatched != 0 {
		t.Errorf("%q, %+v, want %q", got, w, want)
	}
	for _, doubt := range []string{"<Cancel  time='0.001' end='0.001'/>", "<Irecv fromRank='-1' fromTag='9' cid='0' rid='8'  time='0.001' end='0.001'/>"} {
		got, w := messageEvents(t, sends, slices.Insert(slices.Clone(receives), 1, doubt))
		if w.Unmatched != 2 || len(texts(got, "receive", "ireceived")) > 0 {
			t.Errorf("%s: %q, %+v", doubt, got, w)
		}
	}
}

// What was recorded of a request counts: whence a message came, and its bytes; what was cancelled is no message; a persistent request
// is one message for each start; one that another thread has begun is a receive without its beginning; what failed took nothing.
func TestRequestsAsRecorded(t *testing.T) {
	got, w := messageEvents(t, []string{"<Barrier cid='0'  time='0.000' end='0.100'/>"}, []string{
		"<Irecv fromRank='0' fromTag='5' cid='0' rid='1'  time='0.000' end='0.001'/>",
		"<Wait  time='0.002' end='0.003'><For rid='1' /><Done rid='1' cancelled='1' /></Wait>",
		"<Recv_init fromRank='-1' fromTag='5' cid='0' rid='2'  time='0.004' end='0.005'/>",
		"<Start rid='2'  time='0.006' end='0.007'/>",
		"<Test calls='3'  time='0.007' end='0.008'><For rid='2' /></Test>",
		"<Wait  time='0.008' end='0.009'><For rid='2' /><Done rid='2' source='0' tag='5' bytes='30' cid='0' /></Wait>",
		"<Wait  time='0.009' end='0.009'><For rid='2' /></Wait>", // it is not active
		"<Startall  time='0.010' end='0.011'><For rid='2' /><For rid='77' /></Startall>",
		"<Waitall  time='0.012' end='0.013'><For rid='2' /><Done rid='2' source='0' tag='5' bytes='40' cid='0' /></Waitall>",
		"<Wait  time='0.014' end='0.015'><For rid='99' /><Done rid='99' source='0' tag='6' bytes='50' cid='0' /></Wait>",
		"<Irecv fromRank='0' fromTag='5' cid='0' rid='3'  time='0.016' end='0.017'/>",
		"<Waitall failed='1'  time='0.018' end='0.019'><For rid='3' /></Waitall>",
	})
	want := []string{
		"ireceive h/Rank 1/Thread 0 0 1", "ireceive h/Rank 1/Thread 0 10000000 2", "ireceive h/Rank 1/Thread 0 16000000 3", "ireceive h/Rank 1/Thread 0 6000000 2",
		"ireceived h/Rank 1/Thread 0 13000000 0 WORLD 5 40 2", "ireceived h/Rank 1/Thread 0 9000000 0 WORLD 5 30 2", "other h/Rank 1/Thread 0 3000000", "receive h/Rank 1/Thread 0 15000000 0 WORLD 6 50",
	}
	for i := range got {
		if strings.HasPrefix(got[i], "other") { // without the library's name of the event
			got[i] = strings.Join(strings.Fields(got[i])[:5], " ")
		}
	}
	if !slices.Equal(got, want) || w.Unmatched != 1 {
		t.Errorf("%q\nwant %q; %+v", got, want, w)
	}
}

// What a project says of its clocks is what readers of OTF2 add to the times: linearly between two measurements, by rank or by
// thread. A clock that is behind all others does not make times negative.
func TestClocks(t *testing.T) {
	text := strings.Replace(twoRanks, "</Application>", `<Clocks>
<Clock rank="0" time="1001.000000000" offset="0.000000000" error="0.000001000"/><Clock rank="0" time="1011.000000000" offset="0.000000000" error="0.000001000"/>
<Clock rank="2" time="1005.000000000" offset="0.250000000" error="0.000002000"/>
<Clock rank="1" time="1001.000000000" offset="-2.000000000" error="0.000002000"/><Clock rank="1" time="1011.000000000" offset="-1.000000000" error="0.000002000"/>
</Clocks></Application>`, 1)
	text = strings.Replace(text, "</Node></Topology>", `<Node name="2"><Node name="0"/></Node></Node></Topology>`, 1)
	files := fstest.MapFS{
		"p.proj":      {Data: []byte(text)},
		"p_h_2_0.trc": program("<d  time='1.000000000' end='20.000000000'/>"),
		"p_h_0_0.trc": program("<a  time='1.000000000' end='2.000000000'/>"),
		"p_h_1_0.trc": program("<b  time='1.000000000' end='6.000000000'/>", "<c  time='8.500000000' end='11.000000000'/>"),
	}
	folder := filepath.Join(t.TempDir(), "trace")
	if _, err := Write(folder, files, "p.proj", Options{}); err != nil {
		t.Fatal(err)
	}
	got := readBack(t, folder)
	if got[0] != "start 999000000000 resolution 1000000000" {
		t.Errorf("clock: %s", got[0])
	}
	want := []string{"state h/Rank 0/Thread 0 a 2000000000 3000000000", "state h/Rank 1/Thread 0 b 0 5500000000", "state h/Rank 1/Thread 0 c 8250000000 11000000000",
		"state h/Rank 2/Thread 0 d 2250000000 21250000000"}
	if found := texts(got, "state"); !slices.Equal(found, want) {
		t.Errorf("found %q, want %q", found, want)
	}
}

// Of a project that says nothing of its clocks, what others know of them counts: here from its messages.
func TestClocksOfOthers(t *testing.T) {
	files := fstest.MapFS{
		"p.proj":      {Data: []byte(twoRanks)},
		"p_h_0_0.trc": program("<a  time='1.000000000' end='2.000000000'/>"),
		"p_h_1_0.trc": program("<b  time='1.000000000' end='6.000000000'/>"),
	}
	folder := filepath.Join(t.TempDir(), "trace")
	known := []project.Clock{{Rank: 1, Thread: "0", Time: 1001e9, Offset: time.Second, Error: time.Microsecond}}
	if _, err := Write(folder, files, "p.proj", Options{Clocks: known}); err != nil {
		t.Fatal(err)
	}
	want := []string{"state h/Rank 0/Thread 0 a 0 1000000000", "state h/Rank 1/Thread 0 b 1000000000 6000000000"}
	if found := texts(readBack(t, folder), "state"); !slices.Equal(found, want) {
		t.Errorf("found %q, want %q", found, want)
	}
}

// A fault in a file leaves no trace, unless what is whole is asked for.
func TestDamaged(t *testing.T) {
	files := fstest.MapFS{"p.proj": {Data: []byte(twoRanks)}, "p_h_0_0.trc": {Data: []byte("<Program timeAdjustment='5'>\n<a  time='1.0' end='2.0'/>\n<b  time='")}}
	folder := filepath.Join(t.TempDir(), "trace")
	var fault *hdtrace.FormatError
	if _, err := Write(folder, files, "p.proj", Options{}); !errors.As(err, &fault) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("half a trace is there")
	}
	if _, err := Write(folder, files, "p.proj", Options{ReadOptions: hdtrace.ReadOptions{Tolerant: true}}); err != nil {
		t.Fatal(err)
	}
	if found := texts(readBack(t, folder), "state"); !slices.Equal(found, []string{"state h/Rank 0/Thread 0 a 0 1000000000"}) {
		t.Errorf("found %q", found)
	}
}

// Every state and every value of real projects is read back by OTF2's own reader.
func TestRealProjects(t *testing.T) {
	root := filepath.Join("..", "..", "..", "..", "shared", "data", "hdtrace")
	if _, err := os.Stat(root); err != nil {
		t.Skip("there is no ../shared/data")
	}
	tried := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".proj" {
			return err
		}
		files := os.DirFS(filepath.Dir(name))
		p, err := project.Open(files, filepath.Base(name), hdtrace.ReadOptions{})
		if err != nil {
			return nil // what is refused is tested elsewhere
		}
		want, zero, err := expected(files, p)
		if err != nil || len(want) > 200000 {
			return nil
		}
		if valuesOf(t, files, p)+len(want) == 0 {
			if _, err := Write(filepath.Join(t.TempDir(), "trace"), files, filepath.Base(name), Options{}); !errors.Is(err, ErrNothing) {
				t.Errorf("%s has nothing: %v", name, err)
			}
			return nil
		}
		tried++
		t.Run(strings.TrimPrefix(name, root), func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "trace")
			if _, err := Write(folder, files, filepath.Base(name), Options{}); err != nil {
				t.Fatal(err)
			}
			got := readBack(t, folder)
			if !strings.HasPrefix(got[0], fmt.Sprintf("start %d ", max(zero, 0))) {
				t.Errorf("clock %s, want %d", got[0], zero)
			}
			var found []string
			for _, line := range texts(got, "state", "metric") {
				f := strings.Fields(line)
				if f[0] == "state" { // without the place, which TestMessages has
					f = append(f[:1], f[len(f)-3:]...)
				}
				found = append(found, strings.Join(f, " "))
			}
			states := slices.DeleteFunc(found, func(s string) bool { return strings.HasPrefix(s, "metric") })
			slices.Sort(states)
			slices.Sort(want)
			if !slices.Equal(states, want) {
				t.Errorf("%d states, want %d: %.300q want %.300q", len(states), len(want), states, want)
			}
			if values, want := len(texts(got, "metric")), valuesOf(t, files, p); values != want {
				t.Errorf("%d values, want %d", values, want)
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if tried < 5 {
		t.Errorf("only %d projects", tried)
	}
}

// expected returns the states of a project as read.py has them, and its earliest time.
func expected(files fs.FS, p *project.Files) (states []string, zero hdtrace.Epoch, err error) {
	var all []*trace.Record
	calls := map[string]bool{}
	zero = hdtrace.EndOfTime
	for _, n := range p.Nodes {
		for _, g := range n.Statistics {
			f, err := files.Open(g.File)
			if err != nil {
				return nil, 0, err
			}
			defer f.Close()
			r, err := stat.NewReader(f, hdtrace.ReadOptions{})
			if err != nil {
				return nil, 0, err
			}
			if e, err := r.Next(); err == nil {
				zero = min(zero, e.Start)
			}
		}
		if n.Trace == "" {
			continue
		}
		f, err := files.Open(n.Trace)
		if err != nil {
			return nil, 0, err
		}
		defer f.Close()
		r, err := trace.NewReader(f, hdtrace.ReadOptions{})
		if err != nil {
			return nil, 0, err
		}
		for record, err := range r.Records() {
			if err != nil {
				return nil, 0, err
			}
			all = append(all, record.Clone())
			zero = min(zero, record.Start)
			calls[record.Name] = calls[record.Name] || mpistate.Of(record) != nil || record.Call() && len(p.Communicators) > 0
		}
	}
	for _, r := range all {
		name := r.Name
		if calls[name] {
			name = "MPI_" + name
		}
		words := strings.Fields(name) // some have blanks
		states = append(states, fmt.Sprintf("state %s %d %d", words[len(words)-1], r.Start.Sub(zero).Nanoseconds(), r.End.Sub(zero).Nanoseconds()))
	}
	return states, zero, nil
}

func valuesOf(t *testing.T, files fs.FS, p *project.Files) (n int) {
	for _, one := range p.Nodes {
		for _, g := range one.Statistics {
			f, err := files.Open(g.File)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			r, err := stat.NewReader(f, hdtrace.ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for e, err := range r.Entries() {
				if err != nil {
					t.Fatal(err)
				}
				for i := range e.Len() {
					if e.Type(i) != stat.TypeString {
						n++
					}
				}
			}
		}
	}
	return n
}
