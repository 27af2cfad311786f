package engine_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

// occupy makes tm have no more tracks to give, and returns a function that frees the goroutines.
func occupy(tm *mpitimer.Timers) (free func()) {
	var ready sync.WaitGroup
	release := make(chan struct{})
	for range engine.MaxTracks {
		ready.Add(1)
		go func() {
			tm.CurrentPath()
			ready.Done()
			<-release
		}()
	}
	ready.Wait()
	return func() { close(release) }
}

func TestGoroutinesBeyondTheLimit(t *testing.T) {
	regions := []*mpitimer.Region{mpitimer.Define("plain"), mpitimer.Define("sampled", mpitimer.SampleEvery(3)), mpitimer.Define("deep", mpitimer.Level(1)), mpitimer.Define("nowhere", mpitimer.InEnvironment("nowhere"))}
	hook := &recorder{}
	ways := []bool{true, false}
	if testing.Short() {
		ways = ways[:1]
	}
	for _, hooks := range ways {
		var options []mpitimer.Option
		if hooks {
			options = append(options, mpitimer.WithHook(hook))
		}
		tm := timersFor(t, options...)
		free := occupy(tm)
		s := tm.Start("main")
		place := tm.CurrentPath()
		s.Stop()
		timerstest.OnShared(t, tm, func() {
			a := tm.Start("a")
			for range 5 {
				for _, r := range regions {
					tm.StartRegion(r).Stop()
				}
			}
			again := tm.Start("a") // a recursion
			tm.Start("c").Stop()
			again.Stop()
			tm.Next("n1")
			tm.Next("n2")
			tm.Next("n1")
			b := tm.Start("b")
			tm.Start("left")
			b.Stop() // out of order
			b.Stop() // twice
			a.Stop()
			tm.Stop("never")
			timerstest.Elsewhere(func() { a.Stop() })
			tm.SetPrefix("p:")
			tm.Start("x")
			tm.SetPrefix("")
			tm.Start("y")
			tm.Stop("y")
			tm.Stop("x")
			place.Run(func() {
				tm.Start("placed").Stop()
				tm.CurrentPath().Run(func() {})
			})
			tm.Disable()
			tm.Start("disabled").Stop()
			tm.Next("disabled")
			tm.Stop("disabled")
			tm.Enable()
			tm.Add("added", 0, 7)
			tm.StartInEnvironment("in", "nowhere").Stop()
		})
		p := tm.Profile()
		timerstest.ExpectOutline(t, p, "main 1", "main/placed 1", "a 2 r1", "a/plain 5", "a/sampled 5", "a/nowhere 5", "a/c 1",
			"a/n1 2", "a/n1/b 1", "a/n1/b/left 1", "a/n2 1", "p:x 1", "p:x/y 1", "added 7", "in 1")
		timerstest.ExpectWarnings(t, p,
			engine.WarnOutOfOrder+": Total/a/n1/b/left ×1", engine.WarnNotRunning+": Total/a/n1/b ×1", engine.WarnNotStarted+": never ×1",
			engine.WarnElsewhere+": Total/a ×1", engine.WarnEnvironment+": nowhere ×6")
		n := timerstest.NodeOf(t, p, "a")
		if m := timerstest.OnTrack(n, engine.MaxTracks); m.Timed != 1 || m.Recursion != 1 {
			t.Errorf("a: %+v", m)
		}
		if s := timerstest.NodeOf(t, p, "a/sampled"); s.Estimated || s.Timed != 5 {
			t.Errorf("sampled: %+v", s.Measure)
		}
		if want := []string{"Total/a", "Total/a/plain"}; hooks && fmt.Sprint(hook.paths(4)[2:]) != fmt.Sprint(want) {
			t.Errorf("the hook saw %q, want %q after Total and main", hook.paths(4), want)
		}
		free()
	}
}

// Goroutines beyond the limit come and go with what else takes the locks of the timers.
func TestNoDeadlockBeyondTheLimit(t *testing.T) {
	tm := timersFor(t)
	free := occupy(tm)
	defer free()
	goroutines, rounds := 40, 25
	if testing.Short() {
		goroutines, rounds = 16, 5 // two of each kind
	}
	var wait sync.WaitGroup
	for i := range goroutines {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for j := range rounds {
				s := tm.StartRegion(mpitimer.Define(fmt.Sprint("region ", j)))
				tm.Start("x")
				timerstest.Elsewhere(func() { tm.StartRegion(mpitimer.Define("short")).Stop() })
				tm.Stop("x")
				s.Stop()
				switch i % 8 {
				case 0:
					tm.SetPrefix([]string{"", "p:"}[j%2])
				case 1:
					if i == 1 { // collective, and so called by one goroutine
						if err := tm.Print(mpitimer.SinceLastPrint()); err != nil {
							t.Error(err)
						}
					}
				case 2:
					tm.SetLevel(j % 3)
				case 3:
					tm.Memory()
				}
			}
		}()
	}
	wait.Wait()
	tm.SetPrefix("")
	calls := uint64(0)
	p := tm.Profile()
	for i := range p.Nodes {
		calls += p.Nodes[i].Calls
	}
	if want := uint64(3 * goroutines * rounds); calls != want {
		t.Errorf("%d calls, want %d", calls, want)
	}
	timerstest.ExpectWarnings(t, p)
}

func TestAbandonedBeyondTheLimit(t *testing.T) {
	tm := timersFor(t)
	free := occupy(tm)
	defer free()
	slots, goroutines := make(map[uintptr]bool), 100
	if testing.Short() {
		goroutines = 10
	}
	for range goroutines {
		timerstest.OnShared(t, tm, func() {
			slots[engine.Of(tm).Directory.Track().Slot] = true
			tm.Start("a")
			tm.Start("a")
		})
	}
	p := tm.Profile()
	timerstest.ExpectOutline(t, p)
	if left := 2 * (goroutines - len(slots)); left > 0 {
		timerstest.ExpectWarnings(t, p, fmt.Sprintf("%s: Total/a ×%d", engine.WarnAbandoned, left))
	}
}
