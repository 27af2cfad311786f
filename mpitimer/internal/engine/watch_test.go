package engine

import (
	"testing"
	"time"
)

// seen is a hook that counts.
type seen struct{ stops []any }

func (s *seen) Start(string) any { return nil }
func (s *seen) Stop(state any)   { s.stops = append(s.stops, state) }

// The stop of each interval that is watched is seen once, by whatever it comes, and the fast path is there again after it.
func TestWatch(t *testing.T) {
	rank := rankFor(t, nil)
	h := new(seen)
	watch := func(what string) {
		for range 3 { // it is watched once
			rank.Watch(h, func(ran time.Duration) any {
				if ran < 0 || ran > time.Hour {
					t.Errorf("%s has run for %v", what, ran)
				}
				return what
			})
		}
	}
	handle := Define(Definition{Name: "handle"})
	sampled := Define(Definition{Name: "sampled", Sample: 4})
	d := &rank.Directory
	for name, run := range map[string]func(){
		"interval": func() { i := d.Start("a"); watch("interval"); d.Start("b").Stop(); i.Stop() },
		"name":     func() { d.Start("a"); watch("name"); d.Start("b"); d.Stop("b"); d.Stop("a") },
		"handle":   func() { i := d.StartRegion(handle); watch("handle"); i.Stop() },
		"sampled":  func() { i := d.StartRegion(sampled); watch("sampled"); i.Stop() },
		"next":     func() { i := d.Start("a"); d.Next("p"); watch("next"); d.Next("q"); i.Stop() },
		"order":    func() { i := d.Start("a"); d.Start("b"); watch("order"); i.Stop() },
		"again":    func() { i := d.Start("a"); j := d.Start("a"); watch("again"); j.Stop(); i.Stop() },
	} {
		for range 9 {
			if run(); len(h.stops) != 1 || h.stops[0] != name {
				t.Errorf("%s: seen %v", name, h.stops)
			}
			h.stops = nil
			if rank.Main.special.Load() != 0 || rank.Main.attached != nil {
				t.Fatalf("%s: the fast path is left", name)
			}
		}
	}
}

// A hook of the timers sees what it sees without one that watches.
func TestWatchBesideHooks(t *testing.T) {
	rank := rankFor(t, nil)
	h, all := new(seen), new(tally)
	rank.AddHook(all)
	rank.Main.special.Or(specialHooks)
	d := &rank.Directory
	for range 3 {
		i := d.Start("a")
		rank.Watch(h, func(time.Duration) any { return 1 })
		d.Start("b").Stop()
		i.Stop()
	}
	if len(h.stops) != 3 || all.started != 6 || all.stopped != 6 || rank.Main.special.Load() != specialHooks {
		t.Errorf("seen %d, hook %+v, special %b", len(h.stops), all, rank.Main.special.Load())
	}
}

type tally struct{ started, stopped int }

func (c *tally) Start(string) any { c.started++; return c.started }
func (c *tally) Stop(any)         { c.stopped++ }
