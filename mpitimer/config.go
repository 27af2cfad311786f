package mpitimer

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/config"
)

// Config is how the timers are set up. The zero Config is not usable: start from DefaultConfig.
//
// In a file it is two sections, at the top level or below one root key such as "Omega":
//
//	Omega:
//	  Timing:
//	    Level: 2
//	    AutoFence: false
//	    TimingBarriers: false
//	    PrintAllRanks: false
//	  Timers:
//	    TimerFile: timers.$YYYY$MM$DD
//
// All keys are optional. Unknown keys and values that cannot be used are errors with their line, and
// change nothing; rank 0 logs each of them, and all other keys hold. An
// environment variable overrides a key: MPITIMER_ and the key in capitals, with _ between its words
// (MPITIMER_LEVEL, MPITIMER_TIMER_FILE). The configuration, environment included, is that of rank 0
// on all ranks.
//
// Outputs in packages of their own bring keys with them, in the section Timers. The program must link the
// package of a key that is set, as with import _ "github.com/go-hpc/timers/mpitimer/all"; otherwise the key is
// an error and does nothing. In Go such keys have no fields; see Set.
type Config struct {
	Timing Timing `yaml:"Timing"`
	Output Output `yaml:"Timers"`

	attached map[string]attach.Settings // of what is attached, by name, where they are not the defaults; never changed, only replaced
	unlinked config.Texts               // keys of packages that the program does not link, likewise
	faults   []error                    // of Set
}

// Timing says what is timed.
type Timing struct {
	// Enabled is false for a run without timers: every call costs a nanosecond or two and does
	// nothing.
	Enabled bool `yaml:"Enabled"`

	// Level is the timing level: regions of a higher level are not timed.
	Level int `yaml:"Level"`

	// AutoFence calls the fence hook before every start and stop (see WithFence).
	AutoFence bool `yaml:"AutoFence"`

	// TimingBarriers makes TimedBarrier synchronise the ranks; otherwise it does nothing.
	TimingBarriers bool `yaml:"TimingBarriers"`

	// PrintAllRanks makes every rank write its file, whatever RankFiles says.
	PrintAllRanks bool `yaml:"PrintAllRanks"`

	// Histograms keeps a histogram of the calls of each region, for quantiles of calls. It makes
	// a pair 3 to 9 ns more expensive.
	Histograms bool `yaml:"Histograms"`

	// Clock is "auto", "tsc", "fenced" (the time stamp counter behind a fence: the shortest calls
	// are not smeared, and a pair costs 25 ns more) or "monotonic".
	Clock string `yaml:"Clock"`

	// Communicates is the regions that do nothing but communicate or wait, of a program that does not say so itself (see
	// mpitimer.Communicates): patterns of names with commas between them, as "comm_*, halo_exchange". * stands for any
	// characters but /, ? for one, [a-z] for one of these. It counts where a region is first started, and costs nothing later.
	Communicates string `yaml:"Communicates"`

	// Strict makes wrong use of the timers panic, for tests. Otherwise it is counted and reported.
	Strict bool `yaml:"Strict"`
}

// Output says what is written, and where.
type Output struct {
	// For is whom the files are for. With "e3sm" the directory is as a case of E3SM has it, for PACE and CIME:
	// timing/model_timing_stats and timing/model_timing.0000, unless Directory, Prefix or GlobalFile say otherwise.
	For string `yaml:"For"`

	// TimerFile is the file of the tree: a name in which $YYYY $MM $DD $hh $mm $ss stand for the
	// time at which the timers were initialised. Blank, "None" and "Log" mean the log.
	TimerFile string `yaml:"TimerFile"`

	// Directory is where the files are written; it is made when it does not exist.
	Directory string `yaml:"Directory"`

	// Prefix is what the names of the files of E3SM's form and of the summary begin with.
	Prefix string `yaml:"Prefix"`

	// GlobalFile is the form of E3SM's file of all ranks: "summary" for PREFIX.summary, "stats"
	// for PREFIX_stats, "none" for no such file. With "stats", as PACE takes each file of the directory for E3SM's,
	// what is not goes to the directory mpitimer in it, and reports on the way to the directory checkpoints.
	GlobalFile string `yaml:"GlobalFile"`

	// RankFiles is how many ranks write a file of their own, PREFIX.RANK: 0 none, -1 all. With
	// RankStride s they are the ranks 0, s, 2s, …; as in E3SM, 0 means 1.
	RankFiles  int `yaml:"RankFiles"`
	RankStride int `yaml:"RankStride"`

	// SingleFile writes the global file and those of the ranks into one, PREFIX_all, as E3SM's
	// profile_single_file does.
	SingleFile bool `yaml:"SingleFile"`

	// Method is how the files of single ranks show a region that ran below several parents: most_frequent,
	// first_parent, last_parent or full_tree, in which a name has one time, as tools of GPTL expect, or
	// call_path or path_names, with a row for each call path.
	Method string `yaml:"Method"`

	// SummaryFile writes PREFIX.mptsum, the exact figures in this module's own form.
	SummaryFile bool `yaml:"SummaryFile"`

	// Tables is where each rank keeps its call trees while it runs, so that they outlive it (mpitimer
	// recover) and can be looked at (mpitimer top): "auto" or blank for memory or a disk of the node, "off", or
	// a directory. They are removed when the last report is written.
	Tables string `yaml:"Tables"`

	// TablesReadable lets other users look at the tables.
	TablesReadable bool `yaml:"TablesReadable"`

	// Checkpoint is the least time between the reports of Checkpoint; zero lets every call report.
	Checkpoint time.Duration `yaml:"Checkpoint"`

	// Signal makes SIGUSR1 write the rank's tree, and the regions that it is in, to the log, unless the
	// program ignores that signal.
	Signal bool `yaml:"Signal"`

	// MinShare is a share of the run in percent: regions in which every rank spent less are folded into one
	// row of the tree; with 0 all have rows. Files have all regions whatever it is.
	MinShare float64 `yaml:"MinShare"`

	// ASCII draws the tree without characters beyond ASCII.
	ASCII bool `yaml:"ASCII"`

	// Patience is how long the ranks wait for one that does not come to a report, before they
	// report without it, for example "5m". Ranks that wait sleep, and no rank ends the job for another: where
	// the timers have started MPI, a late rank is waited for after that, too, and the report is written again
	// when it has come; where MPI is the program's, Finalize returns, and the figures of a late rank are
	// those of its table up to then. So the time only says when there is a first report. It is at least two seconds
	// from when a rank is missed, in which ranks on a busy machine answer that they are there.
	Patience time.Duration `yaml:"Patience"`
}

// DefaultConfig is what applies without a file: everything is timed up to level 0; the tree goes to
// the log, E3SM's file of all ranks, that of rank 0 and the summary to the working directory.
func DefaultConfig() Config {
	return Config{
		Timing: Timing{Enabled: true, Clock: "auto"},
		Output: Output{
			Directory: ".", Prefix: "timing", GlobalFile: "summary", RankFiles: 1, RankStride: 1, Method: gptlcompat.MostFrequent.String(),
			SummaryFile: true, Tables: tablesAuto, Signal: true, Patience: 5 * time.Minute,
		},
	}
}

// ReadConfig takes the sections from a YAML document; keys that it does not hold keep their default.
// File names the document in errors, which tell the line of each fault. What is in error keeps its
// default, too, and the rest holds.
func ReadConfig(data []byte, file string) (Config, error) {
	c, _, err := readConfig(data, file)
	return c, err
}

func readConfig(data []byte, file string) (Config, config.Places, error) {
	c := DefaultConfig()
	a := c.attachedKeys()
	places, faults := config.Decode(data, file, a.sections(&c))
	a.keep(&c)
	faults = append(faults, c.repair(DefaultConfig(), places, file)...)
	return c, places, faultsOf(faults)
}

// faultsOf is an error that tells each fault on a line of its own.
func faultsOf(faults []error) error {
	list := make([]error, len(faults))
	for i, fault := range faults {
		list[i] = fmt.Errorf("mpitimer: %w", fault)
	}
	return errors.Join(list...)
}

// variablePrefix is what the names of the configuration's variables begin with.
const variablePrefix = "MPITIMER_"

// otherVariables are those that the configuration has no key for: of package auto, and of mpitimer build.
var otherVariables = []string{"MPITIMER_REPORT", "MPITIMER_SAMPLE", "MPITIMER_SOURCE", "MPITIMER_TEST_TREES"}

// override applies the environment variables. Those that are wrong change nothing. Places says where
// the keys were set before.
func (c *Config) override(environment []string, places config.Places) error {
	former := *c
	environment = slices.DeleteFunc(slices.Clone(environment), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return !strings.HasPrefix(name, variablePrefix) || slices.Contains(otherVariables, name)
	})
	if len(environment) == 0 { // as a rule; what follows would be a tenth of what a program starts with
		return nil
	}
	a := c.attachedKeys()
	variables, faults := config.Override(a.sections(c), variablePrefix, environment)
	a.keep(c)
	all := make(config.Places)
	maps.Copy(all, places)
	maps.Copy(all, variables)
	return faultsOf(append(faults, c.repair(former, all, "with the environment variables")...))
}

// Values of Tables that are no directory.
const (
	tablesAuto = "auto"
	tablesOff  = "off"
)

// writesFile reports whether a rank writes a file of its own.
func (c *Config) writesFile(rank int) bool {
	if c.Timing.PrintAllRanks {
		return true
	}
	stride := max(c.Output.RankStride, 1)
	if rank%stride != 0 {
		return false
	}
	return c.Output.RankFiles < 0 || rank/stride < c.Output.RankFiles
}

// chosen is the configuration that a rank would take if it were alone: that of the option or the
// file, and the environment variables. With an error it can be used, too.
func (s *settings) chosen() (Config, error) {
	c, places, err := DefaultConfig(), config.Places(nil), error(nil)
	switch {
	case s.configured && s.config.unmade():
		err = errors.New("mpitimer: configuration of the program: not made from DefaultConfig, which is used instead")
	case s.configured:
		c = s.config
		err = faultsOf(c.repair(DefaultConfig(), nil, "configuration of the program"))
	case s.file != "":
		var data []byte
		if data, err = os.ReadFile(s.file); err != nil {
			err = fmt.Errorf("mpitimer: configuration: %w", err)
		} else {
			c, places, err = readConfig(data, s.file)
		}
	}
	err = errors.Join(err, c.override(s.environ(), places))
	return c, errors.Join(err, c.standIns(s.lookup))
}

// patience is how long to wait for ranks before the configuration is known.
func (s *settings) patience() time.Duration {
	c := DefaultConfig()
	if s.configured && s.config.Output.Patience > 0 {
		c.Output.Patience = s.config.Output.Patience
	}
	_ = c.override(s.environ(), nil) // what is wrong is told where the configuration is taken
	return c.Output.Patience
}
