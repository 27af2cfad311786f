//go:build unix

// Command wrong measures what wrong use of the timers costs at a million repetitions, in time and in memory, as a multiple
// of right use:
//
//	figure wrong/NAME VALUE ratio limit <=3
//
// Each side is a program of its own, so that its memory can be told: the least of some runs. Time is the
// processor's, of the loop, of what it has left open, and of Finalize.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/go-hpc/timers/mpitimer"
)

var (
	repetitions = flag.Int("n", 1_000_000, "repetitions")
	rounds      = flag.Int("rounds", 5, "runs of each side")
	side        = flag.String("side", "", "run this side alone: a name, and /right or /wrong")
)

// use is a kind of wrong use, beside a right one that does as much.
type use struct {
	name         string
	right, wrong func(n int)
}

var uses = []use{
	{"misspelt-stop", stopsOf("region"), stopsOf("regoin")},
	{"missing-stop", stopsOf("region"), func(n int) {
		for range n {
			mpitimer.Start("region")
		}
	}},
	{"stop-twice", stopped(1), stopped(2)},
	{"stop-by-name-twice", stopsOf("region"), func(n int) {
		for range n {
			mpitimer.Start("region")
			mpitimer.Stop("region")
			mpitimer.Stop("region")
		}
	}},
	{"stop-elsewhere", elsewhere(func(_ mpitimer.Interval, n int) { stopped(1)(n) }), elsewhere(func(s mpitimer.Interval, n int) {
		for range n {
			s.Stop()
		}
	})},
	{"after-finalize", stopped(1), func(n int) {
		mpitimer.Finalize()
		stopped(1)(n)
	}},
	{"unknown-environment", in(""), in("nowhere")},
	{"endless-recursion", recursion(false), recursion(true)},
	{"endless-names", named(1000), named(math.MaxInt)},
	{"out-of-order", ordered(true), ordered(false)},
	{"negative-time", added(1), added(-1)},
	{"enable", able(true), able(false)},
	{"option", defined(0), defined(-1)},
	{"left-by-goroutine", goroutines(true), goroutines(false)},
}

func stopsOf(name string) func(int) {
	return func(n int) {
		for range n {
			mpitimer.Start("region")
			mpitimer.Stop(name)
		}
	}
}

func stopped(times int) func(int) {
	return func(n int) {
		for range n {
			s := mpitimer.Start("region")
			for range times {
				s.Stop()
			}
		}
	}
}

func elsewhere(f func(s mpitimer.Interval, n int)) func(int) {
	return func(n int) {
		s := mpitimer.Start("here")
		done := make(chan struct{})
		go func() {
			defer close(done)
			f(s, n)
		}()
		<-done
		s.Stop()
	}
}

func in(environment string) func(int) {
	return func(n int) {
		for range n {
			mpitimer.StartInEnvironment("region", environment).Stop()
		}
	}
}

func recursion(deep bool) func(int) {
	return func(n int) {
		open := make([]mpitimer.Interval, n)
		for i := range open {
			open[i] = mpitimer.Start("region")
			if !deep {
				open[i].Stop()
			}
		}
		for i := len(open) - 1; i >= 0 && deep; i-- {
			open[i].Stop()
		}
	}
}

func named(different int) func(int) {
	return func(n int) {
		for i := range n {
			name := "region " + strconv.Itoa(i%different)
			mpitimer.Start(name)
			mpitimer.Stop(name)
		}
	}
}

func ordered(right bool) func(int) {
	return func(n int) {
		for range n {
			outer := mpitimer.Start("outer")
			inner := mpitimer.Start("inner")
			if right {
				inner.Stop()
			}
			outer.Stop()
		}
	}
}

func added(d time.Duration) func(int) {
	return func(n int) {
		tm := mpitimer.Default()
		for range n {
			tm.Add("region", d, 1)
		}
	}
}

func able(disable bool) func(int) {
	return func(n int) {
		tm := mpitimer.Default()
		for range n {
			if disable {
				tm.Disable()
			}
			tm.Enable()
		}
	}
}

func defined(level int) func(int) {
	return func(n int) {
		for range n {
			mpitimer.Define("region", mpitimer.Level(level)).Start().Stop()
		}
	}
}

func goroutines(right bool) func(int) {
	return func(n int) {
		for range n {
			done := make(chan struct{})
			go func() {
				defer close(done)
				s := mpitimer.Start("region")
				if right {
					s.Stop()
				}
			}()
			<-done
		}
	}
}

// run is one side: it prints its nanoseconds a repetition, and its memory, in kilobytes on Linux.
func run(f func(int)) error {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile, c.Output.Tables = "none", 0, false, "off"
	if err := mpitimer.Initialize(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard)); err != nil {
		return err
	}
	before, _, err := used()
	if err != nil {
		return err
	}
	f(*repetitions)
	if err := mpitimer.Finalize(); err != nil && err != mpitimer.ErrNotInitialized {
		return err
	}
	after, memory, err := used()
	if err != nil {
		return err
	}
	_, err = fmt.Println(float64(after-before)/float64(*repetitions), memory)
	return err
}

// used is the processor time of this program, in nanoseconds, and the most memory that it had.
func used() (nanoseconds, memory int64, err error) {
	var r syscall.Rusage
	err = syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return r.Utime.Nano() + r.Stime.Nano(), int64(r.Maxrss), err
}

// measure is the least time and memory of a side in a program of its own.
func measure(of string, before [2]float64) ([2]float64, error) {
	out, err := exec.Command(os.Args[0], "-n", strconv.Itoa(*repetitions), "-side", of).Output()
	if err != nil {
		return before, fmt.Errorf("%s: %w", of, err)
	}
	var now [2]float64
	if _, err := fmt.Fscan(bufio.NewReader(strings.NewReader(string(out))), &now[0], &now[1]); err != nil {
		return before, fmt.Errorf("%s: %w", of, err)
	}
	for i := range now {
		if before[i] > 0 {
			now[i] = min(now[i], before[i])
		}
	}
	return now, nil
}

func compare(u use) error {
	var right, wrong [2]float64
	for range *rounds {
		var err error
		if right, err = measure(u.name+"/right", right); err != nil {
			return err
		}
		if wrong, err = measure(u.name+"/wrong", wrong); err != nil {
			return err
		}
	}
	fmt.Printf("wrong/%s: %.0f ns, compared with %.0f ns; %.1f MB, compared with %.1f MB\n", u.name, wrong[0], right[0], wrong[1]/1024, right[1]/1024)
	fmt.Printf("figure wrong/%s %.2f ratio limit <=3\n", u.name, wrong[0]/right[0])
	fmt.Printf("figure wrong/%s-memory %.2f ratio limit <=3\n", u.name, wrong[1]/right[1])
	return nil
}

func main() {
	flag.Parse()
	name, which, alone := strings.Cut(*side, "/")
	for _, u := range uses {
		var err error
		switch {
		case !alone:
			err = compare(u)
		case name == u.name && which == "right":
			err = run(u.right)
		case name == u.name:
			err = run(u.wrong)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "wrong:", err)
			os.Exit(1)
		}
	}
}
