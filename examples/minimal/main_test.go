package main

import (
	"os"
	"strings"
	"testing"
)

func TestMinimalWritesItsTimers(t *testing.T) {
	t.Chdir(t.TempDir())
	main()
	text, err := os.ReadFile("timing.summary")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{`"Total"`, `"step"`} {
		if !strings.Contains(string(text), name) {
			t.Errorf("no %s in\n%s", name, text)
		}
	}
}
