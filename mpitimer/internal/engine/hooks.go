package engine

// AddHook lets a hook see what is started from now on. There are no tracks yet.
func (rank *Rank) AddHook(h Hook) {
	inside, _ := h.(HookInside)
	rank.hooks, rank.inside = append(rank.hooks, h), append(rank.inside, inside)
}

// hooked is what a hook returned for an open region.
type hooked struct {
	depth int
	state any
}

// callStartHooks is called when node n has become the current region, and its clock not started.
func (t *Track) callStartHooks(above, n uint32) {
	rank, depth, path := t.rank, t.Depth, ""
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
		t.attached = append(t.attached, hooked{depth, state})
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
	t.paths = append(t.paths, make([]string, max(0, t.Len()-len(t.paths)))...)
	t.paths[node] = t.PathOf(node)
	return t.paths[node]
}

// callStopHooks is called when the clock of the region at that depth has stopped.
func (t *Track) callStopHooks(depth int) {
	for i := len(t.rank.hooks) - 1; i >= 0; i-- {
		last := len(t.attached) - 1
		if last < 0 || t.attached[last].depth != depth {
			return // it was started before there were hooks
		}
		state := t.attached[last].state
		t.attached[last].state = nil
		t.attached = t.attached[:last]
		t.rank.hooks[i].Stop(state)
	}
	t.release()
}

// fence lets the device finish what was launched, so that its time falls into the right region.
func (t *Track) fence() {
	if f := t.rank.Fence; f != nil && t.rank.AutoFence.Load() {
		f()
	}
}

// HookInside is a hook that wants to know the path of the region around, too: a name may hold a "/",
// so that it cannot be told from the path.
type HookInside interface {
	StartInside(around, path string) any
}
