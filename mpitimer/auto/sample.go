package auto

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"
)

// SampleVariable is the environment variable that makes a run say which functions take the time inside regions: the runtime
// looks a hundred times a second of the processor's time where it is.
const SampleVariable = "MPITIMER_SAMPLE"

// samples is the CPU profile of a run in which functions are looked for; nil without.
var samples *bytes.Buffer

// startSamples begins it, if it is asked for. A program that takes a CPU profile itself has its own only.
func startSamples() {
	text, _ := os.LookupEnv(SampleVariable)
	if text == "" {
		return
	}
	wanted, err := strconv.ParseBool(text)
	if err != nil {
		complain(fmt.Errorf("environment variable %s is %q, expected true or false", SampleVariable, text))
	}
	if !wanted {
		return
	}
	into := new(bytes.Buffer)
	if err := pprof.StartCPUProfile(into); err != nil {
		complain(fmt.Errorf("%s: %w", SampleVariable, err))
		return
	}
	samples = into
}

// tellSamples ends it, and says which functions take the time inside regions.
func tellSamples(w io.Writer) {
	if samples == nil {
		return
	}
	pprof.StopCPUProfile()
	p, err := profile.Parse(samples)
	samples = nil
	if err != nil {
		complain(fmt.Errorf("%s: %w", SampleVariable, err))
		return
	}
	_, _ = io.WriteString(w, insideRegions(p, names, modules()))
}

// modules are the paths of the modules that the program is built of: other packages are Go's.
func modules() []string {
	list := []string{"main", "command-line-arguments"}
	if info, ok := debug.ReadBuildInfo(); ok {
		list = append(list, info.Main.Path)
		for _, d := range info.Deps {
			list = append(list, d.Path)
		}
	}
	return list
}

// Of the functions inside regions those are shown that have so much of the time, and so many.
const (
	leastInside = 0.02
	mostInside  = 10
)

// inside is a function in which time is spent, below the innermost region around it.
type inside struct{ region, function string }

// insideRegions says in which functions the samples are, by the innermost region around them.
func insideRegions(p *profile.Profile, regions map[string]bool, modules []string) string {
	found, total := make(map[inside]int64), int64(0)
	for _, s := range p.Sample {
		n := s.Value[0]
		total += n
		found[place(frames(s), regions, modules)] += n
	}
	if total == 0 {
		return ""
	}
	list := make([]inside, 0, len(found))
	for at := range found {
		list = append(list, at)
	}
	slices.SortFunc(list, func(a, b inside) int {
		return cmp.Or(cmp.Compare(found[b], found[a]), strings.Compare(a.region, b.region), strings.Compare(a.function, b.function))
	})
	var b strings.Builder
	fmt.Fprintf(&b, "\nmpitimer: inside regions, by %d samples of the processor's time:\n", total)
	for i, at := range list {
		share := float64(found[at]) / float64(total)
		if i == mostInside || share < leastInside {
			break
		}
		fmt.Fprintf(&b, "  ~%2.0f %%  %s: %s\n", 100*share, at.region, at.function)
	}
	return b.String()
}

// frames are the functions of a sample, the innermost first.
func frames(s *profile.Sample) (list []string) {
	for _, l := range s.Location {
		for _, line := range l.Line {
			if line.Function != nil {
				list = append(list, plainName(line.Function.Name))
			}
		}
	}
	return list
}

var parts = regexp.MustCompile(`\[[^\]]*\]+|-range\d+`)

// plainName is the name of a function without what a stack trace adds to it: type arguments, and bodies of range loops.
func plainName(name string) string { return parts.ReplaceAllString(name, "") }

// place is the region and the function in it that a stack means: the program's innermost function, or what that calls of
// Go's library.
func place(stack []string, regions map[string]bool, modules []string) inside {
	at := inside{region: "the runtime, beside the program"}
	called := ""
	for _, f := range stack {
		own := slices.ContainsFunc(modules, func(m string) bool {
			return m != "" && strings.HasPrefix(f, m) && strings.ContainsAny(f[len(m):min(len(f), len(m)+1)], "./")
		})
		if own && at.function == "" {
			if at.function = f; called != "" && !strings.HasPrefix(called, "runtime.") {
				at.function = called
			}
		}
		if name, is := regionOf(f, regions); is {
			if at.region = name; at.function == f {
				at.function = "its own text"
			}
			return at
		}
		called = f
	}
	if at.function == "" {
		at.function = called
	} else {
		at.region = "Total"
	}
	return at
}

// regionOf is the region of a function, whose name is relative to its module.
func regionOf(function string, regions map[string]bool) (name string, is bool) {
	for name = function; !regions[name]; {
		_, rest, cut := strings.Cut(name, "/")
		if !cut {
			return "", false
		}
		name = rest
	}
	return name, true
}
