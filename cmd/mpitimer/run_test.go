package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/formats"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export"
	"github.com/go-hpc/timers/stats/geopm"
)

// whileRunning has ranks that keep tables in a directory run to the middle of a region, and calls f then.
func whileRunning(t *testing.T, folder string, ranks int, f func(), settings ...func(c *mpitimer.Config)) {
	t.Helper()
	err := local.Run(ranks, func(comm machenv.Communicator) error {
		envs, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		err = mpitimer.Initialize(mpitimer.WithEnvironments(envs), mpitimer.WithConfigFunc(func(c *mpitimer.Config) {
			c.Output.Tables, c.Output.Directory, c.Output.TimerFile = folder, t.TempDir(), "tree.txt"
			for _, set := range settings {
				set(c)
			}
		}))
		for range 3 {
			mpitimer.Start("solve").Stop()
		}
		inner := mpitimer.Start("exchange")
		err = errors.Join(err, comm.Barrier())
		if comm.Rank() == 0 {
			f()
		}
		err = errors.Join(err, comm.Barrier())
		inner.Stop()
		return errors.Join(err, mpitimer.Finalize(), envs.Close())
	})
	if err != nil {
		t.Fatal(err)
	}
}

// killed makes the tables of a run whose ranks have died: copies, which nobody has locked, as a kill leaves
// them behind. It returns the run's directory.
func killed(t *testing.T, ranks int, settings ...func(c *mpitimer.Config)) string {
	t.Helper()
	from, to := t.TempDir(), t.TempDir()
	var folder string
	whileRunning(t, from, ranks, func() {
		files, err := filepath.Glob(filepath.Join(from, "*", "*"+ranktable.Extension))
		if err != nil || len(files) != ranks {
			t.Errorf("tables %v, %v", files, err)
			return
		}
		all, _ := filepath.Glob(filepath.Join(from, "*", "*")) // what is beside them, too
		for _, f := range all {
			folder = filepath.Dir(copyOf(t, f, to))
		}
		// Unless all are of one moment some have died before others. Where a machine is too slow for that only a test that minds fails.
		for begin := time.Now(); !ofOneMoment(t, files, folder) && time.Since(begin) < time.Minute; {
			for _, f := range files {
				copyOf(t, f, to)
			}
		}
	}, settings...)
	return folder
}

// ofOneMoment reports whether the copies of tables have their last signs of life at about the same time.
func ofOneMoment(t *testing.T, files []string, folder string) bool {
	t.Helper()
	var seen []time.Time
	for _, f := range files {
		seen = append(seen, lastSeen(t, filepath.Join(folder, filepath.Base(f))))
	}
	return slices.MaxFunc(seen, time.Time.Compare).Sub(slices.MinFunc(seen, time.Time.Compare)) < 2*time.Second
}

// copyOf copies a file of a running job, as a kill would leave it behind now, and returns the name of the copy.
func copyOf(t *testing.T, name, to string) string {
	t.Helper()
	copied := filepath.Join(to, filepath.Base(filepath.Dir(name)), filepath.Base(name))
	data, err := os.ReadFile(name)
	if err = errors.Join(err, os.MkdirAll(filepath.Dir(copied), 0o700)); err == nil {
		err = os.WriteFile(copied, data, 0o600)
	}
	if err != nil {
		t.Error(err)
	}
	return copied
}

// lastSeen is the last sign of life in a table.
func lastSeen(t *testing.T, name string) time.Time {
	t.Helper()
	table, err := ranktable.Open(name)
	if err != nil {
		t.Error(err)
		return time.Time{}
	}
	defer table.Close()
	info, err := table.Info()
	if err != nil {
		t.Error(err)
	}
	return info.LastSeen
}

// eventually waits until something is so.
func eventually(t *testing.T, otherwise string, is func() bool) {
	t.Helper()
	for begin := time.Now(); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Since(begin) > time.Minute {
			t.Error(otherwise)
			return
		}
	}
}

// commanded runs a command line.
func commanded(args ...string) (status int, out, messages string) {
	var o, m bytes.Buffer
	status = execute(args, &o, &m)
	return status, o.String(), m.String()
}

// want checks a status and that a text holds others.
func want(t *testing.T, status, wanted int, text string, parts ...string) {
	t.Helper()
	if status != wanted {
		t.Errorf("status %d, want %d:\n%s", status, wanted, text)
	}
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("no %q in\n%s", p, text)
		}
	}
}

func TestLookAtRunningJob(t *testing.T) {
	folder := t.TempDir()
	whileRunning(t, folder, 3, func() {
		status, out, _ := commanded("stacks", folder)
		want(t, status, cli.StatusOK, out, "3 ranks on 1 host, running for", "running  3  0-2", "0-2", "Total/exchange", "└ exchange")
		status, out, _ = commanded("top", "--once", "--interval", "100ms", folder)
		want(t, status, cli.StatusOK, out, "3 running · last ", "now %", "exchange (still running)", " solve  ", "in: ranks whose main program")
		status, out, _ = commanded("top", folder, "--ranks", "-i", "100ms", "--filter", "exch")
		want(t, status, cli.StatusOK, out, " rank  host", "Total/exchange")
		status, out, messages := commanded("recover", "--remove", "-o", filepath.Join(t.TempDir(), "x.txt"), folder)
		want(t, status, cli.StatusFailed, out+messages, "still running")
		status, out, _ = commanded("recover", folder)
		want(t, status, cli.StatusOK, out, "running  3  0-2", "exchange (still running)")
	})
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) > 0 {
		t.Errorf("the run has ended, and left %v", left)
	}
}

func TestRecover(t *testing.T) {
	folder := killed(t, 4)
	status, out, messages := commanded("recover", folder)
	want(t, status, cli.StatusOK, out, "4 ranks on 1 host, ran for", "died  4  0-3  last seen", "solve", "12", "exchange (still running)",
		"rank died: Total/exchange, 4 times on 4 ranks", "died  Total/exchange", "open region")
	if messages != "" {
		t.Error(messages)
	}
	status, out, _ = commanded("--ascii", "recover", folder)
	want(t, status, cli.StatusOK, out, "|- solve")
	if strings.IndexFunc(out, func(r rune) bool { return r > 'z'+5 }) >= 0 {
		t.Errorf("this is not ASCII:\n%s", out)
	}
	status, out, _ = commanded("stacks", filepath.Dir(folder))
	want(t, status, cli.StatusOK, out, "died  4  0-3", "Total/exchange")
	status, out, _ = commanded("top", "--once", folder)
	want(t, status, cli.StatusOK, out, "the job has ended: 4 died (0-3)")
}

// What is recovered are the figures that the ranks had, in every format.
func TestRecoverFormats(t *testing.T) {
	folder, to := killed(t, 3), t.TempDir()
	for _, name := range formats.Names(false) {
		output := filepath.Join(to, name)
		status, out, messages := commanded("recover", folder, "-f", name, "-o", output)
		want(t, status, cli.StatusOK, out+messages, "died  3  0-2", "written: "+output)
	}
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(to, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	s, err := stats.ReadSummary(bytes.NewReader(read("summary")))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Regions) != 3 || s.Regions[1].Name != "solve" || s.Regions[1].Calls != 9 || s.Ranks != 3 {
		t.Errorf("got %+v", s)
	}
	if died := s.Warnings[0]; died.Kind != ranktable.WarnDied || died.Ranks != 3 || died.Path != "Total/exchange" {
		t.Errorf("warnings %+v", s.Warnings)
	}
	profiles := bytes.NewReader(read("profiles"))
	for rank := range 3 {
		if p, err := stats.ReadProfile(profiles); err != nil || p.Rank != rank || p.Nodes[1].Calls != 3 {
			t.Errorf("rank %d: %+v, %v", rank, p, err)
		}
	}
	for name, rules := range map[string]func([]byte) error{
		"e3sm": check.Global, "e3sm-ranks.0": check.Rank, "e3sm-ranks.2": check.Rank, "e3sm-single": check.SingleFile,
		"gptl": check.TimingSummary, "gptl-ranks/timing.000001": check.Timing,
	} {
		data := read(name)
		if err := rules(data); err != nil || !bytes.Contains(data, []byte("solve")) {
			t.Errorf("%s: %v\n%s", name, err, data)
		}
	}
	report, err := geopm.Read(bytes.NewReader(read("geopm")))
	if found := geopm.Check(bytes.NewReader(read("geopm"))); err != nil || len(found) > 0 || len(report.Hosts) != 1 {
		t.Fatalf("geopm: %v, %v", err, found)
	}
	if solve := report.Hosts[0].Region("solve"); solve == nil || solve.Totals[1].Text != "3" || report.Hosts[0].Header[0].Key != geopm.KeySampled {
		t.Errorf("geopm: %+v", report.Hosts[0])
	}
	want(t, 0, 0, string(read("tree")), "solve", "exchange (still running)")
	if run, err := export.Read(bytes.NewReader(read("json"))); err != nil || len(run.Profiles) != 3 || run.Summary.Regions[1].Calls != 9 {
		t.Errorf("json: %+v, %v", run, err)
	}
}

// What a sampler had kept beside the table of its rank is in the GEOPM report, and goes with the tables.
func TestRecoverSamples(t *testing.T) {
	folder, output := killed(t, 2), filepath.Join(t.TempDir(), "x.report")
	tables, _ := filepath.Glob(filepath.Join(folder, "000000"+ranktable.Extension))
	if len(tables) != 1 {
		t.Fatalf("tables %v in %s", tables, folder)
	}
	kept := geopm.Kept{Report: geopm.Report{Version: "3.1.0", Start: "then", Profile: "p", Agent: "a", Policy: "{}"}, Ranks: []int{0, 1}, Input: geopm.Input{
		Name: "node 7", Regions: geopm.Innermost, Skip: 1,
		Sampled: &geopm.Sampled{Regions: map[uint32]geopm.Values{geopm.Hash("solve"): {"CPU_ENERGY": 42}}, Application: geopm.Values{"CPU_ENERGY": 50}},
	}}
	var text bytes.Buffer
	beside := strings.TrimSuffix(tables[0], ranktable.Extension) + ".samples"
	if err := errors.Join(kept.Write(&text), os.WriteFile(beside, text.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	status, out, messages := commanded("recover", folder, "--remove", "-o", output)
	want(t, status, cli.StatusOK, out+messages, "written: "+output)
	data, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	report, err := geopm.Read(bytes.NewReader(data))
	if err != nil || report.Start != "then" || report.Agent != "a" || len(report.Hosts) != 1 || report.Hosts[0].Name != "node 7" {
		t.Fatalf("%v\n%s", err, data)
	}
	if v, _ := report.Hosts[0].Region("solve").Totals.Value(geopm.KeyPackageEnergy); v != 42 {
		t.Errorf("%g J in solve", v)
	}
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		left, _ := os.ReadDir(folder)
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestRecoverPathNames(t *testing.T) {
	folder := killed(t, 2)
	for _, format := range []string{"e3sm", "gptl", "e3sm-single"} {
		status, out, messages := commanded("recover", folder, "--format", format, "--method", "path_names")
		want(t, status, cli.StatusOK, out, "Total:solve")
		keepsRules(t, format, []byte(out))
		want(t, status, cli.StatusOK, messages, "died  2  0-1")
	}
}

// By its name it is known which format a file shall have.
func TestRecoverSeveralFiles(t *testing.T) {
	folder := killed(t, 2)
	t.Chdir(t.TempDir())
	status, out, _ := commanded("recover", folder, "-o", "a.mptsum", "-o", "b/a.summary", "-o", "a.txt", "-o", "e_stats", "-o", "a.json")
	want(t, status, cli.StatusOK, out, "written: a.mptsum, b/a.summary, a.txt, e_stats, a.json")
	for _, name := range []string{"b/a.summary", "e_stats"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		keepsRules(t, name, text)
	}
	status, out, messages := commanded("recover", folder, "-o", "a.unknown")
	want(t, status, cli.StatusFailed, out+messages, "a.unknown", "--format")
}

// Tables are removed when what they held is on the disk, and not before.
func TestRemove(t *testing.T) {
	folder := killed(t, 3)
	status, _, messages := commanded("recover", folder, "--remove")
	want(t, status, cli.StatusFailed, messages, "-o FILE")
	taken := filepath.Join(t.TempDir(), "taken")
	if err := os.WriteFile(taken, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	status, _, messages = commanded("recover", folder, "--remove", "-o", filepath.Join(taken, "x.txt"))
	want(t, status, cli.StatusFailed, messages, "taken")
	if files, _ := os.ReadDir(folder); len(files) != 3 {
		t.Errorf("left are %v", files)
	}
	damaged := filepath.Join(folder, "000001"+ranktable.Extension)
	if err := os.Truncate(damaged, 70); err != nil {
		t.Fatal(err)
	}
	status, out, messages := commanded("recover", folder, "--remove", "-o", filepath.Join(t.TempDir(), "x.txt"))
	want(t, status, cli.StatusIncomplete, out+messages, "removed: 2 tables", "missing  1  1", "there is no table of 1 rank (1)")
	if files, _ := os.ReadDir(folder); len(files) != 1 {
		t.Errorf("left are %v", files)
	}
	folder = killed(t, 2)
	status, out, _ = commanded("recover", folder, "--remove", "-o", filepath.Join(t.TempDir(), "x.txt"))
	want(t, status, cli.StatusOK, out, "removed: 2 tables")
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the directory is still there: %v", err)
	}
}

func TestNothingToRecover(t *testing.T) {
	empty := t.TempDir()
	status, _, messages := commanded("recover", empty)
	want(t, status, cli.StatusFailed, messages, "no tables of a run in "+empty)
	status, _, messages = commanded("recover", filepath.Join(empty, "none"))
	want(t, status, cli.StatusFailed, messages, "none")
	folder := killed(t, 1)
	if err := os.Truncate(filepath.Join(folder, "000000"+ranktable.Extension), 100); err != nil {
		t.Fatal(err)
	}
	status, _, messages = commanded("recover", folder)
	want(t, status, cli.StatusFailed, messages, "000000"+ranktable.Extension)
}

// Two nodes' directories are one run.
func TestTablesOfSeveralNodes(t *testing.T) {
	one := killed(t, 3)
	other := filepath.Join(t.TempDir(), filepath.Base(one))
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	moved := "000002" + ranktable.Extension
	if err := os.Rename(filepath.Join(one, moved), filepath.Join(other, moved)); err != nil {
		t.Fatal(err)
	}
	status, out, messages := commanded("recover", one)
	want(t, status, cli.StatusIncomplete, out+messages, "missing  1  2", "MISSING: 1 of 3 ranks: 2")
	status, out, _ = commanded("recover", one, filepath.Dir(other))
	want(t, status, cli.StatusOK, out, "died  3  0-2")
}

func TestSeveralRuns(t *testing.T) {
	first, second := killed(t, 1), killed(t, 2)
	both := t.TempDir()
	for _, folder := range []string{first, second} {
		if err := os.Rename(folder, filepath.Join(both, filepath.Base(folder))); err != nil {
			t.Fatal(err)
		}
	}
	status, _, messages := commanded("recover", both)
	want(t, status, cli.StatusFailed, messages, "several runs", "mpitimer recover "+both+" NAME", filepath.Base(first), filepath.Base(second), "died")
	if strings.Index(messages, filepath.Base(second)) > strings.Index(messages, filepath.Base(first)) {
		t.Errorf("the newest run is not the first:\n%s", messages)
	}
	status, out, _ := commanded("recover", both, filepath.Base(second))
	want(t, status, cli.StatusOK, out, "2 ranks on 1 host")
	status, _, messages = commanded("stacks", both, "neither")
	want(t, status, cli.StatusFailed, messages, "no run in "+both+" is called neither…")
}

func TestWrongCalls(t *testing.T) {
	for _, c := range []struct {
		args string
		says string
	}{
		{"watch", `unknown command "watch"`},
		{"top --often", "unknown flag"},
		{"top --interval 1ms", "expected 100ms to 1m0s"},
		{"top --sort size", "expected one of first start"},
		{"recover -f xml", `--format "xml": expected one of json, `},
		{"recover -f e3sm-ranks", "requires -o"},
		{"recover -f tree -o a -o b", "single -o"},
		{"recover -f tree -o - --remove", "-o - is not a file"},
		{"recover --method best", `--method "best": expected one of `},
		{"stacks main.go", "main.go is a file; expected the directory of tables or the name of a run (--hostfile"},
	} {
		status, _, messages := commanded(strings.Fields(c.args)...)
		want(t, status, cli.StatusFailed, messages, "mpitimer: ", c.says)
	}
	status, out, _ := commanded()
	want(t, status, cli.StatusOK, out, "recover", "stacks", "top", "Exit status")
}

func TestCompletions(t *testing.T) {
	status, out, _ := commanded("__complete", "recover", "--format", "e3sm")
	want(t, status, cli.StatusOK, out, "e3sm-single")
	status, out, _ = commanded("completion", "bash")
	want(t, status, cli.StatusOK, out, "__start_mpitimer")
}

func TestFormatNamesAreUnique(t *testing.T) {
	names := formats.Names(false)
	slices.Sort(names)
	if len(slices.Compact(names)) != len(formats.All(false)) {
		t.Errorf("got %v", names)
	}
}

// What recover merges while it reads is what it merges of profiles that it keeps, which only some formats need: of dead
// ranks, of which one has no table and another a damaged one.
func TestRecoverMergesAsItReads(t *testing.T) {
	folder, to := killed(t, 5), t.TempDir()
	file := func(rank string) string { return filepath.Join(folder, rank+ranktable.Extension) }
	data, err := os.ReadFile(file("000003"))
	if err == nil {
		err = errors.Join(os.Remove(file("000001")), os.WriteFile(file("000003"), data[:3000], 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	reading, keeping := filepath.Join(to, "reading.mptsum"), filepath.Join(to, "keeping.mptsum")
	status, read, _ := commanded("recover", folder, "-o", reading)
	want(t, status, cli.StatusIncomplete, read, "missing  1", "died")
	status, kept, _ := commanded("recover", folder, "-o", keeping, "-o", filepath.Join(to, "ranks.json"))
	want(t, status, cli.StatusIncomplete, kept, "missing  1", "died")
	one, err := os.ReadFile(reading)
	other, wrong := os.ReadFile(keeping)
	if err != nil || wrong != nil || !bytes.Equal(one, other) {
		t.Errorf("%d and %d bytes that differ: %v, %v", len(one), len(other), err, wrong)
	}
	ranksOf := func(text string) string { before, _, _ := strings.Cut(text, "written:"); return before }
	if ranksOf(read) != ranksOf(kept) {
		t.Errorf("reading:\n%s\nkeeping:\n%s", read, kept)
	}
}
