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
	"time"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/read"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/machenv/mpi"
)

// Every file of GPTL's form that any test of this package writes keeps the rules of its readers.
func init() {
	rules := map[form]func([]byte) error{
		formGlobal: check.Global, formRank: check.Rank,
	}
	held = func(of form, write func(io.Writer) error) func(io.Writer) error {
		return func(w io.Writer) error {
			var b bytes.Buffer
			err := write(&b)
			if err == nil {
				if wrong := rules[of](b.Bytes()); wrong != nil {
					panic(fmt.Sprintf("a file breaks a rule of its readers: %v\n%s", wrong, b.Bytes()))
				}
			}
			_, failed := w.Write(b.Bytes())
			return errors.Join(err, failed)
		}
	}
}

// onLocalRanks runs timers with some regions on embedded ranks, and returns their directory.
func onLocalRanks(t *testing.T, size int, edit func(*Config), report func(*Timers) error) string {
	t.Helper()
	dir := t.TempDir()
	c := quietConfig()
	c.Output.Directory, c.Output.Patience = dir, time.Minute
	edit(&c)
	err := local.Run(size, func(comm machenv.Communicator) error {
		tm, err := New(WithCommunicator(comm), WithConfig(c), WithLog(io.Discard))
		if err != nil {
			return err
		}
		s := tm.Start("step")
		tm.Add("halo", time.Duration(comm.Rank()+1)*time.Second, 4)
		s.Stop()
		if report != nil {
			err = report(tm)
		}
		return errors.Join(err, tm.Finalize())
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// All four kinds of GPTL's files from one run.
func TestFilesOfBothGPTLs(t *testing.T) {
	dir := onLocalRanks(t, 4, func(c *Config) {
		c.Output.Prefix, c.Output.GlobalFile, c.Output.RankFiles = "model_timing", "stats", -1
		set(c, "UpstreamPrefix", "timing")
	}, nil)
	var want []string
	for rank := range 4 {
		want = append(want, fmt.Sprint("model_timing.", rank))
	}
	expectFolder(t, dir, append(want, "model_timing_stats", "mpitimer")...)
	want = nil
	for rank := range 4 {
		want = append(want, fmt.Sprintf("timing.%06d", rank))
	}
	expectFolder(t, filepath.Join(dir, "mpitimer"), append(want, "timing.summary")...)
	for name, want := range map[string]read.Kind{
		"model_timing_stats": read.GlobalKind, "model_timing.3": read.RankKind,
		"mpitimer/timing.summary": read.TimingSummaryKind, "mpitimer/timing.000003": read.TimingKind,
	} {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		_, kind, err := read.File(f)
		f.Close()
		text, _ := os.ReadFile(filepath.Join(dir, name))
		rules := map[read.Kind]func([]byte) error{read.TimingKind: check.Timing, read.TimingSummaryKind: check.TimingSummary}
		if rule := rules[want]; rule != nil && rule(text) != nil {
			t.Errorf("%s breaks a rule of its readers: %v", name, rule(text))
		}
		if err != nil || kind != want {
			t.Errorf("%s is %v, %v; want %v", name, kind, err, want)
		}
	}
}

// firstRow returns the calls that GPTL's scripts find for a name: those of its first row.
func firstRow(text, name string) string {
	for line := range strings.Lines(text) {
		words := strings.Fields(strings.Trim(strings.ReplaceAll(line, `"`, " "), "*! "))
		for i := 1; i < len(words) && words[0] == name; i++ {
			if strings.Trim(words[i], "0123456789") == "" {
				return words[i]
			}
		}
	}
	return ""
}

// A name has one row in the files of a rank, with all its calls, unless the key Method asks for paths.
func TestFilesHaveARowForEachName(t *testing.T) {
	for method, want := range map[string]string{"most_frequent": "5", "first_parent": "5", "call_path": "2"} {
		dir := onLocalRanks(t, 1, func(c *Config) {
			c.Output.RankFiles, c.Output.Method = 1, method
			set(c, "UpstreamPrefix", "gptl")
		}, func(tm *Timers) error {
			for calls, parent := range []string{"a", "b"} {
				tm.Start(parent)
				for range calls + 2 {
					tm.Start("pack").Stop()
				}
				tm.Stop(parent)
			}
			return nil
		})
		for _, name := range []string{"timing.0", "gptl.000000"} {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if got := firstRow(string(text), "pack"); err != nil || got != want {
				t.Errorf("method %q: %s says %q calls of pack, want %s, %v\n%s", method, name, got, want, err, text)
			}
		}
	}
	if method := DefaultConfig().Output.Method; method != "most_frequent" {
		t.Errorf("%s unless told otherwise", method)
	}
	if _, err := ReadConfig([]byte("Timers: {Method: best}"), "c.yml"); err == nil || !strings.Contains(err.Error(), `Method is "best", expected one of most_frequent, `) {
		t.Error(err)
	}
}

func TestReportsWithAPrefixHaveTheirUpstreamFiles(t *testing.T) {
	dir := onLocalRanks(t, 2, func(c *Config) { c.Output.RankFiles = 1; set(c, "UpstreamPrefix", "gptl") },
		func(tm *Timers) error { return tm.Print(WithFiles("first")) })
	expectFolder(t, dir, "first.0", "first.gptl.000000", "first.gptl.summary", "gptl.000000", "gptl.summary", "timing.0")
}

func TestSingleFileOfARun(t *testing.T) {
	for name, test := range map[string]struct {
		edit  func(*Config)
		parts string
	}{
		"all":            {func(c *Config) { c.Output.GlobalFile, c.Output.RankFiles = "stats", -1 }, "global 0 1 2 3 4"},
		"stride":         {func(c *Config) { c.Output.GlobalFile, c.Output.RankFiles, c.Output.RankStride = "summary", 2, 2 }, "global 0 2"},
		"ranks only":     {func(c *Config) { c.Output.RankFiles = 1 }, "0"},
		"by PrintAll":    {func(c *Config) { c.Timing.PrintAllRanks = true }, "0 1 2 3 4"},
		"global only":    {func(c *Config) { c.Output.GlobalFile = "stats" }, "global"},
		"nothing at all": {func(*Config) {}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := onLocalRanks(t, 5, func(c *Config) { c.Output.SingleFile = true; test.edit(c) }, func(tm *Timers) error {
				return tm.Print(WithFiles("before"))
			})
			if test.parts == "" {
				expectFolder(t, dir)
				return
			}
			expectFolder(t, dir, "before_all", "timing_all")
			for _, file := range []string{"before_all", "timing_all"} {
				expectParts(t, filepath.Join(dir, file), test.parts)
			}
		})
	}
}

// expectParts checks what a single file holds.
func expectParts(t *testing.T, name, want string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	single, err := read.Single(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	if single.Global != nil {
		got = append(got, "global")
		if err := check.SingleFile(text); err != nil {
			t.Errorf("%s breaks a rule of its readers: %v", name, err)
		}
	}
	for _, k := range single.Ranks {
		got = append(got, fmt.Sprint(k.Profile.Rank))
	}
	if strings.Join(got, " ") != want {
		t.Errorf("%s holds %s, want %s", name, got, want)
	}
}

// A rank that is gone is named, and the others are in the file.
func TestSingleFileWithoutALostRank(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		dir := t.TempDir()
		var problem error
		err := local.Run(3, func(comm machenv.Communicator) error {
			tm, err := New(WithCommunicator(comm), edited(func(c *Config) { c.Output.Directory, c.Output.Patience = dir, 100*time.Millisecond }), WithLog(io.Discard))
			if err != nil {
				return err
			}
			defer tm.end() // without a report, for which the ranks would wait for the lost one
			if comm.Rank() == 1 {
				return nil
			}
			err = tm.Engine().Owner.WriteParts(nil, "all", func(w io.Writer) error {
				_, err := io.WriteString(w, "head ")
				return err
			}, fmt.Appendf(nil, "%d ", comm.Rank()))
			if comm.Rank() == 0 {
				problem = err
			}
			if !errors.Is(err, machenv.ErrLost) {
				return fmt.Errorf("rank %d is not told: %w", comm.Rank(), err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if !errors.Is(problem, machenv.ErrLost) || !strings.Contains(problem.Error(), "rank 1") {
			t.Errorf("error %v", problem)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "all")); string(text) != "head 0 2 " {
			t.Errorf("%q, %v", text, err)
		}
	})
}

// Parts of one communicator after the other, and of all ranks, do not meet.
func TestPartsOfSeveralFiles(t *testing.T) {
	dir := onLocalRanks(t, 4, func(*Config) {}, func(tm *Timers) error {
		comm := tm.Environments().Default().Comm()
		half, err := comm.Create([]int{3, 1})
		if err != nil {
			return err
		}
		part := fmt.Appendf(nil, "%d", comm.Rank())
		none := func(io.Writer) error { return nil }
		for n := range 3 {
			err = errors.Join(err, tm.Engine().Owner.WriteParts(nil, fmt.Sprint("all", n), none, part))
			if half != nil {
				err = errors.Join(err, tm.Engine().Owner.WriteParts(half, fmt.Sprint("half", n), none, part))
			}
		}
		return err
	})
	for n := range 3 {
		for name, want := range map[string]string{"all": "0123", "half": "31"} {
			if text, err := os.ReadFile(filepath.Join(dir, fmt.Sprint(name, n))); string(text) != want {
				t.Errorf("%s%d is %q, %v", name, n, text, err)
			}
		}
	}
}

// Files say that there is MPI where ranks have it or the program is linked with it, and not for one rank without.
func TestFilesSayWhetherThereIsMPI(t *testing.T) {
	for size, want := range map[int]bool{1: mpi.Library() != "", 2: true} {
		dir := onLocalRanks(t, size, func(c *Config) { c.Output.RankFiles = 1; set(c, "UpstreamPrefix", "gptl") }, nil)
		for name, line := range map[string]string{"timing.0": "\nHAVE_MPI was %t\n", "gptl.000000": "\nHAVE_LIBMPI was %t\n"} {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil || !strings.Contains(string(text), fmt.Sprintf(line, want)) {
				t.Errorf("%d ranks: no %q in %s, %v\n%s", size, fmt.Sprintf(line, want), name, err, text)
			}
		}
	}
}
