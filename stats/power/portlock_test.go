package power

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats/power/lmgtest"
)

// A line that one tracer has is refused to a second, whoever asks for it and by whatever name, and the first goes on.
func TestOneTracerAtALine(t *testing.T) {
	e := plug(t, lmgtest.Faults{}, nil)
	first := create(t, twoHosts(t, e.Path()), options(t))
	start(t, first)
	other := filepath.Join(t.TempDir(), "other")
	if err := os.Symlink(e.Path(), other); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{e.Path(), other} {
		o := options(t)
		second, err := Create(twoHosts(t, name), o)
		if !errors.Is(err, ErrDevice) || !strings.Contains(err.Error(), name) {
			t.Fatalf("%s: %v, %v", name, second, err)
		}
		if names, _ := os.ReadDir(o.Directory); len(names) > 0 {
			t.Errorf("files of the second: %v", names)
		}
	}
	recordUntil(t, first, 3)
	if err := first.Finalize(); err != nil {
		t.Error(err)
	}
	if r := first.Report(); r.Reconnected != 0 {
		t.Errorf("the first has lost its device: %+v", r)
	}
	again := create(t, twoHosts(t, e.Path()), options(t))
	if err := again.Finalize(); err != nil {
		t.Errorf("after the first: %v", err)
	}
}

// Files of an earlier trace stay as they are, unless they are to be replaced.
func TestSecondTrace(t *testing.T) {
	e := plug(t, lmgtest.Faults{}, nil)
	o := options(t)
	record := func(o Options) error {
		tracer, err := Create(twoHosts(t, e.Path()), o)
		if err != nil {
			return err
		}
		start(t, tracer)
		recordUntil(t, tracer, 2)
		return tracer.Finalize()
	}
	name := filepath.Join(o.Directory, "MeinProjekt_pvs_node06_Energy.stat")
	contents := func() string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if err := record(o); err != nil {
		t.Fatal(err)
	}
	first := contents()
	if err := record(o); !errors.Is(err, ErrOutput) || !errors.Is(err, os.ErrExist) || contents() != first {
		t.Errorf("a second trace: %v, the first has changed: %t", err, contents() != first)
	}
	o.Replace = true
	if err := record(o); err != nil || contents() == first {
		t.Errorf("Replace: %v, replaced: %t", err, contents() != first)
	}
	wantAccepted(t, o.Directory)
}
