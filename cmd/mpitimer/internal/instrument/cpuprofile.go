package instrument

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/rewrite"
	"github.com/go-hpc/timers/internal/lazyregexp"
)

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
var added = lazyregexp.New(`\[.*\]|-range\d+|\.(gowrap|deferwrap)\d+|-fm$`)

// cpuProfile is what CPU profiles say of the processes of a run.
type cpuProfile struct {
	stacks []stack
	whole  float64 // nanoseconds of all stacks
}

// stack is the functions that were in each other in a sample, the innermost first, and the time that it stands for.
type stack struct {
	functions []string
	time      float64
}

func readProfiles(files []string) (*cpuProfile, error) {
	all := &cpuProfile{}
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
			all.add(sample, at)
		}
	}
	if all.whole <= 0 {
		return nil, errors.New("no profile has a sample")
	}
	return all, nil
}

func (p *cpuProfile) add(sample *profile.Sample, at int) {
	s := stack{time: float64(sample.Value[at])}
	for _, l := range sample.Location {
		for _, line := range l.Line {
			if line.Function != nil {
				s.functions = append(s.functions, added().ReplaceAllString(line.Function.Name, ""))
			}
		}
	}
	p.stacks = append(p.stacks, s)
	p.whole += s.time
}

// ofCommands gives the functions of commands the names that they have outside of tests, where their package has a path.
func (p *cpuProfile) ofCommands(s *sources) {
	for _, pkg := range s.packages {
		if pkg.Name != "main" {
			continue
		}
		for i := range p.stacks {
			for k, f := range p.stacks[i].functions {
				if rest, is := strings.CutPrefix(f, pkg.ImportPath+"."); is {
					p.stacks[i].functions[k] = "main." + rest
				}
			}
		}
	}
}

// shares returns which share of the time each function is in, with what it calls.
func (p *cpuProfile) shares() map[string]float64 {
	sums := make(map[string]float64)
	for _, s := range p.stacks {
		seen := make(map[string]bool)
		for _, f := range s.functions {
			if !seen[f] {
				seen[f] = true
				sums[f] += s.time
			}
		}
	}
	for f := range sums {
		sums[f] /= p.whole
	}
	return sums
}

// untimed returns which share of the time is in functions that are no regions and could be, since their calls are long
// enough for a timer. The time in an innermost region, which has no others below it, is found; so is a region's own
// where nothing below it could be one, and main's, which is Total's. What is found is calls and times by region, of all
// functions that carry something.
func (p *cpuProfile) untimed(functions []rewrite.Function, found map[string]sum) float64 {
	region, could := make(map[string]bool), make(map[string]bool)
	for i := range functions {
		f := &functions[i]
		region[f.Symbol] = region[f.Symbol] || f.Chosen
		s := found[f.Region]
		could[f.Symbol] = could[f.Symbol] || s.calls > 0 && s.mean() >= rewrite.LeastCall
	}
	inner := p.around(region)
	left := 0.0
	for _, s := range p.stacks {
		missed := false
		for _, f := range s.functions {
			if region[f] {
				missed = missed && inner[f]
				break
			}
			missed = missed || could[f]
		}
		if missed {
			left += s.time
		}
	}
	return left / p.whole
}

// around returns the regions that have others below them.
func (p *cpuProfile) around(region map[string]bool) map[string]bool {
	inner := make(map[string]bool)
	for _, s := range p.stacks {
		below := ""
		for _, f := range s.functions {
			if !region[f] {
				continue
			}
			if below != "" && below != f {
				inner[f] = true
			}
			below = f
		}
	}
	return inner
}
