package rewrite

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestGolden rewrites the packages in testdata/golden. Each file begins with lines "option: value", then come
// the source files, each behind a line "-- directory/name.go --"; a directory is a package.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.txt")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			packages, o := readGolden(t, string(text))
			r := rewritten(t, packages, o)
			for _, p := range packages {
				for _, f := range p.Files {
					if got := r.Files[f.Path]; got != nil {
						check(t, f.Text, got)
					}
				}
			}
			compare(t, strings.TrimSuffix(file, ".txt")+".golden", []byte(showResult(t, packages, r)))
		})
	}
}

func readGolden(t *testing.T, text string) (packages []Package, o Options) {
	t.Helper()
	sections := strings.Split("\n"+text, "\n-- ")
	o = Options{Module: "example.com/m", LeaveOut: map[string]string{}}
	for line := range strings.Lines(sections[0]) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "only":
			o.Only = append(o.Only, pattern(t, value))
		case "skip":
			o.Skip = append(o.Skip, pattern(t, value))
		case "main":
			o.Main = true
		case "generated":
			o.Generated = true
		case "leave out":
			o.LeaveOut[value] = "an earlier profile says so"
		case "profile": // a function's share in percent
			if o.Profile == nil {
				o.Profile, o.Counted = make(map[string]float64), true
			}
			name, share, _ := strings.Cut(value, " ")
			percent, err := strconv.ParseFloat(share, 64)
			if err != nil {
				t.Fatal(err)
			}
			o.Profile[name] = percent / 100
		case "threshold":
			o.Threshold, _ = strconv.ParseFloat(value, 64)
		}
	}
	for _, section := range sections[1:] {
		name, body, _ := strings.Cut(section, " --\n")
		dir := path.Dir(name)
		i := slices.IndexFunc(packages, func(p Package) bool { return p.ImportPath == path.Join(o.Module, dir) })
		if i < 0 {
			_, clause, _ := strings.Cut("\n"+body, "\npackage ")
			p, _, _ := strings.Cut(clause, "\n")
			packages = append(packages, Package{ImportPath: path.Join(o.Module, dir), Name: p})
			i = len(packages) - 1
		}
		f := File{Path: name, Text: []byte(body + "\n"), Test: strings.HasSuffix(name, "_test.go")}
		packages[i].Files = append(packages[i].Files, f)
	}
	return packages, o
}

func showResult(t *testing.T, packages []Package, r *Result) string {
	t.Helper()
	var b strings.Builder
	for _, p := range packages {
		for _, f := range p.Files {
			if text, changed := r.Files[f.Path]; changed {
				fmt.Fprintf(&b, "-- %s --\n%s", f.Path, text)
			}
		}
	}
	b.WriteString("-- functions --\n")
	for _, f := range r.Functions {
		chosen := "-"
		if f.Chosen {
			chosen = "+"
		}
		fmt.Fprintf(&b, "%s %s:%d %s: %s\n", chosen, f.File, f.Line, f.Region, f.Why)
	}
	b.WriteString("-- problems --\n")
	for _, p := range r.Problems {
		fmt.Fprintln(&b, p)
	}
	if len(r.Functions) > 3 {
		return b.String()
	}
	b.WriteString("-- explained --\n")
	for _, f := range r.Functions {
		if err := Explain(&b, f); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}
