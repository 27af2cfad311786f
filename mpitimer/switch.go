package mpitimer

// Disable makes starts and stops by name do nothing until the matching Enable.
// Disable stops timing: until the matching Enable, starts are ignored, and so are stops by name.
// Intervals that are running go on, and their Span can stop them. Calls nest.
func (rank *engine) Disable() { rank.changeDisabled(+1) }

// Enable undoes one Disable.
// Enable undoes one Disable.
func (rank *engine) Enable() { rank.changeDisabled(-1) }

func (rank *engine) changeDisabled(by int) {
	all.Lock()
	defer all.Unlock()
	rank.directory.mu.Lock()
	before := rank.disabled
	if before+by < 0 {
		rank.directory.mu.Unlock()
		rank.warn(warnEnable, "")
		return
	}
	rank.disabled += by
	if now := rank.disabled; (now == 0) != (before == 0) {
		rank.eachLocked(func(t *track) {
			if now > 0 {
				t.special.Or(specialPaused)
			} else {
				t.special.And(^uint32(specialPaused))
			}
		})
	}
	rank.directory.mu.Unlock()
	publish()
}

// SetLevel sets the timing level.
// SetLevel sets the timing level: regions of a higher level are not started.
func (rank *engine) SetLevel(level int) {
	level = min(max(level, 0), maxLevel)
	rank.directory.mu.Lock()
	defer rank.directory.mu.Unlock()
	rank.level = int32(level)
	rank.eachLocked(func(t *track) { t.level.Store(int32(level)) })
}

// SetAutoFence turns the calls of the fence on or off.
// SetAutoFence turns the calls of the fence hook on or off.
func (rank *engine) SetAutoFence(on bool) { rank.autoFence.Store(on) }
