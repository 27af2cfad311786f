package instrument

import (
	"bytes"
	"errors"
	"fmt"
	"go/version"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"strings"

	"github.com/go-hpc/timers/cmd/internal/command"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/cache"
	"github.com/go-hpc/timers/internal/atomicfile"
	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/internal/owner"
)

// timers is where the inserted code finds the timers.
type timers struct {
	folder   string           // of the copy; blank where the program's own are used
	vendored []vendoredModule // to be found with the copy
}

// leastGo is the language version of the copy.
const leastGo = "go1.26"

// findTimers finds the timers that the program has already, or makes a copy for it.
func (o *options) findTimers(g *goCommand, messages io.Writer) (*timers, error) {
	wanted := []string{hookPackage}
	if o.mpi {
		wanted = append(wanted, wrapperPackage)
	}
	if !g.mentionsTimers() {
		return o.freshCopy(g, messages)
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
		return nil, fmt.Errorf("the program requires %s %s, which lacks %s (%s): update it (go get %s@latest), or vendor that package too",
			timersModule, required[0].Version, strings.Join(wanted, " or "), firstError(list[0].Error), timersModule)
	}
	return o.freshCopy(g, messages)
}

// mentionsTimers reports whether the module may require the timers, directly or through others. It usually
// saves a call of the go command, which takes as long as everything else that is done before a build.
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

// freshCopy returns a copy for a module that does not require the timers.
func (o *options) freshCopy(g *goCommand, messages io.Writer) (*timers, error) {
	if have := g.env["GOVERSION"]; version.IsValid(have) && version.Compare(have, leastGo) < 0 {
		return nil, fmt.Errorf("the timers are written in %s, and this module is built with %s", leastGo, have)
	}
	return o.copyTimers(g, messages)
}

func firstError(e *struct{ Err string }) string {
	if e == nil {
		return "missing"
	}
	line, _, _ := strings.Cut(e.Err, "\n")
	return line
}

// timersSource returns the directory of this module's source.
func (o *options) timersSource() (string, error) {
	if o.source != "" {
		if !isTimers(o.source) {
			return "", fmt.Errorf("%s is not the directory of %s", o.source, timersModule)
		}
		return filepath.Abs(o.source)
	}
	if _, file, _, ok := runtime.Caller(0); ok { // where this was built, unless with -trimpath
		folder := filepath.Join(filepath.Dir(file), "..", "..", "..", "..")
		if filepath.IsAbs(file) && isTimers(folder) {
			return folder, nil
		}
	}
	if version := command.Release(); version != "" {
		if d, err := download(version); err == nil && isTimers(d) {
			return d, nil
		}
	}
	for _, place := range []func() (string, error){os.Executable, os.Getwd} {
		if name, err := place(); err == nil {
			if folder := checkout(name); folder != "" {
				return folder, nil
			}
		}
	}
	return "", fmt.Errorf("the source of %s is not found: name its directory with -source, or in %s", timersModule, SourceVariable)
}

// checkout returns the source that a file or directory is in: a command that was built with -trimpath lies there, or is called
// there.
func checkout(name string) string {
	for !isTimers(name) {
		above := filepath.Dir(name)
		if above == name {
			return ""
		}
		name = above
	}
	return name
}

// download returns the directory of a version of this module in the module cache. The go command is called
// where nobody else can have left a go.mod or a go.work that it would obey.
func download(version string) (dir string, problem error) {
	folder, err := cache.Temporary("timers-download-")
	if err != nil {
		return "", err
	}
	defer func() { problem = errors.Join(problem, os.RemoveAll(folder)) }()
	module := func(w io.Writer) error { _, err := io.WriteString(w, "module download\n"); return err }
	if err := atomicfile.Write(filepath.Join(folder, "go.mod"), module); err != nil {
		return "", err
	}
	alone := &goCommand{folder: folder, environment: []string{"GOWORK=off"}}
	out, err := alone.output("mod", "download", "-json", timersModule+"@"+version)
	return jsonField(out, "Dir"), err
}

// safeSource returns what is wrong with a file or directory of the source that this command has found by
// itself: somebody else may have made a directory where it was built. The owner of the command is trusted,
// since whoever can change it needs no more. A directory named by the user is the user's responsibility.
func (o *options) safeSource(source, name string) error {
	if o.source != "" || name != source && !strings.HasPrefix(name, source+string(filepath.Separator)) {
		return nil
	}
	var trusted []int
	if own, err := os.Executable(); err == nil {
		if info, err := os.Stat(own); err == nil {
			if uid, known := owner.Of(info); known {
				trusted = append(trusted, uid)
			}
		}
	}
	if _, err := cache.Chain(name, trusted...); err != nil {
		return fmt.Errorf("the source of the timers in %s: %w (name a directory that you trust with -source, or in %s)", source, err, SourceVariable)
	}
	return nil
}

func isTimers(folder string) bool {
	text, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	return err == nil && modulePath(text) == timersModule
}

var moduleLine = lazyregexp.New(`(?m)^module[ \t]+("[^"]+"|[^ \t\r\n"]+)`)

// modulePath returns the module that a go.mod is of.
func modulePath(text []byte) string {
	m := moduleLine().FindSubmatch(text)
	if m == nil {
		return ""
	}
	return string(bytes.Trim(m[1], `"`))
}
