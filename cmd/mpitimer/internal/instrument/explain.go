package instrument

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/rewrite"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/stats"
)

// explain lists the functions, the most expensive first, or only those whose names contain a text, with the
// parts of their estimates: of all packages, or of those that are built.
func explain(w io.Writer, result *rewrite.Result, root string, wanted []string, built map[string]bool) error {
	functions := slices.Clone(result.Functions)
	if built != nil {
		functions = slices.DeleteFunc(functions, func(f rewrite.Function) bool { return !built[f.Package] })
	}
	for i := range functions {
		if relative, err := filepath.Rel(root, functions[i].File); err == nil {
			functions[i].File = relative
		}
	}
	if len(wanted) > 0 {
		found := 0
		for _, f := range functions {
			if slices.ContainsFunc(wanted, func(text string) bool { return isNamed(f, text) }) {
				found++
				if err := rewrite.Explain(w, f); err != nil {
					return err
				}
			}
		}
		if found == 0 {
			return cli.Usagef("no function name contains %s", strings.Join(wanted, " or "))
		}
		return nil
	}
	slices.SortStableFunc(functions, func(a, b rewrite.Function) int {
		switch {
		case a.Estimate.Total > b.Estimate.Total:
			return -1
		case a.Estimate.Total < b.Estimate.Total:
			return 1
		}
		return 0
	})
	chosen := 0
	for _, f := range functions {
		mark := " "
		if f.Chosen {
			mark = "+"
			chosen++
		}
		if _, err := fmt.Fprintf(w, "%s %10s  %-50s %s:%d  %s\n", mark, "~"+cli.Duration(f.Estimate.Total), f.Region, f.File, f.Line, f.Why); err != nil {
			return err
		}
	}
	for _, p := range result.Problems {
		if _, err := fmt.Fprintln(w, p); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(w, "%d of %d functions are instrumented (+)\n", chosen, len(functions)); err != nil {
		return err
	}
	return tellLeftOut(w, functions)
}

// particular is what differs in reasons of one kind: figures and what is quoted.
var particular = lazyregexp.New(`"[^"]*"|[0-9][0-9.]*( (ns|µs|ms|s|%))?`)

// tellLeftOut says how many functions are no regions, by kind of reason.
func tellLeftOut(w io.Writer, functions []rewrite.Function) error {
	counts := make(map[string]int)
	for _, f := range functions {
		if !f.Chosen {
			counts[particular().ReplaceAllString(f.Why, "…")]++
		}
	}
	for _, reason := range slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	}) {
		if _, err := fmt.Fprintf(w, "%8d left out: %s\n", counts[reason], reason); err != nil {
			return err
		}
	}
	return nil
}

const (
	pairCost   = 30     // nanoseconds: 3 % of the shortest call that is worth a timer …
	smallShare = 0.0005 // … of others the timers may cost this share of the run
)

// firstCalls ends the names of regions that the timers have ended, as they cost too much.
const firstCalls = " (first calls)"

// tooSmall returns the regions that an earlier run has shown to cost more than they are worth, and why.
func (o *options) tooSmall() (map[string]string, error) {
	if o.profile == "" || isCPUProfile(o.profile) {
		return nil, nil
	}
	sums, whole, err := sumsIn(o.profile)
	if err != nil {
		return nil, err
	}
	small := make(map[string]string)
	for name, s := range sums {
		if name, ended := strings.CutSuffix(name, firstCalls); ended || s.isSmall(whole) {
			small[name] = fmt.Sprintf("too small in the profile: %s calls of %s", cli.Calls(uint64(s.calls)), cli.Duration(s.mean()))
		}
	}
	return small, nil
}

// sum is the calls and the nanoseconds of the regions of one name.
type sum struct{ calls, total float64 }

func (s sum) mean() float64 { return s.total / max(s.calls, 1) }

// isSmall reports whether the calls are so short that timers would be much of them, and so many that it matters.
func (s sum) isSmall(whole float64) bool {
	return s.calls > 0 && s.mean() < rewrite.LeastCall && s.calls*pairCost > smallShare*whole
}

// sumsIn returns them by name, and the time of the whole run, over all ranks.
func sumsIn(file string) (sums map[string]sum, whole float64, err error) {
	run, err := load.Files([]string{file})
	if err != nil && run == nil {
		return nil, 0, err
	}
	sums = make(map[string]sum)
	for i := range run.Summary.Regions {
		r := &run.Summary.Regions[i]
		calls, total := callsOf(r)
		s := sums[r.Name]
		sums[r.Name] = sum{s.calls + calls, s.total + total}
		if r.Parent < 0 {
			whole += total
		}
	}
	return sums, whole, nil
}

// callsOf returns the calls and the nanoseconds of a region, over all ranks.
func callsOf(r *stats.Region) (calls, nanos float64) {
	return float64(r.Calls), r.Total.Float64()
}

// isNamed reports whether a text is part of a function's name. Of a function of a command, which is called main.X, it may be of
// the command's name, too; main alone is the function main.
func isNamed(f rewrite.Function, text string) bool {
	local, ofCommand := strings.CutPrefix(f.Region, "main.")
	if !ofCommand {
		return strings.Contains(f.Region, text)
	}
	return strings.Contains(path.Base(f.Package)+"."+local, text) || strings.Contains(text, ".") && strings.Contains(f.Region, text)
}
