package mpitimer

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/config"
)

// omega is a configuration as Omega has it, among sections that are not ours.
const omega = `# a solver's own file
Omega:
  TimeIntegration:
    CalendarType: No Leap
    StopTime: none
  Timing:
    Level: 2
    AutoFence: true
    TimingBarriers: true
    PrintAllRanks: true
  Timers:
    TimerFile: MyFilename.$YYYY$MM$DD
  IOStreams:
    - Timing
    - Timers
`

func TestConfigRead(t *testing.T) {
	edited := func(edit func(*Config)) Config {
		c := DefaultConfig()
		edit(&c)
		return c
	}
	asOmega := edited(func(c *Config) {
		c.Timing.Level, c.Timing.AutoFence, c.Timing.TimingBarriers, c.Timing.PrintAllRanks = 2, true, true, true
		c.Output.TimerFile = "MyFilename.$YYYY$MM$DD"
	})
	top := strings.ReplaceAll(strings.ReplaceAll(omega, "\n  ", "\n"), "Omega:\n", "")
	for name, test := range map[string]struct {
		text string
		want Config
	}{
		"empty":               {"", DefaultConfig()},
		"only a comment":      {"# nothing\n", DefaultConfig()},
		"only others":         {"Solver:\n  Level: 17\n", DefaultConfig()},
		"Omega's":             {omega, asOmega},
		"at the top":          {top, asOmega},
		"JSON":                {`{"Timing": {"Level": 3}}`, edited(func(c *Config) { c.Timing.Level = 3 })},
		"second document":     {"Solver: {x: 1}\n---\nTiming: {Level: 4}\n", edited(func(c *Config) { c.Timing.Level = 4 })},
		"section without key": {"Timing:\nTimers:\n", DefaultConfig()},
		"TimerFile blank":     {"Timers:\n  TimerFile:\n", DefaultConfig()},
		"TimerFile a date":    {"Timers: {TimerFile: 2026-01-02}", edited(func(c *Config) { c.Output.TimerFile = "2026-01-02" })},
		"alias":               {"Base: &t {Level: 5}\nTiming: *t\n", edited(func(c *Config) { c.Timing.Level = 5 })},
		"another's Timing":    {"Physics: {Timing: fast}\nOmega: {Timing: {Level: 6}}", edited(func(c *Config) { c.Timing.Level = 6 })},
		"all of ours": {`
Timing: {Enabled: false, Histograms: true, Clock: monotonic, Strict: true}
Timers: {Directory: out, Prefix: p, GlobalFile: stats, SingleFile: true, RankFiles: -1, RankStride: 8, Method: call_path, SummaryFile: false, ASCII: true, Patience: 90s, Tables: /t, TablesReadable: true, Checkpoint: 10m, Signal: true, MinShare: 0.5}
`, edited(func(c *Config) {
			c.Timing = TimingConfig{Histograms: true, Clock: "monotonic", Strict: true}
			c.Output = OutputConfig{Directory: "out", Prefix: "p", GlobalFile: "stats", SingleFile: true, RankFiles: -1, RankStride: 8, Method: "call_path", ASCII: true, Patience: 90 * time.Second, Tables: "/t", TablesReadable: true, Checkpoint: 10 * time.Minute, Signal: true, MinShare: 0.5}
		})},
	} {
		got, err := ReadConfig([]byte(test.text), "c.yml")
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %+v, %v\nwant %+v", name, got, err, test.want)
		}
	}
}

func TestConfigRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"Timing:\n  Levels: 2\n":                                 `c.yml:2: section Timing: unknown key "Levels"; did you mean Level?`,
		"Timing:\n  Level: 2\n  Level: 3\n":                      "c.yml:3: section Timing: key Level stands on line 2 already",
		"Timing: {}\nTiming: {}\n":                               "c.yml:2: section Timing stands on line 1 already",
		"Timing: {}\nOmega:\n  Timers: {}\n":                     "c.yml:3: section Timers: sections stand at two places",
		"A:\n  Timing: {}\nB:\n  Timing: {}\n":                   "c.yml:4: section Timing: sections stand at two places",
		"Timing: {}\n---\nTiming: {}\n":                          "c.yml:3: section Timing: sections stand at two places",
		"Timing:\n  Level: two\n":                                `c.yml:2: section Timing: Level is "two", expected an integer`,
		"Timing:\n  Level: 2.5\n":                                `c.yml:2: section Timing: Level is "2.5", expected an integer`,
		"Timing:\n  Level: \"2\"\n":                              `c.yml:2: section Timing: Level is "2", expected an integer`,
		"Timing:\n  Level: 99999999999999999999\n":               "c.yml:2: section Timing: Level is",
		"Timing:\n  Level: 18446744073709551615\n":               "c.yml:2: section Timing: Level is",
		"Timing:\n  Level: [1]\n":                                "c.yml:2: section Timing: Level is a list, expected an integer",
		"Timing:\n  Level:\n    a: 1\n":                          "c.yml:3: section Timing: Level is a mapping, expected an integer",
		"Timing:\n  Level:\n":                                    "c.yml:2: section Timing: Level has no value, expected an integer",
		"Timing:\n  AutoFence: 1\n":                              `c.yml:2: section Timing: AutoFence is "1", expected true or false`,
		"Timing:\n  AutoFence: yes\n":                            `c.yml:2: section Timing: AutoFence is "yes", expected true or false`,
		"Timers:\n  TimerFile: 17\n":                             `c.yml:2: section Timers: TimerFile is "17", expected text`,
		"Timers:\n  TimerFile: true\n":                           `c.yml:2: section Timers: TimerFile is "true", expected text`,
		"Timers:\n  TimerFile: !!binary aGk=\n":                  "c.yml:2: section Timers: TimerFile is",
		"Timers:\n  Patience: 5\n":                               `c.yml:2: section Timers: Patience is "5", expected a duration`,
		"Timing: 5\n":                                            "c.yml:1: section Timing: expected keys and values",
		"Omega: {Timing: [1]}\n":                                 "c.yml:1: section Timing: expected keys and values",
		"- Timing\n":                                             "c.yml:1: expected a mapping of sections",
		"hello\n":                                                "c.yml:1: expected a mapping of sections",
		"Timing: [\n":                                            "c.yml: yaml: line ",
		"Timing:\n\tLevel: 1\n":                                  "c.yml: yaml: line ",
		"Timing: *nowhere\n":                                     "c.yml: yaml: ",
		"Timing:\n  AutoFence: true\n  Level: -1\n":              "c.yml:3: section Timing: Level is -1, expected 0 to ",
		"Timers: {MinShare: 101}":                                "c.yml:1: section Timers: MinShare is 101, expected a share of the run in percent",
		"Timers: {MinShare: .nan}":                               `c.yml:1: section Timers: MinShare is ".nan", expected a number`,
		"Timers: {MinShare: much}":                               `c.yml:1: section Timers: MinShare is "much", expected a number`,
		"Timing: {Level: 1048577}":                               "c.yml:1: section Timing: Level is 1048577, expected 0 to ",
		"Timing:\n  Level: 1\n  Communicates: \"comm_*, ex[\"\n": `c.yml:3: section Timing: Communicates is "comm_*, ex[", of which "ex[" is no pattern`,
		"Timing: {Clock: sundial}":                               `c.yml:1: section Timing: Clock is "sundial", expected one of auto, tsc, `,
		"Timers: {GlobalFile: both}":                             `c.yml:1: section Timers: GlobalFile is "both", expected one of summary, `,
		"Timers: {RankFiles: -2}":                                "c.yml:1: section Timers: RankFiles is -2, expected ",
		"Timers: {RankStride: -1}":                               "c.yml:1: section Timers: RankStride is -1, expected ",
		"Timers: {Prefix: \"\"}":                                 `c.yml:1: section Timers: Prefix is "", expected `,
		"Timers: {Prefix: a/b}":                                  `c.yml:1: section Timers: Prefix is "a/b", expected `,
		"Timers: {Directory: \"a\\0b\"}":                         `c.yml:1: section Timers: Directory is "a\x00b", expected `,
		"Timers: {TimerFile: \"a\\0b\"}":                         `c.yml:1: section Timers: TimerFile is "a\x00b", expected `,
		"Timers: {TimerFile: timing.summary}":                    "c.yml:1: section Timers: TimerFile is \"timing.summary\", which is also the name of another file",
		"Timers: {Prefix: x, TimerFile: ./x.mptsum}":             "c.yml:1: section Timers: TimerFile is \"./x.mptsum\", which is also",
		"Timers: {TimerFile: timing.0}":                          "c.yml:1: section Timers: TimerFile is \"timing.0\", which is also",
		"Timers: {UpstreamPrefix: a/b}":                          `c.yml:1: section Timers: UpstreamPrefix is "a/b", expected `,
		"Timers: {UpstreamPrefix: timing}":                       `c.yml:1: section Timers: UpstreamPrefix is "timing", which is also the prefix of `,
		"Timers: {Prefix: p, UpstreamPrefix: timing, TimerFile: timing.summary}": "c.yml:1: section Timers: TimerFile is \"timing.summary\", which is also",
		"Timers: {Prefix: p, UpstreamPrefix: timing, TimerFile: timing.000003}":  "c.yml:1: section Timers: TimerFile is \"timing.000003\", which is also",
		"Timers: {SingleFile: true, TimerFile: timing_all}":                      "c.yml:1: section Timers: TimerFile is \"timing_all\", which is also",
		"Timers: {Tables: \"a\\0b\"}":                                            "c.yml:1: section Timers: Tables is \"a\\x00b\", expected auto",
		"Timers: {Checkpoint: -1s}":                                              "c.yml:1: section Timers: Checkpoint is -1s, expected a time",
		"Timers: {Patience: 0s}":                                                 "c.yml:1: section Timers: Patience is 0s, expected a positive time",
		"Timers: {Patience: -1m}":                                                "c.yml:1: section Timers: Patience is -1m0s, expected a positive time",
		"Omega:\n  Timing:\n    <<: {Level: 1}\n":                                `c.yml:3: section Timing: unknown key "<<"`,
	} {
		c, err := ReadConfig([]byte(text), "c.yml")
		if err == nil || !strings.HasPrefix(err.Error(), "mpitimer: "+want) {
			t.Errorf("%q: got %v\nwant mpitimer: %s…", text, err, want)
		}
		for _, wrong := range c.check() {
			t.Errorf("%q: %s is %s with the error", text, wrong.key, wrong.problem)
		}
	}
}

// All faults of a file are told, each with its line, and what is right holds.
func TestConfigAllFaults(t *testing.T) {
	text := `Solver:
  Levle: 17
  Steps: [1, 2]
Times:
  Begin: 0
  End: 100
Omega:
  Timing:
    Levle: 2
    Levels: 3
    Clock: sundial
    AutoFence: true
    Histograms: yes
    Histograms: true
    Histograms: false
    Strict: [no]
  Timmers:
    Prefix: p
timers: {MinShare: 2}
`
	c, err := ReadConfig([]byte(text), "c.yml")
	want := DefaultConfig()
	want.Timing.AutoFence = true
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v\nwant %+v", c, want)
	}
	expectFaults(t, err,
		`mpitimer: c.yml:19: unknown section "timers"; did you mean Timers?`,
		`mpitimer: c.yml:17: unknown section "Timmers"; did you mean Timers?`,
		`mpitimer: c.yml:9: section Timing: unknown key "Levle"; did you mean Level?`,
		`mpitimer: c.yml:10: section Timing: unknown key "Levels"; did you mean Level?`,
		`mpitimer: c.yml:13: section Timing: Histograms is "yes", expected true or false`,
		`mpitimer: c.yml:14: section Timing: key Histograms stands on line 13 already`,
		`mpitimer: c.yml:15: section Timing: key Histograms stands on line 13 already`,
		`mpitimer: c.yml:16: section Timing: Strict is a list, expected true or false`,
		`mpitimer: c.yml:11: section Timing: Clock is "sundial", expected one of auto, tsc, fenced, monotonic`,
	)
}

func expectFaults(t *testing.T, err error, want ...string) {
	t.Helper()
	got := []string{}
	if err != nil {
		got = strings.Split(err.Error(), "\n")
	}
	if !slices.Equal(got, want) {
		t.Errorf("faults are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Keys that are right each for itself and clash are told where the key stands that gives way.
func TestConfigClash(t *testing.T) {
	c, places, err := readConfig([]byte("Timers:\n  TimerFile: p.summary\n"), "c.yml")
	if err != nil {
		t.Fatal(err)
	}
	err = c.override([]string{"MPITIMER_PREFIX=p", "MPITIMER_ASCII=true"}, places)
	expectFaults(t, err, `mpitimer: c.yml:2: section Timers: TimerFile is "p.summary", which is also the name of another file of the timers`)
	want := DefaultConfig()
	want.Output.Prefix, want.Output.ASCII = "p", true
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v\nwant %+v", c, want)
	}
}

// A file that is none of ours has no end of faults; the first are told.
func TestConfigManyFaults(t *testing.T) {
	_, err := ReadConfig([]byte("Timing:\n"+strings.Repeat("  x: 1\n", 5000)), "c.yml")
	if lines := strings.Split(err.Error(), "\n"); len(lines) != 101 || lines[100] != "mpitimer: 4900 further faults" {
		t.Errorf("%d lines, the last: %s", len(lines), lines[len(lines)-1])
	}
}

// Other parts of a solver have sections of similar names, and are told nothing.
func TestConfigSimilarSections(t *testing.T) {
	for text, told := range map[string]bool{
		"Timming: {Level: 2}":                            true,
		"Omega: {Timing: {}, TIMERS: {Prefx: p}}":        true,
		"Tiling: {Nx: 2}":                                false,
		"Times: {Begin: 0}":                              false,
		"Timer: off":                                     false,
		"Mining: {Level: 2}":                             true, // for once
		"Mining: {Level: 2}\nTiming: {Level: 1}":         false,
		"Physics: {Timing: {Level: 1}, Tim: {Level: 2}}": false,
		"IO: {Streams: {Timming: {Level: 2}}}":           false, // sections stand no deeper
	} {
		if _, err := ReadConfig([]byte(text), "c.yml"); told != (err != nil) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Every key is documented with the type that it has, and none has the zero of a type that cannot be
// set: a new key must come with a line here.
func TestConfigKeysHaveVariables(t *testing.T) {
	changed := map[string]string{
		"MPITIMER_ENABLED": "false", "MPITIMER_LEVEL": "7", "MPITIMER_AUTO_FENCE": "true",
		"MPITIMER_TIMING_BARRIERS": "1", "MPITIMER_PRINT_ALL_RANKS": "true", "MPITIMER_HISTOGRAMS": "T",
		"MPITIMER_CLOCK": "monotonic", "MPITIMER_COMMUNICATES": "comm_*,mpi?", "MPITIMER_STRICT": " true ", "MPITIMER_TIMER_FILE": "tree=1.txt",
		"MPITIMER_DIRECTORY": "d", "MPITIMER_PREFIX": "p", "MPITIMER_GLOBAL_FILE": "none",
		"MPITIMER_RANK_FILES": "-1", "MPITIMER_RANK_STRIDE": "3", "MPITIMER_SUMMARY_FILE": "false",
		"MPITIMER_MIN_SHARE": "2", "MPITIMER_ASCII": "true", "MPITIMER_PATIENCE": "1h", "MPITIMER_TABLES": "off", "MPITIMER_TABLES_READABLE": "true", "MPITIMER_CHECKPOINT": "1m", "MPITIMER_SIGNAL": "false",
		"MPITIMER_SINGLE_FILE": "true", "MPITIMER_FOR": "e3sm", "MPITIMER_METHOD": "full_tree",
	}
	want := Config{
		Timing: TimingConfig{Level: 7, AutoFence: true, TimingBarriers: true, PrintAllRanks: true, Histograms: true, Clock: "monotonic", Strict: true, Communicates: "comm_*,mpi?"},
		Output: OutputConfig{For: "e3sm", TimerFile: "tree=1.txt", Directory: "d", Prefix: "p", GlobalFile: "none", SingleFile: true, RankFiles: -1, RankStride: 3, Method: "full_tree", ASCII: true, Patience: time.Hour, Tables: "off", TablesReadable: true, Checkpoint: time.Minute, MinShare: 2},
	}
	n := reflect.TypeFor[TimingConfig]().NumField() + reflect.TypeFor[OutputConfig]().NumField()
	if n != len(changed) {
		t.Fatalf("%d keys, %d variables tested", n, len(changed))
	}
	all := DefaultConfig()
	var environment []string
	for variable, value := range changed {
		environment = append(environment, variable+"="+value)
		one := DefaultConfig()
		if err := one.override([]string{"HOME=/", variable + "=" + value}, nil); err != nil || reflect.DeepEqual(one, DefaultConfig()) {
			t.Errorf("%s=%s: %v, got %+v", variable, value, err, one)
		}
	}
	if err := all.override(environment, nil); err != nil || !reflect.DeepEqual(all, want) {
		t.Errorf("got %+v, %v\nwant %+v", all, err, want)
	}
}

func TestConfigWrongVariables(t *testing.T) {
	c := DefaultConfig()
	err := c.override([]string{
		"MPITIMER_LEVEL=high", "MPITIMER_MIN_SHARE=1%", "MPITIMER_PATIENCE=5", "MPITIMER_ASCII=maybe", "MPITIMER_TIMERFILE=x",
		"MPITIMER_=", "MPITIMER_TIMELINE=x", "MPITIMER_CHECKPOINT_INTERVAL=90s", "MPITIMERS=1", "MPITIMER_REPORT=off", "MPITIMER_SOURCE=/x", "MPITIMER_CLOCK=monotonic", "", "=",
	}, nil)
	for _, want := range []string{
		`environment variable MPITIMER_LEVEL is "high", expected an integer`,
		`environment variable MPITIMER_MIN_SHARE is "1%", expected a number`,
		`environment variable MPITIMER_PATIENCE is "5", expected a duration`,
		`environment variable MPITIMER_ASCII is "maybe", expected true or false`,
		`environment variable "MPITIMER_TIMERFILE" stands for no key; did you mean MPITIMER_TIMER_FILE?`,
		`environment variable "MPITIMER_CHECKPOINT_INTERVAL" stands for no key; did you mean MPITIMER_CHECKPOINT?`,
		`environment variable "MPITIMER_" stands for no key; expected one of MPITIMER_ASCII, `,
		`environment variable "MPITIMER_TIMELINE" stands for no key; expected one of MPITIMER_TABLES, MPITIMER_TABLES_READABLE, MPITIMER_TIMER_FILE, MPITIMER_TIMING_BARRIERS and `,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v\nlacks %s", err, want)
		}
	}
	for _, other := range []string{"MPITIMERS", "MPITIMER_REPORT", "MPITIMER_SOURCE"} {
		if err != nil && strings.Contains(err.Error(), other) {
			t.Errorf("no key of the configuration: %v", err)
		}
	}
	want := DefaultConfig()
	want.Timing.Clock = "monotonic"
	if !reflect.DeepEqual(c, want) {
		t.Errorf("the right ones were not applied: %+v", c)
	}
	err = c.override([]string{"MPITIMER_LEVEL=-3", "MPITIMER_ASCII=true"}, nil)
	if err == nil || !strings.Contains(err.Error(), "environment variable MPITIMER_LEVEL: Level is -3, expected 0 to") {
		t.Errorf("out of range: %v", err)
	}
	if want.Output.ASCII = true; !reflect.DeepEqual(c, want) {
		t.Errorf("one variable out of range, and not all others applied: %+v", c)
	}
}

func TestConfigFileNames(t *testing.T) {
	at := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	for template, want := range map[string]string{
		"MyFilename.$YYYY$MM$DD":  "MyFilename.20260203",
		"$YYYY-$MM-$DD_$hh$mm$ss": "2026-02-03_040506",
		"a/$YY/$":                 "a/$YY/$",
		"plain":                   "plain",
	} {
		if got := config.ExpandDate(template, at); got != want {
			t.Errorf("%s: got %s, want %s", template, got, want)
		}
	}
	for name, want := range map[string]bool{"": true, " ": true, "None": true, "none": true, "Log": true, "LOG": true, "log.txt": false, "Nonexistent": false} {
		if config.IsLog(name) != want {
			t.Errorf("%q means the log: %v", name, !want)
		}
	}
}

// As t_prf of E3SM: rank mod stride = 0 and rank ≤ min(count × stride, ranks) − 1.
func TestConfigRankFiles(t *testing.T) {
	for count := -1; count <= 4; count++ {
		for stride := range 4 {
			for ranks := 1; ranks <= 9; ranks++ {
				c := DefaultConfig()
				c.Output.RankFiles, c.Output.RankStride = count, stride
				s := max(stride, 1)
				last := min(count*s, ranks) - 1
				if count < 0 {
					last = ranks - 1
				}
				for rank := range ranks {
					if got, want := c.writesFile(rank), rank%s == 0 && rank <= last; got != want {
						t.Errorf("count %d, stride %d: rank %d of %d writes: %v", count, stride, rank, ranks, got)
					}
				}
				c.Timing.PrintAllRanks = true
				if !c.writesFile(ranks - 1) {
					t.Error("PrintAllRanks: not all")
				}
			}
		}
	}
}

func FuzzReadConfig(f *testing.F) {
	f.Add(omega)
	f.Add("Timing: {Level: 3}\n---\nTimers: {Patience: 5m}\n")
	f.Add("A: &a {Timing: {Clock: tsc}}\nB: *a\n")
	f.Add("Timing: {Level: -1}")
	f.Add("? [Timing]\n: Level")
	f.Add("%YAML 1.1\n---\nTimers: !!map {TimerFile: ~, Prefix: \"\\u0000\"}\n...\n")
	f.Add("Timing: &x\n  Level: *x\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ReadConfig([]byte(text), "fuzz.yml")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "mpitimer: fuzz.yml:") {
				t.Errorf("the error does not begin with the file: %v", err)
			}
		}
		if wrong := c.check(); wrong != nil {
			t.Errorf("accepted %v", wrong)
		}
	})
}
