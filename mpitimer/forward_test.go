//go:build gptl && cgo

package mpitimer

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/gptlcompat/read"
	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/gptl"
	"github.com/go-hpc/timers/mpitimer/internal/libgptl"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
)

// forwarding is timers whose GPTL prints into a directory.
func forwarding(t timerstest.Tester, dir string, options ...Option) *Timers {
	t.Helper()
	c := quietConfig()
	c.Output.Directory, c.Output.RankFiles = dir, 1
	tm, err := New(append([]Option{WithConfig(c), WithLog(io.Discard)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	if tm.engine.Watcher() == nil {
		t.Fatal("the regions are not forwarded")
	}
	return tm
}

// printed is what GPTL has printed at the end of timers in that directory.
func printed(t timerstest.Tester, dir string) (*stats.Profile, string) {
	t.Helper()
	return readPrinted(t, filepath.Join(dir, "timing.gptl.000000"))
}

func readPrinted(t timerstest.Tester, file string) (*stats.Profile, string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	whole, _, err := read.File(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	switch file := whole.(type) {
	case *read.TimingFile:
		return file.Profile, string(text)
	case *read.RankFile:
		return file.Profile, string(text)
	}
	t.Fatalf("GPTL has written a %T:\n%s", whole, text)
	return nil, ""
}

// finishForwarding finalizes timers and compares GPTL's tree below Total.
func finishForwarding(t *testing.T, tm *Timers, dir string, want ...string) {
	t.Helper()
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
	expectPrinted(t, filepath.Join(dir, "timing.gptl.000000"), append([]string{"Total 1"}, want...)...)
}

func expectPrinted(t *testing.T, file string, want ...string) {
	t.Helper()
	p, text := readPrinted(t, file)
	if got := timerstest.Outline(p); !slices.Equal(got, want) {
		t.Errorf("GPTL has\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	expectNoComplaint(t, text)
}

func expectNoComplaint(t timerstest.Tester, text string) {
	t.Helper()
	for _, complaint := range []string{"IMPERFECT", "GPTLerror"} {
		if strings.Contains(text, complaint) {
			t.Errorf("GPTL says %q:\n%s", complaint, text)
		}
	}
}

// calls makes the emulator write down its calls, and returns them. Another GPTL does not.
func countsOf(t *testing.T) func() []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "calls")
	t.Setenv("GPTL_EMULATOR_LOG", file)
	return func() []string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Skip("only the emulator keeps the calls")
		}
		os.Remove(file)
		return strings.Split(strings.TrimSpace(string(text)), "\n")
	}
}

func TestForwardCalls(t *testing.T) {
	taken := countsOf(t)
	tm := forwarding(t, t.TempDir())
	defer tm.Finalize()
	high, sampled := Define("high", Level(2)), Define("sampled", SampleEvery(2))
	for _, test := range []struct {
		name string
		run  func()
		want string
	}{
		{"initialize", func() {}, "initialize, +Total"},
		{"pair", func() { tm.Start("a").Stop() }, "+a, -a"},
		{"by name", func() { tm.Start("a"); tm.Stop("a") }, "+a, -a"},
		{"by name, limited", func() {
			d := &tm.engine.Directory
			byname.Start(d.Track(), "a", 1)
			byname.Start(d.Track(), "b", 1)
			byname.Stop(d.Track(), "b", clock.Now())
			byname.Stop(d.Track(), "a", clock.Now())
		}, "+a, -a"},
		{"environment", func() { tm.StartInEnvironment("a", "").Stop() }, "+a, -a"},
		{"inner regions are stopped first", func() { s := tm.Start("a"); tm.Start("b"); tm.Start("c"); s.Stop() }, "+a, +b, +c, -c, -b, -a"},
		{"inner regions by name", func() { tm.Start("a"); tm.Start("b"); tm.Stop("a") }, "+a, +b, -b, -a"},
		{"stops too many", func() { s := tm.Start("a"); s.Stop(); s.Stop(); tm.Stop("a"); tm.Stop("none") }, "+a, -a"},
		{"recursion", func() { a := tm.Start("a"); b := tm.Start("b"); tm.Start("a").Stop(); b.Stop(); a.Stop() }, "+a, +b, +a, -a, -b, -a"},
		{"next", func() { s := tm.Start("s"); tm.Next("x"); tm.Next("y"); s.Stop() }, "+s, +x, -x, +y, -y, -s"},
		{"prefix", func() { tm.SetPrefix("p:"); tm.Start("a").Stop(); tm.SetPrefix("") }, "+p:a, -p:a"},
		{"level", func() { tm.StartRegion(high).Stop(); tm.SetLevel(2); tm.StartRegion(high).Stop(); tm.SetLevel(0) }, "+high, -high"},
		{"disabled", func() { s := tm.Start("a"); tm.Disable(); tm.Start("b").Stop(); s.Stop(); tm.Enable() }, "+a, -a"},
		{"sampled, with what stands beside it", func() {
			for range 4 {
				s := tm.StartRegion(sampled)
				tm.Start("a").Stop()
				s.Stop()
			}
		}, "+a, -a, +a, -a, +a, -a, +a, -a"},
		{"two regions of a name", func() { s := tm.StartRegion(Define("a")); tm.Start("b").Stop(); s.Stop() }, "+a, +b, -b, -a"},
		{"reset", func() { s := tm.Start("a"); tm.Start("b"); tm.Reset(); s.Stop() }, "+a, +b, -b, -a, -Total, reset, +Total, +a, +b, -b, -a"},
	} {
		test.run()
		want := strings.Split(test.want, ", ")
		var got []string
		for _, line := range taken() {
			line = strings.Replace(strings.Replace(line, "start ", "+", 1), "stop ", "-", 1)
			got = append(got, line)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: GPTL was called with\n%s\nwant\n%s", test.name, strings.Join(got, ", "), test.want)
		}
	}
	tm.Finalize()
	if got, want := taken(), []string{"stop Total", "print", "finalize"}; !slices.Equal(got, want) {
		t.Errorf("the end: GPTL was called with %q, want %q", got, want)
	}
}

func TestForwardReport(t *testing.T) {
	dir := t.TempDir()
	tm := forwarding(t, dir)
	for range 3 {
		s := tm.Start("a")
		tm.Start("b").Stop()
		tm.Next("n")
		tm.Next("m")
		s.Stop()
	}
	long := strings.Repeat("name ", 30)
	tm.Start(long).Stop()
	tm.Start("left")
	finishForwarding(t, tm, dir, "Total/a 3", "Total/a/b 3", "Total/a/n 3", "Total/a/m 3", "Total/"+gptl.Fit(long)+" 1", "Total/left 1")
	if files, _ := filepath.Glob(filepath.Join(dir, ".*")); files != nil {
		t.Errorf("left behind: %q", files)
	}
}

func TestForwardAdd(t *testing.T) {
	dir := t.TempDir()
	tm := forwarding(t, dir)
	tm.Add("device", 6*time.Second, 3)
	tm.Add("device", time.Second, 1)
	s := tm.Start("running")
	tm.Add("running", time.Hour, 1)
	s.Stop()
	tm.Add("many", time.Second, libgptl.MostAdded+1)
	byname.Add(&tm.engine, "device", 0, 1, 10)
	byname.Add(&tm.engine, "no call", time.Second, 0, 10)
	timerstest.ExpectWarnings(t, tm.Profile(), libgptl.NoteAdded+": Total/running ×1", libgptl.NoteMany+": Total/many ×1", libgptl.NoteTime+": Total/no call ×1")
	finishForwarding(t, tm, dir, "Total/device 5", "Total/running 1")
	p, text := printed(t, dir)
	if n := timerstest.NodeOf(t, p, "device"); n.Total < 6.99e9 || n.Total > 7.01e9 || n.Min > 1 || n.Max < 1.99e9 || n.Max > 2.01e9 {
		t.Errorf("device: %+v\n%s", n.Measure, text)
	}
	if n := timerstest.NodeOf(t, p, "running"); n.Total > 60e9 {
		t.Errorf("time was added to a running timer: %+v\n%s", n.Measure, text)
	}
}

func TestForwardReset(t *testing.T) {
	dir := t.TempDir()
	tm := forwarding(t, dir)
	s := tm.Start("a")
	tm.Start("before").Stop()
	tm.Reset()
	tm.Start("after").Stop()
	s.Stop()
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
	p, text := printed(t, dir)
	counts := callsByName(p)
	if counts["a"] != 1 || counts["after"] != 1 || counts["before"] != 0 {
		t.Errorf("calls %v\n%s", counts, text)
	}
	expectNoComplaint(t, text)
}

// callsByName adds up what the reader of a report has shared among the parents of a name.
func callsByName(p *stats.Profile) map[string]uint64 {
	counts := make(map[string]uint64)
	for i := range p.Nodes {
		counts[p.Nodes[i].Name] += p.Nodes[i].Calls
	}
	return counts
}

// The GPTL of a program is neither initialised nor reset, printed or finalized, and Total is not in it,
// since its end need not come before those of the program's timers.
func TestForwardToTheProgramsOwn(t *testing.T) {
	runtime.LockOSThread() // the program's timers are started on it, too
	defer runtime.UnlockOSThread()
	made, err := gptl.Begin()
	if err != nil || !made {
		t.Fatalf("Begin: %v, %v", made, err)
	}
	host := gptl.NewName("host")
	defer host.Free()
	dir := t.TempDir()
	gptl.Start(host)
	tm := forwarding(t, dir)
	gptl.Stop(host)
	tm.Start("a").Stop()
	tm.Reset()
	gptl.Start(host)
	tm.Start("a").Stop()
	if err := tm.Finalize(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "timing.gptl.000000")); err == nil {
		t.Error("the program's GPTL was printed")
	}
	gptl.Stop(host)
	file := filepath.Join(dir, "host")
	if err := gptl.Print(file); err != nil {
		t.Error(err)
	}
	if err := gptl.End(); err != nil {
		t.Error(err)
	}
	p, text := readPrinted(t, file)
	counts := callsByName(p)
	if len(counts) != 2 || counts["host"] != 2 || counts["a"] != 2 {
		t.Errorf("calls %v\n%s", counts, text)
	}
	expectNoComplaint(t, text)
}

func TestForwardAfterGPTLsEnd(t *testing.T) {
	if made, err := gptl.Begin(); err != nil || !made {
		t.Fatalf("Begin: %v, %v", made, err)
	}
	tm := forwarding(t, t.TempDir(), edited(func(c *Config) { c.Timing.Strict = true }))
	s := tm.Start("open")
	gptl.End()
	s.Stop()
	tm.Start("late").Stop()
	tm.Add("added", time.Second, 1)
	timerstest.ExpectWarnings(t, tm.Profile(), libgptl.NoteAbsent+": Total/late ×1", libgptl.NoteAbsent+": Total/added ×1")
	if err := tm.Finalize(); err != nil {
		t.Error(err)
	}
}

// Whatever a program does, GPTL sees starts and stops that nest, and counts what the timers count.
func TestForwardAnyProgram(t *testing.T) {
	dir := t.TempDir()
	from := weighted("add", "calls", "named", "reset", "here", "do", "end", "environment", "look", "interval", "print", "finalize")
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine(plan{ranks: 1})
		defer m.simulate()()
		defer m.finish()
		m.made = func(r *modelRank) *Timers { return forwarding(t, dir, WithEnvironments(r.envs)) }
		m.initialize()
		t.Repeat(map[string]func(*rapid.T){"do": func(t *rapid.T) { m.step(t, from) }})
		m.together(func(r *modelRank) { _ = r.tm.Finalize() })
		got, text := printed(t, dir)
		expectNoComplaint(t, text)
		expectSameCalls(t, m.ranks[0].tm.Profile(), got, text)
	})
}

// expectSameCalls compares the calls of each name on the main goroutine with those that GPTL has. A
// row may be missing, since GPTL does not print what would be below itself, but no call.
func expectSameCalls(t timerstest.Tester, ours, theirs *stats.Profile, text string) {
	t.Helper()
	want, got := make(map[string]uint64), callsByName(theirs)
	uncertain := make(map[string]bool) // how many of its calls GPTL was told of is not known
	for _, w := range ours.Warnings {
		if w.Kind == libgptl.NoteAdded {
			uncertain[w.Path[strings.LastIndexByte(w.Path, '/')+1:]] = true
		} else if strings.Contains(w.Kind, "GPTL") {
			t.Errorf("%s: %s", w.Kind, w.Path)
		}
	}
	all := uint64(0)
	for i := range ours.Nodes {
		n := &ours.Nodes[i]
		want[n.Name] += timerstest.OnTrack(n, 0).Calls
		all += timerstest.OnTrack(n, 0).Calls
		if n.Sample > 1 { // GPTL is told of those of its calls that no handle samples
			uncertain[n.Name] = true
		}
	}
	for name, calls := range got {
		if calls != want[name] && !(uncertain[name] && calls < want[name]) {
			t.Errorf("%s: GPTL has %d calls, want %d", name, calls, want[name])
		}
	}
	if line := fmt.Sprintf("Total calls  = %d\n", all); len(uncertain) == 0 && !strings.Contains(text, line) {
		t.Errorf("not %q:\n%s", line, text)
	}
}

// What a pair costs when GPTL is told; package gptl's benchmarks are the part of the calls of C and of
// GPTL in it.
func BenchmarkForwarded(b *testing.B) {
	region := Define("region")
	for name, pair := range map[string]func(*Timers){
		"name":    func(tm *Timers) { tm.Start("name").Stop() },
		"by_name": func(tm *Timers) { tm.Start("name"); tm.Stop("name") },
		"region":  func(tm *Timers) { tm.StartRegion(region).Stop() },
	} {
		b.Run(name, func(b *testing.B) {
			tm := timersFor(b)
			if tm.engine.Watcher() == nil {
				b.Fatal("the regions are not forwarded")
			}
			for b.Loop() {
				pair(tm)
			}
		})
	}
}
