package mpitimer

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-hpc/timers/machenv"
)

// filesNamed is what the lines of the log on files say.
func filesNamed(log string) []string {
	var lines []string
	for line := range strings.Lines(log) {
		if strings.Contains(line, "mpitimer: files in ") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// A report says in one line which files it has written, those of ranks as one.
func TestFilesNamed(t *testing.T) {
	for what, test := range map[string]struct {
		edit func(*Config)
		want string
	}{
		"nothing": {func(*Config) {}, ""},
		"default": {func(c *Config) { *c = DefaultConfig() },
			"timing.mptsum (exact, for mpitimer show), timing.summary (all ranks), timing.0"},
		"all": {func(c *Config) {
			c.Output.GlobalFile, c.Timing.PrintAllRanks, c.Output.TimerFile = "stats", true, "tree.txt"
			set(c, "UpstreamPrefix", "gptl")
		}, "mpitimer/tree.txt (tree), timing_stats (all ranks), timing.0 … timing.4 (a rank each, 5 files), mpitimer/gptl.summary, mpitimer/gptl.000000 … gptl.000004 (a rank each, 5 files)"},
		"some": {func(c *Config) {
			c.Output.RankFiles, c.Output.RankStride, c.Output.ASCII = 2, 3, true
		}, "timing.0 ... timing.3 (a rank each, 2 files)"},
		"single": {func(c *Config) { c.Output.SingleFile, c.Output.RankFiles = true, 1 }, "timing_all"},
	} {
		t.Run(what, func(t *testing.T) {
			c := quietConfig()
			test.edit(&c)
			c.Output.Directory = t.TempDir()
			log := new(syncBuffer)
			err := onRanks(t, 5, []Option{WithConfig(c), WithLog(log)}, func(*machenv.Registry) error {
				Start("step").Stop()
				return nil
			})
			if err != nil {
				t.Error(err)
			}
			want := ""
			if test.want != "" {
				want = "mpitimer: files in " + c.Output.Directory + ": " + test.want
			}
			if got := strings.Join(filesNamed(log.String()), "\n"); got != want {
				t.Errorf("the log says\n%s\nwant\n%s", got, want)
			}
			expectNamed(t, c.Output.Directory, test.want)
		})
	}
}

// expectNamed looks whether the files that are named are there.
func expectNamed(t *testing.T, folder, names string) {
	t.Helper()
	for _, name := range regexp.MustCompile(`[\w./]*[\w]\.?\w+`).FindAllString(regexp.MustCompile(`\([^)]*\)`).ReplaceAllString(names, ""), -1) {
		if filepath.Ext(name) == ".json" && !strings.Contains(name, "/") {
			name = filepath.Join("json", name)
		}
		if name == "gptl.000004" {
			name = filepath.Join(asideFolder, name)
		}
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
}

// Files of a checkpoint and of a Print are named when they are written; what went elsewhere, where it is.
func TestFilesNamedElsewhere(t *testing.T) {
	folder := t.TempDir()
	blocked := filepath.Join(folder, "blocked")
	if err := os.WriteFile(blocked, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", folder)
	log := new(syncBuffer)
	c := quietConfig()
	c.Output.Directory, c.Output.SummaryFile = blocked, true // a file: nothing can be below it
	tm, err := New(WithConfig(c), WithLog(log))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(tm.Print(WithFiles("part")), tm.Checkpoint(), tm.Finalize()); err == nil {
		t.Error("no error for files that could not be written in their place")
	}
	lines := filesNamed(log.String())
	if len(lines) != 3 {
		t.Fatalf("%d lines on files, want 3:\n%s", len(lines), strings.Join(lines, "\n"))
	}
	for i, want := range []string{"part.mptsum (", "timing.0001.tree (tree), timing.0001.mptsum (", "timing.mptsum ("} {
		if !strings.Contains(lines[i], want) || strings.Contains(lines[i], "in "+blocked) {
			t.Errorf("line %d lacks %q: %s", i, want, lines[i])
		}
	}
}
