package house

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// vain is a step that cannot fail: its command is true, or its failure is taken away.
var vain = regexp.MustCompile(`(?m)^\s*step +("[^"]*"|\S+) +((true|:|echo)( .*)?|.*\|\| *(true|:).*)$`)

func TestStepsCanFail(t *testing.T) {
	scripts, err := filepath.Glob(root + "/scripts/*.sh")
	if err != nil || len(scripts) < 10 {
		t.Fatalf("%d scripts, %v", len(scripts), err)
	}
	for _, name := range scripts {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range vain.FindAllString(string(text), -1) {
			t.Errorf("%s: cannot fail: %s", filepath.Base(name), line)
		}
	}
}

func TestVainStepIsFound(t *testing.T) {
	for line, want := range map[string]bool{
		`		step "page in Chromium" true`:       true,
		`	step "x" go test ./... || true`:      true,
		`step x :`:                             true,
		`	step "tests" go test ./...`:          false,
		`	step "it is true" scripts/x.sh true`: false,
	} {
		if got := vain.MatchString(line); got != want {
			t.Errorf("%q: %t, want %t", line, got, want)
		}
	}
}
