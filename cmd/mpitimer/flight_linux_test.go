package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	_ "github.com/go-hpc/timers/mpitimer/flightrecorder"
	pages "github.com/go-hpc/timers/stats/export/page"
)

// crashed makes the tables of a run of two ranks that have died with flight recorders: copies, as killed makes them.
func crashed(t *testing.T) string {
	t.Helper()
	from, to := t.TempDir(), t.TempDir()
	var folder string
	err := local.Run(2, func(comm machenv.Communicator) error {
		c := mpitimer.DefaultConfig()
		c.Output.Tables, c.Output.Directory, c.Output.TimerFile = from, t.TempDir(), "tree.txt"
		err := c.Set("FlightRecorder", "10s")
		tm, failed := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(c))
		if err = errors.Join(err, failed); err != nil {
			return err
		}
		for range 5 {
			tm.Start("solve").Stop()
		}
		inner := tm.Start("exchange")
		err = comm.Barrier()
		if comm.Rank() == 0 {
			files, _ := filepath.Glob(filepath.Join(from, "*", "*"))
			if len(files) != 4 {
				t.Errorf("files %v", files)
			}
			for _, f := range files {
				folder = filepath.Join(to, filepath.Base(filepath.Dir(f)))
				data, failed := os.ReadFile(f)
				err = errors.Join(err, failed, os.MkdirAll(folder, 0o700), os.WriteFile(filepath.Join(folder, filepath.Base(f)), data, 0o600))
			}
		}
		err = errors.Join(err, comm.Barrier())
		inner.Stop()
		return errors.Join(err, tm.Finalize())
	})
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// timelineOn is what a page says of its lanes.
func timelineOn(t *testing.T, name string) (lanes []struct {
	Rank       string
	LateStates int
}) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err = pages.JSON(text)
	var data struct {
		Timeline struct {
			Lanes []struct {
				Rank       string
				LateStates int
			}
		}
	}
	if err = errors.Join(err, json.Unmarshal(text, &data)); err != nil {
		t.Fatal(err)
	}
	return data.Timeline.Lanes
}

// What a killed run did last is on its page, with what was open.
func TestPageOfACrash(t *testing.T) {
	folder, page := crashed(t), filepath.Join(t.TempDir(), "run.html")
	for _, name := range []string{filepath.Dir(folder), folder} { // the directory of all runs, and that of the run
		_ = os.Remove(page)
		status, out, messages := commanded("page", name, "-o", page)
		want(t, status, cli.StatusOK, out+messages)
		if n := len(timelineOn(t, page)); n != 2 {
			t.Errorf("%s: %d lanes", name, n)
		}
	}
	for _, lane := range timelineOn(t, page) {
		if lane.LateStates != 7 {
			t.Errorf("rank %s: %d states, want 5 of solve, exchange and Total", lane.Rank, lane.LateStates)
		}
	}
	status, _, messages := commanded("recover", folder)
	want(t, status, cli.StatusOK, messages, "the flight recorders have the ranks' last seconds: mpitimer page "+folder)

	// A recorder of which what is used is there is whole; half a one is told of, and the rest of the run is there.
	cut := func(size int64) {
		if err := os.Truncate(filepath.Join(folder, "000001.flight"), size); err != nil {
			t.Fatal(err)
		}
	}
	cut(5000)
	status, out, messages := commanded("page", folder, "-o", page)
	want(t, status, cli.StatusOK, out+messages)
	cut(4120)
	status, out, messages = commanded("page", folder, "-o", page)
	want(t, status, cli.StatusIncomplete, out+messages, "000001.flight", "the file is cut")
	if n := len(timelineOn(t, page)); n != 1 {
		t.Errorf("%d lanes", n)
	}
}

// The epilog keeps what recorders have beside the profiles, and what it has written is still the run.
func TestEpilogKeepsTheTimeline(t *testing.T) {
	folder, shared := crashed(t), t.TempDir()
	status, out, messages := commanded("recover", "--epilog", shared, filepath.Dir(folder))
	want(t, status, cli.StatusOK, out+messages, "2 ranks of 2 moved to", "the last seconds of its ranks: ")
	pages, _ := filepath.Glob(filepath.Join(shared, "*", "*.html"))
	if len(pages) != 1 || len(timelineOn(t, pages[0])) != 2 {
		t.Errorf("pages %v", pages)
	}
	if left, _ := os.ReadDir(filepath.Dir(folder)); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
	status, out, messages = commanded("show", filepath.Dir(pages[0]))
	want(t, status, cli.StatusOK, out+messages, "solve", "2 ranks on 1 host")
	if strings.Contains(out, "html") {
		t.Errorf("show speaks of the page:\n%s", out)
	}
}
