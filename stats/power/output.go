package power

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
)

// output writes the samples of a device: to each trace its part.
type output struct {
	directory *project.Directory // nil without statistics
	path      string
	project   bool
	traces    []tracefile
	base      time.Time // of all times, so that setting the clock moves none
	last      time.Time // the end of the last sample; zero before the first
	paused    bool      // no samples are expected since the last one
	broken    bool      // the device was lost since the last one
	unknown   []float64
}

// tracefile is one file, or two, and where its values are in a sample.
type tracefile struct {
	from, to   int
	statistics *stat.Writer
	numbers    []stat.Number
	text       *bufio.Writer
	closer     io.Closer
}

func newOutput(c *Config, o *Options) (*output, error) {
	out := &output{path: o.Directory, project: !o.NoProject, base: time.Now()}
	if out.path == "" {
		out.path = "."
	}
	if err := out.create(c, o); err != nil {
		// There is nothing to report about files that were never written to.
		_ = out.abandon()
		return nil, outputError(err)
	}
	return out, nil
}

func (out *output) create(c *Config, o *Options) error {
	topology, err := hdtrace.NewTopology(c.Project, c.Topology...)
	if err != nil {
		return err
	}
	for i := range c.Traces {
		t := &c.Traces[i]
		file := tracefile{from: len(out.unknown), to: len(out.unknown) + len(t.Values)}
		for range t.Values {
			out.unknown = append(out.unknown, math.NaN())
		}
		if t.Statistics {
			if out.directory == nil {
				if out.directory, err = project.NewDirectory(out.path, topology, project.DirectoryOptions{Replace: o.Replace}); err != nil {
					return err
				}
			}
			if err := file.openStatistics(out.directory, topology, t); err != nil {
				return err
			}
		}
		if t.Text != "" {
			if err := file.openText(t, o); err != nil {
				return err
			}
		}
		out.traces = append(out.traces, file)
	}
	return nil
}

func (f *tracefile) openStatistics(d *project.Directory, topology *hdtrace.Topology, t *Trace) error {
	node, err := topology.Node(strings.Split(t.Node, "_")...)
	if err != nil {
		return err
	}
	if f.statistics, err = d.NewStatistics(node, Group, stat.Options{}); err != nil {
		return err
	}
	for _, q := range t.Values {
		if err := f.statistics.AddValue(described[q]); err != nil {
			return err
		}
	}
	f.numbers = make([]stat.Number, len(t.Values))
	return nil
}

func (f *tracefile) openText(t *Trace, o *Options) error {
	if o.Text == nil {
		return fmt.Errorf("%s.txt: nobody creates files of text here (Options.Text)", t.Text)
	}
	w, err := o.Text(t.Text + ".txt")
	if err != nil {
		return err
	}
	f.text, f.closer = bufio.NewWriter(w), w
	line := "# time[s]"
	for _, q := range t.Values {
		line += "\t" + q.String() + "[" + described[q].Unit + "]"
	}
	_, err = f.text.WriteString(line + "\n")
	return err
}

// pause notes that there was nothing to record since the last sample.
func (out *output) pause() { out.paused = true }

// interrupted notes that samples may be missing since the last one.
func (out *output) interrupted() { out.broken = true }

// allowed returns how late after the end of the last one a sample may start: messages come early and late,
// and as long as the line holds none is missing.
func (out *output) allowed(cycle time.Duration) time.Duration {
	if out.paused || out.broken {
		return cycle / 2
	}
	return cycle
}

func (out *output) epoch(t time.Time) hdtrace.Epoch {
	return hdtrace.EpochOf(out.base.Add(t.Sub(out.base)))
}

// write records a sample. If it starts after the last one ended, an entry of NaN covers the gap, since
// otherwise its values would seem to cover that time too. It returns the length of the gap, or 0 if the
// tracer was stopped.
func (out *output) write(s *Sample) (missing time.Duration, err error) {
	if len(s.Values) != len(out.unknown) {
		return 0, fmt.Errorf("the device gives %d values, and %d were asked for", len(s.Values), len(out.unknown))
	}
	switch gap := s.Start.Sub(out.last); {
	case out.last.IsZero():
		err = out.begin(s.Start)
	case gap > out.allowed(s.End.Sub(s.Start)):
		err = out.entry(s.Start, out.unknown)
		if !out.paused {
			missing = gap
		}
	}
	if err != nil {
		return missing, err
	}
	out.paused, out.broken = false, false
	if s.End.After(out.last) {
		out.last = s.End
	}
	return missing, out.entry(out.last, s.Values)
}

// begin fixes where the first entry starts.
func (out *output) begin(at time.Time) error {
	var errs []error
	for i := range out.traces {
		if s := out.traces[i].statistics; s != nil {
			errs = append(errs, s.CommitAt(out.epoch(at)))
			_, err := s.Enable()
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func (out *output) entry(end time.Time, values []float64) error {
	at := out.epoch(end)
	var errs []error
	for i := range out.traces {
		errs = append(errs, out.traces[i].write(at, values))
	}
	return errors.Join(errs...)
}

func (f *tracefile) write(at hdtrace.Epoch, values []float64) error {
	values = values[f.from:f.to]
	var errs []error
	if f.statistics != nil {
		for i, v := range values {
			f.numbers[i] = stat.Float(float32(v))
		}
		errs = append(errs, f.statistics.WriteEntry(at, f.numbers...))
	}
	if f.text != nil {
		line := at.AppendSeconds(f.text.AvailableBuffer(), 9)
		for _, v := range values {
			line = strconv.AppendFloat(append(line, '\t'), v, 'g', -1, 32)
		}
		_, err := f.text.Write(append(line, '\n'))
		errs = append(errs, err, f.text.Flush())
	}
	return errors.Join(errs...)
}

// close completes the trace files and the project file.
func (out *output) close() error {
	var errs []error
	if out.last.IsZero() {
		// A committed statistics file without entries is not written.
		errs = append(errs, out.begin(time.Now()))
	}
	errs = append(errs, out.abandon())
	if out.directory != nil && out.project && !out.last.IsZero() {
		// The existing file may belong to the measured program, or to the tracer of another analyzer.
		errs = append(errs, out.directory.MergeProject(out.directory.Project()))
	}
	return outputError(errors.Join(errs...))
}

// abandon closes all files.
func (out *output) abandon() error {
	var errs []error
	for _, f := range out.traces {
		if f.closer != nil {
			errs = append(errs, f.text.Flush(), f.closer.Close())
		}
	}
	if out.directory != nil {
		errs = append(errs, out.directory.Close())
	}
	return errors.Join(errs...)
}
