package instrument

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
)

// goCommand is what is known about a call of the go command before it is made.
type goCommand struct {
	verb      string
	arguments []string
	folder    string // in which it runs; blank for the current one
	list      []string
	root      string   // of the main module
	work      string   // go.work, blank outside of a workspace
	beside    []string // modules of the workspace that are instrumented beside the main one
	env       map[string]string
	overlaid  map[string]string // by the user, by absolute path: where the text is; blank for none
	match     func(name string, text []byte) bool

	environment []string // beside that of this process, for questions to it before the call
}

// newGoCommand looks at the arguments and at the environment.
func newGoCommand(verb string, arguments []string) (*goCommand, error) {
	g := &goCommand{verb: verb, arguments: slices.Clone(arguments), overlaid: map[string]string{}}
	if folder, ok := g.take("C"); ok {
		g.folder = folder
	}
	if err := g.takeOverlay(); err != nil {
		return nil, err
	}
	for _, name := range []string{"tags", "mod", "modfile"} {
		if value, ok := g.find(name); ok {
			g.list = append(g.list, "-"+name+"="+value)
		}
	}
	out, err := g.output("env", "-json", "GOMOD", "GOWORK", "GOROOT", "GOVERSION", "GOMODCACHE", "GOOS", "GOARCH", "GOFLAGS", "CGO_ENABLED", "CC")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(out, &g.env); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	if work := g.env["GOWORK"]; work != "off" {
		g.work = work
	}
	if mod := g.env["GOMOD"]; mod == "" || mod == os.DevNull {
		if g.work == "" {
			return nil, errors.New("not in a module: there is no go.mod here or above")
		}
		if err := g.findModules(); err != nil {
			return nil, err
		}
	}
	g.root = filepath.Dir(g.env["GOMOD"])
	return g, nil
}

// findModules takes the modules of the packages that are named, in a workspace outside of its modules. Regions are named after
// the first one.
func (g *goCommand) findModules() error {
	type found struct {
		Module *struct {
			Path, GoMod string
			Main        bool
		}
	}
	list, err := listed[found](g, append([]string{"-find", "-json=Module", "--"}, g.packagesHere()...)...)
	if err != nil {
		return err
	}
	first := ""
	for _, p := range list {
		switch m := p.Module; {
		case m == nil || !m.Main:
		case first == "":
			first, g.env["GOMOD"] = m.Path, m.GoMod
		case m.Path != first && !slices.Contains(g.beside, m.Path):
			g.beside = append(g.beside, m.Path)
		}
	}
	if first == "" {
		return cli.Usagef("no package that is named is of a module of %s", g.work)
	}
	return nil
}

// flagged says where a flag stands among the arguments, how many of them it is, and its value.
func (g *goCommand) flagged(name string) (at, n int, value string) {
	flags := g.flags()
	for i, a := range flags {
		text := strings.TrimPrefix(strings.TrimPrefix(a, "-"), "-")
		if text == a {
			continue
		}
		if text == name && i+1 < len(flags) {
			return i, 2, flags[i+1]
		}
		if v, ok := strings.CutPrefix(text, name+"="); ok {
			return i, 1, v
		}
	}
	return 0, 0, ""
}

// switched reports whether one of these flags is present, and not false.
func (g *goCommand) switched(names ...string) bool {
	return slices.ContainsFunc(g.flags(), func(a string) bool { return switches(a, names) })
}

func switches(flag string, names []string) bool {
	name, value, given := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(flag, "-"), "-"), "=")
	if on, err := strconv.ParseBool(value); given && err == nil && !on {
		return false
	}
	return strings.HasPrefix(flag, "-") && slices.Contains(names, name)
}

func (g *goCommand) find(name string) (string, bool) {
	_, n, value := g.flagged(name)
	return value, n > 0
}

// take is find, and removes the flag.
func (g *goCommand) take(name string) (string, bool) {
	at, n, value := g.flagged(name)
	g.arguments = slices.Delete(g.arguments, at, at+n)
	return value, n > 0
}

// takeOverlay makes the user's overlay part of ours: the go command takes only one.
func (g *goCommand) takeOverlay() error {
	name, ok := g.take("overlay")
	if !ok {
		return nil
	}
	text, err := os.ReadFile(g.absolute(name))
	if err != nil {
		return cli.Usagef("overlay: %w", err)
	}
	var overlay struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &overlay); err != nil {
		return cli.Usagef("overlay %s: %w", name, err)
	}
	for from, to := range overlay.Replace {
		if to != "" {
			to = g.absolute(to)
		}
		g.overlaid[g.absolute(from)] = to
	}
	return nil
}

// absolute returns a path as the go command understands it.
func (g *goCommand) absolute(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	folder, err := filepath.Abs(g.folder)
	if err != nil {
		return name
	}
	return filepath.Join(folder, name)
}

// read returns the text of a file as the go command sees it.
func (g *goCommand) read(name string) ([]byte, error) {
	if to, ok := g.overlaid[name]; ok {
		if to == "" {
			return nil, os.ErrNotExist
		}
		name = to
	}
	return os.ReadFile(name)
}

// given returns the value of a flag, on the command line or in GOFLAGS.
func (g *goCommand) given(name string) (value string) {
	if value, ok := g.find(name); ok {
		return value
	}
	for _, f := range strings.Fields(g.env["GOFLAGS"]) {
		if v, found := strings.CutPrefix(strings.TrimPrefix(strings.TrimPrefix(f, "-"), "-"), name+"="); found {
			value = v
		}
	}
	return value
}

// tags returns the build tags that are given.
func (g *goCommand) tags() []string { return listOf(g.given("tags")) }

// listOf are the words of a list with commas or spaces.
func listOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

// addTag adds a build tag to those that are given.
func (g *goCommand) addTag(tag string) {
	list := g.tags()
	if !slices.Contains(list, tag) {
		list = append(list, tag)
	}
	g.take("tags")
	flag := "-tags=" + strings.Join(list, ",")
	g.arguments = append([]string{flag}, g.arguments...)
	g.list = append(slices.DeleteFunc(g.list, func(f string) bool { return strings.HasPrefix(f, "-tags=") }), flag)
}

// output returns what the go command prints.
func (g *goCommand) output(arguments ...string) ([]byte, error) {
	var out, problems bytes.Buffer
	c := exec.Command("go", arguments...)
	c.Dir, c.Stdout, c.Stderr = g.folder, &out, &problems
	if len(g.environment) > 0 {
		c.Env = append(os.Environ(), g.environment...)
	}
	if err := c.Run(); err != nil {
		text := strings.TrimSpace(problems.String())
		if text == "" {
			return nil, fmt.Errorf("go %s: %w", arguments[0], err)
		}
		return nil, fmt.Errorf("go %s: %s", arguments[0], text)
	}
	return out.Bytes(), nil
}

// listed returns what go list -json prints, one value after the other.
func listed[T any](g *goCommand, arguments ...string) ([]T, error) {
	out, err := g.output(append(append([]string{"list"}, g.list...), arguments...)...)
	if err != nil {
		return nil, err
	}
	var list []T
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var one T
		if err := d.Decode(&one); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		list = append(list, one)
	}
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
