//go:build mpi && cgo

package perfmod

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer/gptl"
)

// mpiWorld is what the collective tests run on.
var mpiWorld machenv.Communicator

func TestMain(m *testing.M) {
	os.Setenv("MPITIMER_TABLES", "off")
	world, err := mpi.World()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	mpiWorld = world
	code := m.Run()
	if code == 0 { // otherwise ranks may wait for this one, and mpirun ends them
		time.AfterFunc(time.Minute, func() { panic("the end of MPI hangs") })
		if err := errors.Join(world.Free(), mpi.Finalize()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// mpiFolder returns a directory of rank 0's, on all ranks.
func mpiFolder(t *testing.T) string {
	t.Helper()
	folder, err := machenv.Broadcast(mpiWorld, 0, []byte(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	// Nobody leaves before all are done with the files, which end with rank 0's test.
	t.Cleanup(func() {
		if err := mpiWorld.Barrier(); err != nil {
			t.Error(err)
		}
	})
	return string(folder)
}

// onMPI runs a program between Init and Finalize. Rank 0 checks the files when all have written theirs.
func onMPI(t *testing.T, s Settings, program func() error, check func()) {
	t.Helper()
	err := Init("", Options{Comm: mpiWorld, Settings: &s, Quiet: true})
	if err == nil {
		err = errors.Join(program(), Finalize())
	}
	if err = errors.Join(err, mpiWorld.Barrier()); err != nil {
		t.Fatal(err)
	}
	if mpiWorld.Rank() == 0 {
		check()
	}
}

func TestMPIRanksThatWrite(t *testing.T) {
	size := mpiWorld.Size()
	for _, c := range []struct {
		name        string
		num, stride int
		option      PrintOptions
	}{
		{"namelist", 2, 2, PrintOptions{}},
		{"all", -1, 1, PrintOptions{}},
		{"call", 0, 1, PrintOptions{OutputRanks: new(-1), OutputStride: new(3), GlobalStats: new(false)}},
		{"own wish", 1, 0, PrintOptions{ThisRank: new(mpiWorld.Rank() == size-1)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := mpiFolder(t)
			s := DefaultSettings()
			s.OutputRanks, s.OutputStride, s.Timer = c.num, c.stride, int(gptl.ClockGetTime)
			onMPI(t, s, func() error {
				model(mpiWorld.Rank())
				return Print(filepath.Join(folder, "model_timing"), c.option)
			}, func() { checkMPIFiles(t, folder, c.name, c.num, c.stride, c.option) })
		})
	}
}

// checkMPIFiles checks which files there are and what they hold.
func checkMPIFiles(t *testing.T, folder, name string, num, stride int, o PrintOptions) {
	t.Helper()
	size := mpiWorld.Size()
	var want []string
	for rank := range size {
		writes := gptlcompat.IsOutputRank(rank, size, or(o.OutputRanks, num), or(o.OutputStride, stride))
		if o.ThisRank != nil {
			writes = rank == size-1
		}
		if writes {
			want = append(want, gptlcompat.RankName("model_timing", rank, size))
		}
	}
	if or(o.GlobalStats, true) {
		want = append(want, "model_timing_stats")
	}
	if got, want := files(t, folder), strings.Join(want, " "); got != want {
		t.Fatalf("%s on %d ranks: files %s, want %s", name, size, got, want)
	}
	for _, file := range want {
		if strings.HasSuffix(file, "_stats") {
			g := readGlobal(t, filepath.Join(folder, file))
			dyn := region(t, g, "a:dyn")
			if g.Summary.Size != size || dyn.Completed != size || dyn.Calls != uint64(2*size) || dyn.TrackMax.Rank != size-1 {
				t.Errorf("%s: %d ranks, %+v", file, g.Summary.Size, dyn)
			}
			continue
		}
		k := readRank(t, filepath.Join(folder, file))
		if file != gptlcompat.RankName("model_timing", k.Profile.Rank, size) || paths(k.Profile)["CPL:RUN_LOOP/CPL:ATM_RUN/a:dyn"] != 2 {
			t.Errorf("%s: rank %d, %v", file, k.Profile.Rank, paths(k.Profile))
		}
	}
}

func TestMPISingleFile(t *testing.T) {
	folder := mpiFolder(t)
	size := mpiWorld.Size()
	s := DefaultSettings()
	s.SingleFile, s.OutputRanks, s.OutputStride = true, -1, 2
	onMPI(t, s, func() error {
		model(mpiWorld.Rank())
		return Print(filepath.Join(folder, "timing"), PrintOptions{})
	}, func() {
		if got, want := files(t, folder), "timing"; got != want {
			t.Errorf("files %s, want %s", got, want)
		}
		single := readSingle(t, filepath.Join(folder, "timing"))
		if single.Global == nil || single.Global.Summary.Size != size {
			t.Fatalf("statistics %+v", single.Global)
		}
		if len(single.Ranks) != (size+1)/2 {
			t.Errorf("%d parts", len(single.Ranks))
		}
		for i, k := range single.Ranks {
			if k.Profile.Rank != 2*i || paths(k.Profile)["CPL:RUN_LOOP/CPL:ATM_RUN/a:dyn"] != 2 {
				t.Errorf("part %d: rank %d, %v", i, k.Profile.Rank, paths(k.Profile))
			}
		}
	})
}

// A component of the ranks beside rank 0 prints in a communicator of its own, where ranks have other
// numbers.
func TestMPIComponentPrints(t *testing.T) {
	folder := mpiFolder(t)
	size := mpiWorld.Size()
	if size < 2 {
		t.Skip("one rank has no others")
	}
	var members []int
	for rank := size - 1; rank > 0; rank-- {
		members = append(members, rank)
	}
	ocean, err := mpiWorld.Create(members)
	if err != nil {
		t.Fatal(err)
	}
	s := DefaultSettings()
	s.OutputRanks, s.Barrier = 1, true
	onMPI(t, s, func() error {
		model(mpiWorld.Rank())
		if err := Barrier("all", nil); err != nil || ocean == nil {
			return err
		}
		return errors.Join(Barrier("ocean", ocean),
			Print(filepath.Join(folder, "ocn"), PrintOptions{Comm: ocean}),
			Print(filepath.Join(folder, "ocn_all"), PrintOptions{Comm: ocean, SingleFile: new(true)}),
			ocean.Free())
	}, func() {
		first := gptlcompat.RankName("ocn", 0, size-1)
		if got, want := files(t, folder), first+" ocn_all ocn_stats"; got != want {
			t.Fatalf("files %s, want %s", got, want)
		}
		g := readGlobal(t, filepath.Join(folder, "ocn_stats"))
		if dyn := region(t, g, "a:dyn"); g.Summary.Size != size-1 || dyn.Completed != size-1 || dyn.TrackMax.Rank != 0 {
			t.Errorf("%d ranks, %+v", g.Summary.Size, dyn)
		}
		if n := region(t, g, "ocean").Completed; n != size-1 {
			t.Errorf("%d ranks in the barrier", n)
		}
		text, err := os.ReadFile(filepath.Join(folder, first))
		if banner := fmt.Sprintf("\n************ PROCESS      0 (%6d) ************\n", size-1); err != nil || !strings.HasPrefix(string(text), banner) {
			t.Errorf("%.60q, %v", text, err)
		}
	})
}

// Rank 0 alone reads the namelist.
func TestMPINamelistIsThatOfRank0(t *testing.T) {
	file := filepath.Join(t.TempDir(), "drv_in")
	if mpiWorld.Rank() == 0 {
		if err := os.WriteFile(file, []byte("&prof_inparm profile_barrier=t, profile_detail_limit=5 /"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := Init(file, Options{Comm: mpiWorld, Quiet: true}); err != nil {
		t.Error(err)
	}
	if st := current(); st == nil || !st.settings.Barrier || st.settings.DetailLimit != 5 {
		t.Errorf("rank %d: %+v", mpiWorld.Rank(), st)
	}
	if err := Finalize(); err != nil {
		t.Error(err)
	}
}
