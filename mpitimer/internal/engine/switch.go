package engine

// Disable makes starts and stops by name do nothing until the matching Enable.
func (rank *Rank) Disable() { rank.changeDisabled(+1) }

// Enable undoes one Disable.
func (rank *Rank) Enable() { rank.changeDisabled(-1) }

func (rank *Rank) changeDisabled(by int) {
	all.Lock()
	defer all.Unlock()
	rank.Directory.mu.Lock()
	before := rank.disabled
	if before+by < 0 {
		rank.Directory.mu.Unlock()
		rank.Warn(WarnEnable, "")
		return
	}
	rank.disabled += by
	if now := rank.disabled; (now == 0) != (before == 0) {
		rank.eachLocked(func(t *Track) {
			if now > 0 {
				t.special.Or(specialPaused)
			} else {
				t.special.And(^uint32(specialPaused))
			}
		})
		rank.off.Store(now > 0)
	}
	rank.Directory.mu.Unlock()
	publish()
}

// SetLevel sets the timing level.
func (rank *Rank) SetLevel(level int) {
	level = min(max(level, 0), MaxLevel)
	rank.Directory.mu.Lock()
	defer rank.Directory.mu.Unlock()
	rank.Level = int32(level)
	rank.eachLocked(func(t *Track) { t.level.Store(int32(level)) })
}
