package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
)

// small returns the built-in configuration on a grid that takes milliseconds. Its size is no multiple of the
// numbers of ranks.
func small(t testing.TB) Config {
	t.Helper()
	cfg, err := parseConfig("built-in", defaultConfig)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Nx, cfg.Ny, cfg.Steps = 24, 37, 30
	cfg.Spacing, cfg.TimeStep = 40000, 500
	cfg.DiagnosticsEvery, cfg.SnapshotEvery = 10, 15
	cfg.Uneven = true
	cfg.Out = t.TempDir()
	return cfg
}

// quiet are options with which the timers time and write nothing.
func quiet() []mpitimer.Option {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	return []mpitimer.Option{mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard)}
}

// simulate runs cfg on embedded ranks and returns the totals of rank 0 and the report.
func simulate(cfg Config, ranks int) (totals, string, error) {
	var end totals
	var report bytes.Buffer
	err := local.Run(ranks, func(comm machenv.Communicator) error {
		out := io.Discard
		if comm.Rank() == 0 {
			out = &report
		}
		t, err := run(comm, cfg, quiet(), out)
		if comm.Rank() == 0 {
			end = t
		}
		return err
	})
	return end, report.String(), err
}

func TestAnyNumberOfRanksGivesTheSameBits(t *testing.T) {
	cfg := small(t)
	want, _, err := simulate(cfg, 1)
	if err != nil {
		t.Fatal(err)
	}
	picture := readPicture(t, cfg, 30)
	for _, ranks := range []int{2, 3, 4, 7, 37} {
		if race.Enabled && ranks != 3 && ranks != 7 { // ten times as slow
			continue
		}
		for _, workers := range []int{1, 3} {
			t.Run(fmt.Sprintf("%d ranks, %d workers", ranks, workers), func(t *testing.T) {
				cfg := cfg
				cfg.Workers, cfg.Out = workers, t.TempDir()
				got, _, err := simulate(cfg, ranks)
				if err != nil {
					t.Fatal(err)
				}
				if got != want {
					t.Errorf("totals are %+v, with one rank %+v", got, want)
				}
				if !bytes.Equal(readPicture(t, cfg, 30), picture) {
					t.Error("the picture differs from that of one rank")
				}
			})
		}
	}
}

func readPicture(t *testing.T, cfg Config, step int) []byte {
	t.Helper()
	picture, err := os.ReadFile(filepath.Join(cfg.Out, fmt.Sprintf("vorticity.%06d.pgm", step)))
	if err != nil {
		t.Fatal(err)
	}
	header := fmt.Sprintf("P5\n%d %d\n255\n", cfg.Nx, cfg.Ny)
	if len(picture) != len(header)+cfg.Nx*cfg.Ny || !strings.HasPrefix(string(picture), header) {
		t.Fatalf("picture of %d bytes begins %.20q, want %q and %d pixels", len(picture), picture, header, cfg.Nx*cfg.Ny)
	}
	return picture
}

// With no friction the energy itself must last, and the bump must have done something.
func TestMassAndEnergyLast(t *testing.T) {
	cfg := small(t)
	cfg.Bed.Drag, cfg.Uneven = 0, false
	cfg.TimeStep, cfg.Steps = 250, 100
	end, report, err := simulate(cfg, 2)
	if err != nil {
		t.Fatal(err)
	}
	if end.lost != 0 {
		t.Errorf("lost %g to no friction", end.lost)
	}
	if !strings.Contains(report, fmt.Sprintf("mass and energy are conserved; checksum %016x", end.sum)) {
		t.Errorf("report does not end with the checks:\n%s", report)
	}
	calm := cfg
	calm.Jet.Bump = 0
	other, _, err := simulate(calm, 2)
	if err != nil {
		t.Fatal(err)
	}
	if other.sum == end.sum || math.Abs(other.energy/end.energy-1) < 1e-3 {
		t.Error("the bump makes no difference")
	}
}

// Jets in balance with the height of the layer have no reason to change: the pressure that drives
// the flow and the rotation that turns it must match, in sign and in size.
func TestBalancedJetsStay(t *testing.T) {
	cfg := small(t)
	cfg.Jet.Bump, cfg.Bed.Drag, cfg.Uneven = 0, 0, false
	cfg.Jet.Width = 150000
	err := local.Run(1, func(comm machenv.Communicator) error {
		m := newModel(cfg, comm)
		defer m.close()
		setInitial(&m.now, m.band, cfg)
		before := append([]float64(nil), m.now.u.data...)
		for range 100 {
			if err := m.step(); err != nil {
				return err
			}
		}
		for j := range m.band.rows {
			u, v := m.now.u.row(j), m.now.v.row(j)
			was := before[(j+1)*m.now.u.stride:]
			for i := 1; i <= m.band.nx; i++ {
				if math.Abs(u[i]-was[i]) > 0.03*cfg.Jet.Speed || math.Abs(v[i]) > 0.03*cfg.Jet.Speed {
					return fmt.Errorf("at (%d, %d): velocity was (%.3f, 0), is (%.3f, %.3f)", i, j, was[i], u[i], v[i])
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestFrictionTakesWhatItCounts(t *testing.T) {
	cfg := small(t)
	even := cfg
	even.Uneven = false
	rough, _, err := simulate(cfg, 3)
	if err != nil {
		t.Fatal(err)
	}
	smooth, _, err := simulate(even, 3)
	if err != nil {
		t.Fatal(err)
	}
	if !(rough.lost > smooth.lost && smooth.lost > 0) {
		t.Errorf("lost %g on the rough bed and %g on the smooth one", rough.lost, smooth.lost)
	}
}

func TestViolationsAreErrors(t *testing.T) {
	start := totals{mass: 1, energy: 1, courant: 0.5}
	if err := start.check(start); err != nil {
		t.Errorf("nothing has changed, but: %v", err)
	}
	for want, change := range map[string]func(*totals){
		"mass":    func(t *totals) { t.mass += 1e-9 },
		"energy":  func(t *totals) { t.energy -= 1e-3 },
		"courant": func(t *totals) { t.courant = 0.7 },
	} {
		t.Run(want, func(t *testing.T) {
			now := start
			change(&now)
			if err := now.check(start); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want an error about the %s", err, want)
			}
		})
	}
	if err := (totals{mass: math.NaN(), energy: 1, courant: 0.5}).check(start); err == nil {
		t.Error("NaN passed")
	}
}

func TestTooLongATimeStepIsAnErrorOnAllRanks(t *testing.T) {
	cfg := small(t)
	cfg.TimeStep = 1000
	if _, _, err := simulate(cfg, 3); err == nil || !strings.Contains(err.Error(), "courant") {
		t.Errorf("got %v, want an error about the courant number", err)
	}
}

func TestLostPictureDoesNotStopTheRun(t *testing.T) {
	cfg := small(t)
	cfg.Out = filepath.Join(cfg.Out, "missing")
	end, report, err := simulate(cfg, 3)
	if err == nil || !strings.Contains(err.Error(), cfg.Out) {
		t.Errorf("got %v, want an error that names %s", err, cfg.Out)
	}
	if end.sum == 0 || !strings.Contains(report, "step    30") {
		t.Errorf("the run stopped early:\n%s", report)
	}
}
