package instrument

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/atomicfile"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// The tests of each package leave what they measured in a directory, since the go command prints nothing of tests that pass,
// and runs several at a time. When it is done, the trees are printed: one of each package, and one of all.
const (
	treesVariable = "MPITIMER_TEST_TREES" // as package auto has them
	treeExtension = ".mptprof"
	hintExtension = ".txt"
)

// trees is where the tests of a call of the go command leave what they measured; nil without tests that run.
type trees struct {
	folder string
	before map[string]time.Time // files that earlier calls have left
}

// treesFor makes the directory for a call of go test. It is the same for the same flags: the go command shows a result again
// that it has cached, and so does mpitimer.
func (o *options) treesFor(g *goCommand) (*trees, error) {
	if o.verb != "test" || o.trial != nil || !o.lifecycle || g.switched("c", "n") || reportTo() == "off" {
		return nil, nil
	}
	flags := g.arguments[:len(g.arguments):len(g.arguments)]
	for _, p := range g.packages() {
		flags = slices.DeleteFunc(slices.Clone(flags), func(a string) bool { return a == p })
	}
	folder, err := o.cache.Results(fmt.Sprintf("tests %q %q", g.root, flags))
	if err != nil {
		return nil, err
	}
	t := &trees{}
	if t.folder, err = generation(folder); err != nil {
		return nil, err
	}
	t.before, err = t.files()
	return t, err
}

// generation is a directory whose name is another one each time it has to be made. The tests look up where it is, so the go
// command does not take for theirs a result that it has cached when the trees are gone.
func generation(folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if e.IsDir() {
			return filepath.Join(folder, e.Name()), nil
		}
	}
	return os.MkdirTemp(folder, "")
}

func reportTo() string { return os.Getenv("MPITIMER_REPORT") }

// environment is that of the go command.
func (t *trees) environment() []string {
	if t == nil {
		return nil
	}
	return append(os.Environ(), treesVariable+"="+t.folder)
}

// files lists the trees that are there, by package, with the times at which they were left.
func (t *trees) files() (map[string]time.Time, error) {
	entries, err := os.ReadDir(t.folder)
	if err != nil {
		return nil, err
	}
	list := make(map[string]time.Time)
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), treeExtension)
		pkg, wrong := url.PathUnescape(name)
		info, gone := e.Info()
		if ok && wrong == nil && gone == nil {
			list[pkg] = info.ModTime()
		}
	}
	return list, nil
}

// of returns the packages whose trees are to be shown: those that ran, and where all tests have passed those whose results
// were cached.
func (t *trees) of(g *goCommand, passed bool) (ran, cached []string, err error) {
	now, err := t.files()
	if err != nil {
		return nil, nil, err
	}
	var earlier []string
	for pkg, left := range now {
		if left.Equal(t.before[pkg]) {
			earlier = append(earlier, pkg)
		} else {
			ran = append(ran, pkg)
		}
	}
	slices.Sort(ran)
	if !passed || len(earlier) == 0 {
		return ran, nil, nil
	}
	type found struct{ ImportPath string }
	list, err := listed[found](g, append([]string{"-e", "-find", "-json=ImportPath", "--"}, g.packages()...)...)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range list {
		if slices.Contains(earlier, p.ImportPath) {
			cached = append(cached, p.ImportPath)
		}
	}
	return ran, cached, nil
}

// tell prints the trees, once the go command is done.
func (t *trees) tell(c *cobra.Command, g *goCommand, passed bool) error {
	if t == nil {
		return nil
	}
	ran, cached, err := t.of(g, passed)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	var profiles []*stats.Profile
	var names []string
	for i, pkg := range append(ran, cached...) {
		p, hint, err := t.read(pkg)
		if errors.Is(err, fs.ErrNotExist) {
			continue // another call of mpitimer test has begun
		}
		if err != nil {
			return err
		}
		if len(p.Nodes) < 2 {
			continue // nothing of it is timed
		}
		profiles, names = append(profiles, p), append(names, pkg)
		title := "tests of " + pkg
		if i >= len(ran) {
			title += " (cached: as they ran before)"
		}
		if err := writeTree(&text, title, p); err != nil {
			return err
		}
		text.WriteString(hint)
	}
	if len(profiles) > 1 {
		if err := writeTree(&text, fmt.Sprintf("tests of %d packages, one after the other", len(profiles)), joined(names, profiles)); err != nil {
			return err
		}
	}
	if err := keepAll(names, profiles); err != nil {
		return err
	}
	out := cli.Writer(c, c.ErrOrStderr())
	if reportTo() == "stdout" {
		out = cli.Writer(c, c.OutOrStdout())
	}
	_, err = out.Write(text.Bytes())
	return err
}

// read returns what the tests of a package have left.
func (t *trees) read(pkg string) (p *stats.Profile, hint string, err error) {
	name := filepath.Join(t.folder, url.PathEscape(pkg))
	data, err := os.ReadFile(name + treeExtension)
	if err != nil {
		return nil, "", err
	}
	if p, err = stats.ReadProfile(bytes.NewReader(data)); err != nil {
		return nil, "", fmt.Errorf("%s: %w", name+treeExtension, err)
	}
	if len(p.Nodes) > 0 { // it was taken at the end, just before that was stopped
		p.Nodes[0].Measure = once(p.Nodes[0].Total)
	}
	said, _ := os.ReadFile(name + hintExtension) // there is one where something is to be said
	return p, string(said), nil
}

// writeTree writes the tree of a profile below a title.
func writeTree(w *bytes.Buffer, title string, p *stats.Profile) error {
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		return fmt.Errorf("%s: %w", title, err)
	}
	least := 0.1
	if text := os.Getenv("MPITIMER_MIN_SHARE"); text != "" {
		if least, err = strconv.ParseFloat(text, 64); err != nil {
			return fmt.Errorf("MPITIMER_MIN_SHARE: %w", err)
		}
	}
	ascii, _ := strconv.ParseBool(os.Getenv("MPITIMER_ASCII"))
	w.WriteString("\n")
	return tree.Write(w, s, tree.Options{ASCII: ascii, MinShare: least / 100, Who: title})
}

// joined is one profile of several, each below the name of its package.
func joined(names []string, profiles []*stats.Profile) *stats.Profile {
	first := profiles[0]
	all := &stats.Profile{
		Size: 1, Program: "go test", Start: first.Start, From: first.From, Clock: first.Clock, Host: first.Host,
		Environments: []stats.Environment{{Name: "default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}},
		Nodes:        []stats.Node{{Parent: -1, Name: "Total"}},
	}
	sum := int64(0)
	for k, p := range profiles {
		if len(p.Tracks) > len(all.Tracks) {
			all.Tracks = p.Tracks
		}
		base := len(all.Nodes)
		for i := range p.Nodes {
			n := p.Nodes[i]
			n.Environment, n.Values, n.LeftOut, n.Turns, n.LargestTracks = 0, nil, nil, nil, nil
			if n.Parent < 0 {
				n.Parent = 0
				if i == 0 {
					n.Name = names[k]
				}
			} else {
				n.Parent += base
			}
			all.Nodes = append(all.Nodes, n)
		}
		sum += p.Nodes[0].Total
		all.Start = min(all.Start, p.Start)
	}
	all.Nodes[0].Measure, all.To = once(sum), all.From+sum
	return all
}

// once is the measure of one call.
func once(nanos int64) stats.Measure {
	return stats.Measure{Calls: 1, Timed: 1, Total: nanos, Min: nanos, Max: nanos, Squares: stats.Square(uint64(nanos))}
}

// keepAll writes the summary of all packages, if summaries are asked for: each package has written its own.
func keepAll(names []string, profiles []*stats.Profile) error {
	if wanted, _ := strconv.ParseBool(os.Getenv("MPITIMER_SUMMARY_FILE")); !wanted || len(profiles) == 0 {
		return nil
	}
	s, err := stats.Merge([]*stats.Profile{joined(names, profiles)})
	if err != nil {
		return err
	}
	name := filepath.Join(os.Getenv("MPITIMER_DIRECTORY"), "timing.mptsum")
	return atomicfile.Write(name, func(w io.Writer) error { _, err := s.WriteTo(w); return err })
}
