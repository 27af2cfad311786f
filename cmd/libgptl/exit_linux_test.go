//go:build cgo

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const ends = `#include "gptl.h"
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
	GPTLinitialize();
	GPTLstart("a");
	GPTLstop("a");
	if (atoi(argv[1])) GPTLpr(0);
	switch (atoi(argv[2])) {
	case 1: exit(0);
	case 2: _exit(0);
	case 3: GPTLfinalize();
	}
	return 0;
}
`

// compiled is a program in C that is linked with the library.
func compiled(t *testing.T, source string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles everything for a shared library")
	}
	folder := t.TempDir()
	program := filepath.Join(folder, "program")
	if err := os.WriteFile(program+".c", []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{
		{"go", "build", "-buildmode=c-shared", "-o", filepath.Join(folder, "libgptl.so"), "."},
		{"cc", "-I../../mpitimer/cgptl", "-o", program, program + ".c", "-L" + folder, "-lgptl", "-Wl,-rpath," + folder},
	} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); errors.Is(err, exec.ErrNotFound) {
			t.Skip(err)
		} else if err != nil {
			t.Fatalf("%v: %v\n%s", command, err, out)
		}
	}
	return program
}

// A program in C that returns from main without GPTLfinalize has not died, as one that leaves without its exit handlers has:
// it leaves no tables, and writes what it would have written with GPTL.
func TestExitWithoutFinalize(t *testing.T) {
	program := compiled(t, ends)
	for _, printed := range []int{0, 1} {
		for end, left := range []int{0, 0, 1, 0} {
			c := exec.Command(program, fmt.Sprint(printed), fmt.Sprint(end))
			c.Dir = t.TempDir()
			c.Env = append(os.Environ(), "MPITIMER_TABLES="+filepath.Join(c.Dir, "tables"))
			out, err := c.CombinedOutput()
			tables, wrong := filepath.Glob(filepath.Join(c.Dir, "tables", "*"))
			if err = errors.Join(err, wrong); err != nil || len(tables) != left || len(out) > 0 {
				t.Errorf("end %d: left %q, %v\n%s", end, tables, err, out)
			}
			if files, err := filepath.Glob(filepath.Join(c.Dir, "*")); err != nil || len(files) != printed+1 {
				t.Errorf("end %d, printed %d: %q, %v", end, printed, files, err)
			}
		}
	}
}
