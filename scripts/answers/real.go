package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/go-hpc/timers/scripts/answers/campaign"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// real makes so many runs under each MPI that is there, with calls of MPI recorded and not, in turn.
func real(seed uint64, runs, worst int) error {
	folder, err := os.MkdirTemp("", "answers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	c := campaign.Report{Worst: worst}
	tried := 0
	for _, kind := range []string{"openmpi", "mpich"} {
		if shell(folder, `mpi_find "$1"`, kind) != nil {
			fmt.Println("left out: there is no", kind)
			continue
		}
		for _, recorded := range []bool{false, true} {
			tags := ""
			if recorded {
				tags = ",mpiwrap"
			}
			if err := shell(folder, `mpi_find "$1"; MPITAGS=$MPITAGS$2; cd "$3"; mpi_go build -o "$0/rank" ./scripts/answers/rank`, kind, tags, working()); err != nil {
				return err
			}
			for i := range runs {
				r := campaign.NewReal(seed*1_000_000+uint64(i), recorded)
				s, times, ranks, err := measure(folder, kind, r)
				if err != nil { // Open MPI's own processes fail now and then on a busy machine
					s, times, ranks, err = measure(folder, kind, r)
				}
				if err != nil {
					return fmt.Errorf("seed %d, %s: %w", r.Seed, kind, err)
				}
				if err := c.AddReal(r, ranks, s, times, answers.Of); err != nil {
					return err
				}
				tried++
			}
		}
	}
	if tried == 0 {
		return nil
	}
	return c.WriteReal(os.Stdout)
}

// measure runs the ranks of a run, and returns what each of them says that it took.
func measure(folder, kind string, r *campaign.Run) (*stats.Summary, *steps.Times, []campaign.Measured, error) {
	defer func() { // the next run has a timeline of its own
		old, _ := filepath.Glob(filepath.Join(folder, campaign.Project+"*"))
		for _, name := range old {
			os.Remove(name)
		}
	}()
	if err := shell(folder, `mpi_find "$1"; cd "$0"; mpi_run "$2" ./rank -seed "$3" >log 2>&1 || { cat log; exit 1; }`, kind, fmt.Sprint(r.Ranks), fmt.Sprint(r.Seed)); err != nil {
		return nil, nil, nil, err
	}
	ranks := make([]campaign.Measured, r.Ranks)
	for rank := range ranks {
		text, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("rank-%d.json", rank)))
		if err == nil {
			err = json.Unmarshal(text, &ranks[rank])
		}
		if err != nil {
			return nil, nil, nil, err
		}
	}
	f, err := os.Open(filepath.Join(folder, "timing.mptsum"))
	if err != nil {
		return nil, nil, nil, err
	}
	defer f.Close()
	defer os.Remove(f.Name())
	s, err := stats.ReadSummary(f)
	if err != nil {
		return nil, nil, nil, err
	}
	times, err := lanes.ReadSteps(os.DirFS(folder), campaign.Project+".proj", lanes.Options{})
	return s, times, ranks, err
}

func working() string {
	dir, err := os.Getwd()
	check(err)
	return dir
}

// shell runs lines of bash with what finds and starts MPIs.
func shell(folder, lines string, arguments ...string) error {
	c := exec.Command("bash", append([]string{"-c", "set -euo pipefail; source scripts/mpi-env.sh; " + lines, folder}, arguments...)...)
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	return c.Run()
}
