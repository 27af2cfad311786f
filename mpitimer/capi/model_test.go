//go:build cgo

package capi_test

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/capi"
	"github.com/go-hpc/timers/mpitimer/capi/internal/ctest"
	"github.com/go-hpc/timers/stats"
)

// quiet writes nothing.
func quiet() mpitimer.Config {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile, c.Output.TimerFile = "none", 0, false, "none"
	c.Output.Signal, c.Output.Tables = false, "off"
	return c
}

// timersOfC are those that the functions of mpitimer.h use, until the test ends; with is what is special about them.
func timersOfC(t testing.TB, with ...mpitimer.Option) *mpitimer.Timers {
	t.Helper()
	if err := mpitimer.Initialize(append([]mpitimer.Option{mpitimer.WithConfig(quiet()), mpitimer.WithLog(io.Discard)}, with...)...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = mpitimer.Finalize() })
	return mpitimer.Default()
}

// counted is what has to be the same in C and in Go, by call path, environment and sample.
func counted(p *stats.Profile) map[string]string {
	all := make(map[string]string)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		key := fmt.Sprintf("%s in %s, sample %d", pathOf(p, i), p.Environments[n.Environment].Name, max(n.Sample, 1))
		all[key] = fmt.Sprintf("%d calls, %d in themselves, %d running, %d timed, level %d", n.Calls, n.Recursion, n.Running, n.Timed, n.Level)
	}
	return all
}

func pathOf(p *stats.Profile, node int) string {
	n := &p.Nodes[node]
	if n.Parent < 0 {
		return n.Name
	}
	return pathOf(p, n.Parent) + "/" + n.Name
}

// warned is the warnings without their places: C has none.
func warned(p *stats.Profile) map[string]uint64 {
	all := make(map[string]uint64)
	for _, w := range p.Warnings {
		all[w.Kind+": "+w.Path] += w.Count
	}
	return all
}

// pair is the timers of C, and others of Go that do the same.
type pair struct {
	c, reference *mpitimer.Timers
	registries   []*machenv.Registry
	regions      []definition
}

// definition is a region in both.
type definition struct {
	name string
	c    ctest.Region
	goes *mpitimer.Region
}

var names = []string{"a", "b", "a longer name of a region", "s", "Total", "", "p:a"}

func newPair(t *rapid.T) *pair {
	config := quiet()
	config.Timing.Histograms = rapid.IntRange(0, 4).Draw(t, "histograms") == 4
	config.Timing.Level = rapid.IntRange(0, 2).Draw(t, "level")
	p := new(pair)
	options := func() []mpitimer.Option {
		r, err := machenv.NewRegistry(machenv.NewSerial())
		if err != nil {
			t.Fatal(err)
		}
		p.registries = append(p.registries, r)
		return []mpitimer.Option{mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard), mpitimer.WithEnvironments(r)}
	}
	if err := mpitimer.Initialize(options()...); err != nil {
		t.Fatal(err)
	}
	p.c = mpitimer.Default()
	reference, err := mpitimer.New(options()...)
	if err != nil {
		t.Fatal(err)
	}
	p.reference = reference
	for _, d := range []struct {
		name, environment string
		level, sample     int
	}{{name: "a"}, {name: "handle"}, {name: "b", level: 1}, {name: "d", level: 2}, {name: "s", sample: 3}, {name: "u", sample: 2, level: 1}, {name: "a", environment: "sub"}, {name: "e", environment: "sub", sample: 4}} {
		var o []mpitimer.RegionOption
		if d.environment != "" {
			o = append(o, mpitimer.InEnvironment(d.environment))
		}
		if d.level != 0 {
			o = append(o, mpitimer.Level(d.level))
		}
		if d.sample != 0 {
			o = append(o, mpitimer.SampleEvery(d.sample))
		}
		p.regions = append(p.regions, definition{d.name, ctest.Define(d.name, d.environment, d.level, d.sample), mpitimer.Define(d.name, o...)})
	}
	return p
}

// step does one thing in both.
func (p *pair) step(t *rapid.T) {
	name := rapid.SampledFrom(names).Draw(t, "name")
	region := rapid.SampledFrom(p.regions).Draw(t, "region")
	switch rapid.IntRange(0, 19).Draw(t, "verb") {
	case 0, 1, 2:
		ctest.Start(name)
		p.reference.Start(name)
	case 3, 4, 5:
		ctest.Stop(name)
		p.reference.Stop(name)
	case 6, 7, 8:
		region.c.Start()
		p.reference.StartRegion(region.goes)
	case 9, 10:
		region.c.Stop()
		p.reference.Stop(region.name)
	case 11:
		ctest.Next(name)
		p.reference.Next(name)
	case 12:
		ctest.StartText(name)
		p.reference.Start(name)
	case 13:
		ctest.StopText(name)
		p.reference.Stop(name)
	case 14:
		environment := rapid.SampledFrom([]string{"sub", "Default", "nowhere"}).Draw(t, "environment")
		ctest.StartIn(name, environment)
		p.reference.StartInEnvironment(name, environment)
	case 15: // many pairs, so that something is expected
		pairs := rapid.IntRange(1, 300).Draw(t, "pairs")
		region.c.Repeat(pairs)
		for range pairs {
			p.reference.StartRegion(region.goes)
			p.reference.Stop(region.name)
		}
	case 16:
		other := rapid.SampledFrom(names).Draw(t, "other")
		ctest.Repeat(name, other, 50)
		for i := range 50 {
			which := name
			if i&1 == 0 && other != "" {
				which = other
			}
			p.reference.Start(which)
			p.reference.Stop(which)
		}
	case 17: // Go beside C on one goroutine
		mpitimer.Start(name)
		p.reference.Start(name)
	case 18:
		if rapid.Bool().Draw(t, "level") {
			p.setLevel(t)
			return
		}
		p.rare(t, name)
	default:
		p.environment(t)
	}
}

func (p *pair) rare(t *rapid.T, name string) {
	switch rapid.IntRange(0, 6).Draw(t, "rare") {
	case 0:
		p.setLevel(t)
	case 1:
		ctest.Disable()
		p.reference.Disable()
	case 2:
		ctest.Enable()
		p.reference.Enable()
	case 3:
		prefix := rapid.SampledFrom([]string{"", "p:", "q"}).Draw(t, "prefix")
		p.c.SetPrefix(prefix)
		p.reference.SetPrefix(prefix)
	case 4:
		p.c.Reset()
		p.reference.Reset()
	case 5:
		ctest.Add(name, 1e-3, 2)
		p.reference.Add(name, 1e6, 2)
	default:
		p.compare(t)
	}
}

func (p *pair) setLevel(t *rapid.T) {
	level := rapid.IntRange(0, 2).Draw(t, "level")
	ctest.SetLevel(level)
	p.reference.SetLevel(level)
}

// environment lets an environment come, or go and maybe come again.
func (p *pair) environment(t *rapid.T) {
	for _, r := range p.registries {
		sub, err := r.Get("sub")
		if err == nil {
			err = r.Remove(sub.Name())
		} else {
			_, err = r.CreateFirst("sub", r.Default(), 1)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func (p *pair) compare(t *rapid.T) {
	is, want := p.c.Profile(), p.reference.Profile()
	if a, b := counted(is), counted(want); !maps.Equal(a, b) {
		t.Fatalf("C has\n%s\nGo has\n%s", lines(a), lines(b))
	}
	// Of too many not all are kept, and Go's have places.
	if a, b := warned(is), warned(want); len(want.Warnings) < 40 && !maps.Equal(a, b) {
		t.Fatalf("C is warned of\n%v\nGo of\n%v", a, b)
	}
}

func lines(m map[string]string) string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(m)) {
		list = append(list, key+": "+m[key])
	}
	return strings.Join(list, "\n")
}

// Random programs count in C what they count in Go, whatever features meet in them.
func TestModel(t *testing.T) {
	if !capi.Quick() {
		t.Log("all calls go to Go here")
	}
	rapid.Check(t, func(t *rapid.T) {
		p := newPair(t)
		defer func() { _, _ = p.c.Finalize(), p.reference.Finalize() }()
		t.Repeat(map[string]func(*rapid.T){"step": p.step})
		p.compare(t)
	})
}
