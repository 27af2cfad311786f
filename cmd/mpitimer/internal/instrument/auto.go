package instrument

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/google/pprof/profile"
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

// source is a file of package main of such a program.
func (t *trial) source() []byte {
	return fmt.Appendf(nil, "package main\n\nimport mpitimer_auto %q\n\nfunc init() { mpitimer_auto.Trial(%q, %t) }\n", hookPackage, t.folder, t.profile)
}

// automatic builds the program, runs it, and builds it anew with what has been found, once more with less.
func (o *options) automatic(c *cobra.Command, g *goCommand, s *sources) (problem error) {
	messages := cli.Writer(c, c.ErrOrStderr())
	switch {
	case o.verb != "build":
		return cli.Usagef("-auto is for mpitimer build; take a CPU profile for others (-profile)")
	case o.print:
		return cli.Usagef("-n prints one command, and -auto runs several")
	case s.starts || !o.lifecycle:
		return cli.Usagef("-auto is for programs whose timers the build starts: this one starts them itself, or with -main=false nothing does; give a CPU profile with -profile")
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
	if o.shares, err = sharesIn(files); err != nil {
		return fmt.Errorf("-auto: %w: does the command run what this builds, to its end, for a second or more?", err)
	}
	o.trial = &trial{folder, false}
	if err := o.try(c, g, s, nil); err != nil {
		return err
	}
	o.trial = nil
	leaveOut, err := tooMany(folder)
	if err != nil {
		return fmt.Errorf("-auto: %w", err)
	}
	fmt.Fprintf(messages, "mpitimer: %d functions carry the time of %s; %d of them are too small for timers\n", o.carrying(), o.auto, len(leaveOut))
	return o.goCommand(c, g, s, leaveOut)
}

// timersShare is the most of a run that all timers together may cost.
const timersShare = 0.025

// tooMany returns the regions without which the timers cost no more than their share of the run, and why: those
// whose calls were the shortest.
func tooMany(folder string) (map[string]string, error) {
	sums, whole, err := sumsIn(folder)
	if err != nil {
		return nil, err
	}
	names := slices.SortedFunc(maps.Keys(sums), func(a, b string) int {
		return cmp.Or(cmp.Compare(sums[b].mean(), sums[a].mean()), cmp.Compare(a, b))
	})
	small, cost := make(map[string]string), 0.0
	for _, name := range names {
		s := sums[name]
		if cost+s.calls*pairCost > timersShare*whole {
			small[name] = fmt.Sprintf("too small in the run: %s calls of %s", cli.Calls(uint64(s.calls)), cli.Duration(s.mean()))
			continue
		}
		cost += s.calls * pairCost
	}
	return small, nil
}

func (o *options) carrying() (n int) {
	for _, share := range o.shares {
		if share >= rewrite.LeastShare {
			n++
		}
	}
	return n
}

// try builds the program of a trial, and runs it.
func (o *options) try(c *cobra.Command, g *goCommand, s *sources, leaveOut map[string]string) error {
	if err := o.goCommand(c, g, s, leaveOut); err != nil {
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
		return sharesIn([]string{o.profile})
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
	shares, err := sharesIn(files)
	if err != nil { // the go command says what is wrong with it
		fmt.Fprintln(messages, "mpitimer: default.pgo is not used:", err)
		return nil, nil
	}
	return shares, nil
}

// isCPUProfile reports whether a file is one of pprof rather than of the timers.
func isCPUProfile(name string) bool {
	text, err := os.ReadFile(name)
	if err != nil {
		return false
	}
	p, err := profile.Parse(bytes.NewReader(text))
	return err == nil && len(p.Sample) > 0 && cpuType(p) >= 0
}

// cpuType returns which value of a sample is the processor's time, or is negative.
func cpuType(p *profile.Profile) int {
	for i := len(p.SampleType) - 1; i >= 0; i-- {
		if t := p.SampleType[i].Type; t == "cpu" || t == "samples" {
			return i
		}
	}
	return -1
}

// What the compiler adds to the names of functions: type arguments, bodies of loops over functions, and wrappers.
var added = regexp.MustCompile(`\[.*\]|-range\d+|\.(gowrap|deferwrap)\d+|-fm$`)

// sharesIn returns which share of the time in CPU profiles each function is in, with what it calls.
func sharesIn(files []string) (map[string]float64, error) {
	sums, whole := make(map[string]float64), 0.0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		p, err := profile.Parse(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		at := cpuType(p)
		if at < 0 {
			return nil, fmt.Errorf("%s is no CPU profile", name)
		}
		for _, sample := range p.Sample {
			value := float64(sample.Value[at])
			whole += value
			seen := make(map[string]bool)
			for _, l := range sample.Location {
				for _, line := range l.Line {
					if line.Function == nil {
						continue
					}
					if f := added.ReplaceAllString(line.Function.Name, ""); !seen[f] {
						seen[f] = true
						sums[f] += value
					}
				}
			}
		}
	}
	if whole <= 0 {
		return nil, errors.New("no profile has a sample")
	}
	for f := range sums {
		sums[f] /= whole
	}
	return sums, nil
}
