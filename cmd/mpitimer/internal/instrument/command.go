// Package instrument implements the commands that call the go command with an overlay in which
// functions start and stop regions: build, run, test and vet.
//
// Nothing in the user's module is changed. The overlay, and a copy of the timers if the program does not use
// them itself, are in a directory of the user's cache, under names computed from their contents: two builds
// never disturb each other, and none sees stale files. Nobody else can put anything there.
package instrument

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/child"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/cache"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/rewrite"
)

// verbs are the go commands that have an instrumented form.
var verbs = []struct{ name, short string }{
	{"build", "Build a Go program whose functions are timed"},
	{"run", "Run a Go program whose functions are timed"},
	{"test", "Run Go tests with functions timed"},
	{"vet", "Run go vet on the instrumented source"},
}

// Commands are build, run, test and vet, and a hidden one that the go command calls.
func Commands() []*cobra.Command {
	var list []*cobra.Command
	for _, v := range verbs {
		list = append(list, &cobra.Command{
			Use:                v.name + " [instrument flags] -- [go flags] [packages]",
			Short:              v.short,
			Long:               longText(v.name),
			DisableFlagParsing: true, // flags are spelled as those of the go command, with one dash
			ValidArgsFunction:  complete,
			RunE: func(c *cobra.Command, args []string) error {
				o, err := parse(c, v.name, args)
				if errors.Is(err, flag.ErrHelp) {
					return c.Help()
				}
				if err != nil {
					return err
				}
				return o.run(c)
			},
		})
	}
	return append(list, toolCommand())
}

func longText(verb string) string {
	var flags strings.Builder
	set := flagSet(verb, &options{})
	set.SetOutput(&flags)
	set.PrintDefaults()
	return fmt.Sprintf(`%s calls go %s with an overlay in which functions of the main module start and stop
a region of their own. Source, go.mod and go.sum stay unchanged, and the program need not import
the timers. Arguments after -- go to the go command.

Without patterns it chooses functions whose estimated cost is far above the cost of a start and a stop;
-explain lists all functions with the estimate and the reason. See docs/instrument.md.

Instrument flags:
%s`, verb, verb, flags.String())
}

// options are the arguments before --.
type options struct {
	verb      string
	only      patterns
	skip      patterns
	cost      float64
	generated bool
	sample    string   // true or false, blank if that is left to the build
	sampling  sampling // what is decided
	explain   bool
	profile   string
	auto      string
	trial     *trial             // a program that is run to find out what to instrument
	shares    map[string]float64 // of a CPU profile
	counted   bool               // the calls of the functions that carry it are counted
	mpi       bool
	lifecycle bool
	modules   string
	source    string
	verbose   bool
	print     bool
	names     []string // to be explained
	arguments []string // of the go command
	cache     *cache.Cache
}

type patterns []rewrite.Pattern

func (p *patterns) String() string { return fmt.Sprint([]rewrite.Pattern(*p)) }

func (p *patterns) Set(text string) error {
	one, err := rewrite.ParsePattern(text)
	*p = append(*p, one)
	return err
}

// SourceVariable is the environment variable that names the directory of this module's source, for a command
// that cannot find it itself.
const SourceVariable = "MPITIMER_SOURCE"

func flagSet(verb string, o *options) *flag.FlagSet {
	set := flag.NewFlagSet("mpitimer "+verb, flag.ContinueOnError)
	set.SetOutput(io.Discard) // messages are the command's
	set.Var(&o.only, "only", "instrument only functions that match `pattern`, whatever they cost (repeatable)")
	set.Var(&o.skip, "skip", "leave out functions that match `pattern` (repeatable)")
	set.Float64Var(&o.cost, "cost", 0, fmt.Sprintf("least estimated cost of an instrumented function, in about `nanoseconds` (default %d)", rewrite.DefaultThreshold))
	set.BoolVar(&o.generated, "generated", false, "also instrument functions in generated files")
	set.BoolVar(&o.explain, "explain", false, "list all functions with their estimated costs and the reasons; build nothing, or with -auto only the program to run.\nNames, or parts of names, after the flags: list only these, with the parts of the estimate. Packages after --: list only their dependencies")
	set.StringVar(&o.profile, "profile", "", "instrument the functions that take time in `file`, a Go CPU profile (default.pgo beside main is used automatically);\nor, if file comes from an earlier run, leave out functions that were too small to matter there")
	if verb == "test" {
		set.BoolFunc("auto", "choose the functions by running the tests twice before", func(text string) error {
			on, err := strconv.ParseBool(text)
			if o.auto = ""; on {
				o.auto = "the tests"
			}
			return err
		})
	} else {
		set.StringVar(&o.auto, "auto", "", "choose the functions by running `command` twice; it must run the program that the arguments after -- build")
	}
	set.BoolFunc("sample", "find functions inside regions by samples of the processor's time (default: on without tests, MPI and cgo)", func(text string) error {
		on, err := strconv.ParseBool(text)
		o.sample = strconv.FormatBool(on)
		return err
	})
	set.BoolVar(&o.mpi, "mpi", false, "record the MPI calls of the whole program too (needs cgo and an MPI)")
	set.BoolVar(&o.lifecycle, "main", true, "start the timers in main of a program that does not do so itself, and report at its end")
	set.StringVar(&o.modules, "modules", "", "also instrument these `modules` of the program, separated by commas")
	set.StringVar(&o.source, "source", os.Getenv(SourceVariable), "find the timers' source in `directory` (default: where this command was built, or $"+SourceVariable+")")
	set.BoolVar(&o.verbose, "v", false, "list the instrumented functions, and the directory of the overlay")
	set.BoolVar(&o.print, "n", false, "print the go command instead of running it")
	return set
}

func parse(c *cobra.Command, verb string, args []string) (*options, error) {
	o := &options{verb: verb}
	set := flagSet(verb, o)
	c.InheritedFlags().VisitAll(func(f *pflag.Flag) { set.Var(f.Value, f.Name, f.Usage) }) // those of all commands
	ours, theirs := args, []string(nil)
	if at := slices.Index(args, "--"); at >= 0 {
		ours, theirs = args[:at], args[at+1:]
	}
	if err := set.Parse(ours); errors.Is(err, flag.ErrHelp) {
		return nil, err
	} else if err != nil {
		return nil, cli.Usagef("%w; put flags of the go command after --; see mpitimer %s --help", err, verb)
	}
	if o.arguments = theirs; !o.explain {
		o.arguments = append(set.Args(), theirs...)
		return o, nil
	}
	for _, a := range set.Args() {
		if isFolderName(a) { // no function is called so
			o.arguments = append(o.arguments, a)
		} else {
			o.names = append(o.names, a)
		}
	}
	return o, nil
}

// isFolderName reports whether a word means a package by where it is.
func isFolderName(word string) bool {
	return word == "." || word == ".." || strings.HasPrefix(word, "./") || strings.HasPrefix(word, "../") || filepath.IsAbs(word)
}

func (o *options) run(c *cobra.Command) error {
	messages := cli.Writer(c, c.ErrOrStderr())
	g, err := newGoCommand(o.verb, o.arguments)
	if err != nil {
		return err
	}
	if o.mpi {
		if err := g.addMPI(); err != nil {
			return err
		}
	}
	modules, err := g.modules(o.modules)
	if err != nil {
		return err
	}
	leaveOut, err := o.tooSmall()
	if err != nil {
		return err
	}
	s, err := readSources(modules, g)
	if err != nil {
		return err
	}
	if o.shares, err = o.profiled(s, messages); err != nil {
		return err
	}
	if o.auto != "" {
		return o.inCache(messages, func() error { return o.automatic(c, g, s) })
	}
	if o.explain {
		result, err := rewrite.Rewrite(s.packages, o.rules(s, leaveOut))
		if err != nil {
			return err
		}
		built, err := g.built()
		if err != nil {
			return err
		}
		return explain(cli.Writer(c, c.OutOrStdout()), result, g.root, o.names, built)
	}
	if err := errors.Join(o.noStart(g, s), o.twoStarts(g, s)); err != nil {
		return err
	}
	return o.inCache(messages, func() error { return o.goCommand(c, g, s, leaveOut) })
}

// inCache calls f while the cache is open.
func (o *options) inCache(messages io.Writer, f func() error) (problem error) {
	var err error
	if o.cache, err = cache.Open(messages); err != nil {
		return err
	}
	defer func() { problem = errors.Join(problem, o.cache.Close()) }()
	if o.print && o.cache.Private() {
		return errors.New("-n prints a command that needs the cache; set HOME or XDG_CACHE_HOME to a directory that nobody else can change")
	}
	return f()
}

// patience is how long a build is quiet.
const patience = 2 * time.Second

// goCommand makes the overlay, and calls the go command with it.
func (o *options) goCommand(c *cobra.Command, g *goCommand, s *sources, leaveOut map[string]string) error {
	messages := cli.Writer(c, c.ErrOrStderr())
	runtime, err := o.findTimers(g, messages)
	if err != nil {
		return err
	}
	if runtime.folder != "" && g.work == "" {
		if runtime.vendored, err = g.leaveVendor(); err != nil {
			return err
		}
	}
	if o.sampling, err = o.decideSampling(g, s); err != nil {
		return err
	}
	overlay, err := o.makeOverlay(g, s, runtime, leaveOut)
	if err != nil {
		return err
	}
	overlay.tell(messages, o.verbose)
	arguments := []string{o.verb, "-overlay=" + overlay.file}
	if runtime.folder != "" {
		// Nobody debugs the copy, and programs are linked the sooner without what debuggers want of it.
		arguments = append(arguments, "-gcflags="+timersModule+"/...=-dwarf=false")
	}
	if g.covers() {
		through, err := g.coverThrough(overlay.plan)
		if err != nil {
			return err
		}
		arguments = append(arguments, through)
	}
	out := c.OutOrStdout()
	if o.trial != nil && o.verb == "test" {
		out, arguments = c.ErrOrStderr(), append(arguments, "-count=1")
	}
	return o.callGo(c, g, out, append(arguments, g.withEntries(o, s)...))
}

// callGo runs the go command, or prints how it would be called.
func (o *options) callGo(c *cobra.Command, g *goCommand, out io.Writer, arguments []string) error {
	if o.print {
		return cli.Write(c, c.OutOrStdout(), "go "+shellWords(arguments)+"\n")
	}
	command := exec.Command("go", arguments...)
	command.Dir, command.Stdin, command.Stdout, command.Stderr = g.folder, os.Stdin, out, c.ErrOrStderr()
	trees, err := o.treesFor(g)
	if err != nil {
		return err
	}
	command.Env = trees.environment()
	signals, stop := child.Signals()
	defer stop()
	if file, ok := c.ErrOrStderr().(*os.File); ok && o.verb == "build" {
		defer time.AfterFunc(patience, func() {
			fmt.Fprintln(file, "mpitimer: compiling (the timers only the first time)")
		}).Stop()
	}
	err = child.Run(command, signals)
	if wrong := trees.tell(c, g, err == nil); wrong != nil {
		return errors.Join(err, wrong)
	}
	if reason := child.Reason(err); reason != nil { // there is no program that would have said what is wrong
		return reason
	}
	return err
}

// rules returns the options as the rewriter has them.
func (o *options) rules(s *sources, leaveOut map[string]string) rewrite.Options {
	return rewrite.Options{
		Module: s.module, Hook: hookPackage, Threshold: o.cost, Only: o.only, Skip: o.skip,
		Generated: o.generated, Main: o.lifecycle && !s.starts, LeaveOut: leaveOut, Profile: o.shares, Counted: o.counted,
	}
}
