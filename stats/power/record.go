package power

import (
	"context"
	"fmt"
	"time"
)

// run is the recording between a Start and a Stop: a goroutine that owns the device meanwhile.
type run struct {
	tracer *Tracer

	ctx    context.Context // cancelled when waiting must end
	cancel context.CancelFunc
	last   context.Context // cancelled to make the next sample the last; nobody connects any more
	finish context.CancelFunc
	ended  chan struct{} // closed when the goroutine ends

	lost error // why the device is lost at the end; nil if it is not
}

func (t *Tracer) newRun() *run {
	r := &run{tracer: t, ended: make(chan struct{})}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	r.last, r.finish = context.WithCancel(r.ctx)
	return r
}

// end lets the running cycle finish, if that takes no longer than the given time plus what the device may
// take to send it, and waits for the goroutine.
func (r *run) end(cycle time.Duration) error {
	defer r.cancel()
	if cycle <= 0 {
		r.cancel()
	}
	r.finish()
	timer := time.NewTimer(2*cycle + r.tracer.options.Answer)
	defer timer.Stop()
	select {
	case <-r.ended:
	case <-timer.C:
		r.cancel()
		<-r.ended
	}
	return r.lost
}

func (r *run) finishing() bool { return r.last.Err() != nil }

// record writes samples until it is told to end.
func (r *run) record() {
	defer close(r.ended)
	t := r.tracer
	for r.ctx.Err() == nil {
		finishing := r.finishing()
		samples, err := t.device.Read(min(poll, t.config.Cycle))
		if t.write(samples) != nil {
			return
		}
		if err != nil && !r.recover(err) {
			return
		}
		if finishing && (len(samples) > 0 || err != nil) {
			return
		}
	}
}

// The time between two attempts to find a lost device; the first attempt is immediate.
const (
	firstWait = 100 * time.Millisecond
	lastWait  = 5 * time.Second
)

// recover looks for a lost device until it measures again, and reports whether it does. What it has sent
// meanwhile is lost; the next sample will show the gap.
func (r *run) recover(cause error) bool {
	t := r.tracer
	t.ready = false
	t.log(Warning, "the device is lost: %v", cause)
	since, wait := time.Now(), firstWait
	connect, stop := context.WithCancel(r.last)
	defer stop()
	defer context.AfterFunc(t.options.Context, stop)()
	for ; connect.Err() == nil; wait = min(2*wait, lastWait) {
		err := t.open(connect)
		if err == nil {
			err = t.device.Start()
		}
		if err == nil {
			t.found(time.Since(since))
			return true
		}
		t.ready = false
		t.log(Info, "the device is not back: %v", err)
		if after := t.options.GiveUp; after > 0 && time.Since(since) >= after {
			r.lost = t.fail(deviceError(fmt.Sprintf("the device was lost and not found again in %v", after), fmt.Errorf("%w; then %w", cause, err)))
			t.log(Error, "%v", r.lost)
			return false
		}
		sleep(connect, wait)
	}
	r.lost = deviceError("the device was lost", cause)
	return false
}

func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

func (t *Tracer) found(after time.Duration) {
	t.log(Warning, "the device is back after %v", after.Round(time.Millisecond))
	t.out.interrupted()
	t.state.Lock()
	defer t.state.Unlock()
	t.count.Reconnected++
}

// write records samples and counts them.
func (t *Tracer) write(samples []Sample) error {
	for i := range samples {
		s := &samples[i]
		missing, err := t.out.write(s)
		if err != nil {
			err = t.fail(outputError(err))
			t.log(Error, "%v", err)
			return err
		}
		if missing > 0 {
			t.log(Warning, "no samples for %v", missing.Round(time.Millisecond))
		}
		t.state.Lock()
		t.count.Samples++
		t.count.Overflows += int64(s.Overflows)
		if missing > 0 {
			t.count.Gaps++
			t.count.Missing += missing
		}
		t.state.Unlock()
	}
	return nil
}
