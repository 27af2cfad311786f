package engine_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
)

// initializedFor is timersFor for the package's functions.
func initializedFor(t testing.TB, options ...mpitimer.Option) *mpitimer.Timers {
	t.Helper()
	if err := mpitimer.Initialize(append([]mpitimer.Option{exactClock(), mpitimer.WithLog(io.Discard)}, options...)...); err != nil {
		t.Fatal(err)
	}
	tm := mpitimer.Default()
	t.Cleanup(func() { tm.Finalize() })
	return tm
}

func startNamed(name string, limit int) {
	if d := engine.Process.Load(); d != nil {
		byname.Start(d.Track(), name, limit)
	}
}

func stopNamed(name string) byname.Ended {
	if d := engine.Process.Load(); d != nil {
		return byname.Stop(d.Track(), name, clock.Now())
	}
	return byname.EndedNothing
}

func expectEnded(t testing.TB, name string, want byname.Ended) {
	t.Helper()
	if got := stopNamed(name); got != want {
		t.Errorf("stop of %s did %d, expected %d", name, got, want)
	}
}

func TestStopNamed(t *testing.T) {
	expectEnded(t, "a", byname.EndedNothing)
	tm := initializedFor(t)
	expectEnded(t, "a", byname.EndedNotFound)
	for range 2 { // first as a new region, then as expected
		startNamed("a", 3)
		startNamed("b", 3)
		expectEnded(t, "b", byname.EndedRegion)
		expectEnded(t, "b", byname.EndedNotFound)
		expectEnded(t, "a", byname.EndedRegion)
	}
	mpitimer.Start("a")
	mpitimer.Start("b")
	expectEnded(t, "a", byname.EndedInner)
	mpitimer.Start("a")
	mpitimer.Next("phase")
	expectEnded(t, "a", byname.EndedRegion)
	startNamed("a", 3)
	tm.Disable()
	startNamed("ignored", 3)
	expectEnded(t, "a", byname.EndedNothing)
	tm.Enable()
	expectEnded(t, "a", byname.EndedRegion)
	expectEnded(t, mpitimer.TotalName, byname.EndedNotFound)
	timerstest.ExpectTree(t, tm, "a 5", "a/b 3", "a/phase 1")
}

func TestStartNamedLimit(t *testing.T) {
	tm := initializedFor(t)
	mpitimer.Start("new code counts")
	for range 2 {
		startNamed("a", 2)
		startNamed("a", 3) // a recursion is within a limit of one more
		startNamed("b", 2)
		startNamed("c", 99) // inside one that was left out
		expectEnded(t, "anything", byname.EndedLeftOut)
		expectEnded(t, "a", byname.EndedLeftOut)
		expectEnded(t, "a", byname.EndedRegion)
		startNamed("d", 3)
		expectEnded(t, "d", byname.EndedRegion)
		expectEnded(t, "a", byname.EndedRegion)
	}
	mpitimer.Stop("new code counts")
	startNamed("no room", 0)
	expectEnded(t, "no room", byname.EndedLeftOut)
	startNamed("no room", -1)
	expectEnded(t, "no room", byname.EndedLeftOut)
	mpitimer.Start("new")
	for range 2 {
		mpitimer.Start("known").Stop() // so that it is expected
		startNamed("known", 1)
		expectEnded(t, "known", byname.EndedLeftOut)
	}
	mpitimer.Stop("new")
	timerstest.ExpectTree(t, tm, "new code counts 1", "new code counts/a 4 r2", "new code counts/a/d 2",
		"new 1", "new/known 2")
}

// A region that the program calls Total is another one than ours.
func TestRegionCalledTotal(t *testing.T) {
	tm := initializedFor(t)
	mpitimer.Start(mpitimer.TotalName).Stop()
	timerstest.Elsewhere(func() { mpitimer.Start(mpitimer.TotalName).Stop() })
	mpitimer.Start(mpitimer.TotalName)
	mpitimer.Stop(mpitimer.TotalName)
	mpitimer.Stop(mpitimer.TotalName)
	timerstest.ExpectTree(t, tm, "Total 3")
	timerstest.ExpectWarnings(t, tm.Profile(), engine.WarnNotStarted+": Total ×1")
}

func TestAddNamed(t *testing.T) {
	tm := initializedFor(t)
	byname.Add(engine.Of(tm), "a", 3*time.Second, 3, 1)
	byname.Add(engine.Of(tm), "a", time.Second, 0, 1)
	byname.Add(engine.Of(tm), "negative", -time.Second, 1, 1)
	byname.Add(engine.Of(tm), "negative", time.Second, -1, 1)
	startNamed("b", 1)
	byname.Add(engine.Of(tm), "too deep", time.Second, 1, 1)
	startNamed("left out", 1)
	byname.Add(engine.Of(tm), "inside one that was left out", time.Second, 1, 9)
	stopNamed("left out")
	stopNamed("b")
	tm.Disable()
	byname.Add(engine.Of(tm), "a", time.Second, 1, 1)
	tm.Enable()
	if v, found := byname.Query(engine.Of(tm), "a", 0); !found || v != (byname.Value{Calls: 3, Total: 4 * time.Second, Latest: time.Second}) {
		t.Errorf("a has %+v, %v", v, found)
	}
	timerstest.ExpectOutline(t, tm.Profile(), "a 3", "negative 1", "b 1") // what was added has not passed
	timerstest.ExpectWarnings(t, tm.Profile(), engine.WarnValue+": negative ×2")
}

func TestQueryByName(t *testing.T) {
	tm := initializedFor(t)
	byname.Add(engine.Of(tm), "a", time.Second, 1, 9)
	mpitimer.Start("parent")
	byname.Add(engine.Of(tm), "a", 2*time.Second, 2, 9)
	region := mpitimer.Define("sampled", mpitimer.SampleEvery(8))
	for range 20 {
		region.Start().Stop()
	}
	mpitimer.Start("parent")
	mpitimer.Stop("parent")
	timerstest.Elsewhere(func() { byname.Add(engine.Of(tm), "a", 5*time.Second, 1, 9) })
	for _, each := range []struct {
		name  string
		track int
		found bool
		want  byname.Value
	}{
		{"a", 0, true, byname.Value{Calls: 3, Total: 3 * time.Second, Latest: 2 * time.Second}},
		{"a", -1, true, byname.Value{Calls: 3, Total: 3 * time.Second, Latest: 2 * time.Second}},
		{"a", 1, true, byname.Value{Calls: 1, Total: 5 * time.Second, Latest: 5 * time.Second}},
		{"a", 2, false, byname.Value{}},
		{"parent", 0, true, byname.Value{Calls: 1, Recursion: 1, Running: true}},
		{"parent", 1, false, byname.Value{}},
		{mpitimer.TotalName, 0, false, byname.Value{}},
		{mpitimer.TotalName, 1, false, byname.Value{}},
	} {
		if v, found := byname.Query(engine.Of(tm), each.name, each.track); v != each.want || found != each.found {
			t.Errorf("%s on track %d: %+v, %v, expected %+v", each.name, each.track, v, found, each.want)
		}
	}
	v, _ := byname.Query(engine.Of(tm), "sampled", 0)
	n := timerstest.NodeOf(t, tm.Profile(), "parent/sampled")
	if d := int64(v.Total) - n.Total; v.Calls != 20 || d < -1 || d > 1 {
		t.Errorf("a sampled region has %+v, in the profile %+v", v, n.Measure)
	}
	if got := byname.Names(engine.Of(tm), 0); !slices.Equal(got, []string{"a", "parent", "sampled"}) {
		t.Errorf("names on track 0 are %q", got)
	}
	if got := byname.Names(engine.Of(tm), 1); !slices.Equal(got, []string{"a"}) {
		t.Errorf("names on track 1 are %q", got)
	}
	if got := byname.Names(engine.Of(tm), 2); got != nil {
		t.Errorf("names on no track are %q", got)
	}
	mpitimer.Stop("parent")
}

func TestTrack(t *testing.T) {
	tm := initializedFor(t)
	if engine.Of(tm).Track() != 0 || !engine.Of(tm).OnMain() || !engine.Of(tm).Knows() || engine.Of(tm).Tracks() != 1 || engine.Of(tm).Closed.Load() {
		t.Errorf("track %d of %d, main %v, known %v", engine.Of(tm).Track(), engine.Of(tm).Tracks(), engine.Of(tm).OnMain(), engine.Of(tm).Knows())
	}
	timerstest.Elsewhere(func() {
		if engine.Of(tm).OnMain() || !engine.Of(tm).Knows() || engine.Of(tm).Tracks() != 1 || engine.Of(tm).Track() != 1 || engine.Of(tm).Tracks() != 2 {
			t.Error("a goroutine that the main one has started")
		}
		timerstest.Elsewhere(func() {
			if !engine.Of(tm).Knows() {
				t.Error("a goroutine that a known one has started")
			}
			tm.Finalize()
		})
	})
	if !engine.Of(tm).Closed.Load() {
		t.Error("it is finalized")
	}
	stranger := make(chan bool)
	other := make(chan *mpitimer.Timers)
	go func() { stranger <- engine.Of(<-other).Knows() }()
	timerstest.Elsewhere(func() { other <- timersFor(t) })
	if <-stranger {
		t.Error("a goroutine that another rank has started is known")
	}
}

func TestSetOwnPrefix(t *testing.T) {
	tm := initializedFor(t)
	tm.SetPrefix("p:")
	engine.Of(tm).SetOwnPrefix("own:")
	mpitimer.Start("a").Stop()
	if engine.Of(tm).Prefix() != "p:own:" {
		t.Errorf("the prefix is %q", engine.Of(tm).Prefix())
	}
	timerstest.Elsewhere(func() { mpitimer.Start("a").Stop() })
	tm.SetPrefix("q:")
	mpitimer.Start("a").Stop()
	engine.Of(tm).SetOwnPrefix("")
	mpitimer.Start("a").Stop()
	tm.SetPrefix("")
	mpitimer.Start("a").Stop()
	timerstest.ExpectTree(t, tm, "p:own:a 1", "q:own:a 1", "q:a 1", "a 1", "p:a 1")
}

// Ranks of another communicator have their numbers there; a profile with environments of its own is refused
// on the rank that has it, and no rank is left waiting.
func TestReduce(t *testing.T) {
	err := local.Run(4, func(comm machenv.Communicator) error {
		tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), exactClock(), mpitimer.WithLog(io.Discard))
		if err != nil {
			return err
		}
		defer tm.Finalize()
		byname.Add(engine.Of(tm), "a", time.Duration(comm.Rank()+1)*time.Second, 1, 9)
		reversed, err := comm.Create([]int{3, 1})
		if err != nil || reversed == nil {
			return err
		}
		s, err := tm.Reduce(reversed, gptlcompat.ByName(tm.Profile()))
		if err != nil || (s != nil) != (comm.Rank() == 3) {
			return fmt.Errorf("rank %d gets %v: %w", comm.Rank(), s, err)
		}
		if s != nil {
			a := s.Regions[1]
			if s.Size != 2 || a.Name != "a" || a.Completed != 2 || a.TrackMax.Rank != 0 || a.TrackMin.Rank != 1 {
				return fmt.Errorf("of %d ranks: %+v", s.Size, a)
			}
		}
		p := tm.Profile()
		if comm.Rank() == 1 {
			p.Environments = append(p.Environments, p.Environments[0])
			p.Nodes[1].Environment = 1
		}
		s, err = tm.Reduce(reversed, p)
		if comm.Rank() == 1 && !errors.Is(err, stats.ErrProfile) || s != nil && s.Size-s.Ranks > 1 {
			return fmt.Errorf("rank %d gets %+v: %w", comm.Rank(), s, err)
		}
		return reversed.Free()
	})
	if err != nil {
		t.Error(err)
	}
}

func TestAppendFile(t *testing.T) {
	folder := t.TempDir()
	tm := timersFor(t, edited(func(c *mpitimer.Config) { c.Output.Directory = folder }))
	text := func(s string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
	}
	for _, err := range []error{
		engine.Of(tm).Owner.AppendFile("sub/x", text("a")), engine.Of(tm).Owner.AppendFile("sub/x", text("b")), tm.WriteFile("y", text("a")), tm.WriteFile("y", text("b")),
		engine.Of(tm).Owner.AppendFile("y", text("c")), engine.Of(tm).Owner.AppendFile(filepath.Join(folder, "y"), text("d")),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	for name, want := range map[string]string{"sub/x": "ab", "y": "bcd"} {
		if got, err := os.ReadFile(filepath.Join(folder, name)); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v", name, got, err)
		}
	}
	if err := engine.Of(tm).Owner.AppendFile("sub", text("a")); err == nil || !strings.Contains(err.Error(), "sub") {
		t.Errorf("appending to a directory: %v", err)
	}
	failed := errors.New("no more")
	if err := engine.Of(tm).Owner.AppendFile("y", func(io.Writer) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("a writer that fails: %v", err)
	}
}
