package util

import (
	"math"
	"strconv"
	"time"

	hdstat "github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/internal/node"
)

// cpu samples the time in use of processors, and context switches.
type cpu struct {
	stat    *stat
	sources Sources
	ids     []int

	total    usage
	set      uint64 // number of online processors when total was read
	switches counter
	each     []usage
}

// mostSwitches is how many context switches a processor makes per second at most.
const mostSwitches = 1e8

func newCPU(s *stat, sources Sources, ids []int) *cpu {
	return &cpu{stat: s, sources: sources, ids: ids, each: make([]usage, len(ids))}
}

func (c *cpu) values() (list []hdstat.Value) {
	if c.sources.has(CPUUtil) {
		list = append(list, percent("CPU_TOTAL", "CPU"))
	}
	if c.sources.has(ContextSwitches) {
		list = append(list, hdstat.Value{Name: "CONTEXT_SWITCHES", Type: hdstat.TypeInt64, Grouping: "#"})
	}
	if c.sources.has(CPUUtilX) {
		for _, id := range c.ids {
			list = append(list, percent("CPU_TOTAL_"+strconv.Itoa(id), "CPU"))
		}
	}
	return list
}

func percent(name, grouping string) hdstat.Value {
	return hdstat.Value{Name: name, Type: hdstat.TypeFloat, Unit: "%", Grouping: grouping}
}

func (c *cpu) forget() {
	c.total.known = false
	c.switches.forget()
	for i := range c.each {
		c.each[i].known = false
	}
}

func (c *cpu) sample(e *entry) {
	if c.sources.has(CPUUtil) {
		e.float(c.all(e.elapsed))
	}
	if c.sources.has(ContextSwitches) {
		d, v := uint64(0), garbled
		if c.stat.ctxtOK {
			d, v = c.switches.step(c.stat.ctxt, e.most(mostSwitches*float64(max(c.stat.onlines, 1))))
		} else {
			c.switches.forget()
		}
		e.int64(d, v)
	}
	if c.sources.has(CPUUtilX) {
		for i := range c.each {
			e.float(c.one(i, e.elapsed))
		}
	}
}

// all returns the share of all processors. When one goes online or offline, the kernel counts its idle time
// in another way, and the sum jumps: then nothing is known.
func (c *cpu) all(elapsed time.Duration) (float64, verdict) {
	if !c.stat.totalOK {
		c.total.known = false
		return 0, garbled
	}
	if c.stat.set != c.set {
		c.total.known = false
	}
	c.set = c.stat.set
	return c.total.step(&c.stat.total, elapsed, max(c.stat.onlines, 1))
}

func (c *cpu) one(i int, elapsed time.Duration) (float64, verdict) {
	if !c.stat.online[i] {
		c.each[i].known = false
		if !c.stat.ok {
			return 0, garbled
		}
		return 0, absent
	}
	return c.each[i].step(&c.stat.times[i], elapsed, 1)
}

func (c *cpu) close() {}

// freq samples the frequencies of processors at that moment.
type freq struct {
	ids   []int
	files []*node.File
}

func newFreq(tree *node.Tree, ids []int) (*freq, error) {
	f := &freq{ids: ids}
	var first error
	found := false
	for _, id := range ids {
		file := tree.File(tree.Path("sys/devices/system/cpu/cpu"+strconv.Itoa(id), "cpufreq/scaling_cur_freq"))
		f.files = append(f.files, file)
		if _, err := file.Read(); err == nil {
			found = true
		} else if first == nil {
			first = err
		}
	}
	if !found {
		f.close()
		return nil, first
	}
	return f, nil
}

func (f *freq) values() (list []hdstat.Value) {
	for _, id := range f.ids {
		list = append(list, hdstat.Value{Name: "CPU_FREQ_AVG_" + strconv.Itoa(id), Type: hdstat.TypeInt64, Unit: "kHz", Grouping: "CPU_FREQ"})
	}
	return append(list, hdstat.Value{Name: "CPU_FREQ_AVG", Type: hdstat.TypeInt64, Unit: "kHz", Grouping: "CPU_FREQ"})
}

func (f *freq) forget() {}

// mostKHz is beyond any processor.
const mostKHz = 100_000_000

// sample adds the mean of those that are online, if all of them are known.
func (f *freq) sample(e *entry) {
	var sum, n uint64
	mean := good
	for _, file := range f.files {
		khz, v := uint64(0), garbled
		if value, err := file.Number(); err == nil {
			if value >= 0 && value <= mostKHz {
				khz, v = uint64(value), good
			}
		} else if node.Absent(err) {
			v = absent
		}
		e.int64(khz, v)
		switch v {
		case good:
			sum, n = sum+khz, n+1
		case garbled:
			mean = garbled
		}
	}
	if n == 0 && mean == good {
		mean = absent
	}
	e.int64(uint64(math.Round(float64(sum)/float64(max(n, 1)))), mean)
}

func (f *freq) close() { closeAll(f.files) }

func closeAll(files []*node.File) {
	for _, file := range files {
		_ = file.Close()
	}
}
