package perfmod

import (
	"fmt"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/gptl"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// ProfileOn reports whether timers are started (t_profile_onf), whatever the depth limit.
func ProfileOn() bool { return current().isOn() }

// BarrierOn reports whether Barrier synchronises ranks (t_barrier_onf).
func BarrierOn() bool {
	st := current()
	return st != nil && st.settings.Barrier
}

// SingleFile reports whether one file is written for all ranks (t_single_filef).
func SingleFile() bool {
	st := current()
	return st != nil && st.settings.SingleFile
}

// Disable switches timing off, also of those who call GPTL, until as many calls of Enable (t_disablef).
// Timers that are running go on.
func Disable() {
	if st := current(); st != nil && engine.Of(st.timers).OnMain() {
		st.disable()
	}
}

// Enable undoes one Disable (t_enablef).
func Enable() {
	if st := current(); st != nil && engine.Of(st.timers).OnMain() {
		st.enable()
	}
}

func (st *state) disable() {
	if st.disabled.Add(1) == 1 {
		_ = gptl.Disable()
	}
}

func (st *state) enable() {
	switch n := st.disabled.Load(); {
	case n == 0:
		return
	case n == 1:
		_ = gptl.Enable()
	}
	st.disabled.Add(-1)
}

// AdjustDetail raises the level of detail by n, or lowers it (t_adj_detailf). While it is above
// profile_detail_limit timing is off, as after Disable: a part of a program with many small timers is
// put between AdjustDetail(1) and AdjustDetail(-1).
func AdjustDetail(n int) {
	st := current()
	if st == nil || !engine.Of(st.timers).OnMain() {
		return
	}
	limit := int64(st.settings.DetailLimit)
	before, after := st.detail.Load(), st.detail.Load()+int64(n)
	switch {
	case before <= limit && after > limit:
		st.disable()
	case before > limit && after <= limit:
		st.enable()
	}
	st.detail.Store(after)
}

// Barrier waits for all ranks of a communicator, nil for all ranks, in a timer of that name, if it is
// not empty (t_barrierf). It is collective. It does nothing without profile_barrier, and while timing is
// off: what ranks wait for each other then shows in the next timer.
func Barrier(event string, comm machenv.Communicator) error {
	st := current()
	if !st.isOn() || !st.settings.Barrier || !engine.Of(st.timers).OnMain() {
		return nil
	}
	if comm == nil {
		comm = st.all()
	}
	if event != "" {
		Start(event)
		defer Stop(event)
	}
	if err := comm.Barrier(); err != nil {
		return fmt.Errorf("perfmod: Barrier(%q): %w", event, err)
	}
	return nil
}

// all is the communicator of all ranks.
func (st *state) all() machenv.Communicator { return st.timers.Environments().Default().Comm() }
