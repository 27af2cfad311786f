package main

import (
	"os"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat/check"
)

func TestMinimalWritesItsTimers(t *testing.T) {
	t.Chdir(t.TempDir())
	main()
	text, err := os.ReadFile("timing.summary")
	if err != nil {
		t.Fatal(err)
	}
	if err := check.Global(text); err != nil {
		t.Errorf("timing.summary: %v", err)
	}
	rank, err := os.ReadFile("timing.0")
	if err == nil {
		err = check.Rank(rank)
	}
	if err != nil {
		t.Errorf("timing.0: %v", err)
	}
	for _, name := range []string{`"Total"`, `"step"`} {
		if !strings.Contains(string(text), name) {
			t.Errorf("no %s in\n%s", name, text)
		}
	}
}
