package kernels

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/go-hpc/timers/mpitimer"
)

// activity is a kernel or copy that a device has done. Its times are ns of clock.Nanotime.
type activity struct {
	name       string
	id         uint32
	device     uint32
	begin, end int64
	bytes      uint64 // of copies
}

// recorder is that of the process. All its ranks share it.
type recorder struct {
	launched ring

	mu      sync.Mutex // of all below
	library *cupti
	users   int
	stop    chan struct{}
	ended   chan struct{}

	names     map[onDevice]string
	busyUntil map[uint32]int64
	copied    map[string]*volume
	counts    map[string]uint64
}

// onDevice is a kernel, or something else that has a row, of a device.
type onDevice struct {
	device uint32
	name   string
}

// volume is what was copied, in bytes, and how long that took, in ns.
type volume struct {
	bytes uint64
	took  int64
}

var the recorder

// open starts the recorder for one more rank, and returns what is to be said about it.
func (r *recorder) open() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.users > 0 {
		r.users++
		return "recorded"
	}
	library, err := openCUPTI()
	if err != nil {
		return err.Error()
	}
	r.launched.clear()
	if err := library.begin(); err != nil {
		return err.Error()
	}
	r.library, r.users = library, 1
	r.names = map[onDevice]string{}
	r.busyUntil, r.copied, r.counts = map[uint32]int64{}, map[string]*volume{}, map[string]uint64{}
	r.stop, r.ended = make(chan struct{}), make(chan struct{})
	go r.run(r.stop, r.ended)
	return fmt.Sprintf("by CUPTI %d, its clock known to ±%d ns", library.version, library.clockError())
}

// run takes up records until it is stopped.
func (r *recorder) run(stop, ended chan struct{}) {
	defer close(ended)
	tick := time.NewTicker(often)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			r.collect(false)
		}
	}
}

// collect gives the regions what the devices have done by now. It runs on a goroutine of its own, since the rows stand
// below the places of the launches only where the goroutine has no regions.
func (r *recorder) collect(force bool) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.library == nil {
			return
		}
		r.library.align()
		list, untimed, dropped := r.library.take(force)
		r.count(warnUntimed, untimed)
		r.count(warnDropped, dropped)
		r.give(list)
	}()
	<-done
}

func (r *recorder) count(kind string, n int) {
	if n > 0 {
		r.counts[kind] += uint64(n)
	}
}

// row is time of a region, for one call.
type row struct {
	name string
	took int64
}

// give adds what was done to the regions.
func (r *recorder) give(list []activity) {
	slices.SortFunc(list, func(a, b activity) int { return cmp.Compare(a.begin, b.begin) })
	rows := make(map[mpitimer.Place][]row)
	for _, a := range list {
		l, known := r.launched.find(a.id)
		if !known {
			r.count(warnUnmatched, 1)
		}
		add := func(name string, took int64) {
			rows[l.place] = append(rows[l.place], row{r.nameOf(a.device, name), max(took, 0)})
		}
		add(a.name, a.end-a.begin)
		if known {
			add("launch latency", a.begin-l.at)
		}
		if former, was := r.busyUntil[a.device]; was && a.begin > former {
			add("idle", a.begin-former)
		}
		r.busyUntil[a.device] = max(r.busyUntil[a.device], a.end)
		if a.bytes > 0 {
			r.copy(r.nameOf(a.device, a.name), a)
		}
	}
	for place, list := range rows {
		place.Do(func() {
			if tm := mpitimer.Default(); tm != nil {
				for _, each := range list {
					tm.Add(each.name, time.Duration(each.took), 1)
				}
			}
		})
	}
}

// nameOf is the name of a row.
func (r *recorder) nameOf(device uint32, name string) string {
	of := onDevice{device, name}
	full, known := r.names[of]
	if !known {
		full = fmt.Sprintf("gpu%d:%s", device, name)
		r.names[of] = full
	}
	return full
}

func (r *recorder) copy(name string, a activity) {
	v := r.copied[name]
	if v == nil {
		v = new(volume)
		r.copied[name] = v
	}
	v.bytes += a.bytes
	v.took += a.end - a.begin
}

// close waits until the device has done what was launched, for about so long at most. For the last rank of the process it
// ends the recorder, and returns what is to be told.
func (r *recorder) close(patience time.Duration) (said []string, counts map[string]uint64) {
	r.mu.Lock()
	if r.users == 0 {
		r.mu.Unlock()
		return nil, nil
	}
	r.mu.Unlock()
	const nap = time.Millisecond
	r.collect(false)
	for left := patience; r.launched.waiting() > 0 && left > 0; left -= nap {
		time.Sleep(nap)
		r.collect(false)
	}
	r.collect(true)

	r.mu.Lock()
	if r.users--; r.users > 0 {
		r.mu.Unlock()
		return nil, nil
	}
	r.library.end()
	r.library = nil
	r.count(warnLate, r.launched.waiting())
	for name, v := range r.copied {
		said = append(said, fmt.Sprintf("%s: %d bytes, %.3g GB/s", name, v.bytes, float64(v.bytes)/float64(max(v.took, 1))))
	}
	slices.Sort(said)
	counts, r.counts = r.counts, nil
	r.launched.clear()
	stop, ended := r.stop, r.ended
	r.mu.Unlock()
	close(stop)
	<-ended
	return said, counts
}
