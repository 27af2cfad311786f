package engine

import (
	"math"
	"slices"

	"github.com/go-hpc/timers/machenv"
)

// This file finds the machine environment that a start names. An environment may be removed, and another
// one made under its name: what the name means when the region starts counts. Environments of one name
// and the same set of ranks are one context, however often they are made, and of other sets are others: so
// contexts, and with them the rows of a report, are the same on all ranks, whatever each of them has timed
// before.

// environment is what a name meant last, and the number of its context.
type environment struct {
	env     *machenv.MachEnv
	context uint32
}

// contextID is the number of a machine environment among the rank's contexts; that of the default one,
// with a warning, if it does not exist or the rank is no member of it.
func (rank *Rank) contextID(name string) uint32 {
	if name == "" {
		return 0
	}
	env, err := rank.Environments.Get(name)
	if err != nil {
		rank.Warn(WarnEnvironment, name)
		return 0
	}
	if !env.IsMember() {
		rank.Warn(WarnNotMember, name)
		return 0
	}
	rank.contextsMu.RLock()
	known := rank.contextOf[name]
	rank.contextsMu.RUnlock()
	if known.env == env {
		return known.context
	}
	id, added := rank.addContext(name, env)
	if added && rank.OnContext != nil {
		rank.OnContext() // now: the table of a rank that dies the next moment is to be understood
	}
	return id
}

// addContext finds the context of an environment that is not known, and makes it where there is none.
func (rank *Rank) addContext(name string, env *machenv.MachEnv) (id uint32, added bool) {
	rank.contextsMu.Lock()
	defer rank.contextsMu.Unlock()
	at := slices.IndexFunc(rank.contexts, func(e *machenv.MachEnv) bool {
		return e == env || e.Name() == name && slices.Equal(e.Ranks(), env.Ranks())
	})
	if at < 0 {
		if len(rank.contexts) > math.MaxUint16 {
			rank.Warn(WarnEnvironment, name)
			return 0, false
		}
		at, added = len(rank.contexts), true
		rank.contexts = append(rank.contexts, env)
	}
	rank.contextOf[name] = environment{env, uint32(at)}
	return uint32(at), added
}

// resolve is the context of a name, for a start on the track's goroutine.
func (t *Track) resolve(name string) uint32 {
	t.renew()
	id, known := t.contexts[name]
	if !known {
		id = t.rank.contextID(name)
		if t.contexts == nil {
			t.contexts = make(map[string]uint32)
		}
		t.contexts[name] = id
	}
	return id
}

// renew forgets what names of environments meant, if any was made or removed since. Handles of regions in
// environments are not predicted then, until they have been looked up again.
func (t *Track) renew() {
	now := t.rank.Environments.Changes()
	if t.changes == now {
		return
	}
	t.changes, t.environment, t.context = now, "", 0
	clear(t.contexts)
	for i := range t.edges.places {
		e := &t.edges.places[i]
		if e.node != 0 && e.ofRegion() && t.Records[e.node].Key == e.mixed() {
			t.Records[e.node].Key = 0
		}
	}
}

func (d *directory) StartInEnvironment(name, environment string) Span {
	t := d.Track()
	if t == nil || t.special.Load()&(specialClosed|specialPaused) != 0 { // no environment is looked for
		return Span{}
	}
	return t.startIn(environment, name)
}

// startIn mixes the context into the key, so that the same name in two contexts has two.
func (t *Track) startIn(environment, name string) Span {
	if environment != t.environment || t.changes != t.rank.Environments.Changes() {
		t.renew()
		t.environment, t.context = environment, t.rank.contextID(environment)
		if t.context == 0 {
			t.environment = "" // one that is not known is looked up each time: it may be made later
		}
	}
	key := keyOf(name)
	if key != 0 {
		key ^= uint64(t.context) * contextSpread
	}
	if n := t.expect; t.predicts(&t.Records[n], key) {
		return t.enter(n, target{}, 0)
	}
	return t.startSlow(key, target{name: name, context: t.context})
}
