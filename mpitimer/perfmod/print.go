package perfmod

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/gptl"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/stats"
)

// PrintOptions are the optional arguments of Print's call in E3SM (t_prf). The namelist decides what is nil
// here.
type PrintOptions struct {
	// Comm has the ranks whose timers are printed, numbered as they are there; nil means all ranks.
	Comm machenv.Communicator

	OutputRanks  *int  // num_outpe: how many ranks write, negative for all
	OutputStride *int  // stride_outpe: from one of them to the next
	SingleFile   *bool // single_file: one file for all
	GlobalStats  *bool // global_stats: the statistics over all ranks
	ThisRank     *bool // output_thispe: whether the calling rank writes, regardless of the namelist

	// CallPaths gives the rank files a row for each call path, with the times of the calls made there, where
	// GPTL has one per name, with the times of all calls wherever the row stands. The statistics have a row
	// per name either way.
	CallPaths bool
}

// Print writes the timers to files (t_prf). It is collective over the communicator. Timers go on, and
// so may stay on; t_prf itself is one, and on in its own files.
//
// The statistics over all ranks go to FILENAME_stats, the timers of a rank to FILENAME.RANK, filled with
// zeros as the number of ranks wants it; an empty name is "timing". A single file, FILENAME itself or
// "timing_all", holds the statistics and then the parts of the ranks.
//
// It is collective also where timing is disabled. Without Init it does nothing.
func Print(filename string, o PrintOptions) error {
	st := current()
	if st == nil {
		return nil
	}
	Start(ownTimer)
	defer Stop(ownTimer)
	p := newPrinting(st, trimmed(filename), o)
	names, err := p.reduce()
	if p.single {
		return errors.Join(err, p.singleFile(names))
	}
	return errors.Join(err, p.globalFile(names), p.rankFile())
}

// ownTimer is the timer of Print.
const ownTimer = "t_prf"

// printing is one Print.
type printing struct {
	st     *state
	given  machenv.Communicator // nil: all ranks
	comm   machenv.Communicator
	name   string
	single bool
	global bool
	writes bool // the calling rank writes its part

	profile *stats.Profile
	rank    gptlcompat.RankOptions
}

func newPrinting(st *state, name string, o PrintOptions) *printing {
	s := &st.settings
	p := &printing{st: st, given: o.Comm, comm: o.Comm, name: name,
		single: or(o.SingleFile, s.SingleFile), global: or(o.GlobalStats, s.GlobalStats)}
	if p.comm == nil {
		p.comm = st.all()
	}
	me, size := p.comm.Rank(), p.comm.Size()
	p.writes = gptlcompat.IsOutputRank(me, size, or(o.OutputRanks, s.OutputRanks), or(o.OutputStride, s.OutputStride))
	p.writes = or(o.ThisRank, p.writes)
	if p.name == "" {
		p.name = "timing"
		if p.single {
			p.name = "timing_all"
		}
	}
	p.profile = gptl.Profile()
	world := p.profile.Rank
	p.rank = st.rankOptions(p.profile)
	if o.CallPaths {
		p.rank.Method = gptlcompat.CallPath
	}
	p.profile.Rank, p.profile.Size = me, size
	p.rank.World = &world
	return p
}

// or returns the given value, or else the namelist's.
func or[T any](given *T, otherwise T) T {
	if given != nil {
		return *given
	}
	return otherwise
}

// rankOptions returns the options for the rank's file.
func (st *state) rankOptions(p *stats.Profile) gptlcompat.RankOptions {
	o := gptlcompat.RankOptions{Method: gptlcompat.MostFrequent}
	if method, err := gptl.OptionValue(gptl.PrintMethod); err == nil {
		o.Method = methods[method]
	}
	o.Idle, o.NoMPI, o.Memory = true, !engine.Of(st.timers).Owner.HasMPI(), gptl.MemoryOfThreads(st.timers)
	if st.settings.MeasureOverhead {
		o.Overhead = gptl.OverheadOf(p)
		o.Overhead.Total = time.Duration(st.overhead.Load()).Seconds()
	}
	return o
}

// methods are GPTL's print methods as the writers call them.
var methods = map[int]gptlcompat.PrintMethod{
	gptl.FirstParent: gptlcompat.FirstParent, gptl.LastParent: gptlcompat.LastParent,
	gptl.MostFrequent: gptlcompat.MostFrequent, gptl.FullTree: gptlcompat.FullTree,
}

// reduce returns the statistics over all ranks, on rank 0, if they are wanted.
func (p *printing) reduce() (*stats.Summary, error) {
	if !p.global {
		return nil, nil
	}
	names := gptlcompat.ByName(p.profile)
	s, err := p.st.timers.Reduce(p.given, names)
	if err != nil {
		err = fmt.Errorf("perfmod: Print: %w", err)
	}
	return s, err
}

// globalFile writes the statistics.
func (p *printing) globalFile(names *stats.Summary) error {
	if names == nil {
		return nil
	}
	return p.st.timers.WriteFile(gptlcompat.GlobalName(p.name, gptlcompat.E3SMStyle), globalText(names))
}

// rankFile writes the timers of the rank.
func (p *printing) rankFile() error {
	if !p.writes {
		return nil
	}
	return p.st.timers.WriteFile(gptlcompat.RankName(p.name, p.profile.Rank, p.profile.Size), p.writeRank)
}

func (p *printing) writeRank(w io.Writer) error { return gptlcompat.WriteRank(w, p.profile, p.rank) }

func globalText(names *stats.Summary) func(io.Writer) error {
	return func(w io.Writer) error { return gptlcompat.WriteGlobal(w, names, gptlcompat.GlobalOptions{}) }
}

// singleFile writes one file of the statistics and the parts of the ranks. It is collective.
func (p *printing) singleFile(names *stats.Summary) error {
	var own bytes.Buffer
	var problem error
	if p.writes {
		problem = p.writeRank(&own)
	}
	return errors.Join(problem, engine.Of(p.st.timers).Owner.WriteParts(p.comm, p.name, func(w io.Writer) error {
		if names == nil {
			return nil
		}
		return globalText(names)(w)
	}, own.Bytes()))
}
