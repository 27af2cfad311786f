package mpitimer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

func TestLifecycleWrongConfiguration(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) Option { return writeAs(t, dir, "c.yml", text) }
	right := "Timing: {Level: 3}\nTimers: {GlobalFile: none, RankFiles: 0, SummaryFile: false}\n"
	environment := func(list ...string) Option {
		return option(func(s *settings) { s.environment = list })
	}
	tooHigh := WithConfigFunc(func(c *Config) { c.Timing.Level = -4 })
	for name, test := range map[string]struct {
		options []Option
		want    []string // in the error
		level   int
	}{
		"right":               {[]Option{write(right)}, nil, 3},
		"missing file":        {[]Option{WithConfigFile(filepath.Join(dir, "missing.yml"))}, []string{"missing.yml", "no such file"}, 0},
		"a directory":         {[]Option{WithConfigFile(dir)}, []string{dir, "is a directory"}, 0},
		"wrong key":           {[]Option{writeAs(t, dir, "w.yml", "Timing:\n  Levle: 3\n")}, []string{"w.yml:2: ", "Levle"}, 0},
		"variable":            {[]Option{write(right), environment("MPITIMER_LEVEL=5")}, nil, 5},
		"wrong variable":      {[]Option{write(right), environment("MPITIMER_LEVEL=x")}, []string{"MPITIMER_LEVEL"}, 3},
		"file and variable":   {[]Option{WithConfigFile(filepath.Join(dir, "missing.yml")), environment("MPITIMER_LEVELS=1")}, []string{"missing.yml", "MPITIMER_LEVELS"}, 0},
		"variable, no file":   {[]Option{WithConfigFile(filepath.Join(dir, "missing.yml")), environment("MPITIMER_LEVEL=4")}, []string{"missing.yml"}, 4},
		"zero Config":         {[]Option{WithConfig(Config{})}, []string{"not made from DefaultConfig"}, 0},
		"settings":            {[]Option{write(right), tooHigh}, []string{"settings of the program", "Level is -4"}, 3},
		"settings, variable":  {[]Option{write(right), environment("MPITIMER_LEVEL=6"), tooHigh}, []string{"Level is -4"}, 6},
		"settings have right": {[]Option{write(right), environment("MPITIMER_LEVEL=6"), WithConfigFunc(func(c *Config) { c.Timing.Level++ })}, nil, 7},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir()) // the defaults write there
			err := Initialize(append(test.options, WithLog(io.Discard))...)
			if (err != nil) != (test.want != nil) {
				t.Errorf("error is %v, want %q", err, test.want)
			}
			for _, text := range test.want {
				if err == nil || !strings.Contains(err.Error(), text) {
					t.Errorf("error %v lacks %q", err, text)
				}
			}
			tm := Default()
			if tm == nil {
				t.Fatal("no timers")
			}
			if tm.config.Timing.Level != test.level || int(tm.Engine().Level) != test.level {
				t.Errorf("level %d, want %d", tm.config.Timing.Level, test.level)
			}
			Start("runs").Stop()
			if v, ok := tm.Query("runs"); !ok || v.Calls != 1 {
				t.Error("the timers do not run")
			}
			if err := Finalize(); err != nil {
				t.Error(err)
			}
			expectNothingLeft(t)
		})
	}
}

// Rank 0 logs every fault, whether the program looks at the error or not, and other ranks none.
func TestLifecycleFaultsAreLogged(t *testing.T) {
	dir := t.TempDir()
	file := writeAs(t, dir, "c.yml", "Timing:\n  Levle: 3\nTimers: {Patience: 0s, GlobalFile: none, RankFiles: 0, SummaryFile: false}\n")
	environment := option(func(s *settings) {
		s.environment = []string{"MPITIMER_LEVELS=1", "MPITIMER_CLOCK=sundial", "MPITIMER_LEVEL=2", "MPITIMER_TABLES=off", "PROBE_PERIOD=x"}
	})
	for ranks := 1; ranks <= 3; ranks++ {
		log := new(syncBuffer)
		err := local.Run(ranks, func(comm machenv.Communicator) error {
			Initialize(file, environment, WithCommunicator(comm), WithLog(log)) // as many programs do
			if got := Default().config.Timing.Level; got != 2 {
				t.Errorf("rank %d: level %d: not what is right of the configuration", comm.Rank(), got)
			}
			return Finalize()
		})
		if err != nil {
			t.Error(err)
		}
		for _, want := range []string{
			"mpitimer: " + filepath.Join(dir, "c.yml") + `:2: section Timing: unknown key "Levle"; did you mean Level?`,
			filepath.Join(dir, "c.yml") + ":3: section Timers: Patience is 0s, expected a positive time",
			`mpitimer: environment variable "MPITIMER_LEVELS" stands for no key; did you mean MPITIMER_LEVEL?`,
			`mpitimer: environment variable MPITIMER_CLOCK: Clock is "sundial", expected one of auto, `,
			`mpitimer: environment variable PROBE_PERIOD is "x", expected seconds`,
		} {
			if n := strings.Count(log.String(), want); n != 1 {
				t.Errorf("%d ranks: the log tells %d times, want once: %s\n%s", ranks, n, want, log.String())
			}
		}
	}
	log := new(syncBuffer)
	if err := Initialize(WithConfigFile(filepath.Join(dir, "missing.yml")), edited(func(*Config) {}), WithLog(log)); err != nil {
		t.Error(err) // the Config of the program comes before the file
	}
	Finalize()
	Initialize(WithConfigFile(filepath.Join(dir, "missing.yml")), option(func(s *settings) { s.environment = []string{"MPITIMER_TABLES=off"} }), WithConfigFunc(func(c *Config) { *c = quietConfig() }), WithLog(log))
	Finalize()
	if n := strings.Count(log.String(), "missing.yml: no such file"); n != 1 {
		t.Errorf("the log tells %d times of a missing file:\n%s", n, log.String())
	}
}

func writeAs(t *testing.T, dir, name, text string) Option {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return WithConfigFile(path)
}

func TestLifecycleStrictLeavesNothing(t *testing.T) {
	strict := edited(func(c *Config) { c.Timing.Strict = true })
	if err := Initialize(strict, WithLog(io.Discard)); err != nil {
		t.Fatal(err)
	}
	Start("left open")
	func() {
		defer func() {
			if cause := fmt.Sprint(recover()); !strings.Contains(cause, engine.WarnLeftOpen) {
				t.Errorf("strict timers did not panic on an open region: %s", cause)
			}
		}()
		tm := Default()
		_ = tm.Finalize()
	}()
	expectNothingLeft(t)
}

// The panic goes on with its value, and what was measured is told, also by strict timers that would
// panic themselves on regions that the panic has left open.
func TestLifecyclePanic(t *testing.T) {
	for _, strict := range []bool{false, true} {
		dir := t.TempDir()
		var log bytes.Buffer
		c := DefaultConfig()
		c.Timing.Strict, c.Output.Directory, c.Output.TimerFile = strict, dir, "tree.txt"
		boom := errors.New("boom")
		cause := func() (cause any) {
			defer func() { cause = recover() }()
			if err := Initialize(WithConfig(c), WithLog(&log)); err != nil {
				t.Fatal(err)
			}
			defer Finalize()
			if !strict {
				defer Start("deferred").Stop()
			}
			Start("left open")
			panic(boom)
		}()
		if cause != boom {
			t.Errorf("strict %v: the panic went on with %v", strict, cause)
		}
		for _, want := range []string{"rank 0 panicked: boom", "Total", "left open"} {
			if !strings.Contains(log.String(), want) {
				t.Errorf("strict %v: log lacks %q:\n%s", strict, want, log.String())
			}
		}
		expectFolder(t, dir, "timing.0")
		expectNothingLeft(t)
	}
	func() {
		defer func() {
			if cause := recover(); cause != "not ours" {
				t.Errorf("without timers the panic went on with %v", cause)
			}
		}()
		defer Finalize()
		panic("not ours")
	}()
}

type panickingWriter struct{}

func (panickingWriter) Write([]byte) (int, error) { panic("the log panicked") }

func TestLifecyclePanicInReport(t *testing.T) {
	defer expectNothingLeft(t)
	defer func() {
		if cause := recover(); cause != "first" {
			t.Errorf("the panic went on with %v", cause)
		}
	}()
	t.Setenv("MPITIMER_TABLES", tablesOff) // of which the log would be told
	if err := Initialize(WithConfig(quietConfig()), WithLog(panickingWriter{})); err != nil {
		t.Fatal(err)
	}
	defer Finalize()
	panic("first")
}

func TestLifecycleFinalizeElsewhere(t *testing.T) {
	if err := Initialize(WithConfig(quietConfig()), WithLog(io.Discard)); err != nil {
		t.Fatal(err)
	}
	tm := Default()
	Start("open")
	timerstest.Elsewhere(func() {
		if err := Finalize(); err != nil {
			t.Error(err)
		}
	})
	p := tm.Profile()
	if err := p.Check(); err != nil {
		t.Error(err)
	}
	timerstest.ExpectWarnings(t, p, engine.WarnLeftOpen+": Total/open ×1") // Total is meant to run up to Finalize
	expectNothingLeft(t)
}
