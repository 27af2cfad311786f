//go:build unix && !(mpi && cgo)

package mpitimer

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// childProgram is set in processes that a test has started of itself.
const childProgram = "TIMERS_TEST_FOLDER"

// asChild returns the command that runs a program in a process of its own: this test, started once more.
// The process ends with status 1, and says why in the file problem of its directory, if the program fails.
func asChild(t *testing.T, program func(folder string) error) (c *exec.Cmd, folder string) {
	t.Helper()
	if folder := os.Getenv(childProgram); folder != "" {
		if err := program(folder); err != nil {
			_ = os.WriteFile(filepath.Join(folder, "problem"), []byte(err.Error()), 0o666)
			syscall.Exit(1)
		}
		syscall.Exit(0) // not os.Exit, which tests may not call: the tests would print something
	}
	folder = t.TempDir()
	c = exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+strings.ReplaceAll(t.Name(), "/", "$/^")+"$")
	c.Env = append(os.Environ(), childProgram+"="+folder, "TMPDIR="+folder)
	c.WaitDelay = time.Minute
	return c, folder
}

// unread is a pipe whose reader is gone.
func unread(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

// A log that nobody reads any more ends no program, wherever the log goes.
func TestLogNobodyReads(t *testing.T) {
	for name, options := range map[string][]Option{
		"default": nil, "stderr": {WithLog(os.Stderr)}, "stdout": {WithLog(os.Stdout)},
	} {
		t.Run(name, func(t *testing.T) {
			c, folder := asChild(t, func(folder string) error {
				return withUnreadLog(append(options, WithConfigFunc(func(c *Config) { c.Output.Directory = folder })))
			})
			c.Stdout, c.Stderr = unread(t), unread(t)
			if err := c.Run(); err != nil {
				why, _ := os.ReadFile(filepath.Join(folder, "problem"))
				t.Errorf("the program ends with %v: %s", err, why)
			}
			for _, file := range []string{"timing.summary", "timing.0", "timing.mptsum"} {
				if text, err := os.ReadFile(filepath.Join(folder, file)); err != nil || !bytes.Contains(text, []byte("work")) {
					t.Errorf("%s: %v, %d bytes", file, err, len(text))
				}
			}
		})
	}
}

func withUnreadLog(options []Option) error {
	if err := Initialize(options...); err != nil {
		return err
	}
	Start("work").Stop()
	if err := Print(); !errors.Is(err, syscall.EPIPE) {
		return fmt.Errorf("Print() = %w, want %w", err, syscall.EPIPE)
	}
	if err := Finalize(); !errors.Is(err, syscall.EPIPE) {
		return fmt.Errorf("Finalize() = %w, want %w", err, syscall.EPIPE)
	}
	return nil
}

// Standard output is the program's: without WithLog nothing of the timers stands there.
func TestLogStandardError(t *testing.T) {
	c, folder := asChild(t, func(folder string) error {
		if err := Initialize(WithConfigFunc(func(c *Config) { c.Output.Directory = folder })); err != nil {
			return err
		}
		Start("work").Stop()
		return errors.Join(Print(), Finalize())
	})
	var out, log strings.Builder
	c.Stdout, c.Stderr = &out, &log
	if err := c.Run(); err != nil {
		why, _ := os.ReadFile(filepath.Join(folder, "problem"))
		t.Errorf("the program ends with %v: %s", err, why)
	}
	if out.Len() > 0 || strings.Count(log.String(), " work ") != 2 {
		t.Errorf("standard output:\n%s\nstandard error:\n%s", &out, &log)
	}
}
