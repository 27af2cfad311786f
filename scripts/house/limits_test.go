package house

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// limitsFile has every limit of the house and of make bench.
const limitsFile = "scripts/limits.txt"

// limit is what a figure may be: at most, or at least, most; and where it stands meanwhile, if that is given.
type limit struct {
	relation string
	most     float64
	today    float64
	given    bool
}

var limitLine = regexp.MustCompile(`^(\S+) (<=|>=)([0-9.]+)(?: \[([0-9.]+)\])?$`)

func parseLimits(text string) (map[string]limit, error) {
	limits := map[string]limit{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		m := limitLine.FindStringSubmatch(line)
		if m == nil {
			return nil, fmt.Errorf("%s: %q: expected NAME <=LIMIT", limitsFile, line)
		}
		l := limit{relation: m[2], given: m[4] != ""}
		l.most, _ = strconv.ParseFloat(m[3], 64)
		l.today, _ = strconv.ParseFloat(m[4], 64)
		if _, twice := limits[m[1]]; twice {
			return nil, fmt.Errorf("%s: %s stands there twice", limitsFile, m[1])
		}
		limits[m[1]] = l
	}
	return limits, nil
}

// may is what the figure may be now.
func (l limit) may() float64 {
	if l.given {
		return l.today
	}
	return l.most
}

// looser reports whether a value is a weaker limit than another.
func (l limit) looser(value, than float64) bool {
	if l.relation == ">=" {
		return value < than
	}
	return value > than
}

// loosened lists the limits of an earlier version that are weaker now, or are gone.
func loosened(before, now map[string]limit) (list []string) {
	for _, name := range slices.Sorted(maps.Keys(before)) {
		old, is := before[name], now[name]
		switch {
		case is.relation != old.relation:
			list = append(list, fmt.Sprintf("%s was %s%g and is gone", name, old.relation, old.most))
		case old.looser(is.most, old.most):
			list = append(list, fmt.Sprintf("%s was %s%g and is %g", name, old.relation, old.most, is.most))
		case old.looser(is.may(), old.may()):
			list = append(list, fmt.Sprintf("%s stood at %g and may be %g now: move something out in the same change", name, old.may(), is.may()))
		}
	}
	return list
}

// earlierLimits are the versions of the limits that the repository in a directory knows: of the main branch, and of all
// commits before this one.
func earlierLimits(dir string) (versions []string) {
	git := func(args ...string) string {
		out, _ := exec.Command("git", append([]string{"-C", dir}, args...)...).Output() // where there is no git there are no versions
		return string(out)
	}
	commits := strings.Fields(git("log", "--format=%H", "HEAD", "--", limitsFile))
	for _, commit := range append(commits, "origin/main", "main") {
		if text := git("show", commit+":"+limitsFile); text != "" {
			versions = append(versions, text)
		}
	}
	return versions
}

var readLimits = sync.OnceValues(func() (map[string]limit, error) {
	text, err := os.ReadFile(filepath.Join(root, limitsFile))
	if err != nil {
		return nil, err
	}
	return parseLimits(string(text))
})

func theLimits(t *testing.T) map[string]limit {
	t.Helper()
	limits, err := readLimits()
	if err != nil {
		t.Fatal(err)
	}
	return limits
}

// A change that needs more moves something out: no limit is ever raised.
func TestLimitsOnlyFall(t *testing.T) {
	for _, raised := range raisedIn(t, root) {
		t.Error(raised)
	}
}

func raisedIn(t *testing.T, dir string) (list []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, limitsFile))
	if err != nil {
		t.Fatal(err)
	}
	now, err := parseLimits(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range earlierLimits(dir) {
		before, err := parseLimits(version)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, loosened(before, now)...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// A raised limit is found whether it is committed or not, and one that is gone.
func TestRaisedLimitIsFound(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Join(dir, "scripts"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, limitsFile), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@x.x"}, args...)...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Skipf("no git here: %v %s", err, out)
		}
	}
	commit := func() {
		t.Helper()
		git("add", ".")
		git("commit", "-q", "-m", "x")
	}
	git("init", "-q", "-b", "main")
	write("house/a <=25 [30]\nspeed/b >=500\nhouse/c <=3\n")
	commit()
	write("# tighter\nhouse/a <=25 [28]\nspeed/b >=600\nhouse/c <=3\nhouse/d <=1\n")
	if raised := raisedIn(t, dir); raised != nil {
		t.Errorf("tighter limits: %q", raised)
	}
	commit()
	for text, want := range map[string]string{
		"house/a <=25 [29]\nspeed/b >=600\nhouse/c <=3\nhouse/d <=1\n": "house/a stood at 28 and may be 29",
		"house/a <=26 [28]\nspeed/b >=600\nhouse/c <=3\nhouse/d <=1\n": "house/a was <=25 and is 26",
		"house/a <=25\nspeed/b >=599\nhouse/c <=3\nhouse/d <=1\n":      "speed/b was >=600 and is 599",
		"house/a <=25\nspeed/b >=600\nhouse/d <=1\n":                   "house/c was <=3 and is gone",
		"house/a <=25\nspeed/b >=600\nhouse/c >=3\nhouse/d <=1\n":      "house/c was <=3 and is gone",
		"house/a <=25\nspeed/b >=600\nhouse/c <=3 [4]\nhouse/d <=1\n":  "house/c stood at 3 and may be 4",
	} {
		write(text)
		if raised := strings.Join(raisedIn(t, dir), "\n"); !strings.Contains(raised, want) {
			t.Errorf("%q: %q, want %q", text, raised, want)
		}
		commit()
		if raised := strings.Join(raisedIn(t, dir), "\n"); !strings.Contains(raised, want) {
			t.Errorf("%q, committed: %q, want %q", text, raised, want)
		}
		git("reset", "-q", "--hard", "HEAD~1")
	}
}

var (
	// printedLimit is where a program prints a figure with its limit, both of them literal.
	printedLimit = regexp.MustCompile(`\bfigure ([a-z0-9-]+/[A-Za-z0-9_-]+) [^\n]*?limit (<=|>=)([0-9.]+)`)
	// tableLimit is a row of the table that make bench leaves in the documents.
	tableLimit = regexp.MustCompile(`(?m)^([a-z0-9-]+/\S+) +\S+ +\S+ +(<=|>=) +([0-9.]+) `)
)

// What programs print as the limit of a figure, and what make bench has left in the documents, is what the limits' file says.
func TestFiguresHaveTheirLimits(t *testing.T) {
	limits, found := theLimits(t), 0
	check := func(file, text string, pattern *regexp.Regexp) {
		for _, m := range pattern.FindAllStringSubmatch(text, -1) {
			found++
			most, _ := strconv.ParseFloat(m[3], 64)
			if is, known := limits[m[1]]; !known || is.relation != m[2] || is.most != most {
				t.Errorf("%s: the limit of %s is %s%s, and %s%g in %s", file, m[1], m[2], m[3], is.relation, is.most, limitsFile)
			}
		}
	}
	for _, f := range sources(t) {
		if !strings.HasSuffix(f.name, "_test.go") || within(f.name, "stats") || within(f.name, "examples") {
			check(f.name, f.code, printedLimit)
		}
	}
	for _, page := range []string{"README.md", "docs/performance.md"} {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			t.Fatal(err)
		}
		check(page, string(text), tableLimit)
	}
	if found < 150 {
		t.Errorf("only %d figures with limits were found", found)
	}
}
