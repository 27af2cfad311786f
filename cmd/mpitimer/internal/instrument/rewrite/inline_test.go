package rewrite

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// listed asks the go command for packages.
func listed(t *testing.T, paths ...string) (list []Package) {
	t.Helper()
	out := mustRun(t, "", append([]string{"go", "list", "-json=ImportPath,Name,Dir,GoFiles"}, paths...)...)
	d := json.NewDecoder(strings.NewReader(out))
	for {
		var one struct {
			ImportPath, Name, Dir string
			GoFiles               []string
		}
		err := d.Decode(&one)
		if errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		p := Package{ImportPath: one.ImportPath, Name: one.Name}
		for _, name := range one.GoFiles {
			path := filepath.Join(one.Dir, name)
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			p.Files = append(p.Files, File{Path: path, Text: text})
		}
		list = append(list, p)
	}
}

var (
	inlinable = regexp.MustCompile(`^(\S+):(\d+):\d+: can inline (\S+) with cost (\d+) `)
	inlining  = regexp.MustCompile(`^(\S+):\d+:\d+: inlining call to (\S+)$`)
)

// What the compiler inlines is not chosen, however low the threshold, unless it costs much by its loops.
func TestInlinedFunctionsAreNotChosen(t *testing.T) {
	paths := []string{"encoding/json", "text/template/parse", "compress/flate", "go/printer", "container/list", "sort", "bufio"}
	if !testing.Short() {
		paths = append(paths, "go/types", "math/big", "net/http", "image/jpeg", "regexp/syntax")
	}
	if testing.Short() {
		t.Log("without github.com/klauspost/compress")
	} else if out, _, status := run(t, "", nil, "go", "list", "-f", "{{.Dir}}", "github.com/klauspost/compress/zstd"); status == 0 {
		paths = append(paths, "github.com/klauspost/compress/zstd", "github.com/klauspost/compress/huff0", "github.com/klauspost/compress/fse")
	} else {
		t.Logf("without github.com/klauspost/compress, which the module cache lacks: %s", out)
	}
	r := rewritten(t, listed(t, paths...), Options{Threshold: 1e-6, Generated: true})
	_, report, _ := run(t, "", nil, append([]string{"go", "build", "-gcflags=-m=2"}, paths...)...)
	cost, inlined := make(map[string]int), make(map[string]bool)
	for line := range strings.Lines(report) {
		if strings.Contains(line, " can inline ") {
			m := inlinable.FindStringSubmatch(line)
			if m != nil && !strings.Contains(m[3], ".gowrap") && !strings.Contains(m[3], ".deferwrap") {
				cost[fmt.Sprint(filepath.Base(m[1]), ":", m[2], " ", m[3])], _ = strconv.Atoi(m[4])
			}
		} else if strings.Contains(line, " inlining call to ") {
			if m := inlining.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
				inlined[filepath.Base(filepath.Dir(m[1]))+"."+m[2]] = true
			}
		}
	}
	if len(cost) < 300 || len(inlined) < 100 {
		t.Fatalf("the compiler tells of %d functions that it can inline, and of %d that it does", len(cost), len(inlined))
	}
	chosen, dear := 0, 0
	for _, f := range r.Functions {
		name := f.Name
		if f.Receiver != "" {
			name = f.Receiver + "." + f.Name
			if f.Receiver[0] == '*' {
				name = "(" + f.Receiver + ")." + f.Name
			}
		}
		can, known := cost[fmt.Sprint(filepath.Base(f.File), ":", f.Line, " ", name)]
		if known && f.Estimate.Nodes > can+inlineMargin {
			t.Errorf("%s:%d: %s has %d nodes, we say at least %d", f.File, f.Line, f.Region, can, f.Estimate.Nodes)
		}
		if !f.Chosen {
			continue
		}
		chosen++
		if f.Estimate.Total >= inlineWorth*DefaultThreshold {
			dear++
			continue
		}
		if known && can <= inlineBudget || inlined[filepath.Base(filepath.Dir(f.File))+"."+name] {
			t.Errorf("%s:%d: %s is chosen with at least %d nodes; the compiler inlines it, of %d", f.File, f.Line, f.Region, f.Estimate.Nodes, can)
		}
	}
	t.Logf("%d chosen of %d, %d of them dear; %d could be inlined", chosen, len(r.Functions), dear, len(cost))
	if least := len(paths) * 10; chosen < least {
		t.Errorf("only %d functions are chosen", chosen)
	}
}
