package mpitimer

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
func (tm *Timers) contextID(name string) uint32 {
	if name == "" {
		return 0
	}
	env, err := tm.envs.Get(name)
	if err != nil {
		tm.warn(warnEnvironment, name)
		return 0
	}
	if !env.IsMember() {
		tm.warn(warnNotMember, name)
		return 0
	}
	tm.contextsMu.RLock()
	known := tm.contextOf[name]
	tm.contextsMu.RUnlock()
	if known.env == env {
		return known.context
	}
	id, added := tm.addContext(name, env)
	if added {
		tm.noteTables() // now: the table of a rank that dies the next moment is to be understood
	}
	return id
}

// addContext finds the context of an environment that is not known, and makes it where there is none.
func (tm *Timers) addContext(name string, env *machenv.MachEnv) (id uint32, added bool) {
	tm.contextsMu.Lock()
	defer tm.contextsMu.Unlock()
	at := slices.IndexFunc(tm.contexts, func(e *machenv.MachEnv) bool {
		return e == env || e.Name() == name && slices.Equal(e.Ranks(), env.Ranks())
	})
	if at < 0 {
		if len(tm.contexts) > math.MaxUint16 {
			tm.warn(warnEnvironment, name)
			return 0, false
		}
		at, added = len(tm.contexts), true
		tm.contexts = append(tm.contexts, env)
	}
	tm.contextOf[name] = environment{env, uint32(at)}
	return uint32(at), added
}

// resolve is the context of a name, for a start on the track's goroutine.
func (t *track) resolve(name string) uint32 {
	t.renew()
	id, known := t.contexts[name]
	if !known {
		id = t.timers.contextID(name)
		if t.contexts == nil {
			t.contexts = make(map[string]uint32)
		}
		t.contexts[name] = id
	}
	return id
}

// renew forgets what names of environments meant, if any was made or removed since. Handles of regions in
// environments are not predicted then, until they have been looked up again.
func (t *track) renew() {
	now := t.timers.envs.Changes()
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
