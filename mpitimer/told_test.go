package mpitimer

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/machenv"
)

// onStandardError is what is written there by f.
func onStandardError(t *testing.T, f func()) string {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stderr
	os.Stderr = file
	defer func() { os.Stderr = before }()
	f()
	text, err := os.ReadFile(file.Name())
	if err = errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A program that prints the error of Initialize to standard error, where the log is, too, has each fault there once; one
// whose log is elsewhere has the faults in both.
func TestFaultsAreToldOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	const config = "c.yaml"
	if err := os.WriteFile(config, []byte("Timing:\n  Levle: 2\nTimers:\n  RankFiles: many\n  Tables: off\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("MPITIMER_CLOCK", "sundial")
	start := func(options ...Option) error {
		tm, err := New(append([]Option{WithCommunicator(machenv.NewSerial()), WithConfigFile(config)}, options...)...)
		t.Cleanup(func() { tm.Finalize() })
		return err
	}
	var log bytes.Buffer
	for what, c := range map[string]struct {
		option Option
		once   bool
	}{"default": {WithLog(nil), true}, "standard error": {WithLog(os.Stderr), true}, "buffer": {WithLog(&log), false}} {
		option := c.option
		text := onStandardError(t, func() {
			if what == "standard error" {
				option = WithLog(os.Stderr)
			}
			err := start(option)
			if err == nil {
				t.Fatal("no error")
			}
			io.WriteString(os.Stderr, "program: "+err.Error()+"\n")
		})
		for _, fault := range []string{"Levle", "RankFiles", "sundial"} {
			if n := strings.Count(text, fault); n != 1 {
				t.Errorf("%s: %d times %s:\n%s", what, n, fault, text)
			}
		}
		if brief := strings.Contains(text, "program: mpitimer: 3 faults, which the log of rank 0 tells"); brief != c.once {
			t.Errorf("%s:\n%s", what, text)
		}
	}
	if n := strings.Count(log.String(), "Levle"); n != 1 {
		t.Errorf("%d times in the log:\n%s", n, log.String())
	}
}

// Messages begin with the name of the timers once, however many of them have wrapped an error.
func TestMessagePrefix(t *testing.T) {
	var log bytes.Buffer
	tm := timersFor(t, WithLog(&log))
	tm.message("mpitimer: mpitimer: signal: mpitimer: tree: disk is full")
	if got, want := log.String(), "\nmpitimer: signal: tree: disk is full\n"; !strings.HasSuffix("\n"+got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
