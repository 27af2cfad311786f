package util

import (
	"bytes"
	"math"
)

// The parsers of this file take the text of /proc and /sys as it is, and neither copy nor allocate. They say
// false for what they do not understand; what is behind that is not looked at.

// number reads an unsigned number after blanks, and returns what follows it.
func number(b []byte) (v uint64, rest []byte, ok bool) {
	i := 0
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	begin := i
	for ; i < len(b); i++ {
		c := b[i] - '0'
		if c > 9 {
			break
		}
		if v > (math.MaxUint64-uint64(c))/10 {
			return 0, b, false
		}
		v = 10*v + uint64(c)
	}
	if i == begin || i < len(b) && b[i] != ' ' && b[i] != '\t' && b[i] != '\n' {
		return 0, b, false
	}
	return v, b[i:], true
}

// fields reads as many numbers as there is room for, and says how many there were on the line; 0 if there is
// anything else on it before that.
func fields(line []byte, into []uint64) int {
	for i := range into {
		v, rest, ok := number(line)
		if !ok {
			if len(bytes.TrimSpace(line)) > 0 {
				return 0
			}
			return i
		}
		into[i], line = v, rest
	}
	return len(into)
}

// single reads a file that holds one number.
func single(b []byte) (uint64, bool) {
	v, rest, ok := number(b)
	return v, ok && len(bytes.TrimSpace(rest)) == 0
}

// cutLine is the first line, without its end, and what follows.
func cutLine(b []byte) (line, rest []byte) {
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		return b[:i], b[i+1:]
	}
	return b, nil
}

// cpuTimes is what a line of /proc/stat says, in ticks of 10 ms since the start.
type cpuTimes struct {
	busy [6]uint64 // user, nice, system, irq, softirq, steal; guests are part of the first two
	idle uint64    // idle and iowait, which the kernel moves from one to the other after the fact
}

// parseTimes reads the numbers behind the name of a processor.
func parseTimes(line []byte) (t cpuTimes, ok bool) {
	var v [8]uint64 // user nice system idle iowait irq softirq steal; the first four since ever
	if n := fields(line, v[:]); n < 4 {
		return t, false
	}
	t.busy = [6]uint64{v[0], v[1], v[2], v[5], v[6], v[7]}
	t.idle = v[3] + v[4]
	return t, t.idle >= v[3]
}

// delta is the ticks in use and idle since an earlier reading.
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

// cpuLine is one of the lines of /proc/stat that tell of processors: id is -1 for all together. It returns
// what follows the line.
func cpuLine(b []byte) (id int, numbers, rest []byte, ok bool) {
	line, rest := cutLine(b)
	if len(line) < 4 || string(line[:3]) != "cpu" {
		return 0, nil, b, false
	}
	if line[3] == ' ' {
		return -1, line[3:], rest, true
	}
	v, numbers, ok := number(line[3:])
	if !ok || v > mostCPU || line[3] == '\t' {
		return 0, nil, b, false
	}
	return int(v), numbers, rest, true
}

// mostCPU is the highest number of a processor that is believed.
const mostCPU = 1 << 16

// lineOf is the number behind a name that begins a line. What stands in front of it, as the line of the
// interrupts, which may have thousands of numbers, is searched, not read.
func lineOf(b, newlineAndName []byte) (uint64, bool) {
	i := bytes.Index(b, newlineAndName)
	if i < 0 {
		return 0, false
	}
	v, _, ok := number(b[i+len(newlineAndName):])
	return v, ok
}

// memoryKeys are the lines of /proc/meminfo that are of use, all in kB.
var memoryKeys = [...]string{"MemTotal", "MemFree", "Buffers", "Cached", "Shmem", "Slab"}

const (
	memTotal = iota
	memFree
	memBuffers
	memCached
	memShmem
	memSlab
)

// memory is the bytes behind the memoryKeys.
type memory struct {
	bytes [len(memoryKeys)]int64
	known [len(memoryKeys)]bool
}

// parseMemory reads /proc/meminfo as far as it has to for what is wanted.
func parseMemory(b []byte, wanted [len(memoryKeys)]bool) (m memory) {
	left := 0
	for _, w := range wanted {
		if w {
			left++
		}
	}
	for len(b) > 0 && left > 0 {
		var line []byte
		line, b = cutLine(b)
		colon := bytes.IndexByte(line, ':')
		if colon < 0 {
			continue
		}
		for i, key := range memoryKeys {
			if !wanted[i] || m.known[i] || string(line[:colon]) != key {
				continue
			}
			left--
			v, _, ok := number(line[colon+1:])
			if ok && v <= math.MaxInt64>>12 { // so that sums of them are no matter
				m.bytes[i], m.known[i] = int64(v)<<10, true
			}
			break
		}
	}
	return m
}

// interfaceLine is a line of /proc/net/dev: the interface's name, and the bytes that it has received and
// sent.
func interfaceLine(line []byte) (name []byte, in, out uint64, ok bool) {
	colon := bytes.IndexByte(line, ':')
	if colon < 0 {
		return nil, 0, 0, false
	}
	// Aliases have a colon in their names; numbers begin behind the last.
	if i := bytes.LastIndexByte(line, ':'); i > colon {
		colon = i
	}
	name = bytes.TrimLeft(line[:colon], " ")
	var v [9]uint64
	if len(name) == 0 || fields(line[colon+1:], v[:]) != len(v) {
		return nil, 0, 0, false
	}
	return name, v[0], v[8], true
}

// diskFields is the number of the statistics of a block device that all kernels have.
const diskFields = 11

// parseDisk reads /sys/dev/block/…/stat.
func parseDisk(b []byte) (v [diskFields]uint64, ok bool) {
	line, _ := cutLine(b)
	return v, fields(line, v[:]) == diskFields
}
