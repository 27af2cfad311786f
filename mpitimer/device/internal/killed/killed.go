//go:build linux && (amd64 || arm64)

// Package killed kills programs in tests, and reads what they leave.
package killed

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// Profile starts a program of one rank, kills it when it has written "ready", and returns what its table has, and all that it
// wrote. Tables is the directory in which it keeps that of each run.
func Profile(t testing.TB, program *exec.Cmd, tables string) (p *stats.Profile, said string) {
	t.Helper()
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	for buffer := make([]byte, 4096); !strings.Contains(said, "ready"); {
		n, err := out.Read(buffer)
		said += string(buffer[:n])
		if err != nil {
			_ = program.Wait()
			t.Fatalf("the program has ended: %v\n%s", err, said)
		}
	}
	_ = program.Process.Kill()
	_ = program.Wait()
	files, _ := filepath.Glob(filepath.Join(tables, "*", "*"+ranktable.Extension))
	if len(files) != 1 {
		t.Fatalf("tables %v", files)
	}
	table, err := ranktable.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	look, err := table.Look()
	if look == nil {
		t.Fatal(err)
	}
	return look.Profile, said
}
