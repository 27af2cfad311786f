package mpitimer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

// reportOf runs timers with one region, and returns the log and the error of Finalize.
func reportOf(t *testing.T, edit func(*Config), options ...Option) (string, error) {
	t.Helper()
	c := DefaultConfig()
	edit(&c)
	var log bytes.Buffer
	tm, err := New(append([]Option{WithConfig(c), WithLog(&log)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	tm.Start("work").Stop()
	err = tm.Finalize()
	return log.String(), err
}

func TestReportDefaults(t *testing.T) {
	t.Chdir(t.TempDir())
	log, err := reportOf(t, func(*Config) {})
	if err != nil {
		t.Error(err)
	}
	if !strings.Contains(log, "work") {
		t.Errorf("the tree is not in the log:\n%s", log)
	}
	expectFolder(t, ".", "timing.0", "timing.mptsum", "timing.summary")
}

func TestReportFiles(t *testing.T) {
	dir := t.TempDir()
	year := time.Now().Format("2006")
	for name, test := range map[string]struct {
		edit func(*Config)
		want []string
	}{
		"nothing": {func(c *Config) { c.Output = quietConfig().Output }, nil},
		"E3SM's":  {func(c *Config) { c.Output.GlobalFile, c.Output.Prefix = "stats", "model_timing" }, []string{"model_timing.0", "model_timing_stats", "mpitimer"}},
		"global":  {func(c *Config) { c.Output.RankFiles, c.Output.SummaryFile = 0, false }, []string{"timing.summary"}},
		"date": {func(c *Config) {
			c.Output = quietConfig().Output
			c.Output.TimerFile = "tree.$YYYY.txt"
		}, []string{"tree." + year + ".txt"}},
		"below": {func(c *Config) { c.Output = quietConfig().Output; c.Output.TimerFile = "x/tree" }, []string{"x"}},
	} {
		where := filepath.Join(dir, name, "made", "for it")
		if name == "nothing" {
			if err := os.MkdirAll(where, 0o777); err != nil {
				t.Fatal(err)
			}
		}
		log, err := reportOf(t, func(c *Config) {
			test.edit(c)
			c.Output.Directory = where
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if name == "date" && time.Now().Format("2006") != year {
			continue // it has ended meanwhile
		}
		expectFolder(t, where, test.want...)
		if toLogWanted := name != "date" && name != "below"; toLogWanted != hasTree(log) {
			t.Errorf("%s: log is\n%s", name, log)
		}
	}
}

// hasTree reports whether a log has a tree. Names of files in it, and of the program, may be any.
func hasTree(log string) bool { return strings.Contains("\n"+log, "\nTotal ") }

// Rank files as t_prf writes them, and each passes the readers' rules.
func TestReportRankFiles(t *testing.T) {
	for _, test := range []struct {
		count, stride int
		all           bool
		want          []int
	}{
		{1, 0, false, []int{0}},
		{2, 2, false, []int{0, 2}},
		{9, 3, false, []int{0, 3, 6, 9}},
		{-1, 5, false, []int{0, 5, 10}},
		{0, 1, false, nil},
		{0, 1, true, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
	} {
		dir := t.TempDir()
		c := DefaultConfig()
		c.Timing.PrintAllRanks = test.all
		c.Output = OutputConfig{Directory: dir, Prefix: "timing", GlobalFile: "none", RankFiles: test.count, RankStride: test.stride, Patience: time.Minute}
		err := local.Run(11, func(comm machenv.Communicator) error {
			tm, err := New(WithCommunicator(comm), WithConfig(c), WithLog(io.Discard))
			if err != nil {
				return err
			}
			tm.Start("work").Stop()
			return tm.Finalize()
		})
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, rank := range test.want {
			want = append(want, fmt.Sprintf("timing.%02d", rank))
		}
		expectFolder(t, dir, want...)
		for _, name := range want {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err == nil {
				err = check.Rank(data)
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// Names of every sort come through to files that the readers can read.
func TestReportNames(t *testing.T) {
	dir := t.TempDir()
	var log bytes.Buffer
	c := DefaultConfig()
	c.Output.Directory, c.Output.TimerFile = dir, "tree.txt"
	tm, err := New(WithConfig(c), WithLog(&log))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", " ", "a b", `quo"te`, "back\\slash", "line\nbreak", "nul\x00", "naïve €", "\xff\xfe", "GLOBAL STATISTICS", strings.Repeat("long ", 2000), "tab\t", "a/b", "(1)", "\u2028"} {
		tm.Start(name).Stop()
		interval := tm.Start("outer " + name)
		tm.Start(name).Stop()
		interval.Stop()
	}
	if err := tm.Finalize(); err != nil {
		t.Error(err)
	}
	for name, rules := range map[string]func([]byte) error{"timing.summary": check.Global, "timing.0": check.Rank} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = rules(data)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := timerstest.ReadSummary(t, filepath.Join(dir, "timing.mptsum"))
	if len(s.Regions) != 1+3*15 {
		t.Errorf("%d regions", len(s.Regions))
	}
}

// fallbackOf finds the place that an error or the log names.
var fallbackOf = regexp.MustCompile(`it was written to (\S+) instead`)

// Wherever the files cannot be written, the tree comes to the log, the error names the place, and
// the files lie where it says.
func TestReportUnwritable(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(dir, "fallback"))
	if err := os.Mkdir(os.Getenv("TMPDIR"), 0o777); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "a file")
	if err := os.WriteFile(file, []byte("kept"), 0o666); err != nil {
		t.Fatal(err)
	}
	places := []string{filepath.Join(file, "below"), file, "/dev/null/x"}
	if _, err := os.Stat("/proc/self"); err == nil {
		places = append(places, "/proc/of nobody")
	}
	for _, place := range places {
		log, err := reportOf(t, func(c *Config) { c.Output.Directory, c.Output.TimerFile = place, "tree.txt" })
		if err == nil {
			t.Errorf("%s: no error", place)
			continue
		}
		for _, name := range []string{"tree.txt", "timing.0", "timing.summary", "timing.mptsum"} {
			if want := filepath.Join(place, name); !strings.Contains(err.Error(), want) {
				t.Errorf("the error does not name %s: %v", want, err)
			}
		}
		if !strings.Contains(log, "% parent") {
			t.Errorf("%s: the tree is not in the log:\n%s", place, log)
		}
		found := fallbackOf.FindAllStringSubmatch(err.Error(), -1)
		if len(found) != 4 {
			t.Errorf("%s: %d fallbacks are named: %v", place, len(found), err)
		}
		for _, f := range found {
			if filepath.Dir(f[1]) != filepath.Dir(found[0][1]) {
				t.Errorf("%s: two directories for the files of one rank: %s, %s", place, found[0][1], f[1])
			}
			if info, err := os.Stat(f[1]); err != nil || info.Size() == 0 {
				t.Errorf("the fallback: %v", err)
			}
			if !strings.Contains(log, f[1]) {
				t.Errorf("the log does not name %s", f[1])
			}
		}
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "kept" {
		t.Errorf("a file in the way was touched: %q, %v", data, err)
	}
	expectNothingLeft(t)
}

func TestReportNowhereToWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", filepath.Join(file, "tmp"))
	log, err := reportOf(t, func(c *Config) { c.Output.Directory = filepath.Join(file, "out") })
	if err == nil || !strings.Contains(err.Error(), "nor could it be written elsewhere") || !strings.Contains(err.Error(), filepath.Join(file, "tmp")) {
		t.Errorf("error is %v", err)
	}
	if !strings.Contains(log, "work") {
		t.Errorf("the tree is not in the log:\n%s", log)
	}
	expectNothingLeft(t)
}

// What cannot be replaced is written to, what cannot be written to is left alone.
func TestReportTimerFileIsNoFile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir := t.TempDir()
	for _, device := range []string{"/dev/null", "/dev/full"} {
		before, err := os.Lstat(device)
		if err != nil || before.Mode()&os.ModeCharDevice == 0 {
			t.Logf("%s: %v", device, err)
			continue
		}
		log, err := reportOf(t, func(c *Config) { c.Output = quietConfig().Output; c.Output.TimerFile = device })
		if full := device == "/dev/full"; full != (err != nil) || full != strings.Contains(log, "% parent") || full && !strings.Contains(err.Error(), device) {
			t.Errorf("%s: error %v, log\n%s", device, err, log)
		}
		after, err := os.Lstat(device)
		if err != nil || after.Mode() != before.Mode() {
			t.Fatalf("%s is a device no longer", device)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "tree"), 0o777); err != nil {
		t.Fatal(err)
	}
	log, err := reportOf(t, func(c *Config) {
		c.Output = quietConfig().Output
		c.Output.Directory, c.Output.TimerFile = dir, "tree"
	})
	if err == nil || !strings.Contains(err.Error(), "is a directory") || !strings.Contains(log, "% parent") {
		t.Errorf("a directory in the way: %v\n%s", err, log)
	}
	expectFolder(t, dir, "tree")
}

func TestReportLongNames(t *testing.T) {
	dir := t.TempDir()
	prefix := strings.Repeat("p", 240)
	if _, err := reportOf(t, func(c *Config) { c.Output.Directory, c.Output.Prefix = dir, prefix }); err != nil {
		t.Error(err)
	}
	expectFolder(t, dir, prefix+".0", prefix+".mptsum", prefix+".summary")
	t.Setenv("TMPDIR", t.TempDir())
	_, err := reportOf(t, func(c *Config) { c.Output.Directory, c.Output.Prefix = dir, strings.Repeat("q", 300) })
	if err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("a name that no file system takes: %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestReportLogFails(t *testing.T) {
	dir := t.TempDir()
	full := errors.New("no more paper")
	_, err := reportOf(t, func(c *Config) { c.Output.Directory = dir }, WithLog(failingWriter{full}))
	if !errors.Is(err, full) {
		t.Errorf("error is %v", err)
	}
	expectFolder(t, dir, "timing.0", "timing.mptsum", "timing.summary")
	expectNothingLeft(t)
}

func TestReportLogger(t *testing.T) {
	var plain, structured bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&structured, nil))
	log, err := reportOf(t, func(c *Config) { c.Output = quietConfig().Output }, WithLogger(logger), WithLog(&plain))
	if err != nil || log != "" || plain.Len() != 0 || !strings.Contains(structured.String(), "work") {
		t.Errorf("%v, log %q, %q, structured %s", err, log, plain.String(), structured.String())
	}
	structured.Reset()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", t.TempDir())
	_, err = reportOf(t, func(c *Config) { c.Output.Directory = file }, WithLogger(logger))
	if err == nil || !strings.Contains(structured.String(), `"level":"WARN"`) || !strings.Contains(structured.String(), "instead") {
		t.Errorf("%v, structured %s", err, structured.String())
	}
}

// A logger that is nil is none, whether it says so or is a nil pointer.
func TestReportNilLogger(t *testing.T) {
	for _, none := range []Logger{nil, (*slog.Logger)(nil)} {
		log, err := reportOf(t, func(c *Config) { c.Output = quietConfig().Output }, WithLogger(none))
		if err != nil || !strings.Contains(log, "work") {
			t.Errorf("%v, log %q", err, log)
		}
	}
}

func TestReportASCII(t *testing.T) {
	log, err := reportOf(t, func(c *Config) { c.Output = quietConfig().Output; c.Output.ASCII = true })
	if err != nil {
		t.Error(err)
	}
	for _, r := range log {
		if r > '~' {
			t.Fatalf("%q is not ASCII:\n%s", r, log)
		}
	}
}

// Hooks see the program's regions and nothing else: what the timers measure of themselves is theirs.
func TestReportHooksSeeNoMeasurements(t *testing.T) {
	seen := new(countingHook)
	tm := timersFor(t, WithHook(seen))
	tm.Start("work").Stop()
	if seen.starts != 2 || seen.stops != 1 {
		t.Errorf("the hook saw %d starts and %d stops of Total and work", seen.starts, seen.stops)
	}
}

type countingHook struct{ starts, stops int }

func (h *countingHook) Start(string) any { h.starts++; return nil }

func (h *countingHook) Stop(any) { h.stops++ }

// The configured prefix is E3SM's, and the file passes with its name as PACE looks for it.
func TestReportE3SMName(t *testing.T) {
	dir := t.TempDir()
	if _, err := reportOf(t, func(c *Config) {
		c.Output.Directory, c.Output.GlobalFile, c.Output.Prefix = dir, "stats", "model_timing"
	}); err != nil {
		t.Error(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, gptlcompat.GlobalName("model_timing", gptlcompat.E3SMStyle)))
	if err == nil {
		err = check.Global(data)
	}
	if err != nil || !strings.Contains(string(data), "***** GLOBAL STATISTICS (") {
		t.Errorf("%v\n%s", err, data)
	}
}
