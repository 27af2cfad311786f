package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Programs that know nothing of timers, as the tests have them, and what they are called with, for about a second each.
var unprepared = []struct {
	name  string
	times int
}{
	{"search", 6}, {"cg", 3}, {"heat", 8}, {"sort", 6}, {"particles", 10}, {"matrix", 16}, {"dmap", 15}, {"tally", 15},
}

// longEnough is the line with which -explain -auto ends.
var longEnough = regexp.MustCompile(`long enough: ([0-9.]+) %; without -auto ([0-9.]+) %`)

// unpreparedPrograms measures how much of a run the choice of functions misses, and what the timers in them cost.
func (b *bench) unpreparedPrograms() error {
	folder := filepath.Join(b.work, "find")
	if err := copyModule(folder, filepath.Join(b.root, "cmd", "mpitimer", "internal", "instrument", "testdata", "find")); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(folder, "go.mod.txt"), filepath.Join(folder, "go.mod")); err != nil {
		return err
	}
	if err := b.layouts(folder); err != nil {
		return err
	}
	for _, p := range unprepared {
		times := strconv.Itoa(p.times)
		name := filepath.Join(b.work, "find."+p.name)
		out, err := output(folder, b.command, "build", "-explain", "-auto", name+" "+strconv.Itoa(max(p.times/3, 1)), "--", "-o", name, "./"+p.name)
		if err != nil {
			return err
		}
		m := longEnough.FindStringSubmatch(out)
		if m == nil {
			return fmt.Errorf("%s: no share in\n%s", p.name, out)
		}
		fmt.Printf("figure instrument/untimed-%s %s %% limit <=10\n", p.name, m[2])
		fmt.Printf("figure instrument/untimed-auto-%s %s %% limit <=10\n", p.name, m[1])
		slower, err := b.processorRatio(p.name, times)
		if err != nil {
			return err
		}
		fmt.Printf("figure instrument/slowdown-unprepared-%s %.2f %% limit <=3\n", p.name, 100*(slower-1))
	}
	return b.samples()
}

// samples measures what it takes of the processor's time to look inside regions, in programs of one goroutine and of many: in the
// median of pairs of runs of the same program side by side.
func (b *bench) samples() error {
	var ratios []float64
	for _, p := range unprepared {
		for round := range *rounds {
			var took [2]float64
			for _, i := range []int{round % 2, 1 - round%2} {
				var err error
				took[i], err = processorTime(filepath.Join(b.layout(true, round), p.name), strconv.Itoa(p.times), fmt.Sprintf("MPITIMER_SAMPLE=%t", i == 1))
				if err != nil {
					return err
				}
			}
			ratios = append(ratios, took[1]/took[0])
		}
	}
	slices.Sort(ratios)
	fmt.Printf("figure instrument/samples %.2f %% limit <=1\n", 100*(ratios[len(ratios)/2]-1))
	return nil
}

// layouts builds the programs with and without timers, each with its functions in another order for each round: where a
// loop happens to lie in the processor's caches decides more of its speed than the timers do, and it is another place
// with them than without.
func (b *bench) layouts(folder string) error {
	for round := range *rounds {
		layout := "-ldflags=-randlayout=" + strconv.Itoa(round+1)
		for _, build := range [][]string{{"go", "build"}, {b.command, "build", "--"}} {
			to := b.layout(build[0] != "go", round) + "/"
			if err := os.MkdirAll(to, 0o777); err != nil {
				return err
			}
			if _, err := output(folder, slices.Concat(build, []string{layout, "-o", to, "./..."})...); err != nil {
				return err
			}
		}
	}
	return nil
}

// layout is the directory of the programs of a round.
func (b *bench) layout(timed bool, round int) string {
	return filepath.Join(b.work, fmt.Sprintf("layout-%v-%d", timed, round))
}

// processorRatio returns how much more of the processor's time a program takes with timers: the ratio of the medians
// over the layouts, which take turns.
func (b *bench) processorRatio(name, argument string) (float64, error) {
	var took [2][]float64
	for range 2 {
		for round := range *rounds {
			for i, timed := range []bool{false, true} {
				seconds, err := processorTime(filepath.Join(b.layout(timed, round), name), argument)
				if err != nil {
					return 0, err
				}
				took[i] = append(took[i], seconds)
			}
		}
	}
	slices.Sort(took[0])
	slices.Sort(took[1])
	last := len(took[0]) - 1
	fmt.Printf("%s: %.3f to %.3f s without timers, %.3f to %.3f s with them, over %d layouts\n",
		name, took[0][0], took[0][last], took[1][0], took[1][last], *rounds)
	return (took[1][last/2] + took[1][last/2+1]) / (took[0][last/2] + took[0][last/2+1]), nil
}

// processorTime runs a program without a report, and returns the seconds of the processor that it takes.
func processorTime(program, argument string, env ...string) (float64, error) {
	c := exec.Command(program, argument)
	c.Env = append(append(os.Environ(), "MPITIMER_REPORT=off"), env...)
	if out, err := c.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", c.Path, err, out)
	}
	return (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), nil
}

// firstUse measures the first build with -mpi on a machine that has built the program without.
func (b *bench) firstUse() error {
	const tags = "mpi,mpi_cc"
	compiler := os.Getenv("MPICC")
	if compiler == "" {
		fmt.Println("first use is left out: no MPI is named (MPICC)")
		return nil
	}
	folder := filepath.Join(b.work, "byhand")
	if err := copyModule(folder, filepath.Join(b.root, "cmd", "mpitimer", "internal", "instrument", "testdata", "byhand")); err != nil {
		return err
	}
	caches := []string{"CGO_ENABLED=1", "CC=" + compiler, "GOCACHE=" + filepath.Join(b.work, "gocache"), "XDG_CACHE_HOME=" + filepath.Join(b.work, "cache")}
	run := func(command ...string) (wall, processor float64, err error) {
		c := exec.Command(command[0], command[1:]...)
		c.Dir, c.Env = folder, append(os.Environ(), caches...)
		begin := time.Now()
		if out, err := c.CombinedOutput(); err != nil {
			return 0, 0, fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, out)
		}
		return time.Since(begin).Seconds(), (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), nil
	}
	if _, _, err := run("go", "build", "-tags", tags, "-o", filepath.Join(b.work, "first.plain"), "."); err != nil {
		return err
	}
	wall, processor, err := run(b.command, "build", "-mpi", "--", "-tags", tags, "-o", filepath.Join(b.work, "first"), ".")
	if err != nil {
		return err
	}
	again, _, err := run(b.command, "build", "-mpi", "--", "-tags", tags, "-o", filepath.Join(b.work, "first"), ".")
	if err != nil {
		return err
	}
	fmt.Printf("first use: %.1f s of the processor; once more %.1f s\n", processor, again)
	fmt.Printf("figure instrument/first-use %.1f s limit <=15\n", wall)
	return nil
}
