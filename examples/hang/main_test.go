package main

import (
	"os"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

func TestDoesNotHangInNoStep(t *testing.T) {
	t.Chdir(t.TempDir())
	err := local.Run(2, func(comm machenv.Communicator) error { return run(comm, 2, 0) })
	if err != nil {
		t.Fatal(err)
	}
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
	for _, name := range []string{`"solve"`, `"exchange"`} {
		if !strings.Contains(string(text), name) {
			t.Errorf("no %s in\n%s", name, text)
		}
	}
}
