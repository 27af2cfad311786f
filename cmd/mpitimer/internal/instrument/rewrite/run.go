package rewrite

import (
	"errors"
	"slices"
)

// Rewrite inserts regions. Packages that call each other belong in one call of it, for the estimate follows
// calls between the given packages. An error means wrong options; faults in a file or a directive are among
// the Problems, and all else is done.
func Rewrite(packages []Package, o Options) (*Result, error) {
	if o.Hook == "" {
		return nil, errors.New("rewrite: Options.Hook is empty, expected the import path of the package that regions call")
	}
	if o.Threshold == 0 {
		o.Threshold = DefaultThreshold
	}
	groups, problems := load(packages, &o)
	for _, g := range groups {
		for _, f := range g.files {
			problems = append(problems, f.follow()...)
		}
	}
	problems = append(problems, choose(groups, &o)...)
	follow(groups, &o)
	result := &Result{Files: make(map[string][]byte), Edits: make(map[string][]Edit)}
	for _, g := range groups {
		problems = append(problems, g.insert(&o)...)
		for _, f := range g.files {
			if text := f.finish(o.Hook); text != nil {
				result.Files[f.Path], result.Edits[f.Path] = text, f.changes()
			}
			for _, u := range f.units {
				u.Symbol = u.symbol()
				result.Functions = append(result.Functions, u.Function)
			}
		}
	}
	result.Problems = problems
	return result, nil
}

// choose decides on all functions.
func choose(groups []*group, o *Options) []Problem {
	only, skip := newPatternSet(o.Only), newPatternSet(o.Skip)
	undecided := make(map[*unit]bool)
	for _, g := range groups {
		for _, u := range g.units {
			chosen, decided, why := u.decide(o, only, skip)
			u.Chosen, u.Why = chosen, why
			if u.forced != nil {
				u.Region = u.region()
			}
			undecided[u] = !decided
			if _, skipped := skip.match(u, false); skipped || u.skippedHere() {
				u.blocks = nil
			}
		}
	}
	estimate(groups, o, undecided)
	return append(only.problems(), skip.problems()...)
}

// follow follows the goroutines of a program that has regions.
func follow(groups []*group, o *Options) {
	timed := false
	for _, g := range groups {
		timed = timed || slices.ContainsFunc(g.units, func(u *unit) bool { return u.Chosen || len(u.blocks) > 0 })
	}
	if !timed {
		return
	}
	r := newResolver(groups)
	for _, g := range groups {
		for _, u := range g.units {
			if u.follows(o) {
				u.insertForks()
				r.findWaits(u)
			}
		}
	}
}

// insert makes all edits of a package.
func (g *group) insert(o *Options) (problems []Problem) {
	if o.Main {
		g.insertMain()
		for _, f := range g.files {
			problems = append(problems, f.replaceExits()...)
		}
	}
	for _, u := range g.units {
		if u.Chosen {
			u.insertRegion()
		}
		if len(u.blocks) > 0 {
			u.insertBlocks()
		}
	}
	g.insertHandles()
	return problems
}
