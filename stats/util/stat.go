package util

import (
	"math"
	"time"

	"github.com/go-hpc/timers/stats/internal/node"
)

// Ticks of /proc/stat, whose length is part of Linux's interface.
const tick = 10 * time.Millisecond

// cpuTimes is a line of /proc/stat, in ticks of 10 ms since the start.
type cpuTimes struct {
	busy [6]uint64 // user, nice, system, irq, softirq, steal; guests are part of the first two
	idle uint64    // idle and iowait, which the kernel moves from one to the other after the fact
}

// timesOf reads a row of /proc/stat.
func timesOf(r *node.Row) (t cpuTimes, ok bool) {
	v := &r.Columns
	if r.Known <= node.Idle || r.Known <= node.Steal && r.Garbled {
		return t, false
	}
	for i := r.Known; i <= node.Steal; i++ {
		v[i] = 0 // an older kernel does not have it
	}
	t.busy = [6]uint64{v[node.User], v[node.Nice], v[node.System], v[node.IRQ], v[node.SoftIRQ], v[node.Steal]}
	t.idle = v[node.Idle] + v[node.IOWait]
	return t, t.idle >= v[node.Idle]
}

// delta returns the ticks in use and idle since an earlier reading.
func (t *cpuTimes) delta(earlier *cpuTimes) (busy, idle uint64, v verdict) {
	for i := range t.busy {
		d := t.busy[i] - earlier.busy[i]
		if t.busy[i] < earlier.busy[i] || busy+d < busy {
			return 0, 0, back
		}
		busy += d
	}
	if t.idle < earlier.idle {
		return 0, 0, back
	}
	idle = t.idle - earlier.idle
	if busy > math.MaxInt64 || idle > math.MaxInt64 {
		return 0, 0, leaped
	}
	return busy, idle, good
}

// stat reads /proc/stat for all that need it.
type stat struct {
	table    *node.Table
	switches *node.Row // context switches; nil: not wanted

	column  []int // of a processor's number; -1 if it has none
	total   cpuTimes
	totalOK bool
	times   []cpuTimes // by column
	online  []bool     // by column: has a row
	set     uint64     // distinguishes sets of online processors
	onlines int
	ctxt    uint64
	ctxtOK  bool
	ok      bool
}

// newStat reads the times of the processors with those numbers.
func newStat(tree *node.Tree, ids []int, wantCtxt bool) *stat {
	s := &stat{table: tree.Stat(), times: make([]cpuTimes, len(ids)), online: make([]bool, len(ids))}
	if wantCtxt {
		s.switches = s.table.Want("ctxt")
	}
	for column, id := range ids {
		for len(s.column) <= id {
			s.column = append(s.column, -1)
		}
		s.column[id] = column
	}
	return s
}

func (s *stat) read() {
	clear(s.online)
	s.ok, s.totalOK, s.ctxtOK, s.set, s.onlines = false, false, false, 0, 0
	rows, err := s.table.Load()
	if err != nil {
		return
	}
	for _, r := range rows {
		switch id := r.Number; {
		case r == s.switches:
			s.ctxt, s.ctxtOK = r.Columns[0], r.Known > 0
		case id < 0:
			s.total, s.totalOK = timesOf(r)
		default:
			s.onlines++
			s.set = (s.set ^ uint64(id+1)) * 0x100000001b3 // FNV
			if id < len(s.column) && s.column[id] >= 0 {
				column := s.column[id]
				s.times[column], s.online[column] = timesOf(r)
			}
		}
	}
	s.ok = true
}

// usage turns the times of one processor, or of all, into a share.
type usage struct {
	prev  cpuTimes
	since time.Duration // since prev was read
	known bool
}

// step takes a reading, for the given number of processors. If no tick has passed, the next reading is
// compared with the one before: nothing is lost.
func (u *usage) step(cur *cpuTimes, elapsed time.Duration, cpus int) (percent float64, v verdict) {
	if !u.known {
		u.prev, u.known, u.since = *cur, true, 0
		return 0, fresh
	}
	u.since += elapsed
	busy, idle, v := cur.delta(&u.prev)
	if v == good && busy+idle == 0 {
		return 0, coarse
	}
	// Processors without a periodic tick are asked for their times once a second.
	if most := uint64((2*u.since+time.Second)/tick) * uint64(cpus); v == good && busy+idle > most {
		v = leaped
	}
	u.prev, u.since = *cur, 0
	if v != good {
		return 0, v
	}
	return 100 * float64(busy) / float64(busy+idle), good
}
