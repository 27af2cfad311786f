//go:build unix

package bench

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// watchArgument makes this program the one that watches.
const watchArgument = "watch"

// refresh is how often the watcher looks: ten times as often as mpitimer top does.
const refresh = 100 * time.Millisecond

// watch looks at the tables in a directory until it is killed, as mpitimer top does.
func watch(folder string) {
	for {
		runs, err := ranktable.Find(folder)
		if err != nil || len(runs) == 0 {
			fmt.Fprintln(os.Stderr, "nothing to watch:", err)
			os.Exit(1)
		}
		for _, run := range runs {
			s, err := run.Summary()
			if err != nil || len(s.Regions) < len(names) {
				fmt.Fprintln(os.Stderr, "a summary that lacks regions:", err)
				os.Exit(1)
			}
			run.Close()
		}
		time.Sleep(refresh)
	}
}

// measureWatched compares pairs of a rank whose 1000 regions another process looks at with those of the
// same rank while that process is stopped, in turns.
func measureWatched() error {
	tm := timersIn("auto", nil)
	defer tm.Finalize()
	if tm.Tables() == "" {
		return fmt.Errorf("there is no file here to watch")
	}
	run := byTimersNames(tm)
	run(pairs)
	watcher := exec.Command(os.Args[0], watchArgument, tm.Tables())
	var said strings.Builder
	watcher.Stderr = &said
	if err := watcher.Start(); err != nil {
		return err
	}
	defer watcher.Wait()
	defer watcher.Process.Kill()
	var watched, alone []turn
	for range 10 {
		if err := watcher.Process.Signal(syscall.SIGCONT); err != nil {
			return err
		}
		watched = append(watched, compare(run, twoReadings)...)
		if err := watcher.Process.Signal(syscall.SIGSTOP); err != nil {
			return err
		}
		alone = append(alone, compare(run, twoReadings)...)
	}
	if err := watcher.Process.Signal(syscall.Signal(0)); err != nil || said.Len() > 0 {
		return fmt.Errorf("the watcher has ended: %v %s", err, said.String())
	}
	cost := func(t turn) float64 { return t.cost }
	with, without := medianOf(quiet(watched), cost), medianOf(quiet(alone), cost)
	fmt.Printf("tables/watched: %.1f ns while another process looks every %v, %.1f ns otherwise; over all turns %.3f ratio\n",
		with, refresh, without, medianOf(watched, cost)/medianOf(alone, cost))
	report("tables/watched", with/without, "ratio", "<=", 1.05)
	return nil
}
