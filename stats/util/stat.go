package util

import "time"

// Ticks of /proc/stat, whose length is part of Linux' interface.
const tick = 10 * time.Millisecond

// stat reads /proc/stat for all who need it.
type stat struct {
	file     *file
	wantCtxt bool

	column  []int // of a processor's number; -1 if it has none
	cpus    int   // columns
	total   cpuTimes
	totalOK bool
	times   []cpuTimes // by column
	online  []bool     // by column: has a line
	set     uint64     // tells sets of online processors apart
	onlines int
	ctxt    uint64
	ctxtOK  bool
	ok      bool
}

// newStat reads the times of the processors with those numbers.
func newStat(root string, ids []int, wantCtxt bool) *stat {
	s := &stat{
		file: newFile(root+"/proc/stat", roomOfTable), wantCtxt: wantCtxt,
		cpus: len(ids), times: make([]cpuTimes, len(ids)), online: make([]bool, len(ids)),
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
	b, err := s.file.read()
	if err == nil {
		s.parse(b)
	}
}

// parse takes what is wanted of the text. The lines of the processors are the first.
func (s *stat) parse(b []byte) {
	for {
		id, numbers, rest, ok := cpuLine(b)
		if !ok {
			break
		}
		b = rest
		if id < 0 {
			s.total, s.totalOK = parseTimes(numbers)
			continue
		}
		s.onlines++
		s.set = (s.set ^ uint64(id+1)) * 0x100000001b3 // FNV
		if id < len(s.column) && s.column[id] >= 0 {
			column := s.column[id]
			s.times[column], s.online[column] = parseTimes(numbers)
		}
	}
	if s.wantCtxt {
		s.ctxt, s.ctxtOK = lineOf(b, []byte("\nctxt "))
	}
	s.ok = true
}

// usage turns the times of one processor, or of all, into a share.
type usage struct {
	prev  cpuTimes
	since time.Duration // since prev was read
	known bool
}

// step takes a reading, of so many processors. Where no tick has passed, the next reading is compared with
// the one before: nothing is lost.
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
	// Processors without a periodic tick are asked for their times once in a second.
	if most := uint64((2*u.since+time.Second)/tick) * uint64(cpus); v == good && busy+idle > most {
		v = leaped
	}
	u.prev, u.since = *cur, 0
	if v != good {
		return 0, v
	}
	return 100 * float64(busy) / float64(busy+idle), good
}
