package gptl

import "time"

// Four calls of GPTL's Fortran interface measure what a threaded loop loses: the outer ones enclose the loop
// on the main goroutine, the inner ones are called in each of the goroutines that share it. Their timers are
// the name with _OUT, _INN and, for the last loop only, _FNL. When the loop is over, the pseudo timer _imbal
// gets the time of the slowest goroutine less the mean, and _thdovr the time of the loop less that of the
// slowest.

// StartThreadOverheadOuter begins a loop.
func StartThreadOverheadOuter(name string) error {
	if err := Start(name + "_OUT"); err != nil || !timing() {
		return err
	}
	return ResetTimer(name + "_FNL")
}

// StartThreadOverheadInner begins the share of the calling goroutine.
func StartThreadOverheadInner(name string) error {
	if err := Start(name + "_INN"); err != nil {
		return err
	}
	return Start(name + "_FNL")
}

// StopThreadOverheadInner ends the share of the calling goroutine.
func StopThreadOverheadInner(name string) error {
	if err := Stop(name + "_FNL"); err != nil {
		return err
	}
	return Stop(name + "_INN")
}

// StopThreadOverheadOuter ends a loop, when all goroutines have ended their shares.
func StopThreadOverheadOuter(name string) error {
	if err := Stop(name + "_OUT"); err != nil || !timing() {
		return err
	}
	slowest, imbalance, err := ThreadWork(name + "_FNL")
	if err != nil {
		return err
	}
	loop, err := WallclockLatest(name+"_OUT", 0)
	if err != nil {
		return err
	}
	if err := StartStopVal(name+"_imbal", max(imbalance, 0)); err != nil {
		return err
	}
	return StartStopVal(name+"_thdovr", max(loop-slowest, time.Duration(0)))
}

// timing reports whether calls have an effect.
func timing() bool {
	l := current()
	return l.timers != nil && !l.isDisabled()
}
