//go:build linux

// Kill kills ranks of running jobs in all the ways in which ranks die, at random points, and compares what
// their tables say afterwards with what the ranks had written down besides (package ledger, and what the
// example prints). It is run by scripts/kill.sh, which builds what it needs.
//
// Random choices depend on the seed and the number of the kill, which are printed for each kill that was not
// survived properly. The exit status is 1 if there was one.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	c, err := parse()
	if err != nil {
		fmt.Fprintln(os.Stderr, "kill:", err)
		os.Exit(2)
	}
	ok, err := c.run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "kill:", err)
	}
	if !ok || err != nil {
		os.Exit(1)
	}
}

// campaign is a number of kills.
type campaign struct {
	launchers []launcher
	kills     int
	seed      uint64
	only      int
	scenarios bool
	source    string
	recover   string // the command mpitimer
	work      string // directory
	verbose   bool
	keepAll   bool

	tally       *tally
	failed      int
	interrupted chan os.Signal
}

func parse() (*campaign, error) {
	c := &campaign{tally: newTally(), interrupted: make(chan os.Signal, 1)}
	flag.Func("mpi", "`NAME=FOLDER:COMMAND`: an MPI, the folder of the programs linked with it, its mpirun; several times", func(text string) error {
		l, err := parseLauncher(text)
		c.launchers = append(c.launchers, l)
		return err
	})
	flag.IntVar(&c.kills, "kills", 240, "`number` of kills")
	flag.Uint64Var(&c.seed, "seed", uint64(time.Now().UnixNano())%1e9, "of what is drawn by lot")
	flag.IntVar(&c.only, "only", -1, "`number` of the one kill to do")
	flag.BoolVar(&c.scenarios, "scenarios", true, "do what is not a kill, too: full disks, folders that vanish")
	flag.StringVar(&c.source, "source", ".", "`folder` of the module")
	flag.StringVar(&c.recover, "recover", "", "`program` mpitimer, with which the tables are recovered")
	flag.StringVar(&c.work, "work", "", "`folder` for the jobs, kept where something failed; a temporary one without")
	flag.BoolVar(&c.keepAll, "keep", false, "keep the folders of all kills")
	flag.BoolVar(&c.verbose, "v", false, "show every kill")
	flag.Parse()
	switch {
	case flag.NArg() > 0:
		return nil, fmt.Errorf("unexpected argument %q", flag.Arg(0))
	case len(c.launchers) == 0:
		return nil, errors.New("no -mpi is given")
	case c.recover == "":
		return nil, errors.New("no -recover is given")
	}
	var err error
	if c.work == "" {
		c.work, err = os.MkdirTemp("", "mpitimer-kill-")
	} else if err = os.MkdirAll(c.work, 0o777); err == nil {
		c.work, err = filepath.Abs(c.work)
	}
	return c, err
}

// run does everything, and reports whether all went well.
func (c *campaign) run() (bool, error) {
	signal.Notify(c.interrupted, os.Interrupt, syscall.SIGTERM)
	fmt.Printf("seed %d, jobs in %s\n", c.seed, c.work)
	groups := groupsWork()
	if groups != nil {
		fmt.Printf("no memory control groups here, ranks run out of address space instead: %v\n", groups)
	}
	if c.scenarios && c.only < 0 {
		if err := c.runScenarios(); err != nil {
			return false, err
		}
	}
	for i := range c.kills {
		if c.only >= 0 && i != c.only {
			continue
		}
		p := draw(c.seed, i, c.launchers)
		if p.harm == "oom-group" && groups != nil {
			p.harm = "oom-c"
		}
		if err := c.one(p); err != nil {
			return false, err
		}
	}
	if c.only >= c.kills {
		return false, fmt.Errorf("-only %d: there are %d kills", c.only, c.kills)
	}
	c.tally.write(os.Stdout)
	if c.failed == 0 {
		_ = os.Remove(c.work) // it is empty
	}
	return c.failed == 0, nil
}

// one does one kill.
func (c *campaign) one(p plan) error {
	folder := filepath.Join(c.work, fmt.Sprintf("kill%04d", p.index))
	if err := os.Mkdir(folder, 0o777); err != nil {
		return err
	}
	begin := time.Now()
	k, err := carryOut(p, folder, c.source, c.recover)
	if err != nil {
		return err
	}
	k.judge()
	k.recovered()
	c.tally.add(p, k)
	if c.verbose {
		fmt.Printf("%4d  %v (%v)\n", p.index, p, time.Since(begin).Round(10*time.Millisecond))
	}
	if len(k.problem) > 0 {
		c.failed++
		c.keep(k)
	} else if !c.keepAll {
		if err := errors.Join(os.RemoveAll(folder), os.RemoveAll(k.tables)); err != nil {
			return err
		}
	}
	select {
	case s := <-c.interrupted:
		return fmt.Errorf("ended by %v", s)
	default:
		return nil
	}
}

// keep shows in one line what went wrong, and how to do it again.
func (c *campaign) keep(k *kill) {
	slices.Sort(k.problem)
	k.problem = slices.Compact(k.problem)
	text := strings.Join(k.problem, "\n") + "\n"
	place := filepath.Join(k.folder, "problems.txt")
	if err := os.WriteFile(place, []byte(text), 0o666); err != nil {
		place = err.Error()
	}
	fmt.Printf("FAIL: %v: %s (%d in all: %s; tables in %s); again: scripts/kill.sh -kills %d -seed %d -only %d\n",
		k.plan, k.problem[0], len(k.problem), place, k.tables, c.kills, c.seed, k.index)
}
