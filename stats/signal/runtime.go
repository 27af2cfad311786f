package signal

import (
	"fmt"
	"math"
	"runtime/metrics"
	"slices"
	"sync"
)

// runtimeSignals are the signals of this process from Go's runtime, by package runtime/metrics.
var runtimeSignals = []struct {
	name, metric, unit, what string
	behavior                 Behavior
	quantum                  float64
	moments                  bool // for a histogram of durations: their sum instead of their number
}{
	{"GO_HEAP", "/memory/classes/heap/objects:bytes", "B", "memory of objects on the heap, with dead ones that are not yet swept", Variable, 1, false},
	{"GO_HEAP_GOAL", "/gc/heap/goal:bytes", "B", "size of the heap at which a collection ends", Variable, 1, false},
	{"GO_MEMORY", "/memory/classes/total:bytes", "B", "memory that the runtime has mapped", Variable, 1, false},
	{"GO_HEAP_ALLOCATED", "/gc/heap/allocs:bytes", "B", "memory allocated on the heap since the start", Monotone, 1, false},
	{"GO_HEAP_ALLOCATIONS", "/gc/heap/allocs:objects", "1", "objects allocated on the heap since the start", Monotone, 1, false},
	{"GO_GC_CYCLES", "/gc/cycles/total:gc-cycles", "1", "garbage collections completed", Monotone, 1, false},
	{"GO_GC_CPU_TIME", "/cpu/classes/gc/total:cpu-seconds", "s", "CPU time of the garbage collector; brought up to date by each collection", Monotone, 1e-9, false},
	{"GO_GC_PAUSES", "/sched/pauses/total/gc:seconds", "1", "pauses of the world for the garbage collector", Monotone, 1, false},
	{"GO_GC_PAUSE_TIME", "/sched/pauses/total/gc:seconds", "s", "time of those pauses, estimated from a histogram", Monotone, 1e-9, true},
	{"GO_SCHED_LATENCIES", "/sched/latencies:seconds", "1", "times that a goroutine became runnable and ran (the runtime takes a sample of them)", Monotone, 1, false},
	{"GO_SCHED_LATENCY", "/sched/latencies:seconds", "s", "time that those goroutines waited to run, estimated from a histogram", Monotone, 1e-9, true},
	{"GO_MUTEX_WAIT", "/sync/mutex/wait/total:seconds", "s", "time that goroutines waited for mutexes", Monotone, 1e-9, false},
	{"GO_GOROUTINES", "/sched/goroutines:goroutines", "1", "goroutines", Variable, 1, false},
}

func (p *Platform) findRuntime() {
	for _, r := range runtimeSignals {
		if !p.real {
			p.absent(r.name, ErrNoSource, "a recorded tree holds no running process", "")
			continue
		}
		if _, err := new(metricSet).meter(r.metric, r.moments).steps(0); err != nil {
			p.absent(r.name, ErrNoSource, err.Error(), "")
			continue
		}
		p.add(source{
			info: Info{
				Name: r.name, Description: r.what + " (runtime/metrics)", Unit: r.unit, Behavior: r.behavior,
				Domain: Process, Aggregation: Sum, Quantum: r.quantum,
			},
			open: func(s *session, _ int) (meter, error) { return s.metrics.meter(r.metric, r.moments), nil },
		})
	}
}

// metricSet is metrics that are read together where one wants them in the same round: what several of them come from,
// and what one call costs, is the same.
type metricSet struct {
	mu      sync.Mutex
	round   uint64
	samples []metrics.Sample
}

// meter adds a metric.
func (s *metricSet) meter(name string, moments bool) *metricMeter {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.round = 0
	at := slices.IndexFunc(s.samples, func(m metrics.Sample) bool { return m.Name == name })
	if at < 0 {
		at = len(s.samples)
		s.samples = append(s.samples, metrics.Sample{Name: name})
	}
	return &metricMeter{s, at, moments}
}

// metricMeter reads one metric of a set. metrics.Read takes a lock of the whole process, so one more here costs
// nothing.
type metricMeter struct {
	set     *metricSet
	at      int
	moments bool
}

func (m *metricMeter) steps(round uint64) (int64, error) {
	s := m.set
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case round == 0:
		metrics.Read(s.samples[m.at : m.at+1])
	case round != s.round:
		metrics.Read(s.samples)
	}
	s.round = round
	value := &s.samples[m.at].Value
	switch value.Kind() {
	case metrics.KindUint64:
		return int64(min(value.Uint64(), math.MaxInt64)), nil
	case metrics.KindFloat64:
		return nanoseconds(value.Float64()), nil
	case metrics.KindFloat64Histogram:
		return ofHistogram(value.Float64Histogram(), m.moments), nil
	}
	return 0, fmt.Errorf("this version of Go has no metric %s", s.samples[m.at].Name)
}

func (m *metricMeter) close() error { return nil }

func nanoseconds(seconds float64) int64 { return int64(math.Round(seconds * 1e9)) }

// ofHistogram returns how many there are, or the sum of their durations in nanoseconds, each taken as the
// middle of its bucket. Counts only grow and middles stay, so the sum is monotone.
func ofHistogram(h *metrics.Float64Histogram, moments bool) int64 {
	var sum uint64
	for i, n := range h.Counts {
		if n == 0 {
			continue
		}
		if !moments {
			sum += n
			continue
		}
		low, high := h.Buckets[i], h.Buckets[i+1]
		if math.IsInf(low, -1) {
			low = 0
		}
		if math.IsInf(high, 1) {
			high = low
		}
		sum += n * uint64(max(nanoseconds((low+high)/2), 0))
	}
	return int64(min(sum, math.MaxInt64))
}
