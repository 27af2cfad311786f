package instrument

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/child"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/cover"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/rewrite"
)

// planFile is what the overlay's directory has for covered packages.
const planFile = "cover.json"

// toolCommand returns what the go command calls its tools through when it measures coverage.
func toolCommand() *cobra.Command {
	return &cobra.Command{
		Use:                cover.Command,
		Short:              "Run a tool of Go, for a build that measures coverage",
		Hidden:             true,
		DisableFlagParsing: true,
		RunE: func(_ *cobra.Command, args []string) error {
			return child.Ended(cover.Run(args))
		},
	}
}

// coverPlan says what to do with files that are covered: the coverage tool sees what the user sees, and not
// the list of replacements.
func coverPlan(g *goCommand, s *sources, t *timers, result *rewrite.Result, replace map[string]string) *cover.Plan {
	plan := &cover.Plan{Replace: make(map[string]string), Apart: t.folder}
	for _, p := range s.packages {
		for _, f := range p.Files {
			if edits, changed := result.Edits[f.Path]; changed {
				plan.Add(f.Path, f.Text, edits)
			}
		}
	}
	for name, to := range replace {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue // not covered
		}
		if _, changed := result.Edits[name]; changed {
			to = g.overlaid[name]
		}
		if to != "" {
			plan.Replace[name] = to
		}
	}
	return plan
}

// coverFlags ask for coverage. Most of them have values other than truth values, which does not matter here.
var coverFlags = []string{"cover", "coverpkg", "covermode", "coverprofile"}

// covers reports whether coverage is requested.
func (g *goCommand) covers() bool {
	return g.switched(coverFlags...) ||
		slices.ContainsFunc(g.fromEnvironment(), func(f string) bool { return switches(f, coverFlags) })
}

// fromEnvironment returns the flags in GOFLAGS; the go command reports what is wrong with them.
func (g *goCommand) fromEnvironment() []string {
	words, err := cover.Words(g.env["GOFLAGS"])
	if err != nil {
		return nil
	}
	return words
}

// coverThrough returns the flag with which the go command's tools run through this program. What the user
// runs them through stays.
func (g *goCommand) coverThrough(plan string) (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("with -cover the go command calls its tools through this program: %w", err)
	}
	users, given := g.take("toolexec")
	for _, f := range g.fromEnvironment() {
		if v, found := strings.CutPrefix(strings.TrimPrefix(strings.TrimPrefix(f, "-"), "-"), "toolexec="); found && !given {
			users = v // the last one counts
		}
	}
	return cover.Flag(own, plan, users)
}

// booleans are the flags of the go command that take no value from the next argument.
var booleans = []string{
	"a", "n", "v", "x", "race", "msan", "asan", "cover", "work", "linkshared", "modcacherw", "trimpath", "buildvcs", "json",
	"c", "short", "failfast", "benchmem", "fullpath", // of go test
}

// flags returns the arguments among which flags are the go command's: those after -args, or after a program
// that is run, are the program's.
func (g *goCommand) flags() []string {
	for i := 0; i < len(g.arguments); i++ {
		a := g.arguments[i]
		if a == "-args" || a == "--args" {
			return g.arguments[:i]
		}
		if g.verb != "run" {
			continue
		}
		if !strings.HasPrefix(a, "-") {
			return g.arguments[:i]
		}
		if text := strings.TrimLeft(a, "-"); !strings.Contains(text, "=") && !slices.Contains(booleans, text) {
			i++ // its value
		}
	}
	return g.arguments
}

// built are the packages of which those that are named are made; nil where none is, or files are.
func (g *goCommand) built() (map[string]bool, error) {
	named := g.packages()
	if len(named) == 0 || slices.ContainsFunc(named, isSource) {
		return nil, nil
	}
	type found struct{ ImportPath string }
	list, err := listed[found](g, append([]string{"-e", "-deps", "-json=ImportPath", "--"}, named...)...)
	if err != nil {
		return nil, err
	}
	paths := make(map[string]bool)
	for _, p := range list {
		paths[p.ImportPath] = true
	}
	return paths, nil
}

// shellWords are arguments as one types them.
func shellWords(arguments []string) string {
	words := slices.Clone(arguments)
	for i, w := range words {
		if w == "" || strings.ContainsAny(w, " \t\r\n\"'\\$&|;<>()*?[]{}~#`!") {
			words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
