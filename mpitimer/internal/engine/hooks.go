package engine

// hooked is the states that the hooks returned for one open region.
type hooked struct {
	depth  int
	states []any
}

// callStartHooks is called when the region has become the current one and its clock not started.
func (t *Track) callStartHooks(around, path string) {
	hooks := t.rank.Hooks
	if len(hooks) == 0 {
		return
	}
	depth, states := t.Depth, t.spareStates(len(hooks))
	for i, h := range hooks {
		if inside, ok := h.(HookInside); ok {
			states[i] = inside.StartInside(around, path)
		} else {
			states[i] = h.Start(path)
		}
	}
	t.attached = append(t.attached, hooked{depth, states})
}

// spareStates takes the states of a call that is over out of the place behind the last open one, so that
// none need to be made for each call. A hook that starts regions itself finds the place empty.
func (t *Track) spareStates(n int) []any {
	if last := len(t.attached); last < cap(t.attached) {
		place := &t.attached[:last+1][last]
		if spare := place.states; cap(spare) >= n {
			place.states = nil
			return spare[:n]
		}
	}
	return make([]any, n)
}

// hookPath is pathOf for the track's goroutine, which asks for the same ones again and again.
func (t *Track) hookPath(node uint32) string {
	if t.shared != nil {
		return t.PathOf(node)
	}
	if int(node) >= len(t.paths) {
		t.paths = append(t.paths, make([]string, t.Len()-len(t.paths))...)
	}
	if t.paths[node] == "" {
		t.paths[node] = t.PathOf(node)
	}
	return t.paths[node]
}

// callStopHooks is called when the clock of the region at that depth has stopped.
func (t *Track) callStopHooks(depth int) {
	if len(t.attached) == 0 || t.attached[len(t.attached)-1].depth != depth {
		return // it was started before there were hooks
	}
	last := len(t.attached) - 1
	states := t.attached[last].states
	t.attached = t.attached[:last]
	for i := len(states) - 1; i >= 0; i-- {
		t.rank.Hooks[i].Stop(states[i])
		states[i] = nil
	}
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
