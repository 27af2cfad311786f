package mpitimer

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

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
// All keys are optional. Unknown keys and values of a wrong type are errors with their line. An
// environment variable overrides a key: MPITIMER_ and the key in capitals, with _ between its words
// (MPITIMER_LEVEL, MPITIMER_TIMER_FILE).
type Config struct {
	Timing Timing `yaml:"Timing"`
	Output Output `yaml:"Timers"`
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

	// TimingBarriers makes Barrier synchronise the ranks; otherwise it does nothing.
	TimingBarriers bool `yaml:"TimingBarriers"`

	// PrintAllRanks makes every rank write its file, whatever RankFiles says.
	PrintAllRanks bool `yaml:"PrintAllRanks"`

	// Histograms keeps a histogram of the calls of each region, for quantiles of calls. It makes
	// a pair 3 to 9 ns more expensive.
	Histograms bool `yaml:"Histograms"`

	// Clock is "auto", "tsc", "fenced" (the time stamp counter behind a fence: the shortest calls
	// are not smeared, and a pair costs 25 ns more) or "monotonic".
	Clock string `yaml:"Clock"`

	// Strict makes wrong use of the timers panic, for tests. Otherwise it is counted and reported.
	Strict bool `yaml:"Strict"`
}

// Output says what is written, and where.
type Output struct {
	// TimerFile is the file of the tree: a name in which $YYYY $MM $DD $hh $mm $ss stand for the
	// time at which the timers were initialised. Blank, "None" and "Log" mean the log.
	TimerFile string `yaml:"TimerFile"`

	// Directory is where the files are written; it is made when it does not exist.
	Directory string `yaml:"Directory"`

	// Prefix is what the names of the files of E3SM's form and of the summary begin with.
	Prefix string `yaml:"Prefix"`

	// GlobalFile is the form of E3SM's file of all ranks: "summary" for PREFIX.summary, "stats"
	// for PREFIX_stats, "none" for no such file.
	GlobalFile string `yaml:"GlobalFile"`

	// RankFiles is how many ranks write a file of their own, PREFIX.RANK: 0 none, -1 all. With
	// RankStride s they are the ranks 0, s, 2s, …
	RankFiles  int `yaml:"RankFiles"`
	RankStride int `yaml:"RankStride"`

	// SummaryFile writes PREFIX.mptsum, the exact figures in this module's own form.
	SummaryFile bool `yaml:"SummaryFile"`

	// ASCII draws the tree without characters beyond ASCII.
	ASCII bool `yaml:"ASCII"`

	// Patience is how long the ranks wait for one that does not come to a report, before they
	// report without it, for example "5m".
	Patience time.Duration `yaml:"Patience"`
}

// DefaultConfig is what applies without a file: everything is timed up to level 0; the tree goes to
// the log, E3SM's file of all ranks, that of rank 0 and the summary to the working directory.
func DefaultConfig() Config {
	return Config{
		Timing: Timing{Enabled: true, Clock: "auto"},
		Output: Output{
			Directory: ".", Prefix: "timing", GlobalFile: "summary", RankFiles: 1, RankStride: 1,
			SummaryFile: true, Patience: 5 * time.Minute,
		},
	}
}

// ReadConfig takes the sections from a YAML document; keys that it does not hold keep their default.
// File names the document in errors.
func ReadConfig(data []byte, file string) (Config, error) {
	c := DefaultConfig()
	if err := config.Decode(data, file, map[string]any{"Timing": &c.Timing, "Timers": &c.Output}); err != nil {
		return DefaultConfig(), fmt.Errorf("mpitimer: %w", err)
	}
	if err := c.check(); err != nil {
		return DefaultConfig(), fmt.Errorf("mpitimer: %s: %w", file, err)
	}
	return c, nil
}

// override applies the environment variables.
func (c *Config) override(getenv func(string) (string, bool)) error {
	sections := map[string]any{"Timing": &c.Timing, "Timers": &c.Output}
	if err := config.Override(sections, "MPITIMER_", getenv); err != nil {
		return fmt.Errorf("mpitimer: %w", err)
	}
	if err := c.check(); err != nil {
		return fmt.Errorf("mpitimer: with the environment variables: %w", err)
	}
	return nil
}

// check says which value is out of its range.
func (c *Config) check() error {
	one := func(key, value string, allowed ...string) error {
		for _, a := range allowed {
			if value == a {
				return nil
			}
		}
		return fmt.Errorf("%s is %q, expected one of %s", key, value, strings.Join(allowed, ", "))
	}
	if c.Timing.Level < 0 || c.Timing.Level > maxLevel {
		return fmt.Errorf("Level is %d, expected 0 to %d", c.Timing.Level, maxLevel)
	}
	if err := one("Clock", c.Timing.Clock, "auto", "tsc", "fenced", "monotonic"); err != nil {
		return err
	}
	if err := one("GlobalFile", c.Output.GlobalFile, "summary", "stats", "none"); err != nil {
		return err
	}
	if c.Output.RankFiles < -1 {
		return fmt.Errorf("RankFiles is %d, expected a number of ranks, or -1 for all", c.Output.RankFiles)
	}
	if c.Output.RankStride < 1 {
		return fmt.Errorf("RankStride is %d, expected 1 or more", c.Output.RankStride)
	}
	if c.Output.Prefix == "" || strings.ContainsAny(c.Output.Prefix, "/\x00\n") {
		return fmt.Errorf("Prefix is %s, expected the begin of a file name", strconv.Quote(c.Output.Prefix))
	}
	if c.Output.Patience <= 0 {
		return fmt.Errorf("Patience is %s, expected a positive time", c.Output.Patience)
	}
	return nil
}

const maxLevel = 1 << 20

// expandDate puts a time into a file name template.
func expandDate(template string, at time.Time) string {
	return strings.NewReplacer(
		"$YYYY", at.Format("2006"), "$MM", at.Format("01"), "$DD", at.Format("02"),
		"$hh", at.Format("15"), "$mm", at.Format("04"), "$ss", at.Format("05"),
	).Replace(template)
}

// toLog says whether a TimerFile means the log.
func toLog(timerFile string) bool {
	switch strings.TrimSpace(timerFile) {
	case "", "None", "Log":
		return true
	}
	return false
}

// writesFile says whether a rank writes a file of its own.
func (c *Config) writesFile(rank int) bool {
	if c.Timing.PrintAllRanks {
		return true
	}
	if rank%c.Output.RankStride != 0 {
		return false
	}
	return c.Output.RankFiles < 0 || rank/c.Output.RankStride < c.Output.RankFiles
}

// What rank 0 sends to the others is the text of the configuration behind this byte, or the reason
// why it could not be read.
const (
	taggedText  = 't'
	taggedError = 'e'
)

func readTagged(file string) []byte {
	data, err := os.ReadFile(file)
	if err != nil {
		return append([]byte{taggedError}, err.Error()...)
	}
	return append([]byte{taggedText}, data...)
}

func parseTagged(data []byte, file string) (Config, error) {
	if len(data) == 0 || data[0] != taggedText {
		reason := "nothing came from rank 0"
		if len(data) > 0 {
			reason = string(data[1:])
		}
		return DefaultConfig(), fmt.Errorf("mpitimer: configuration: %s", reason)
	}
	return ReadConfig(data[1:], file)
}
