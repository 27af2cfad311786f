package engine

import (
	"maps"
	"runtime"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/edges"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/stats"
)

// rankFor makes a rank whose main goroutine is the caller's; nil stands for an environment of its own.
func rankFor(t testing.TB, envs *machenv.Registry) *Rank {
	t.Helper()
	if envs == nil {
		var err error
		if envs, err = machenv.NewRegistry(machenv.NewSerial()); err != nil {
			t.Fatal(err)
		}
	}
	rank := new(Rank)
	rank.Init(envs)
	rank.SetClock("auto")
	rank.Begin()
	rank.BeginTotal()
	t.Cleanup(rank.ReleaseClock)
	return rank
}

// occupy makes a rank have no more tracks to give, and returns a function that frees the goroutines.
func occupy(rank *Rank) (free func()) {
	var ready sync.WaitGroup
	release := make(chan struct{})
	for range MaxTracks {
		ready.Add(1)
		go func() {
			rank.Here()
			ready.Done()
			<-release
		}()
	}
	ready.Wait()
	return func() { close(release) }
}

// Two starts whose key and parent mix to the same word must not be taken for each other.
func TestKeysThatMixAlikeAreToldApart(t *testing.T) {
	var e edges.Table
	one, two := edges.From(1<<48|77, 1, 0, 0), edges.From(0, 2, 0, 0)
	one.Node, two.Node = 5, 6
	two.Key = one.Mixed ^ two.Mixed
	two.Mixed = one.Mixed
	e.Add(one)
	if rival := e.Rival(&two); rival == nil || rival.Node != 5 {
		t.Errorf("rival is %v", rival)
	}
	e.Add(two)
	for _, want := range []edges.Edge{one, two} {
		if found := e.Find(&edges.Edge{Mixed: want.Mixed, Key: want.Key, Where: want.Where}); found == nil || found.Node != want.Node {
			t.Errorf("%v leads to %v", want, found)
		}
	}
}

// Many goroutines that live at one time do not cost a look at all tracks each.
func TestVacantLooksSeldom(t *testing.T) {
	race.Sequential(t)
	rank := rankFor(t, nil)
	free := occupy(rank)
	defer free()
	looks := 0
	for range 1000 {
		rank.Directory.mu.Lock()
		before := rank.rest
		if rank.vacant() != nil {
			t.Error("a track of a living goroutine is free")
		}
		if rank.rest >= before {
			looks++
		}
		rank.Directory.mu.Unlock()
	}
	if looks > 1000/(MaxTracks/lookEvery)+1 {
		t.Errorf("%d looks for 1000 goroutines", looks)
	}
}

// A thread that has a number gets the track of that number, unless another that lives has it.
func TestTracksHaveNumbersOfThreads(t *testing.T) {
	if goroutine.Prepare(); !goroutine.Fast() {
		t.Skip("a track is free when its goroutine is known to have ended, which takes numbers at hand")
	}
	number := 0
	before := Bridge.NumberOf
	Bridge.NumberOf = func() int { return number }
	t.Cleanup(func() { Bridge.NumberOf = before })
	rank := rankFor(t, nil)
	end := make(chan struct{})
	var living sync.WaitGroup
	begin := func(wants, expected int) {
		t.Helper()
		number = wants
		begun := make(chan int)
		living.Go(func() {
			rank.Directory.Start("work").Stop()
			begun <- rank.Directory.Track().number
			<-end
		})
		if got := <-begun; got != expected {
			t.Errorf("a thread with number %d has track %d, expected %d", wants, got, expected)
		}
	}
	for _, pair := range [][2]int{{3, 3}, {1, 1}, {3, 2}, {0, 4}, {-1, 5}, {MaxTracks, 6}, {8, 8}, {0, 7}} {
		begin(pair[0], pair[1])
	}
	close(end)
	living.Wait()
	for _, track := range rank.tracks[1:] { // some goroutines have told that they are done, and have not ended yet
		for !track.isVacant() {
			runtime.Gosched()
		}
	}
	end = make(chan struct{})
	begin(3, 3)
	begin(0, 1)
	close(end)
	living.Wait()
	if got := rank.Tracks(); got != 9 {
		t.Errorf("there are %d tracks, expected 9", got)
	}
}

// The handle of a region in an environment is predicted like others, and stays so when other environments
// come and go.
func TestEnvironmentIsPredicted(t *testing.T) {
	envs, err := machenv.NewRegistry(machenv.NewSerial())
	if err != nil {
		t.Fatal(err)
	}
	rank := rankFor(t, envs)
	pond := Define(Definition{Name: "work", Environment: "ocean"})
	for round := range 3 {
		if _, err := envs.CreateList("ocean", envs.Default(), []int{0}); err != nil {
			t.Fatal(err)
		}
		rank.Directory.StartRegion(pond).Stop()
		rank.Directory.StartRegion(pond).Stop()
		r := &rank.Main.Records[rank.Main.expect]
		if rank.Main.changes != envs.Changes().Load() || !rank.Main.predicts(r, keyOfRegion(pond)) {
			t.Errorf("round %d: not predicted", round)
		}
		if err := envs.Remove("ocean"); err != nil {
			t.Fatal(err)
		}
	}
	if n := rank.Main.Len(); n != 3 || len(rank.ListWarnings()) > 0 {
		t.Errorf("%d nodes, want those of Total and work; warnings %v", n, rank.ListWarnings())
	}
}

func TestHooksAreFreeWhenThereAreNone(t *testing.T) {
	rank := rankFor(t, nil)
	rank.Directory.Start("a").Stop()
	if rank.Main.special.Load() != 0 || rank.Main.attached != nil {
		t.Error("timers without hooks leave the fast path")
	}
}

// Numbers of goroutines that have ended make room for others.
func TestOwnersAreForgotten(t *testing.T) {
	registered := func() *Rank {
		rank := rankFor(t, nil)
		Register(rank)
		t.Cleanup(func() { Unregister(rank) })
		return rank
	}
	rank, ready, done := registered(), make(chan *Rank), make(chan struct{})
	go func() {
		ready <- registered()
		<-done
	}()
	other := <-ready
	defer close(done)
	all.router.mu.Lock()
	for id := uint64(1 << 40); len(all.router.owners) < maxOwners; id++ {
		all.router.owners[id] = rank
	}
	all.router.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if d := Process.Load(); d != nil {
			d.Start("child").Stop()
		}
	}()
	<-ended
	if n, most := owners(); n > 1000 || most != maxOwners {
		t.Errorf("%d owners, of whom few live", n)
	}
	if all.router.owners[rank.Main.id] != rank || all.router.owners[other.Main.id] != other {
		t.Error("a rank was forgotten")
	}
}

// A rank that ends takes no other out of use: goroutines that only their rank knows are still found.
func TestUnregisterLeavesOtherRanks(t *testing.T) {
	first := rankFor(t, nil)
	Register(first)
	t.Cleanup(func() { Unregister(first) })
	ready, done := make(chan *Rank), make(chan struct{})
	go func() {
		rank := rankFor(t, nil)
		Register(rank)
		ready <- rank
		<-done
	}()
	second := <-ready
	defer close(done)
	id := make(chan uint64)
	go func() {
		first.Directory.Start("child").Stop()
		id <- goroutine.ID()
		<-done
	}()
	child := <-id
	Unregister(second)
	r := &all.router
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.owners, child)
	if owner := r.ownerOf(child); owner != first {
		t.Errorf("the goroutine's rank is %p, want %p", owner, first)
	}
}

// Calls are counted in the bucket of their duration, whether or not they are like those before.
func TestHistogramsOfCallsThatAreAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rank := &Rank{rules: rules{Histograms: true}}
		perNano := rapid.SampledFrom([]float64{0.25, 1, 2}).Draw(t, "ticks per nanosecond")
		rank.Calibration = clock.Calibrated(clock.Mark{}, 1e9*perNano)
		var track Track
		track.Init(nil, 0, 2)
		track.count(rank)
		index := track.Histograms.Make()
		want := make(map[int]uint64)
		for range rapid.IntRange(1, 20).Draw(t, "runs") {
			ticks := rapid.Uint64Range(0, 1<<rapid.IntRange(1, 40).Draw(t, "bits")).Draw(t, "ticks")
			for call := range rapid.Uint64Range(1, 60).Draw(t, "calls") {
				d := ticks + call%2
				if !track.Histograms.Again(index, d) {
					track.countIn(index, d, 0)
				}
				want[stats.BucketOf(uint64(float64(d)/perNano))]++
			}
		}
		got := make(map[int]uint64)
		track.Histograms.Each(index, func(bucket int, count uint64) { got[bucket] = count })
		if !maps.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}

// owners is how many goroutines are noted as those of a rank, and how many may be.
func owners() (noted, most int) {
	all.router.mu.Lock()
	defer all.router.mu.Unlock()
	return len(all.router.owners), maxOwners
}
