package engine

import (
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/edges"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// This file finds the machine environment that a start names. An environment may be removed, and another
// one made under its name: what the name means when the region starts counts. Environments of one name and
// the same set of ranks count as one, however often they are made, and those of other sets as others: so
// the environments of a profile, and with them the rows of a report, are the same on all ranks, whatever
// each of them has timed before.

// meaning is what a name meant last to a rank, or to a track: an environment and its number among the rank's, or that of
// the default one and what is wrong.
type meaning struct {
	env    *machenv.MachEnv
	number uint32
	wrong  string
}

// findEnvironment is the number of a machine environment among the rank's environments; that of the default one, and
// what is wrong, if it does not exist or the rank is no member of it.
func (rank *Rank) findEnvironment(name string) (id uint32, wrong string) {
	if name == "" {
		return 0, ""
	}
	env, err := rank.Registry.Get(name)
	if err != nil {
		return 0, WarnEnvironment
	}
	if !env.IsMember() {
		return 0, WarnNotMember
	}
	rank.environmentsMu.RLock()
	known := rank.environmentOf[name]
	rank.environmentsMu.RUnlock()
	if known.env == env {
		return known.number, ""
	}
	id, added, wrong := rank.addEnvironment(name, env)
	if added && rank.OnEnvironment != nil {
		rank.OnEnvironment() // now: the table of a rank that dies the next moment is to be understood
	}
	return id, wrong
}

// addEnvironment finds the number of an environment whose name is not known, and gives it one where it has none.
func (rank *Rank) addEnvironment(name string, env *machenv.MachEnv) (id uint32, added bool, wrong string) {
	rank.environmentsMu.Lock()
	defer rank.environmentsMu.Unlock()
	at := slices.IndexFunc(rank.environments, func(e *machenv.MachEnv) bool {
		return e == env || e.Name() == name && slices.Equal(e.Ranks(), env.Ranks())
	})
	if at < 0 {
		if len(rank.environments) > math.MaxUint16 {
			return 0, false, WarnEnvironment
		}
		at, added = len(rank.environments), true
		rank.environments = append(rank.environments, env)
	}
	rank.environmentOf[name] = meaning{env: env, number: uint32(at)}
	return uint32(at), added, ""
}

// resolve is findEnvironment for a start on the track's goroutine, and warns of what is wrong.
func (t *Track) resolve(name string) (id uint32, wrong bool) {
	t.renew()
	if name != t.resolved {
		m, known := t.environments[name]
		if !known {
			m.number, m.wrong = t.rank.findEnvironment(name)
			if len(t.environments) < 1024 { // names may be made anew, and mean nothing
				t.environments[strings.Clone(name)] = m
			}
		}
		t.resolved, t.meant = name, m
	}
	if t.meant.wrong != "" {
		t.rank.Warn(t.meant.wrong, name)
	}
	return t.meant.number, t.meant.wrong != ""
}

// renew forgets what names of environments meant, if any was made or removed since. Handles of regions in
// environments are not predicted then, until they have been looked up again.
func (t *Track) renew() {
	now := t.rank.Registry.Changes().Load()
	if t.changes == now {
		return
	}
	t.changes, t.namedKey, t.resolved = now, 0, ""
	t.environments = make(map[string]meaning)
	for i := range t.edges.Places {
		e := &t.edges.Places[i]
		if e.Node != 0 && e.OfRegion() && t.Records[e.Node].Key == e.Mixed {
			t.Records[e.Node].Key = 0
		}
	}
}

// StartInEnvironment begins an interval of the region of that name in a machine environment. The environment is
// mixed into the key, so that the same name in two environments has two.
//
//go:norace
func (d *directory) StartInEnvironment(name, environment string) Interval {
	if environment == "" {
		return d.Start(name)
	}
	t := d.main
	if id := goroutine.Quick(); t.id != id {
		if t = d.recent[id%recentTracks].Load(); t == nil || t.id != id {
			if t = d.other(); t == nil {
				return Interval{}
			}
		}
	}
	n := t.expect
	r := &t.Records[n]
	if r.Key != keyOf(name)^t.namedMix^t.mixOf(t.Current) || r.Start != 0 || t.special.Load() != 0 || t.Depth >= len(t.stack) ||
		t.namedKey == 0 || keyOf(environment) != t.namedKey || t.changes != t.rank.Registry.Changes().Load() {
		return t.startIn(environment, name)
	}
	t.push(n, timed)
	t.expect = r.Down & t.trust
	now := uint64(0)
	if clock.Quick() {
		now = clock.Counter()
	} else {
		now = clock.Slow()
	}
	table.Store(&r.Start, now)
	return Interval{t, now, n, uint32(t.Depth)}
}

// startIn is StartInEnvironment for everything that is not as expected.
func (t *Track) startIn(environment, name string) Interval {
	if t.special.Load()&(specialClosed|specialPaused) != 0 { // no environment is looked for
		return Interval{}
	}
	id, wrong := t.resolve(environment)
	t.named, t.namedKey, t.namedMix = environment, keyOf(environment), uint64(id)*edges.EnvironmentSpread
	if wrong {
		t.namedKey = 0 // each such start is to come here
	}
	key := keyOf(name)
	if key != 0 {
		key ^= t.namedMix
	}
	return t.startSlow(key, target{name: name, environment: id})
}
