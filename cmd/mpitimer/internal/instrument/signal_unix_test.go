//go:build unix

package instrument

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
)

// A signal that asks for the end goes on to the go command, whose status is that of the whole.
func TestSignalsGoOn(t *testing.T) {
	program, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	folder, path := files(t, map[string]string{"go.mod": "module example.com/x\n\ngo 1.22\n", "main.go": "package main\n\nfunc main() {}\n"}), t.TempDir()
	ready := filepath.Join(path, "ready")
	script := fmt.Sprintf(`#!/bin/sh
for a in "$@"; do
	case $a in -overlay=*)
		trap 'exit 7' TERM
		: >%q
		while :; do sleep 0.05; done
	esac
done
exec %q "$@"
`, ready, program)
	if err := os.WriteFile(filepath.Join(path, "go"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", path+string(os.PathListSeparator)+os.Getenv("PATH"))
	go func() {
		for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
			if _, err := os.Stat(ready); err == nil {
				_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
				return
			}
		}
	}()
	if _, messages, err := mpitimer(t, folder, "build", "--", "."); cli.Status(err) != 7 {
		t.Errorf("%v\n%s", err, messages)
	}
}
