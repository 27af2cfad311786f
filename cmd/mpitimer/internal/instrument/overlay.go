package instrument

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/rewrite"
)

// overlay is a directory of the cache with the texts that replace the user's files, and the list of them for
// the go command. Its name is computed from all that it is made of, and from its contents.
type overlay struct {
	file string
	plan string // for covered packages
	made *made
}

// made is what the directory says about itself.
type made struct {
	Chosen, Functions, Packages int
	Problems                    []string
	Cgo                         []string // packages with a file that is left alone
}

// makeOverlay makes the overlay, unless it is there from an earlier build of the same sources.
func (o *options) makeOverlay(g *goCommand, s *sources, t *timers, leaveOut map[string]string) (*overlay, error) {
	if err := o.linkCached(s.modules); err != nil {
		return nil, err
	}
	name := "overlay-" + o.key(g, s, t, leaveOut)
	if folder, found := o.cache.Find(name); found {
		if text, err := os.ReadFile(filepath.Join(folder, "made.json")); err == nil {
			v := overlayIn(folder)
			if err := json.Unmarshal(text, &v.made); err == nil {
				return v, nil
			}
		}
	}
	result, err := rewrite.Rewrite(s.packages, o.rules(s, leaveOut))
	if err != nil {
		return nil, err
	}
	made, folder := summary(result), o.cache.Blank(name)
	files := make(map[string][]byte)
	replace := make(map[string]string)
	for from, to := range g.overlaid {
		replace[from] = to
	}
	put := func(name string, text []byte) {
		sum := sha256.Sum256(text)
		short := filepath.Join("files", hex.EncodeToString(sum[:10])+"-"+filepath.Base(name))
		files[short] = text
		replace[s.seen(name)] = filepath.Join(folder, short)
	}
	for name, text := range result.Files {
		put(name, named(name, text))
	}
	o.putEntries(s, put)
	if err := g.putModules(s, t, put); err != nil {
		return nil, err
	}
	covered, err := json.Marshal(coverPlan(g, s, t, result, replace))
	if err != nil {
		return nil, err
	}
	list, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return nil, err
	}
	said, err := json.Marshal(made)
	if err != nil {
		return nil, err
	}
	files["overlay.json"], files["made.json"], files[planFile] = list, said, covered
	if folder, _, err = o.cache.Keep(name, files); err != nil {
		return nil, fmt.Errorf("the overlay: %w", err)
	}
	v := overlayIn(folder)
	v.made = made
	return v, nil
}

func overlayIn(folder string) *overlay {
	return &overlay{file: filepath.Join(folder, "overlay.json"), plan: filepath.Join(folder, planFile)}
}

// named returns a text with a directive that names its origin, for the compiler's messages. The directive is
// before the package clause, on its line, since build constraints must have lines of their own.
func named(name string, text []byte) []byte {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "", text, parser.PackageClauseOnly)
	if err != nil || strings.ContainsAny(name, "*\n\r") {
		return text
	}
	at := set.PositionFor(f.Package, false)
	if at.Column != 1 {
		return text
	}
	return slices.Concat(text[:at.Offset], fmt.Appendf(nil, "/*line %s:%d:1*/", name, at.Line), text[at.Offset:])
}

// key identifies what an overlay is made of: this program, the options, and every file that was read.
func (o *options) key(g *goCommand, s *sources, t *timers, leaveOut map[string]string) string {
	h := sha256.New()
	fmt.Fprintln(h, ownIdentity(), g.root, g.work, g.env["GOFLAGS"], g.list, t.folder, t.vendored, s.starts)
	fmt.Fprintln(h, o.verb == "test", o.only, o.skip, o.cost, o.generated, o.mpi, o.lifecycle, o.modules, leaveOut, o.shares, o.counted, o.trial, o.sampling) // maps are printed in order
	fmt.Fprintln(h, g.overlaid, s.mains, s.tests, s.modules)
	for _, p := range s.packages {
		for _, f := range p.Files {
			fmt.Fprintf(h, "%q %d\n", f.Path, len(f.Text))
			h.Write(f.Text)
		}
	}
	for _, name := range []string{g.env["GOMOD"], g.work, filepath.Join(g.root, "vendor", "modules.txt")} {
		text, _ := g.read(name) // none is as good a content as any
		fmt.Fprintf(h, "%q %d\n", name, len(text))
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil))[:20]
}

// ownIdentity is another for each build of this program.
func ownIdentity() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(name)
	if err != nil {
		return name
	}
	return fmt.Sprint(name, info.Size(), info.ModTime().UnixNano())
}

func summary(result *rewrite.Result) *made {
	m := &made{Functions: len(result.Functions)}
	packages := make(map[string]bool)
	for i := range result.Functions {
		if f := &result.Functions[i]; f.Chosen {
			m.Chosen++
			packages[f.Package] = true
		}
	}
	m.Packages = len(packages)
	for _, p := range result.Problems {
		m.Problems = append(m.Problems, p.String())
	}
	return m
}

// tell prints what could not be done, and everything else if requested.
func (v *overlay) tell(w io.Writer, all bool) {
	for _, p := range v.made.Problems {
		fmt.Fprintln(w, "mpitimer:", p)
	}
	if all {
		fmt.Fprintf(w, "mpitimer: %d of %d functions instrumented, in %d packages; overlay %s\n", v.made.Chosen, v.made.Functions, v.made.Packages, v.file)
	}
}

// putEntries adds the files that make a program record its MPI calls, and start the timers in its tests.
func (o *options) putEntries(s *sources, put func(string, []byte)) {
	if o.mpi {
		for _, m := range s.mains {
			put(filepath.Join(m.folder, "mpitimer_mpi.go"), []byte("package main\n\nimport _ \""+wrapperPackage+"\"\n"))
		}
	}
	if o.trial != nil && o.verb != "test" {
		for _, m := range s.mains {
			put(filepath.Join(m.folder, "mpitimer_trial.go"), o.trial.source("main", false))
		}
	}
	if o.sampling.on {
		for _, m := range s.mains {
			put(filepath.Join(m.folder, "mpitimer_sample.go"), o.sampling.source("main"))
		}
	}
	if o.verb != "test" || !o.lifecycle {
		return
	}
	for _, t := range s.tests {
		switch {
		case o.trial != nil:
			put(filepath.Join(t.folder, "mpitimer_trial_test.go"), o.trial.source(t.name, true))
		case o.sampling.on && t.name != "main":
			put(filepath.Join(t.folder, "mpitimer_sample_test.go"), o.sampling.source(t.name))
		}
		if t.main != "" {
			put(t.main, named(t.main, t.mainText))
			continue
		}
		var text bytes.Buffer
		fmt.Fprintf(&text, "package %s\n\nimport (\n\tmpitimer_os \"os\"\n\tmpitimer_testing \"testing\"\n\n\tmpitimer_auto %q\n", t.name, hookPackage)
		if o.mpi {
			fmt.Fprintf(&text, "\t_ %q\n", wrapperPackage)
		}
		text.WriteString(")\n\nfunc TestMain(m *mpitimer_testing.M) {\n\tend := mpitimer_auto.Tests()\n\tcode := m.Run()\n\tend()\n\tmpitimer_os.Exit(code)\n}\n")
		put(filepath.Join(t.folder, "mpitimer_main_test.go"), text.Bytes())
	}
}

// putModules makes the go command find the copy of the timers, and modules of the module cache under other names.
func (g *goCommand) putModules(s *sources, t *timers, put func(string, []byte)) error {
	name := g.env["GOMOD"]
	if g.work != "" {
		name = g.work
	}
	before, err := g.read(name)
	if err != nil {
		return err
	}
	text := before
	switch {
	case t.folder == "":
	case g.work != "":
		text = fmt.Appendf(bytes.Clone(text), "\nuse %q\n", t.folder)
	default:
		text = g.withCopy(text, t, put)
	}
	if text = s.linked(text); !bytes.Equal(text, before) {
		put(name, text)
	}
	return nil
}

// withCopy returns a go.mod with the copy of the timers.
func (g *goCommand) withCopy(text []byte, t *timers, put func(string, []byte)) []byte {
	if len(t.vendored) > 0 {
		text = withoutReplacements(text)
	}
	text = fmt.Appendf(bytes.Clone(text), "\n\nrequire %s %s\n\nreplace %s => %q\n", timersModule, copyVersion, timersModule, t.folder)
	for _, m := range t.vendored {
		// The go command reads vendor/modules.txt past every overlay, and would miss the copy there. So the
		// vendored modules are made ones that stand in for the real ones.
		folder := filepath.Join(g.root, "vendor", filepath.FromSlash(m.path))
		if !m.explicit {
			text = fmt.Appendf(text, "\nrequire %s %s // indirect\n", m.path, m.version)
		}
		text = fmt.Appendf(text, "\nreplace %s => %q\n", m.path, folder)
		put(filepath.Join(folder, "go.mod"), fmt.Appendf(nil, "module %s\n\ngo %s\n", m.path, m.language))
	}
	return text
}
