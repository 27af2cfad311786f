//go:build linux && (amd64 || arm64)

package device

import (
	"io"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/ondevice"
)

// Regions of a stream nest, whatever the host does meanwhile; those of other streams and other ranks do not.
func TestNesting(t *testing.T) {
	s := use(t)
	end := begin(t)
	inContext(t, 1, func() {
		step := mpitimer.Start("step")
		for range 3 {
			outer := Start(5, "outer")
			s.launch(5, 1e6)
			flux := mpitimer.Start("flux")
			inner := Start(5, "inner")
			s.launch(5, 1e6)
			Start(6, "beside").Stop()
			Start(5, "again").Stop()
			inner.Stop()
			flux.Stop()
			outer.Stop()
		}
		step.Stop()
	})
	p, faults := end()
	for path, calls := range map[string]uint64{
		"/Total/step/gpu0:outer": 3, "/Total/step/gpu0:outer/gpu0:inner": 3, "/Total/step/gpu0:outer/gpu0:inner/gpu0:again": 3,
		"/Total/step/flux/gpu0:beside": 3, "/Total/step/gpu0:overlap": 1, "/Total/step/flux/gpu0:overlap": 3,
	} {
		if n := node(p, path); n == nil || n.Calls != calls {
			t.Errorf("%s: %+v, want %d calls", path, n, calls)
		}
	}
	outer, inner := node(p, "/Total/step/gpu0:outer"), node(p, "/Total/step/gpu0:outer/gpu0:inner")
	if len(faults) > 0 || inner.Total > outer.Total {
		t.Errorf("%v, inner %d, outer %d", faults, inner.Total, outer.Total)
	}
}

// Wrong nesting is told of and handled as that of host regions is.
func TestWrongNesting(t *testing.T) {
	for _, c := range []struct {
		name    string
		run     func()
		warning string
		calls   map[string]uint64
	}{
		{"outer first", func() {
			outer := Start(1, "outer")
			inner := Start(1, "inner")
			Start(1, "innermost")
			outer.Stop()
			_ = inner
			Start(1, "next").Stop()
		}, warnOrder, map[string]uint64{"/Total/gpu0:outer": 1, "/Total/gpu0:outer/gpu0:inner": 1, "/Total/gpu0:outer/gpu0:inner/gpu0:innermost": 1, "/Total/gpu0:next": 1}},
		{"twice", func() {
			a := Start(1, "outer")
			a.Stop()
			a.Stop()
		}, warnNotOpen, map[string]uint64{"/Total/gpu0:outer": 1}},
		{"never", func() {
			Start(1, "outer")
			Start(1, "inner").Stop()
		}, warnOpen, map[string]uint64{"/Total/gpu0:outer/gpu0:inner": 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			use(t)
			end := begin(t)
			inContext(t, 1, c.run)
			p, faults := end()
			for path, calls := range c.calls {
				if n := node(p, path); n == nil || n.Calls != calls {
					t.Errorf("%s: %+v, want %d calls", path, n, calls)
				}
			}
			if faults[c.warning] == 0 || len(faults) != 1 {
				t.Errorf("%v, want %q", faults, c.warning)
			}
			if len(the.streams.live) > 0 || len(the.streams.innermost) > 0 {
				t.Errorf("regions stay open: %v", the.streams.live)
			}
		})
	}
}

// The statistics of a region in an environment are over its ranks.
func TestEnvironment(t *testing.T) {
	use(t)
	err := local.Run(2, func(comm machenv.Communicator) error {
		c := mpitimer.DefaultConfig()
		c.Output.Directory, c.Output.GlobalFile, c.Output.RankFiles, c.Output.Tables, c.Output.SummaryFile = t.TempDir(), "none", 0, "off", false
		registry, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		all := registry.Default()
		if _, err := registry.CreateStrided("first", all, 1, 0, 1); err != nil {
			return err
		}
		if err := mpitimer.Initialize(mpitimer.WithEnvironments(registry), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard)); err != nil {
			return err
		}
		inContext(t, 1, func() {
			if comm.Rank() == 0 {
				StartInEnvironment(1, "a", "first").Stop()
			}
			Start(1, "a").Stop()
		})
		the.finish(time.Minute, mine())
		p := mpitimer.Default().Profile()
		of := map[string]uint64{}
		for _, n := range p.Nodes {
			if n.Name == "gpu0:a" {
				of[p.Environments[n.Environment].Name] += n.Calls
			}
		}
		if of["first"] != uint64(1-comm.Rank()) || of[all.Name()] != 1 {
			t.Errorf("rank %d: %v", comm.Rank(), of)
		}
		return mpitimer.Finalize()
	})
	if err != nil {
		t.Fatal(err)
	}
}

// overtaken is a driver whose device finishes as soon as it has been asked for something that it has not done.
type overtaken struct {
	driver
	finish func()
}

func (d overtaken) query(e *event) result {
	code := d.driver.query(e)
	if code == notReady {
		d.finish()
	}
	return code
}

// What runs inside a region is on the timeline with it, also when the device finishes both between the question for the one
// and the question for the other.
func TestFinishedBetweenQuestions(t *testing.T) {
	s := use(t)
	pass := hold(t, s.Library)
	device := overtaken{vendor(), func() { pass(2e6) }}
	vendor = func() driver { return device }
	end := begin(t)
	var got []ondevice.Interval
	stop := ondevice.Observe(mine(), func(_, _ int, list []ondevice.Interval) { got = append(got, list...) })
	inContext(t, 1, func() {
		outer := Start(1, "outer")
		inner := Start(1, "inner")
		s.launch(1, 2e6)
		inner.Stop()
		outer.Stop()
	})
	p, faults := end()
	stop()
	if len(got) != 2 || got[0].Depth != 0 || got[1].Depth != 1 {
		t.Errorf("%+v, want what is outside and what is inside", got)
	}
	if node(p, "/Total/gpu0:outer").Calls != 1 || node(p, "/Total/gpu0:outer/gpu0:inner").Calls != 1 || len(faults) > 0 {
		t.Errorf("%+v, %v", p.Nodes, faults)
	}
}
