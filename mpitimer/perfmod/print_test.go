package perfmod

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/gptl"
	"github.com/go-hpc/timers/stats"
)

// model is a small run, of known times: rank r spends r+1 seconds in each of its two steps.
func model(rank int) {
	Start("CPL:RUN_LOOP")
	for range 2 {
		StartStopVals("CPL:CLOCK_ADVANCE", second/1000, 1)
		Start("CPL:ATM_RUN")
		StartStopVals("a:dyn", second*time.Duration(rank+1), 1)
		Stop("CPL:ATM_RUN")
	}
	if rank == 1 {
		StartStopVals("only rank 1", second, 3)
	}
	Stop("CPL:RUN_LOOP")
}

func TestFilesOfAllRanks(t *testing.T) {
	for _, size := range []int{1, 3, 11} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			folder := t.TempDir()
			s := DefaultSettings()
			s.Timer = int(gptl.ClockGetTime) // by which nanoseconds come out as they went in
			onRanks(t, size, s, func(comm machenv.Communicator) error {
				model(comm.Rank())
				return Print(filepath.Join(folder, "model_timing"), PrintOptions{OutputRanks: new(-1)})
			})
			var want []string
			for rank := range size {
				digits := len(fmt.Sprint(max(size-1, 1)))
				if size == 1 {
					digits = 1
				}
				want = append(want, fmt.Sprintf("model_timing.%0*d", digits, rank))
			}
			want = append(want, "model_timing_stats")
			if got := files(t, folder); got != strings.Join(want, " ") {
				t.Errorf("files %s, want %s", got, want)
			}
			g := readGlobal(t, filepath.Join(folder, "model_timing_stats"))
			if g.Summary.Size != size {
				t.Errorf("%d ranks", g.Summary.Size)
			}
			dyn := region(t, g, "a:dyn")
			if total := stats.Mul(uint64(second), uint64(size*(size+1))); dyn.Completed != size || dyn.Calls != uint64(2*size) || dyn.Total != total {
				t.Errorf("a:dyn %+v", dyn)
			}
			if most := (stats.Extreme{Value: 2 * int64(second) * int64(size), Rank: size - 1}); dyn.TrackMax != most {
				t.Errorf("a:dyn's largest %+v, want %+v", dyn.TrackMax, most)
			}
			if own := region(t, g, ownTimer); own.Running == 0 {
				t.Errorf("%s is not on: %+v", ownTimer, own)
			}
			for rank, name := range want[:size] {
				k := readRank(t, filepath.Join(folder, name))
				if k.Profile.Rank != rank || k.Profile.Nodes[0].Name != "CPL:RUN_LOOP" {
					t.Errorf("%s is of rank %d and begins with %s", name, k.Profile.Rank, k.Profile.Nodes[0].Name)
				}
				if calls := paths(k.Profile)["CPL:RUN_LOOP/CPL:ATM_RUN/a:dyn"]; calls != 2 {
					t.Errorf("%s: %v", name, paths(k.Profile))
				}
			}
		})
	}
}

// Which ranks write, by the namelist, by the call, and by the rank's own wish.
func TestRanksThatWrite(t *testing.T) {
	mine := func(rank int) *bool { return new(rank == 5 || rank == 0) }
	for _, c := range []struct {
		name   string
		edit   func(*Settings)
		option func(rank int) PrintOptions
		want   string
	}{
		{"defaults", func(*Settings) {}, nil, "t_stats"},
		{"E3SM's driver", func(s *Settings) { s.OutputRanks, s.OutputStride = 1, 0 }, nil, "t.0 t_stats"},
		{"namelist", func(s *Settings) { s.OutputRanks, s.OutputStride = 2, 3 }, nil, "t.0 t.3 t_stats"},
		{"more than there are", func(s *Settings) { s.OutputRanks, s.OutputStride = 9, 4 }, nil, "t.0 t.4 t_stats"},
		{"all", func(s *Settings) { s.OutputRanks = -1 }, nil, "t.0 t.1 t.2 t.3 t.4 t.5 t_stats"},
		{"all with a stride", func(s *Settings) { s.OutputRanks, s.OutputStride = -5, 5 }, nil, "t.0 t.5 t_stats"},
		{"call before namelist", func(s *Settings) { s.OutputRanks, s.OutputStride, s.GlobalStats = -1, 1, true },
			func(int) PrintOptions {
				return PrintOptions{OutputRanks: new(2), OutputStride: new(2), GlobalStats: new(false)}
			}, "t.0 t.2"},
		{"stride 0 of the call", func(s *Settings) { s.OutputStride = 3 },
			func(int) PrintOptions { return PrintOptions{OutputRanks: new(2), OutputStride: new(0)} }, "t.0 t.1 t_stats"},
		{"nothing", func(s *Settings) { s.GlobalStats = false }, nil, ""},
		{"this rank", func(s *Settings) { s.OutputRanks = -1 },
			func(rank int) PrintOptions { return PrintOptions{ThisRank: mine(rank)} }, "t.0 t.5 t_stats"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			s := DefaultSettings()
			c.edit(&s)
			onRanks(t, 6, s, func(comm machenv.Communicator) error {
				var o PrintOptions
				if c.option != nil {
					o = c.option(comm.Rank())
				}
				return Print(filepath.Join(folder, "t "), o)
			})
			if got := files(t, folder); got != c.want {
				t.Errorf("files %q, want %q", got, c.want)
			}
		})
	}
}

func TestNamesByDefault(t *testing.T) {
	t.Chdir(t.TempDir())
	alone(t, nil, func() {
		if err := Print("", PrintOptions{OutputRanks: new(1)}); err != nil {
			t.Error(err)
		}
		if err := Print("", PrintOptions{OutputRanks: new(1), SingleFile: new(true)}); err != nil {
			t.Error(err)
		}
	})
	if got, want := files(t, "."), "timing.0 timing_all timing_stats"; got != want {
		t.Errorf("files %s, want %s", got, want)
	}
}

func TestSingleFileOfAllRanks(t *testing.T) {
	folder := t.TempDir()
	s := DefaultSettings()
	s.SingleFile, s.OutputRanks, s.OutputStride = true, -1, 2
	onRanks(t, 5, s, func(comm machenv.Communicator) error {
		model(comm.Rank())
		for _, o := range []struct {
			name   string
			option PrintOptions
		}{
			{"all", PrintOptions{}},
			{"ranks only", PrintOptions{GlobalStats: new(false)}},
			{"statistics only", PrintOptions{OutputRanks: new(0)}},
			{"without rank 0", PrintOptions{ThisRank: new(comm.Rank() == 3)}},
		} {
			if err := Print(filepath.Join(folder, o.name), o.option); err != nil {
				return err
			}
		}
		return nil
	})
	if got, want := files(t, folder), "all ranks only statistics only without rank 0"; got != want {
		t.Errorf("files %q, want %q", got, want)
	}
	for name, want := range map[string]string{"all": "statistics 0 2 4", "ranks only": "0 2 4", "without rank 0": "statistics 3"} {
		single := readSingle(t, filepath.Join(folder, name))
		var got []string
		if single.Global != nil {
			got = append(got, "statistics")
			if dyn := region(t, single.Global, "a:dyn"); dyn.Completed != 5 {
				t.Errorf("%s: a:dyn %+v", name, dyn)
			}
		}
		for _, k := range single.Ranks {
			got = append(got, fmt.Sprint(k.Profile.Rank))
			if calls := paths(k.Profile)["CPL:RUN_LOOP/CPL:ATM_RUN/a:dyn"]; calls != 2 {
				t.Errorf("%s: %v", name, paths(k.Profile))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s holds %s, want %s", name, got, want)
		}
	}
}

// A component prints the ranks of its own communicator, by their numbers there.
func TestComponentPrintsItsRanks(t *testing.T) {
	folder := t.TempDir()
	s := DefaultSettings()
	s.OutputRanks = 1
	onRanks(t, 6, s, func(comm machenv.Communicator) error {
		model(comm.Rank())
		ocean, err := comm.Create([]int{4, 2, 1})
		if err != nil || ocean == nil {
			return err
		}
		o := PrintOptions{Comm: ocean}
		err = Print(filepath.Join(folder, "ocn"), o)
		o.SingleFile = new(true)
		return errors.Join(err, Print(filepath.Join(folder, "ocn_all"), o))
	})
	if got, want := files(t, folder), "ocn.0 ocn_all ocn_stats"; got != want {
		t.Errorf("files %s, want %s", got, want)
	}
	g := readGlobal(t, filepath.Join(folder, "ocn_stats"))
	only := region(t, g, "only rank 1")
	if g.Summary.Size != 3 || only.Completed != 1 || only.TrackMax.Rank != 2 || only.Calls != 3 {
		t.Errorf("%d ranks, %+v", g.Summary.Size, only)
	}
	text, err := os.ReadFile(filepath.Join(folder, "ocn.0"))
	if banner := "\n************ PROCESS      0 (     4) ************\n"; err != nil || !strings.HasPrefix(string(text), banner) {
		t.Errorf("%.60q, %v", text, err)
	}
}

func TestMeasuredOverheadIsPrinted(t *testing.T) {
	folder := t.TempDir()
	alone(t, func(s *Settings) { s.MeasureOverhead, s.OutputRanks = true, 1 }, func() {
		for range 1000 {
			pair("a", "b")
		}
		if err := Print(filepath.Join(folder, "t"), PrintOptions{}); err != nil {
			t.Error(err)
		}
	})
	files(t, folder)
	k := readRank(t, filepath.Join(folder, "t.0"))
	if o := k.Options.Overhead; o == nil || o.Total <= 0 || o.Estimate <= 0 || o.AtInit <= 0 {
		t.Errorf("overhead %+v", o)
	}
}

// Print goes on while timing is disabled, on all ranks.
func TestPrintWhileDisabled(t *testing.T) {
	folder := t.TempDir()
	onRanks(t, 2, DefaultSettings(), func(comm machenv.Communicator) error {
		model(comm.Rank())
		Disable()
		return Print(filepath.Join(folder, "t"), PrintOptions{})
	})
	files(t, folder)
	g := readGlobal(t, filepath.Join(folder, "t_stats"))
	if region(t, g, "a:dyn").Calls != 4 {
		t.Errorf("%+v", region(t, g, "a:dyn"))
	}
	for _, r := range g.Summary.Regions {
		if r.Name == ownTimer {
			t.Errorf("%s was timed", ownTimer)
		}
	}
}

// Timers go on: a later file has more, and t_prf's own completed call.
func TestCheckpoints(t *testing.T) {
	folder := t.TempDir()
	alone(t, nil, func() {
		for day := range 3 {
			pair("day")
			if err := Print(filepath.Join(folder, fmt.Sprint("checkpoints/model_timing_", day)), PrintOptions{}); err != nil {
				t.Error(err)
			}
		}
	})
	files(t, folder)
	for day := range 3 {
		g := readGlobal(t, filepath.Join(folder, "checkpoints", fmt.Sprintf("model_timing_%d_stats", day)))
		if n := region(t, g, "day").Calls; n != uint64(day+1) {
			t.Errorf("checkpoint %d: %d days", day, n)
		}
		if n := region(t, g, ownTimer).Calls; n != uint64(day) {
			t.Errorf("checkpoint %d: %s called %d times", day, ownTimer, n)
		}
	}
}

// Goroutines are threads.
func TestThreadsHaveTheirSections(t *testing.T) {
	folder := t.TempDir()
	alone(t, func(s *Settings) { s.OutputRanks = 1 }, func() {
		Start("loop")
		done := make(chan struct{})
		go func() { defer close(done); pair("column", "cloud") }()
		<-done
		pair("column")
		Stop("loop")
		if err := Print(filepath.Join(folder, "t"), PrintOptions{}); err != nil {
			t.Error(err)
		}
	})
	files(t, folder)
	column := region(t, readGlobal(t, filepath.Join(folder, "t_stats")), "column")
	if column.Tracks != 2 || column.Calls != 2 || column.Completed != 1 {
		t.Errorf("%+v", column)
	}
	if k := readRank(t, filepath.Join(folder, "t.0")); len(k.Profile.Tracks) != 2 {
		t.Errorf("threads %q", k.Profile.Tracks)
	}
}

// A file that cannot be written where it should be is told, and no rank is left waiting.
func TestFileThatCannotBeWritten(t *testing.T) {
	for _, single := range []bool{false, true} {
		t.Run(fmt.Sprint("single file ", single), func(t *testing.T) {
			elsewhere := t.TempDir()
			t.Setenv("TMPDIR", elsewhere)
			file := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(file, nil, 0o666); err != nil {
				t.Fatal(err)
			}
			s := DefaultSettings()
			s.SingleFile, s.OutputRanks = single, 1
			onRanks(t, 3, s, func(comm machenv.Communicator) error {
				err := Print(filepath.Join(file, "t"), PrintOptions{})
				if told := err != nil && strings.Contains(err.Error(), "written to "+elsewhere); told != (comm.Rank() == 0) {
					return fmt.Errorf("error %w", err)
				}
				return nil
			})
			var found []string
			for _, folder := range strings.Fields(files(t, elsewhere)) {
				found = append(found, filepath.Base(folder))
			}
			want := map[bool]string{false: "t.0 t_stats", true: "t"}[single]
			if got := strings.Join(slices.Sorted(slices.Values(found)), " "); got != want {
				t.Errorf("written %s, want %s", got, want)
			}
		})
	}
}

func TestNowhereToWriteASingleFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", filepath.Join(file, "nothing"))
	s := DefaultSettings()
	s.SingleFile, s.OutputRanks = true, -1
	onRanks(t, 3, s, func(comm machenv.Communicator) error {
		err := Print(filepath.Join(file, "t"), PrintOptions{})
		if (err != nil) != (comm.Rank() == 0) {
			return fmt.Errorf("error %w", err)
		}
		return nil
	})
}

// GPTL's print method and depth count here, too.
func TestPrintMethod(t *testing.T) {
	folder := t.TempDir()
	if err := gptl.SetOption(gptl.PrintMethod, gptl.LastParent); err != nil {
		t.Fatal(err)
	}
	alone(t, func(s *Settings) { s.OutputRanks = 1 }, func() {
		pair("a", "x")
		pair("a", "x")
		pair("b", "x")
		if err := Print(filepath.Join(folder, "t"), PrintOptions{}); err != nil {
			t.Error(err)
		}
	})
	files(t, folder)
	k := readRank(t, filepath.Join(folder, "t.0"))
	if k.Options.Method != gptlcompat.LastParent {
		t.Errorf("print method %v", k.Options.Method)
	}
}

// Rows stand in the order of first starts, as in E3SM, and not in that of the tree.
func TestRowsInOrderOfFirstStarts(t *testing.T) {
	folder := t.TempDir()
	alone(t, nil, func() {
		pair("a")
		pair("b")
		pair("a", "c")
		if err := Print(filepath.Join(folder, "t"), PrintOptions{}); err != nil {
			t.Error(err)
		}
	})
	text, err := os.ReadFile(filepath.Join(folder, "t_stats"))
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^"(.*?)"`).FindAllStringSubmatch(string(text), -1) {
		names = append(names, m[1])
	}
	if got := strings.Join(names, " "); err != nil || got != "a b c t_prf" {
		t.Errorf("%s, %v", got, err)
	}
}
