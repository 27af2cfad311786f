package instrument

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/child"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/cache"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/rewrite"
)

// trial is how a program is run to find out what to instrument: first for a CPU profile, without timers, then
// with timers in what carries that, whose calls are counted.
type trial struct {
	folder  string
	profile bool
}

// source is a file of package main of such a program, or of a package with tests.
func (t *trial) source(pkg string, tests bool) []byte {
	return fmt.Appendf(nil, "package %s\n\nimport mpitimer_auto %q\n\nfunc init() { mpitimer_auto.Trial(%q, %t, %t) }\n", pkg, hookPackage, t.folder, t.profile, tests)
}

// automatic builds the program, runs it, and builds it anew with what has been found, once more with less.
func (o *options) automatic(c *cobra.Command, g *goCommand, s *sources) (problem error) {
	messages := cli.Writer(c, c.ErrOrStderr())
	switch {
	case o.verb != "build" && o.verb != "test":
		return cli.Usagef("-auto is for mpitimer build and test; take a CPU profile for others (-profile)")
	case g.switched("c"):
		return cli.Usagef("-auto runs the tests, and -c builds them only")
	case o.print:
		return cli.Usagef("-n prints one command, and -auto runs several")
	case s.starts || !o.lifecycle:
		return cli.Usagef("-auto needs a program whose timers the build starts: this one starts them itself, or -main=false prevents it; use a CPU profile (-profile)")
	}
	folder, err := cache.Temporary("timers-auto-")
	if err != nil {
		return err
	}
	defer func() { problem = errors.Join(problem, os.RemoveAll(folder)) }()

	o.trial, o.shares = &trial{folder, true}, map[string]float64{}
	if err := o.try(c, g, s, nil); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.pprof"))
	if err != nil {
		return err
	}
	taken, err := readProfiles(files)
	if err != nil {
		if o.verb == "test" {
			return fmt.Errorf("-auto: %w: do the tests take a second or more?", err)
		}
		return fmt.Errorf("-auto: %w: does the command run the built program, to its end, for a second or more?", err)
	}
	taken.ofCommands(s)
	o.trial, o.shares, o.counted = &trial{folder, false}, taken.shares(), true
	if err := o.try(c, g, s, nil); err != nil {
		return err
	}
	o.trial = nil
	found, whole, err := o.lengths(s, taken, folder)
	if err != nil {
		return fmt.Errorf("-auto: %w", err)
	}
	leaveOut := tooMany(found, whole)
	result, err := rewrite.Rewrite(s.packages, o.rules(s, leaveOut))
	if err != nil {
		return err
	}
	if o.explain {
		return o.explainRun(c, g, s, result, taken, found)
	}
	io.WriteString(messages, chosenByRun(result.Functions, leaveOut, taken.untimed(result.Functions, found)))
	return o.goCommand(c, g, s, leaveOut)
}

// explainRun lists the functions as explain does, and tells what the run would have without it.
func (o *options) explainRun(c *cobra.Command, g *goCommand, s *sources, result *rewrite.Result, taken *cpuProfile, found map[string]sum) error {
	built, err := g.built()
	if err != nil {
		return err
	}
	w := cli.Writer(c, c.OutOrStdout())
	if err := explain(w, result, g.root, o.names, built); err != nil {
		return err
	}
	rules := o.rules(s, nil)
	rules.Profile, rules.Counted = nil, false
	other, err := rewrite.Rewrite(s.packages, rules)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "share of the run in functions without regions although their calls are long enough: %.1f %%; without -auto %.1f %%\n",
		100*taken.untimed(result.Functions, found), 100*taken.untimed(other.Functions, found))
	return err
}

// timersShare is the most of a run that all timers together may cost.
const timersShare = 0.025

// lengths returns the calls of the regions of a trial, by name, with their time, and that of the whole run. The
// profile was taken without timers, and knows better than they do how long a function takes that has small ones in it.
func (o *options) lengths(s *sources, taken *cpuProfile, folder string) (found map[string]sum, whole float64, err error) {
	folders := []string{folder}
	if o.verb == "test" { // one for each package
		files, err := filepath.Glob(filepath.Join(folder, "*", "timing.mptsum"))
		if err != nil {
			return nil, 0, err
		}
		folders = files
	}
	found = make(map[string]sum)
	for _, each := range folders {
		of, time, err := sumsIn(each)
		if err != nil {
			return nil, 0, err
		}
		for name, s := range of {
			found[name] = sum{found[name].calls + s.calls, found[name].total + s.total}
		}
		whole += time
	}
	result, err := rewrite.Rewrite(s.packages, o.rules(s, nil))
	if err != nil {
		return nil, 0, err
	}
	for i := range result.Functions {
		f := &result.Functions[i]
		if r, counted := found[f.Region]; counted && o.shares[f.Symbol] >= rewrite.LeastShare {
			found[f.Region] = sum{r.calls, o.shares[f.Symbol] * taken.whole}
		}
	}
	return found, min(whole, taken.whole), nil
}

// tooMany returns the regions without which the timers cost no more than their share of the run, and why: those
// whose calls were the shortest, and all in which a timer would be much of what it times.
func tooMany(found map[string]sum, whole float64) map[string]string {
	names := slices.SortedFunc(maps.Keys(found), func(a, b string) int {
		return cmp.Or(cmp.Compare(found[b].mean(), found[a].mean()), cmp.Compare(a, b))
	})
	small, cost := make(map[string]string), 0.0
	for _, name := range names {
		s := found[name]
		if cost+s.calls*pairCost > timersShare*whole || s.isSmall(whole) {
			small[name] = fmt.Sprintf("too small in the run: %s calls of %s", cli.Calls(uint64(s.calls)), cli.Duration(s.mean()))
			continue
		}
		cost += s.calls * pairCost
	}
	return small
}

// chosenByRun says in a line what a run has shown; untimed is the share of its time in functions that a timer would suit.
func chosenByRun(functions []rewrite.Function, leaveOut map[string]string, untimed float64) string {
	timed, short := 0, 0
	for i := range functions {
		switch f := &functions[i]; {
		case f.Chosen:
			timed++
		case leaveOut[f.Region] != "":
			short++
		}
	}
	return fmt.Sprintf("mpitimer: %d functions of the run are timed, and %d are not, as their calls are too short for a timer; %.0f %% of the run's time is in other functions that could be timed\n",
		timed, short, 100*untimed)
}

// try builds the program of a trial, and runs it, or runs the tests.
func (o *options) try(c *cobra.Command, g *goCommand, s *sources, leaveOut map[string]string) error {
	if err := o.goCommand(c, g, s, leaveOut); err != nil || o.verb == "test" {
		return err
	}
	command := exec.Command("/bin/sh", "-c", o.auto)
	command.Dir, command.Stdin, command.Stdout, command.Stderr = g.folder, os.Stdin, c.ErrOrStderr(), c.ErrOrStderr()
	signals, stop := child.Signals()
	defer stop()
	if err := child.Run(command, signals); err != nil {
		return fmt.Errorf("-auto: %s: %w", o.auto, err)
	}
	return nil
}

// profiled returns the shares of the CPU profile that the user gives, or of default.pgo beside main.
func (o *options) profiled(s *sources, messages io.Writer) (map[string]float64, error) {
	if o.profile != "" {
		if !isCPUProfile(o.profile) {
			return nil, nil
		}
		p, err := readProfiles([]string{o.profile})
		if err != nil {
			return nil, err
		}
		return p.shares(), nil
	}
	if o.auto != "" || len(o.only) > 0 {
		return nil, nil
	}
	var files []string
	for _, m := range s.mains {
		if name := filepath.Join(m.folder, "default.pgo"); isFile(name) {
			files = append(files, name)
		}
	}
	if len(files) == 0 {
		return nil, nil
	}
	p, err := readProfiles(files)
	if err != nil { // the go command says what is wrong with it
		fmt.Fprintln(messages, "mpitimer: default.pgo is not used:", err)
		return nil, nil
	}
	return p.shares(), nil
}
