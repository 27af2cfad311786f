package instrument

import (
	"bytes"
	"fmt"
	"go/version"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
)

// timers is where the inserted code finds the timers.
type timers struct {
	folder   string           // of the copy; blank where the program's own are used
	vendored []vendoredModule // to be found with the copy
}

// leastGo is what the copy is written in.
const leastGo = "go1.26"

// findTimers finds the timers that the program has already, or makes a copy for it.
func (o *options) findTimers(g *goCommand, messages io.Writer) (*timers, error) {
	wanted := []string{hookPackage}
	if o.mpi {
		wanted = append(wanted, wrapperPackage)
	}
	if !g.mentionsTimers() {
		return o.freshCopy(g, wanted, messages)
	}
	type found struct {
		ImportPath, Dir string
		Error           *struct{ Err string }
		Module          *struct{ Path, Version string }
	}
	list, err := listed[found](g, append([]string{"-e", "-find", "-json=ImportPath,Dir,Error,Module"}, wanted...)...)
	if err != nil {
		return nil, err
	}
	there := 0
	for _, p := range list {
		if p.Dir != "" && p.Error == nil {
			there++
		}
	}
	if there == len(wanted) && len(list) == len(wanted) {
		return &timers{}, nil
	}
	type requirement struct {
		Path, Version string
		Error         *struct{ Err string }
	}
	required, err := listed[requirement](g, "-m", "-e", "-json=Path,Version,Error", timersModule)
	if err == nil && len(required) == 1 && required[0].Error == nil {
		return nil, fmt.Errorf("the program requires %s %s, in which %s is not found (%s): update it (go get %s@latest), or vendor that package too",
			timersModule, required[0].Version, strings.Join(wanted, " or "), firstError(list[0].Error), timersModule)
	}
	return o.freshCopy(g, wanted, messages)
}

// mentionsTimers says whether the module may require the timers, itself or through others. It saves the
// go command, which takes as long as all else that is done before a build, most of the times.
func (g *goCommand) mentionsTimers() bool {
	if g.work != "" {
		return true
	}
	for _, name := range []string{g.env["GOMOD"], filepath.Join(g.root, "go.sum")} {
		if text, err := g.read(name); err == nil && bytes.Contains(text, []byte(timersModule)) {
			return true
		}
	}
	_, other := g.find("modfile")
	return other
}

// freshCopy is a copy for a module that knows nothing of the timers.
func (o *options) freshCopy(g *goCommand, wanted []string, messages io.Writer) (*timers, error) {
	if have := g.env["GOVERSION"]; version.IsValid(have) && version.Compare(have, leastGo) < 0 {
		return nil, fmt.Errorf("the timers are written in %s, and this module is built with %s", leastGo, have)
	}
	return o.copyTimers(g, wanted, messages)
}

func firstError(e *struct{ Err string }) string {
	if e == nil {
		return "missing"
	}
	line, _, _ := strings.Cut(e.Err, "\n")
	return line
}

// timersSource is the folder of this module's source.
func (o *options) timersSource(g *goCommand) (string, error) {
	if o.source != "" {
		if !isTimers(o.source) {
			return "", fmt.Errorf("%s is not the folder of %s", o.source, timersModule)
		}
		return filepath.Abs(o.source)
	}
	if _, file, _, ok := runtime.Caller(0); ok { // where this was built, unless with -trimpath
		folder := filepath.Join(filepath.Dir(file), "..", "..", "..", "..")
		if filepath.IsAbs(file) && isTimers(folder) {
			return folder, nil
		}
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path == timersModule && info.Main.Version != "" && info.Main.Version != "(devel)" {
		downloaded := &goCommand{folder: os.TempDir()}
		out, err := downloaded.output("mod", "download", "-json", timersModule+"@"+info.Main.Version)
		if err == nil {
			if d := jsonField(out, "Dir"); isTimers(d) {
				return d, nil
			}
		}
	}
	return "", fmt.Errorf("the source of %s is not found: name its folder with -source, or in %s", timersModule, SourceVariable)
}

func isTimers(folder string) bool {
	text, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	return err == nil && modulePath(text) == timersModule
}

var moduleLine = regexp.MustCompile(`(?m)^module[ \t]+("[^"]+"|[^ \t\r\n"]+)`)

// modulePath is the module that a go.mod is of.
func modulePath(text []byte) string {
	m := moduleLine.FindSubmatch(text)
	if m == nil {
		return ""
	}
	return string(bytes.Trim(m[1], `"`))
}
