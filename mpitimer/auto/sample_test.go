package auto

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/stats"
)

// A stack means the regions in it, and the program's innermost function there or what that calls of Go's library.
func TestPlaceOfStack(t *testing.T) {
	regions := map[string]bool{"main.run": true, "internal/x.Read": true, "main.run.func1": true, "main.do": true}
	modules := []string{"main", "example.com/m", "nodots"}
	defer func(before string) { underTest = before }(underTest)
	underTest = "example.com/m/cmd"
	for _, c := range []struct {
		stack            []string
		around, function string
	}{
		{[]string{"main.run", "main.main"}, "main.run\n", ownText},
		{[]string{"runtime.memmove", "main.run", "main.main"}, "main.run\n", ownText},
		{[]string{"gcWriteBarrier", "main.run", "main.main"}, "main.run\n", ownText},
		{[]string{"syscall.write", "os.(*File).Write", "fmt.Println", "main.run", "main.main"}, "main.run\n", "fmt.Println"},
		{[]string{"runtime.mallocgc", "main.helper", "main.run", "main.main"}, "main.run\n", "main.helper"},
		{[]string{"strings.Fields", "nodots/y.Split", "example.com/m/internal/x.Read", "main.run"}, "internal/x.Read\nmain.run\n", "strings.Fields"},
		{[]string{"nodots/y.Split", "example.com/m/internal/x.Read", "main.run"}, "internal/x.Read\nmain.run\n", "nodots/y.Split"},
		{[]string{"main.main", "runtime.main"}, "", "main.main"},
		{[]string{"runtime.scanobject", "runtime.gcBgMarkWorker"}, "", ""},
		{[]string{"main.run.func1", "iter.Pull.func1"}, "main.run.func1\n", ownText},
		{[]string{"example.com/m/cmd.do", "testing.tRunner"}, "main.do\n", ownText},
	} {
		got, ok := placeOf(c.stack, regions, modules)
		if got != (place{around: c.around, function: c.function}) || ok != (c.function != "") {
			t.Errorf("%q: %v, %t, want %q: %s", c.stack, got, ok, c.around, c.function)
		}
	}
	for name, want := range map[string]string{"main.F[...]": "main.F", "main.(*T[go.shape.int]).M": "main.(*T).M", "main.F-range2": "main.F"} {
		if got := plainName(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

func sampled(n int64, names ...string) *profile.Sample {
	s := &profile.Sample{Value: []int64{n, n * 1e7}}
	for _, name := range names {
		s.Location = append(s.Location, &profile.Location{Line: []profile.Line{{Function: &profile.Function{Name: name}}}})
	}
	return s
}

// region is a node of so many milliseconds.
func region(parent int, name string, ms int64) stats.Node {
	return stats.Node{Parent: parent, Name: name, Measure: once(ms * 1e6)}
}

func once(ns int64) stats.Measure {
	return stats.Measure{Calls: 1, Timed: 1, Total: ns, Min: ns, Max: ns, Squares: stats.Square(uint64(ns))}
}

func treeOf(nodes ...stats.Node) *stats.Profile {
	return &stats.Profile{
		Size: 1, Environments: []stats.Environment{{Name: "default", Size: 1, Ranks: []stats.Range{{Stride: 1}}}}, Nodes: nodes,
	}
}

// shown lists the rows that samples add, with their milliseconds.
func shown(t *testing.T, p *stats.Profile, regions []string, samples ...*profile.Sample) map[string]int64 {
	t.Helper()
	names := make(map[string]bool)
	for _, r := range regions {
		names[r] = true
	}
	before := len(p.Nodes)
	joined := insideOf(&profile.Profile{Sample: samples, Period: 1e7}, names, []string{"main"}).join(p)
	if err := joined.Check(); err != nil {
		t.Error(err)
	}
	if len(p.Nodes) != before {
		t.Error("the profile is changed")
	}
	list := make(map[string]int64)
	for i := before; i < len(joined.Nodes); i++ {
		n := &joined.Nodes[i]
		if !n.Estimated || n.Calls != 0 {
			t.Errorf("%s is no estimate, or has %d calls", n.Name, n.Calls)
		}
		list[joined.Nodes[n.Parent].Name+" "+n.Name] += n.Total / 1e6
	}
	return list
}

func wantRows(t *testing.T, got map[string]int64, want map[string]int64) {
	t.Helper()
	for row, ms := range want {
		if got[row] != ms {
			t.Errorf("%s: %d ms, want %d", row, got[row], ms)
		}
	}
	if len(got) != len(want) {
		t.Errorf("rows %v, want %v", got, want)
	}
}

// Functions have rows below the region that they are in, those with next to no time none.
func TestRowsInsideRegions(t *testing.T) {
	p := treeOf(region(-1, "Total", 1000), region(0, "main.run", 990))
	wantRows(t, shown(t, p, []string{"main.run"},
		sampled(20, "fmt.Println", "main.run"), sampled(70, "main.run"), sampled(1, "os.Exit", "main.run"), sampled(9, "fmt.Println", "main.run", "main.main"),
	), map[string]int64{"main.run inside: its own text": 693, "main.run inside: fmt.Println": 287})
}

// A region whose function does all itself needs no row that says so.
func TestNoRowInsideInnermostRegion(t *testing.T) {
	p := treeOf(region(-1, "Total", 1000), region(0, "main.run", 990))
	wantRows(t, shown(t, p, []string{"main.run"}, sampled(99, "main.run", "main.main")), nil)
}

// Rows take no more than the region's own time, less what regions below it have.
func TestRowsInsideOwnTime(t *testing.T) {
	p := treeOf(region(-1, "Total", 1000), region(0, "main.run", 1000), region(1, "main.inner", 900))
	wantRows(t, shown(t, p, []string{"main.run", "main.inner"},
		sampled(80, "main.inner", "main.run"), sampled(20, "main.help", "main.run"),
	), map[string]int64{"main.run inside: main.help": 100})
}

// The samples of a function that several regions call go where the other regions in the stack say.
func TestRowsByCallPath(t *testing.T) {
	p := treeOf(region(-1, "Total", 1000), region(0, "main.a", 500), region(1, "main.x", 500), region(0, "main.b", 500), region(3, "main.x", 500))
	got := shown(t, p, []string{"main.a", "main.b", "main.x"}, sampled(10, "main.f", "main.x", "main.a"), sampled(30, "main.g", "main.x", "main.b"))
	wantRows(t, got, map[string]int64{"main.x inside: main.f": 100, "main.x inside: main.g": 300})
}

// Time that regions marked by hand have of a function's goes to them in the same measure as the samples do.
func TestRowsInRegionsByHand(t *testing.T) {
	p := treeOf(region(-1, "Total", 1000), region(0, "main.run", 1000), region(1, "iterations", 750))
	got := shown(t, p, []string{"main.run"}, sampled(80, "math.Exp", "main.run"))
	wantRows(t, got, map[string]int64{"main.run inside: math.Exp": 200, "iterations inside: math.Exp": 600})
}

// A region that ran on several goroutines shares its rows among them.
func TestRowsOnTracks(t *testing.T) {
	p := treeOf(region(-1, "Total", 1000), region(0, "main.work", 1500))
	p.Tracks = []string{"main", "1", "2"}
	p.Nodes[1].ByTrack = []stats.TrackMeasure{{Track: 1, Measure: once(1000e6)}, {Track: 2, Measure: once(500e6)}}
	p.Nodes[1].Measure.Calls, p.Nodes[1].Measure.Timed = 2, 2
	joined := insideOf(&profile.Profile{Sample: []*profile.Sample{sampled(75, "math.Exp", "main.work"), sampled(75, "main.work")}, Period: 1e7}, map[string]bool{"main.work": true}, []string{"main"}).join(p)
	at := slices.IndexFunc(joined.Nodes, func(n stats.Node) bool { return n.Name == "inside: math.Exp" })
	if at < 0 || joined.Nodes[at].Total != 750e6 || len(joined.Nodes[at].ByTrack) != 2 || joined.Nodes[at].ByTrack[0].Total != 500e6 {
		t.Errorf("rows %+v", joined.Nodes[2:])
	}
}

// What has no row of its own is counted together, so that ~untimed is what is left of the region's time: no processor's time.
func TestRowOfOtherFunctions(t *testing.T) {
	p := treeOf(region(-1, "Total", 2000), region(0, "main.run", 2000))
	samples := []*profile.Sample{sampled(80, "main.hot", "main.run")}
	for _, f := range []string{"a", "b", "c", "d"} {
		samples = append(samples, sampled(1, "main."+f, "main.run"))
	}
	wantRows(t, shown(t, p, []string{"main.run"}, samples...), map[string]int64{"main.run inside: main.hot": 800, "main.run inside: other functions": 40})
}

// A function that has little of the run may have most of its region: that is not untimed.
func TestRowOfOtherFunctionsInSmallRegion(t *testing.T) {
	p := treeOf(region(-1, "Total", 1000), region(0, "main.run", 1000), region(1, "main.small", 10), region(2, "main.tiny", 1), region(1, "main.whole", 10))
	wantRows(t, shown(t, p, []string{"main.run", "main.small", "main.tiny", "main.whole"},
		sampled(98, "main.run"), sampled(1, "main.help", "main.small", "main.run"), sampled(1, "main.help", "main.whole", "main.run"),
	), map[string]int64{"main.run inside: its own text": 980, "main.small inside: other functions": 9})
}

// On a busy machine a sample stands for what threads waited for a processor, too, and still for no more than there is.
func TestSamplesStandForWaits(t *testing.T) {
	in := &inside{samples: 50, period: 1e7}
	in.stretch(250 * time.Millisecond)
	if in.period != 15e6 {
		t.Errorf("a sample stands for %d ns, want 15 000 000", in.period)
	}
	in.stretch(-time.Second) // threads with waits have ended
	if in.period != 15e6 {
		t.Errorf("a sample stands for %d ns after fewer waits than before", in.period)
	}
	(&inside{}).stretch(time.Second)
}

// What threads waited is in a file for each, and there is none of those that have ended meanwhile.
func TestWaitedForProcessors(t *testing.T) {
	threads := t.TempDir()
	for name, text := range map[string]string{"1": "4000 200 3\n", "2": "5000 7 1\n", "3": ""} {
		if err := os.MkdirAll(filepath.Join(threads, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(threads, name, "schedstat"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := waitedForProcessors(threads); got != 207 {
		t.Errorf("%d ns, want 207", got)
	}
	if got := waitedForProcessors(filepath.Join(threads, "none")); got != 0 {
		t.Errorf("%d ns without files", got)
	}
}

// A run has samples if it was long enough to say something, which is less than users wait for.
func TestShortRunsHaveNoSamples(t *testing.T) {
	defer func(before sampler) { the = before }(the)
	for begun, want := range map[int64]bool{clock.Nanotime() + int64(time.Hour): false, clock.Nanotime() - int64(longEnoughToSample()): true} {
		the = sampler{wanted: true}
		if err := the.Begin(nil); err != nil || the.into == nil {
			t.Skip("another profile is being taken")
		}
		the.begun = begun
		the.stop()
		if (the.taken != nil) != want {
			t.Errorf("%v, want samples: %t", the.taken, want)
		}
		for pprof.StartCPUProfile(io.Discard) != nil { // until that of a short run has ended
			time.Sleep(time.Millisecond)
		}
		pprof.StopCPUProfile()
	}
}

// Names are those that regions have.
func TestLocalNames(t *testing.T) {
	defer func(m, u string) { mainModule, underTest = m, u }(mainModule, underTest)
	mainModule, underTest = "example.com/mark", ""
	for name, want := range map[string]string{
		"example.com/mark/text.(*Reader).Peek": "text.(*Reader).Peek", "example.com/mark.New": "mark.New", "example.com/marks.New": "example.com/marks.New",
		"fmt.Println": "fmt.Println", "main.run": "main.run",
	} {
		if got := localName(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// A program that takes a profile itself has it, and no rows.
func TestOwnProfileInsteadOfSamples(t *testing.T) {
	defer func(before sampler) { the = before }(the)
	the = sampler{wanted: true, asked: true}
	if err := the.Begin(nil); err != nil || the.into == nil {
		t.Skip("another profile is being taken")
	}
	var own bytes.Buffer
	if err := StartCPUProfile(&own); err != nil {
		t.Fatal(err)
	}
	p := treeOf(region(-1, "Total", 1000))
	if the.Join(p) != p {
		t.Error("there are rows")
	}
	pprof.StopCPUProfile()
	if _, err := profile.Parse(&own); err != nil {
		t.Error(err)
	}
}

// The variable decides against the build.
func TestSamplingDecided(t *testing.T) {
	for _, c := range []struct {
		s             sampler
		text          string
		set           bool
		wanted, asked bool
	}{
		{sampler{}, "", false, false, false}, {sampler{}, "true", true, true, true}, {sampler{wanted: true}, "", false, true, false},
		{sampler{wanted: true, asked: true}, "false", true, false, false}, {sampler{wanted: true}, "perhaps", true, true, false},
	} {
		if c.s.decide(c.text, c.set); c.s.wanted != c.wanted || c.s.asked != c.asked {
			t.Errorf("%q: %+v, want %t, %t", c.text, c.s, c.wanted, c.asked)
		}
	}
}
