package util

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	hdstat "github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/internal/node"
)

// idle samples the share of time that processors spend in each idle state.
//
// The kernel adds the time in a state when the processor leaves it, so that after a long sleep an interval
// has more idle time than its length, and the ones before have too little. Neither is usable: the first is
// recognised by itself, the second by comparison with the idle time in /proc/stat, which includes sleeps
// still in progress.
type idle struct {
	stat   *stat
	ids    []int
	cpus   []idleCPU
	states int // the most of a processor

	shares  []float64 // of all processors, by state
	counted []int
	means   []verdict
}

type idleCPU struct {
	files  []*node.File
	times  []counter
	prev   cpuTimes // for the idle ticks of the same interval
	known  bool
	shares []float64
}

func newIdle(tree *node.Tree, s *stat, ids []int) (*idle, error) {
	c := &idle{stat: s, ids: ids, cpus: make([]idleCPU, len(ids))}
	for i, id := range ids {
		folder := tree.Path("sys/devices/system/cpu/cpu"+strconv.Itoa(id), "cpuidle")
		cpu := &c.cpus[i]
		for n := 0; ; n++ {
			file := tree.File(fmt.Sprintf("%s/state%d/time", folder, n))
			if _, err := file.Read(); err != nil {
				if i == len(ids)-1 && n == 0 && c.states == 0 {
					return nil, err
				}
				if !errors.Is(err, os.ErrNotExist) {
					c.close()
					return nil, err
				}
				break
			}
			cpu.files = append(cpu.files, file)
		}
		cpu.times, cpu.shares = make([]counter, len(cpu.files)), make([]float64, len(cpu.files))
		c.states = max(c.states, len(cpu.files))
	}
	c.shares, c.counted, c.means = make([]float64, c.states), make([]int, c.states), make([]verdict, c.states)
	return c, nil
}

func (c *idle) values() (list []hdstat.Value) {
	for i := range c.cpus {
		for n := range c.cpus[i].files {
			list = append(list, percent(fmt.Sprintf("CPU_IDLE_%d_C%d", c.ids[i], n), "CPU_IDLE"))
		}
	}
	for n := range c.states {
		list = append(list, percent(fmt.Sprintf("CPU_IDLE_CPU_C%d", n), "CPU_IDLE"))
	}
	return list
}

func (c *idle) forget() {
	for i := range c.cpus {
		c.cpus[i].known = false
		for n := range c.cpus[i].times {
			c.cpus[i].times[n].forget()
		}
	}
}

// sample adds the shares of each processor, then the means of those that are online, if all are known.
func (c *idle) sample(e *entry) {
	clear(c.shares)
	clear(c.counted)
	clear(c.means)
	for i := range c.cpus {
		cpu := &c.cpus[i]
		v := c.read(i, e)
		for n := range cpu.shares {
			e.float(cpu.shares[n], v)
			switch {
			case v == good:
				c.shares[n] += cpu.shares[n]
				c.counted[n]++
			case v != absent:
				c.means[n] = v
			}
		}
	}
	for n := range c.shares {
		if c.counted[n] == 0 && c.means[n] == good {
			c.means[n] = absent
		}
		e.float(c.shares[n]/float64(max(c.counted[n], 1)), c.means[n])
	}
}

// read returns the shares of one processor.
func (c *idle) read(i int, e *entry) verdict {
	cpu := &c.cpus[i]
	if !c.stat.online[i] {
		cpu.forget()
		if !c.stat.ok {
			return garbled
		}
		return absent
	}
	result := good
	var sum time.Duration
	for n, file := range cpu.files {
		micros, v := uint64(0), garbled
		if value, err := file.Number(); err == nil && value >= 0 {
			micros, v = cpu.times[n].step(uint64(value), e.most(1e6))
		}
		if !v.known() {
			result = v
			if v == garbled {
				cpu.times[n].forget()
			}
			continue
		}
		d := time.Duration(micros) * time.Microsecond
		sum += d
		cpu.shares[n] = min(100*float64(d)/float64(max(e.elapsed, 1)), 100)
	}
	idle, known := cpu.ticks(&c.stat.times[i])
	if result != good {
		return result
	}
	return booked(sum, idle, e.elapsed, known)
}

func (cpu *idleCPU) forget() {
	cpu.known = false
	for n := range cpu.times {
		cpu.times[n].forget()
	}
}

// ticks returns the idle time in /proc/stat for the same interval.
func (cpu *idleCPU) ticks(now *cpuTimes) (time.Duration, bool) {
	_, idle, v := now.delta(&cpu.prev)
	known := cpu.known && v == good && idle < uint64(time.Hour/tick)*24*365
	cpu.prev, cpu.known = *now, true
	if !known {
		return 0, false
	}
	return time.Duration(idle) * tick, true
}

// booked judges the time in all states by the length of the interval and the idle time in /proc/stat.
func booked(sum, idle, elapsed time.Duration, known bool) verdict {
	const skew = 200 * time.Microsecond // files are not all read at the same moment
	switch {
	case sum > elapsed+elapsed/50+skew:
		return leaped
	case known && sum+elapsed/5+2*tick < idle:
		return coarse
	}
	return good
}

func (c *idle) close() {
	for i := range c.cpus {
		closeAll(c.cpus[i].files)
	}
}
