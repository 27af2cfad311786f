package engine

import (
	"time"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
)

// AddHook lets a hook see what is started from now on. No region runs.
func (rank *Rank) AddHook(h attach.Hook) {
	inside, _ := h.(attach.HookInside)
	rank.hooks, rank.inside = append(rank.hooks, h), append(rank.inside, inside)
	rank.each(func(t *Track) { t.special.Or(specialHooks) })
}

// hooked is what a hook returned for an open region.
type hooked struct {
	depth int
	hook  attach.Hook
	state any
}

// Watch lets a hook see the stop of the innermost open region of the calling goroutine, once for each of its intervals.
// It is given what begin makes, which is told for how long the region has run, and which is returned; nil outside regions.
func (rank *Rank) Watch(h attach.Hook, begin func(ran time.Duration) any) any {
	t := rank.Directory.Track()
	if t == nil || t.Depth == 0 || rank.Closed.Load() {
		return nil
	}
	for _, a := range t.attached {
		if a.depth == t.Depth && a.hook == h {
			return a.state
		}
	}
	defer t.release()
	now, start := clock.Now(), uint64(0)
	if t.shared != nil {
		start = t.open[t.Depth-1].start
	} else {
		start = t.Records[t.NodeAt(t.Depth)].Start
	}
	if start == 0 || start > now {
		start = now // a call that a sample leaves out
	}
	state := begin(time.Duration(rank.Calibration.Nanos(now - start)))
	t.special.Or(specialHooks) // for the slow paths, which look at what is attached
	t.attached = append(t.attached, hooked{t.Depth, h, state})
	return state
}

// callStartHooks is called when node n has become the current region, and its clock not started.
func (t *Track) callStartHooks(above, n uint32) {
	rank, depth, path := t.rank, t.Depth, ""
	if len(rank.hooks) == 0 {
		return // there is something to watch only
	}
	if uint(n) < uint(len(t.paths)) {
		path = t.paths[n]
	}
	if path == "" {
		path = t.hookPath(n)
	}
	for i, h := range rank.hooks {
		var state any
		if inside := rank.inside[i]; inside != nil {
			state = inside.StartInside(t.hookPath(above), path)
		} else {
			state = h.Start(path)
		}
		// Word by word: a processor waits for words that it is to copy as a block right after they were written.
		t.attached = append(t.attached, hooked{})
		a := &t.attached[len(t.attached)-1]
		a.depth, a.hook, a.state = depth, h, state
	}
	t.release()
}

// hookPath is pathOf for the track's goroutine, which asks for the same ones again and again.
func (t *Track) hookPath(node uint32) string {
	if t.shared != nil {
		return t.PathOf(node)
	}
	if int(node) < len(t.paths) && t.paths[node] != "" {
		return t.paths[node]
	}
	t.paths = setAt(t.paths, int(node), t.PathOf(node))
	return t.paths[node]
}

// callStopHooks is called when the clock of the region at that depth has stopped.
func (t *Track) callStopHooks(depth int) {
	for last := len(t.attached) - 1; last >= 0 && t.attached[last].depth == depth; last-- {
		h, state := t.attached[last].hook, t.attached[last].state
		t.attached[last], t.attached = hooked{}, t.attached[:last] // it keeps nothing alive
		h.Stop(state)
	}
	if t.attached != nil && len(t.attached) == 0 && len(t.rank.hooks) == 0 {
		t.attached = nil
		t.special.And(^uint32(specialHooks))
	}
	t.release()
}

// fence lets the device finish what was launched, so that its time falls into the right region.
func (t *Track) fence() {
	if f := t.rank.Fence; f != nil && t.rank.AutoFence.Load() {
		f()
	}
}
