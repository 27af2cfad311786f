//go:build unix

package bench

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

var (
	rounds = flag.Int("rounds", 300, "turns for each figure in a pass")
	passes = flag.Int("passes", 8, "passes through all figures")
	only   = flag.String("only", "", "measure only pairs whose figures begin so, or what goroutines cost (goroutines), or the flight recorder (timeline)")
)

func TestMain(m *testing.M) {
	flag.Parse()
	if flag.NArg() == 2 && flag.Arg(0) == watchArgument {
		watch(flag.Arg(1))
	}
	os.Exit(m.Run())
}

func BenchmarkFigures(b *testing.B) {
	for b.Loop() {
		if err := measureAll(); err != nil {
			b.Fatal(err)
		}
	}
}

func measureAll() error {
	fmt.Printf("%s, %d processors, %s\n", runtime.Version(), runtime.NumCPU(), runtime.GOARCH)
	if *only == "goroutines" {
		measureGoroutines()
		return nil
	}
	if *only == "timeline" {
		measureFlight()
		return nil
	}
	cases = append(cases, orders...)
	if *only != "" {
		cases = slices.DeleteFunc(cases, func(f figure) bool { return !strings.HasPrefix(f.name, *only) })
	}
	for pass := 0; pass < *passes || pass < longest**passes && !enough(); pass++ {
		for i := range cases {
			cases[i].measure()
		}
		if *only != "" {
			continue
		}
		off.measureAlone()
		for i := range leftOut {
			leftOut[i].measure()
		}
		measureMapped()
	}
	fmt.Printf("quiet turns are those in which the arithmetic took at most %.2f of its least time, %.0f ns\n", disturbed, fastest)
	for i := range cases {
		cases[i].report("ratio")
	}
	if *only != "" {
		if strings.HasPrefix("first-call", *only) {
			measureCreation()
		}
		return nil
	}
	off.report("ns")
	for i := range leftOut {
		leftOut[i].report("ns")
	}
	for i := range mapped {
		mapped[i].report("ratio")
	}
	if err := measureWatched(); err != nil {
		return fmt.Errorf("tables/watched: %w", err)
	}
	measureFlight()
	measureCollector()
	measureMemory()
	measureCreation()
	measureGoroutines()
	return nil
}

// pairs is the number of pairs in a slice; a multiple of all loops below.
const pairs = 2000

// A figure is a cost that is compared with two readings of the clock.
type figure struct {
	name    string
	limit   float64 // 0 for a floor
	edit    func(*mpitimer.Config)
	options func() []mpitimer.Option
	run     func(n int)
	less    func(n int) // what of run is not the timers' doing; nil for nothing
	apart   bool        // on another goroutine, started beforehand

	turns []turn
}

// turn is one slice of each kind.
type turn struct {
	cost, base float64 // nanoseconds a pair, and two readings
	yardstick  float64 // nanoseconds of the arithmetic
}

var (
	handle  = mpitimer.Define("handle")
	sampled = mpitimer.Define("sampled", mpitimer.SampleEvery(16))
	names   = manyNames(1000)
)

func manyNames(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = "region " + strconv.Itoa(i)
	}
	return list
}

var cases = []figure{
	{name: "pair/handle", limit: 1.25, run: byHandle},
	{name: "pair/floor", run: floorOfPair},
	{name: "pair/name", limit: 1.4, run: byName},
	{name: "pair/start-stop-name", limit: 1.4, run: byStopName},
	{name: "pair/defer", limit: 1.5, run: byDefer},
	{name: "pair/nested5", limit: 1.4, run: nested},
	{name: "pair/names1000", limit: 1.5, run: inTurn},
	{name: "pair/other-goroutine", limit: 1.6, run: byHandle, apart: true},
	{name: "pair/histogram", limit: 1.35, run: byHandle, edit: func(c *mpitimer.Config) { c.Timing.Histograms = true }},
	{name: "pair/histogram-floor", run: floorOfHistogram},
	{name: "pair/next", limit: 0.75, run: phases},
	{name: "pair/sampled16", limit: 0.25, run: bySample},
	{name: "pair/sampled16-floor", run: floorOfSample},
}

func byHandle(n int) {
	for range n {
		handle.Start().Stop()
	}
}

func byName(n int) {
	for range n {
		mpitimer.Start("name").Stop()
	}
}

func byStopName(n int) {
	for range n {
		mpitimer.Start("name")
		mpitimer.Stop("name")
	}
}

func byDefer(n int) {
	for range n {
		wholeFunction()
	}
}

//go:noinline
func wholeFunction() { defer mpitimer.Start("function").Stop() }

func nested(n int) {
	for range n / 5 {
		a := mpitimer.Start("a")
		b := mpitimer.Start("b")
		c := mpitimer.Start("c")
		d := mpitimer.Start("d")
		e := mpitimer.Start("e")
		e.Stop()
		d.Stop()
		c.Stop()
		b.Stop()
		a.Stop()
	}
}

func inTurn(n int) {
	for i := range n {
		mpitimer.Start(names[i%len(names)]).Stop()
	}
}

func phases(n int) {
	for range n / 2 {
		mpitimer.Next("first")
		mpitimer.Next("second")
	}
}

func bySample(n int) {
	for range n {
		sampled.Start().Stop()
	}
}

func twoReadings(n int) {
	sum := uint64(0)
	for range n {
		first := clock.Now()
		sum += clock.Now() - first
	}
	runtime.KeepAlive(sum) // so that the readings are not left out
}

// begin starts timers that write nothing.
func begin(f *figure) {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	if f.edit != nil {
		f.edit(&c)
	}
	options := []mpitimer.Option{mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard)}
	if f.options != nil {
		options = append(options, f.options()...)
	}
	if err := mpitimer.Initialize(options...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (f *figure) measure() {
	begin(f)
	defer mpitimer.Finalize()
	done := make(chan struct{})
	body := func() {
		defer close(done)
		f.turns = append(f.turns, f.compare()...)
	}
	if f.apart {
		go body()
		<-done
		return
	}
	body()
}

// compare is the turns of a figure, without what is not the timers' doing.
func (f *figure) compare() []turn {
	if f.less == nil {
		return compare(f.run, twoReadings)
	}
	return compareLess(f.run, f.less, twoReadings)
}

// off is the cost of a pair without timers, in nanoseconds.
var off = figure{name: "pair/off", limit: 2, run: byName}

// leftOut is the cost of a pair that the level leaves out: it is remembered on its goroutine, in case that its name stops it.
var leftOut = []figure{
	{name: "pair/left-out", run: func(n int) {
		for range n {
			tooFine.Start().Stop()
		}
	}},
	{name: "pair/left-out-in-turn", run: func(n int) {
		for range n / 2 {
			tooFine.Start().Stop()
			finer.Start().Stop()
		}
	}},
	{name: "pair/left-out-in-another", run: func(n int) {
		for range n {
			around := handle.Start()
			tooFine.Start().Stop()
			around.Stop()
		}
	}, less: byHandle},
	{name: "pair/left-out-floor", run: func(n int) { // only look who calls, in two functions
		for range n {
			lookUp()
			lookUp()
		}
	}},
}

var tooFine, finer = mpitimer.Define("too fine", mpitimer.Level(100)), mpitimer.Define("finer", mpitimer.Level(100))

//go:noinline
func lookUp() uint64 { return goroutine.Quick() }

func (f *figure) measureAlone() { f.turns = append(f.turns, compare(f.run, twoReadings)...) }

func (f *figure) report(unit string) {
	value := func(t turn) float64 { return t.cost / t.base }
	if unit == "ns" {
		value = func(t turn) float64 { return t.cost }
	}
	q := quiet(f.turns)
	fmt.Printf("%s: %.1f ns, compared with %.1f ns; %d of %d turns were quiet, over all turns %.3f %s\n", f.name,
		medianOf(q, func(t turn) float64 { return t.cost }), medianOf(q, func(t turn) float64 { return t.base }),
		len(q), len(f.turns), medianOf(f.turns, value), unit)
	if f.limit == 0 {
		fmt.Printf("figure %s %.3f %s\n", f.name, medianOf(q, value), unit)
		return
	}
	report(f.name, medianOf(q, value), unit, "<=", f.limit)
}

// compare runs two functions in turns.
func compare(run, other func(n int)) []turn { return compareLess(run, nothing, other) }

func nothing(int) {}

// compareLess is compare of a function without what another does, too.
func compareLess(run, less, other func(n int)) []turn {
	run(pairs)
	turns := make([]turn, *rounds)
	for i := range turns {
		t0 := clock.Take()
		arithmetic()
		t1 := clock.Take()
		other(pairs)
		t2 := clock.Take()
		run(pairs)
		t3 := clock.Take()
		less(pairs)
		t4 := clock.Take()
		turns[i] = turn{
			yardstick: float64(t1.Nanos - t0.Nanos),
			base:      float64(t2.Nanos-t1.Nanos) / pairs,
			cost:      float64(t3.Nanos-t2.Nanos-(t4.Nanos-t3.Nanos)) / pairs,
		}
		fastest = min(fastest, turns[i].yardstick)
	}
	return turns
}

// disturbed is how much longer than its least time the arithmetic may take in a quiet turn.
const disturbed = 1.15

// fastest is the least time of the arithmetic so far.
var fastest = math.Inf(1)

// undisturbed is the turns in which nothing else ran on the core.
func undisturbed(turns []turn) []turn {
	var list []turn
	for _, t := range turns {
		if t.yardstick <= disturbed*fastest {
			list = append(list, t)
		}
	}
	return list
}

// quiet is the undisturbed turns, or the least disturbed ones if these are too few.
func quiet(turns []turn) []turn {
	if list := undisturbed(turns); len(list) >= few {
		return list
	}
	best := slices.Clone(turns)
	slices.SortFunc(best, func(a, b turn) int { return cmp.Compare(a.yardstick, b.yardstick) })
	return best[:min(few, len(best))]
}

const (
	few     = 50 // turns that a figure is taken over at least, the quietest
	longest = 6  // times -passes is done at most to have as many quiet ones
)

// enough reports whether all cases had their quiet turns.
func enough() bool {
	for i := range cases {
		if len(undisturbed(cases[i].turns)) < few {
			return false
		}
	}
	return true
}

var lanes [8]uint64

// arithmetic keeps all adders of a core busy for some microseconds.
func arithmetic() {
	a, b, c, d := lanes[0], lanes[1], lanes[2], lanes[3]
	e, f, g, h := lanes[4], lanes[5], lanes[6], lanes[7]
	for i := range uint64(5000) {
		a, b, c, d = a+i, b^i, c+i, d^i
		e, f, g, h = e^i, f+i, g^i, h+i
	}
	lanes = [8]uint64{a, b, c, d, e, f, g, h}
}

func medianOf(turns []turn, value func(turn) float64) float64 {
	values := make([]float64, len(turns))
	for i, t := range turns {
		values[i] = value(t)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

func report(name string, value float64, unit, relation string, limit float64) {
	fmt.Printf("figure %s %.3f %s limit %s%g\n", name, value, unit, relation, limit)
}

// measureCollector compares pairs by handle while the garbage collector marks with those before. The
// collector has enough to do for many slices: a list that it must follow link by link.
func measureCollector() {
	begin(&figure{})
	defer mpitimer.Finalize()
	type link struct{ next *link }
	var list *link
	for range 10_000_000 {
		list = &link{list}
	}
	var marking, stop atomic.Bool
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		for !stop.Load() {
			marking.Store(true)
			runtime.GC()
			marking.Store(false)
		}
	}()
	var marked []turn
	for range 100 {
		before := marking.Load()
		turns := compare(byHandle, twoReadings)[:]
		if before && marking.Load() {
			marked = append(marked, turns...)
		}
	}
	stop.Store(true)
	<-finished
	runtime.KeepAlive(list)
	cost := func(t turn) float64 { return t.cost }
	inMark, atRest := medianOf(quiet(marked), cost), medianOf(quiet(cases[0].turns), cost)
	fmt.Printf("pair/collector: %.1f ns while the garbage collector marks, %.1f ns otherwise\n", inMark, atRest)
	report("pair/collector", inMark/atRest, "ratio", "<=", 1.4)
}

// measureMemory is the bytes per timer of a rank with 1000 timers, whose calls are spread over five
// powers of two, with histograms.
func measureMemory() {
	begin(&figure{edit: func(c *mpitimer.Config) { c.Timing.Histograms = true }})
	defer mpitimer.Finalize()
	for call := range 32 {
		for _, name := range names {
			s := mpitimer.Start(name)
			for range call {
				clock.Now()
			}
			s.Stop()
		}
	}
	bytes, nodes := mpitimer.Default().Memory()
	report("memory/timer", float64(bytes)/float64(nodes), "bytes", "<=", 512)
}
