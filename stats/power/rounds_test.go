package power

import (
	"flag"
	"math"
	"path/filepath"
	"sync"
	"testing"

	"github.com/go-hpc/timers/stats/power/lmgtest"
)

var rounds = flag.Int("rounds", 100, "start and stop the tracer that often")

// Started and stopped again and again, with a late message after each stop or not: no sample is lost, none
// is there twice.
func TestRounds(t *testing.T) {
	for name, faults := range map[string]lmgtest.Faults{"": {}, "late": {Late: true}} {
		t.Run(name, func(t *testing.T) {
			e := plug(t, faults, nil)
			o := options(t)
			tracer := create(t, twoHosts(t, e.Path()), o)
			for range *rounds {
				start(t, tracer)
				if changed, err := tracer.Start(); changed || err != nil {
					t.Fatalf("Start of what is started: %v, %v", changed, err)
				}
				if _, err := tracer.Stop(); err != nil {
					t.Fatal(err)
				}
				if changed, err := tracer.Stop(); changed || err != nil {
					t.Fatalf("Stop of what is stopped: %v, %v", changed, err)
				}
			}
			if err := tracer.Finalize(); err != nil {
				t.Fatal(err)
			}
			got, _ := recorded(t, o.Directory)
			wantAll(t, e.Sent(), got)
			if len(got) < *rounds { // each stop finishes its cycle
				t.Errorf("%d samples in %d rounds", len(got), *rounds)
			}
			if r := tracer.Report(); r.Reconnected != 0 { // samples may come late on a busy machine, which is a gap; none is lost
				t.Errorf("%+v", r)
			}
		})
	}
}

// The same while all processors have something else to do.
func TestRoundsUnderLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("keeps all processors busy")
	}
	stop := make(chan struct{})
	var busy sync.WaitGroup
	for range 4 {
		busy.Go(func() {
			for x := 1.0; ; x = math.Sqrt(x + 1) {
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	defer func() { close(stop); busy.Wait() }()
	e := plug(t, lmgtest.Faults{Late: true, Chunk: 9}, nil)
	o := options(t)
	tracer := create(t, twoHosts(t, e.Path()), o)
	for range max(*rounds/10, 1) {
		start(t, tracer)
		if _, err := tracer.Stop(); err != nil {
			t.Fatal(err)
		}
	}
	if err := tracer.Finalize(); err != nil {
		t.Fatal(err)
	}
	got, _ := recorded(t, o.Directory)
	wantAll(t, e.Sent(), got)
}

// A tracer that was never started ends, and leaves nothing; calls after the end do nothing.
func TestNeverStarted(t *testing.T) {
	e := plug(t, lmgtest.Faults{}, nil)
	o := options(t)
	tracer := create(t, twoHosts(t, e.Path()), o)
	for range 2 {
		if err := tracer.Finalize(); err != nil {
			t.Fatal(err)
		}
	}
	if changed, err := tracer.Start(); changed || err == nil {
		t.Errorf("Start after the end: %v, %v", changed, err)
	}
	if changed, err := tracer.Stop(); changed || err != nil {
		t.Errorf("Stop after the end: %v, %v", changed, err)
	}
	if files, _ := filepath.Glob(filepath.Join(o.Directory, "*")); len(files) != 0 {
		t.Errorf("there is %v", files)
	}
}
