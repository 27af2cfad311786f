package mpitimer

import (
	"runtime"
	"slices"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// spawn starts a goroutine: with go, or with tm.Go on another one.
func (m *machine) spawn(r *modelRank, by *modelWorker) *modelWorker {
	w := newModelWorker(r)
	m.workers = append(m.workers, w)
	if by == nil {
		if r.main.gone {
			go w.serve()
		} else {
			r.main.run(func() { go w.serve() })
		}
		return w
	}
	th := m.meet(by)
	place := th.here()
	w.byGo = true
	by.run(func() { r.tm.Go(func() { w.done <- nil; w.serve() }) })
	w.wait()
	w.run(func() {
		w.thread = m.threadOf(r)
	})
	w.thread.place(place)
	return w
}

// end ends a goroutine, and waits until it has gone as far as one can see.
func (m *machine) end(w *modelWorker) {
	for len(w.inside) > 0 {
		m.leaveDo(w)
	}
	var slot uintptr
	var id uint64
	w.run(func() { slot, id = goroutine.Slot(), goroutine.ID() })
	w.commands <- nil
	w.gone = true
	m.workers = slices.DeleteFunc(m.workers, func(other *modelWorker) bool { return other == w })
	for !hasEnded(slot, id) {
		runtime.Gosched()
	}
	if w.byGo {
		w.rank.oracle.abandon(w.thread)
	}
}

// enterDo lets a worker go into Path.Run.
func (m *machine) enterDo(w *modelWorker, p modelPlace) {
	d := doing{borrowed: w.thread == nil && w.rank.main != w}
	w.commands <- func() {
		p.Path.Run(func() {
			w.done <- nil
			w.serve()
		})
	}
	w.wait()
	if w.rank.oracle.disabled > 0 { // it only calls its function
		w.inside = append(w.inside, doing{})
		return
	}
	if d.borrowed {
		w.run(func() { w.thread = m.threadOf(w.rank) })
	}
	d.thread = w.thread
	d.before, d.moved = w.thread.do(p.oPlace)
	w.inside = append(w.inside, d)
}

// leaveDo lets it come back.
func (m *machine) leaveDo(w *modelWorker) {
	w.commands <- nil
	w.wait()
	d := w.inside[len(w.inside)-1]
	w.inside = w.inside[:len(w.inside)-1]
	switch {
	case d.borrowed:
		w.rank.oracle.abandon(w.thread)
		w.thread = nil
	case d.moved && w.thread.innermost() < 0:
		w.thread.place(d.before)
	}
}

func hasEnded(slot uintptr, id uint64) bool {
	if goroutine.Fast() {
		return goroutine.Ended(slot, id)
	}
	return goroutine.Census()(slot, id)
}
