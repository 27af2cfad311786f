package perfmod

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/gptl"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// Options say how Init sets up the timers. The zero value is for one rank, or for timers that the program has
// already initialised.
type Options struct {
	// Comm is all ranks of the run. Its rank 0 reads the namelist for all; nil: every rank reads it.
	Comm machenv.Communicator

	// Settings count instead of a namelist, on rank 0 for all.
	Settings *Settings

	// Log receives what Init has set; nil means as for SetLog.
	Log io.Writer

	// Quiet leaves that out.
	Quiet bool

	// MaxThreads is the largest number of goroutines that start timers in GPTL; here there is no limit.
	MaxThreads int

	// Timers are options of the timers, if the program has not initialised any; nil means those for the ranks
	// of Comm, which report only what is printed.
	Timers []mpitimer.Option
}

// Init reads the namelist file and starts timing (t_initf). It is collective. An empty name, or that of
// a file that is not there, means the default settings. A second Init changes nothing.
//
// An error comes with timers that work, and with those settings that are right.
func Init(namelist string, o Options) error {
	// If ranks live in one process, the state can be that of another rank that was faster.
	if st := current(); st != nil && (engine.Of(st.timers).OnMain() || o.Comm == nil) {
		return nil
	}
	settings, problem := o.agree(namelist)
	st := newState(settings, o)
	st.sayf("(t_initf) %s", o.source(namelist))
	problem = errors.Join(problem, st.checkTimer())
	st.saySettings()
	if settings.Disable {
		return errors.Join(problem, gptl.Disable()) // and so are the timers of those who call GPTL
	}
	problem = errors.Join(problem, gptl.Enable())
	if gptl.Initialized() {
		problem = errors.Join(problem, st.integrate())
	} else {
		st.owned = true
		problem = errors.Join(problem, st.configure(o), o.gather(), gptl.Initialize(o.timers()...))
	}
	st.enter()
	return problem
}

// gather waits for all ranks: GPTL's options are those of the process, and a rank must not set its own
// when another one in the process is past that.
func (o *Options) gather() error {
	if o.Comm == nil {
		return nil
	}
	_, err := machenv.RoundsOf(o.Comm, mpitimer.DefaultConfig().Output.Patience).Open(machenv.Question{Kind: "perfmod.Init, options"})
	if err != nil {
		return fmt.Errorf("perfmod: %w", err)
	}
	return nil
}

// Finalize ends timing (t_finalizef). It writes no file. It is collective if Init has made the timers.
// Without Init it does nothing. Timers that were left on, and other wrong use, are listed in the log of
// rank 0 with the place of the call.
//
// Called by defer in a program that panics it lets the panic go on, without waiting for other ranks.
func Finalize() error {
	cause := recover()
	st := current()
	if st != nil {
		st.leave()
	}
	if cause != nil {
		panic(cause)
	}
	if st == nil || !st.owned {
		return nil
	}
	err := gptl.Finalize()
	for _, w := range st.timers.Profile().Warnings {
		st.sayf("(t_finalizef) %s: %q (%s)", w.Kind, w.Path, w.Caller)
	}
	return err
}

func (o *Options) master() bool { return o.Comm == nil || o.Comm.Rank() == 0 }

func (o *Options) source(namelist string) string {
	switch {
	case o.Settings != nil:
		return "Settings of the program"
	case namelist == "":
		return "No namelist: default settings"
	}
	return "Read in prof_inparm and papi_inparm namelists from: " + namelist
}

// timers returns the options of the timers.
func (o *Options) timers() []mpitimer.Option {
	if o.Timers != nil || o.Comm == nil {
		return o.Timers
	}
	return []mpitimer.Option{
		mpitimer.WithCommunicator(o.Comm), mpitimer.WithConfig(gptl.Config()), mpitimer.WithLog(io.Discard),
	}
}

// settings returns those that a rank would use if it were alone.
func (o *Options) settings(namelist string) (Settings, error) {
	switch {
	case o.Settings != nil:
		return *o.Settings, nil
	case namelist == "":
		return DefaultSettings(), nil
	}
	f, err := os.Open(namelist)
	if errors.Is(err, fs.ErrNotExist) {
		return DefaultSettings(), nil
	}
	if err != nil {
		return DefaultSettings(), fmt.Errorf("perfmod: %w", err)
	}
	defer f.Close()
	s, err := ReadSettings(f, namelist)
	if err != nil {
		err = fmt.Errorf("perfmod: %w", err)
	}
	return s, err
}

// agreed is what rank 0 sends to the others.
type agreed struct {
	Settings Settings
	Problem  string
}

// agree returns the settings of rank 0 on all ranks.
func (o *Options) agree(namelist string) (Settings, error) {
	if o.Comm == nil || o.Comm.Size() == 1 {
		return o.settings(namelist)
	}
	var problem error
	var chosen *agreed
	patience := mpitimer.DefaultConfig().Output.Patience
	v, err := machenv.RoundsOf(o.Comm, patience).Open(machenv.Question{Kind: "perfmod.Init", Decide: func([]byte, []int) []byte {
		chosen = new(agreed)
		if chosen.Settings, problem = o.settings(namelist); problem != nil {
			chosen.Problem = problem.Error()
		}
		message, err := json.Marshal(chosen)
		problem = errors.Join(problem, err)
		return message
	}})
	if chosen != nil {
		return chosen.Settings, errors.Join(problem, err)
	}
	var all agreed
	if v != nil {
		err = errors.Join(err, json.Unmarshal(v.Answer, &all))
	}
	if v == nil || err != nil {
		return DefaultSettings(), fmt.Errorf("perfmod: settings did not arrive from another rank: %w", err)
	}
	if all.Problem != "" {
		err = errors.New(all.Problem)
	}
	return all.Settings, err
}

// checkTimer makes sure that GPTL has the clock.
func (st *state) checkTimer() error {
	chosen := &st.settings.Timer
	if *chosen >= int(gptl.GetTimeOfDay) && *chosen <= int(gptl.PAPITime) {
		return nil
	}
	wrong := *chosen
	*chosen = DefaultSettings().Timer
	st.sayf("PERF_SETOPTS: illegal timer requested= %d. Request ignored.", wrong)
	return fmt.Errorf("perfmod: profile_timer is %d, expected %d to %d", wrong, gptl.GetTimeOfDay, gptl.PAPITime)
}

// configure sets GPTL's options.
func (st *state) configure(o Options) error {
	s := &st.settings
	overhead := 0
	if s.MeasureOverhead {
		overhead = 1
	}
	problem := errors.Join(
		gptl.SetOption(gptl.CPU, 0),
		gptl.SetOption(gptl.DoprQuotes, 1),
		gptl.SetOption(gptl.DepthLimit, s.DepthLimit),
		gptl.SetOption(gptl.ProfileOverhead, overhead),
		gptl.SetOption(gptl.Layout, gptl.E3SM))
	if clock := gptl.Clock(s.Timer); clock != gptl.MPIWtime { // which is whatever clock is best
		problem = errors.Join(problem, gptl.SetUTR(clock))
	}
	if o.MaxThreads > 0 {
		problem = errors.Join(problem, gptl.SetOption(gptl.MaxThreads, o.MaxThreads))
	}
	if s.Counters {
		problem = errors.Join(problem, st.count())
	}
	return problem
}

// integrate takes GPTL's timers as the program has initialized them.
func (st *state) integrate() error {
	limit, err := gptl.OptionValue(gptl.DepthLimit)
	if err != nil || limit == st.settings.DepthLimit || st.settings.DepthLimit == gptl.DefaultDepthLimit {
		return err
	}
	return fmt.Errorf("perfmod: profile_depth_limit is %d, but GPTL is initialized already, with a limit of %d", st.settings.DepthLimit, limit)
}

// count switches the hardware counters on. As in E3SM, having none is not an error.
func (st *state) count() error {
	for _, name := range st.settings.counterNames() {
		code, err := gptl.EventNameToCode(name)
		if err == nil {
			err = gptl.SetOption(code, 1)
		}
		if errors.Is(err, gptl.ErrNoCounters) {
			st.sayf("PERF_SETOPTS: %v. Request to count %s ignored.", err, name)
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// saySettings lists what counts, as E3SM does.
func (st *state) saySettings() {
	s := &st.settings
	for i, each := range []struct {
		key   string
		value any
	}{
		{"profile_disable=", s.Disable}, {"profile_timer=", s.Timer}, {"profile_depth_limit=", s.DepthLimit},
		{"profile_detail_limit=", s.DetailLimit}, {"profile_barrier=", s.Barrier},
		{"profile_outpe_num=", s.OutputRanks}, {"profile_outpe_stride=", s.OutputStride},
		{"profile_single_file=", s.SingleFile}, {"profile_global_stats=", s.GlobalStats},
		{"profile_ovhd_measurement=", s.MeasureOverhead}, {"profile_add_detail=", s.AddDetail},
		{"profile_papi_enable=", s.Counters},
	} {
		using := "     "
		if i == 0 {
			using = "Using"
		}
		st.sayf("(t_initf) %s %-25s %v", using, each.key, each.value)
	}
}
