package timeline

import (
	"fmt"
	"strings"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/ondevice"
	"github.com/go-hpc/timers/stats/hdtrace"
	tracefile "github.com/go-hpc/timers/stats/hdtrace/trace"
)

// stream is what a stream of a device does for the rank, as a further thread of it.
type stream struct {
	trace *tracefile.Writer // nil if there is none
	until hdtrace.Epoch     // nothing before is written any more
	open  []hdtrace.Epoch   // the ends of what runs
}

// mostStreams is how many threads of devices a rank has. What further ones do is left out.
const mostStreams = 64

// devices lets the recorder see what devices do from now on.
func (r *Recorder) devices() {
	streams := make(map[[2]int]*stream)
	r.unobserve = ondevice.Observe(engine.Of(r.timers), func(device, number int, list []ondevice.Interval) {
		key := [2]int{device, number}
		s := streams[key]
		if s == nil {
			if s = new(stream); len(streams) < mostStreams {
				var err error
				if s.trace, err = r.newTrace(fmt.Sprintf("gpu%d.%d", device, number)); err != nil {
					s.trace = nil
					r.note(err)
				}
			}
			streams[key] = s
		}
		if s.trace == nil {
			r.options.Trace.denied.Add(int64(len(list)))
			return
		}
		for i := range list {
			s.write(r, &list[i])
		}
		s.leave(0)
	})
}

// write writes an interval. Those that the clocks' error lets overlap follow each other, and lie within what is around them.
func (s *stream) write(r *Recorder, i *ondevice.Interval) {
	s.leave(i.Depth)
	begin := max(r.clock.begin+hdtrace.Epoch(i.Begin), s.until)
	end := max(r.clock.begin+hdtrace.Epoch(i.End), begin)
	if n := len(s.open); n > 0 {
		begin, end = min(begin, s.open[n-1]), min(end, s.open[n-1])
	}
	name := i.Path[len(i.Path)-1]
	state := stateName(name)
	_ = s.trace.BeginAt(begin, state) // the trace keeps its error
	if state != name {
		_ = s.trace.Attribute("region", name)
	}
	if len(s.open) == 0 {
		_ = s.trace.Attribute("path", strings.Join(i.Path, "/"))
	}
	s.until, s.open = begin, append(s.open, end)
}

// leave ends what runs beyond a depth.
func (s *stream) leave(depth int) {
	for n := len(s.open); n > depth; n-- {
		s.until = s.open[n-1]
		_ = s.trace.EndAt(s.until)
		s.open = s.open[:n-1]
	}
}

// stateName makes the name of a state of that of a region.
func stateName(region string) string {
	name := hdtrace.XMLName(region)
	if name == "Nested" || name == "Event" {
		name = "_" + name // these are not states
	}
	return name
}
