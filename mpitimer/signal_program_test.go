//go:build unix && !(mpi && cgo)

package mpitimer

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// runSignals runs a program that is sent SIGUSR1, and returns what it logged.
func runSignals(t *testing.T, program func() error) (log string) {
	t.Helper()
	c, folder := asChild(t, func(string) error { return program() })
	var out strings.Builder
	c.Stderr = &out
	if err := c.Run(); err != nil {
		why, _ := os.ReadFile(filepath.Join(folder, "problem"))
		t.Errorf("the program ends with %v: %s", err, why)
	}
	return out.String()
}

func sendUSR1() error { return syscall.Kill(syscall.Getpid(), syscall.SIGUSR1) }

// expectIgnored sends the signal, and fails if it is not ignored.
func expectIgnored(when string) error {
	if err := sendUSR1(); err != nil {
		return err
	}
	if !signal.Ignored(syscall.SIGUSR1) {
		return fmt.Errorf("SIGUSR1 is not ignored %s", when)
	}
	return nil
}

// What a program ignores stays ignored, whenever it has begun to.
func TestSignalIgnored(t *testing.T) {
	for _, before := range []bool{true, false} {
		t.Run(fmt.Sprintf("before=%v", before), func(t *testing.T) {
			log := runSignals(t, func() error {
				if before {
					signal.Ignore(syscall.SIGUSR1)
				}
				if err := Initialize(WithConfig(quietConfig())); err != nil {
					return err
				}
				if !before {
					signal.Ignore(syscall.SIGUSR1)
				}
				during := expectIgnored("while timers run")
				return errors.Join(during, Finalize(), expectIgnored("after Finalize"))
			})
			if strings.Contains(log, "asked by a signal") {
				t.Errorf("the ignored signal has printed:\n%s", log)
			}
		})
	}
}

// A program's own handler goes on, while timers run and afterwards, beside that of the timers.
func TestSignalNotified(t *testing.T) {
	runSignals(t, func() error {
		own := make(chan os.Signal, 1)
		signal.Notify(own, syscall.SIGUSR1)
		heard := func(when string) error {
			if err := sendUSR1(); err != nil {
				return err
			}
			select {
			case <-own:
				return nil
			case <-time.After(time.Minute):
				return fmt.Errorf("the program does not hear SIGUSR1 %s", when)
			}
		}
		if err := Initialize(WithConfig(quietConfig())); err != nil {
			return err
		}
		during := heard("while timers run")
		return errors.Join(during, Finalize(), heard("after Finalize"))
	})
}

// A program that does nothing about the signal lives on when it comes after Finalize.
func TestSignalAfterFinalize(t *testing.T) {
	runSignals(t, func() error {
		if err := Initialize(WithConfig(quietConfig())); err != nil {
			return err
		}
		return errors.Join(Finalize(), sendUSR1(), sendUSR1())
	})
}
