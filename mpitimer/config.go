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

// Config holds the timers' configuration. The zero Config is not usable: start from DefaultConfig.
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
// All keys are optional. Unknown keys and invalid values are errors with their line, and change
// nothing; rank 0 logs each of them, and all other keys apply. An environment variable overrides a key:
// MPITIMER_ and the key in capitals, with _ between its words (MPITIMER_LEVEL, MPITIMER_TIMER_FILE).
// All ranks use rank 0's configuration and environment.
//
// Outputs in packages of their own add keys to the section Timers. To use such a key, the program must
// link its package, as with import _ "github.com/go-hpc/timers/mpitimer/all"; otherwise the key is an
// error and has no effect. In Go such keys have no fields; see Set.
type Config struct {
	Timing TimingConfig `yaml:"Timing"`
	Output OutputConfig `yaml:"Timers"`

	attached map[string]attach.Settings // of what is attached, by name, where they are not the defaults; never changed, only replaced
	unlinked config.Texts               // keys of packages that the program does not link, likewise
	faults   []error                    // of Set
}

// TimingConfig configures what the timers time.
type TimingConfig struct {
	// Enabled is false for a run without timers: every call costs a nanosecond or two and does nothing, and
	// there is no table and no report, unless some rank enables its timers later: then a report alone.
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

	// Communicates lists the regions that only communicate or wait, for a program that does not mark them itself (see
	// mpitimer.Communicates): patterns of names, separated by commas, such as "comm_*, halo_exchange". * matches any characters
	// except /, ? one of them, [a-z] one of these. It is matched when a region first starts, and costs nothing later.
	Communicates string `yaml:"Communicates"`

	// Strict makes misuse of the timers panic, for tests. Otherwise misuse is counted and reported.
	Strict bool `yaml:"Strict"`
}

// OutputConfig configures the reports and their files.
type OutputConfig struct {
	// For names the tools that read the files. "e3sm" lays out the directory like a case of E3SM, for PACE and CIME:
	// timing/model_timing_stats and timing/model_timing.0000, unless Directory, Prefix or GlobalFile are set.
	For string `yaml:"For"`

	// TimerFile names the file of the tree; $YYYY $MM $DD $hh $mm $ss in it stand for the time of
	// initialisation. Blank, "None" and "Log" mean the log.
	TimerFile string `yaml:"TimerFile"`

	// Directory is the directory of the files; it is created if it does not exist.
	Directory string `yaml:"Directory"`

	// Prefix starts the names of E3SM's files and of the summary.
	Prefix string `yaml:"Prefix"`

	// GlobalFile chooses E3SM's file of all ranks: "summary" for PREFIX.summary, "stats" for PREFIX_stats,
	// "none" for no such file. PACE reads every file of the directory as E3SM's. With "stats", other files
	// therefore go to its directory mpitimer, and intermediate reports to its directory checkpoints.
	GlobalFile string `yaml:"GlobalFile"`

	// RankFiles is the number of ranks that write a file of their own, PREFIX.RANK: 0 none, -1 all.
	// With RankStride s they are the ranks 0, s, 2s, …; as in E3SM, 0 means 1.
	RankFiles  int `yaml:"RankFiles"`
	RankStride int `yaml:"RankStride"`

	// SingleFile combines the global file and the ranks' files into one, PREFIX_all, like E3SM's
	// profile_single_file.
	SingleFile bool `yaml:"SingleFile"`

	// Method chooses how the files of single ranks show a region that ran below several parents. With
	// most_frequent, first_parent, last_parent or full_tree, a name has one time, as GPTL's tools
	// expect; with call_path or path_names, each call path has a row.
	Method string `yaml:"Method"`

	// SummaryFile writes PREFIX.mptsum, the exact figures in this module's own format.
	SummaryFile bool `yaml:"SummaryFile"`

	// Tables chooses where each rank keeps its call trees while it runs, for mpitimer top and, if the
	// rank dies, mpitimer recover: "auto" or blank for memory or a disk of the node, "off", or a
	// directory. The last report removes them.
	Tables string `yaml:"Tables"`

	// TablesReadable lets other users look at the tables.
	TablesReadable bool `yaml:"TablesReadable"`

	// Checkpoint is the minimum time between reports of Checkpoint; with zero, every call reports.
	Checkpoint time.Duration `yaml:"Checkpoint"`

	// Signal makes SIGUSR1 write the rank's tree and its current regions to the log, unless the program
	// ignores that signal.
	Signal bool `yaml:"Signal"`

	// MinShare is a share of the run in percent. Regions in which every rank spent less share one row
	// of the tree; with 0, every region has a row. Files always have all regions.
	MinShare float64 `yaml:"MinShare"`

	// ASCII restricts the tree to ASCII characters.
	ASCII bool `yaml:"ASCII"`

	// Patience is how long the ranks wait for a missing rank before they report without it, for example
	// "5m". Waiting ranks sleep, and no rank ends the job for another. If the timers started MPI, they
	// go on waiting for a late rank after that, and write the report again when it arrives. If the
	// program started MPI, Finalize returns, and a late rank's figures come from its table. Patience
	// therefore only sets the time of the first report. Once a rank is missed, the others wait at least
	// two seconds, because ranks on a busy machine need time to answer.
	Patience time.Duration `yaml:"Patience"`
}

// DefaultConfig returns the configuration without a file: regions up to level 0 are timed, the tree goes to the
// log, and E3SM's file of all ranks, rank 0's file and the summary go to the working directory.
func DefaultConfig() Config {
	return Config{
		Timing: TimingConfig{Enabled: true, Clock: "auto"},
		Output: OutputConfig{
			Directory: ".", Prefix: "timing", GlobalFile: "summary", RankFiles: 1, RankStride: 1, Method: gptlcompat.MostFrequent.String(),
			SummaryFile: true, Tables: tablesAuto, Signal: true, Patience: 5 * time.Minute,
		},
	}
}

// ReadConfig reads the sections from a YAML document; missing keys keep their default. File names the
// document in errors, which give the line of each fault. Keys in error also keep their default, and the
// others apply.
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
var otherVariables = []string{"MPITIMER_KERNELS", "MPITIMER_REPORT", "MPITIMER_SAMPLE", "MPITIMER_SOURCE", "MPITIMER_TEST_TREES"}

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
	return c.Timing.PrintAllRanks || gptlcompat.IsOutputRank(rank, rank+1, c.Output.RankFiles, c.Output.RankStride)
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
