package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

var gap = regexp.MustCompile(` {2,}`)

// table returns the titles and rows of the tree in a text: the label of each, and its cells.
func table(t *testing.T, text string) (rows [][]string) {
	t.Helper()
	_, body, found := strings.Cut(text, "\nregion  ")
	if !found {
		t.Fatalf("no tree in\n%s", text)
	}
	body, _, _ = strings.Cut("region  "+body, "\n\n")
	for _, l := range strings.Split(body, "\n") {
		own := l[:len(l)-len(strings.TrimLeft(l, "│ ├└"))] // guides, which have blanks
		cells := gap.Split(strings.TrimSpace(l[len(own):]), -1)
		cells[0] = own + cells[0]
		rows = append(rows, cells)
	}
	return rows
}

// besides leaves out of rows the cells that others do not have, which stand behind the labels.
func besides(rows, others [][]string) [][]string {
	for i := range rows {
		if more := len(rows[i]) - len(others[min(i, len(others)-1)]); more > 0 {
			rows[i] = slices.Delete(rows[i], 1, 1+more)
		}
	}
	return rows
}

// notes returns the footnotes that say what rows and columns mean.
func notes(text string) (list []string) {
	for _, l := range strings.Split(text, "\n") {
		for _, begin := range []string{"mean:", "imbalance:", "% parent,", "~untimed:"} {
			if strings.HasPrefix(l, begin) {
				list = append(list, l)
			}
		}
	}
	return list
}

// tiled runs ranks that each have a region inside which goroutines are timed, and calls f in the middle. It returns the
// log.
func tiled(t *testing.T, folder, tables string, f func()) string {
	t.Helper()
	var log bytes.Buffer
	var mu sync.Mutex
	err := local.Run(2, func(comm machenv.Communicator) error {
		envs, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		writer := writerFunc(func(p []byte) (int, error) {
			mu.Lock()
			defer mu.Unlock()
			return log.Write(p)
		})
		err = mpitimer.Initialize(mpitimer.WithEnvironments(envs), mpitimer.WithLog(writer), mpitimer.WithConfigFunc(func(c *mpitimer.Config) {
			c.Output.Tables, c.Output.Directory = tables, folder
		}))
		step := mpitimer.Start("step")
		tendencies := mpitimer.Start("tendencies")
		here := mpitimer.Default().CurrentPath()
		var wait sync.WaitGroup
		begin := time.Now()
		for range 3 {
			wait.Go(func() {
				here.Run(func() {
					defer mpitimer.Start("tile").Stop()
					time.Sleep(20 * time.Millisecond)
				})
			})
		}
		time.Sleep(10 * time.Millisecond)
		wait.Wait()
		time.Sleep(time.Since(begin)/2 + time.Duration(5*comm.Rank())*time.Millisecond) // enough for a row, however long the tiles took
		tendencies.Stop()
		step.Stop()
		err = errors.Join(err, mpitimer.Checkpoint(), comm.Barrier())
		if comm.Rank() == 0 {
			f()
		}
		return errors.Join(err, comm.Barrier(), mpitimer.Finalize(), envs.Close())
	})
	if err != nil {
		t.Fatal(err)
	}
	return log.String()
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// The log, show, top, recover and the checkpoint have the same rows with the same figures, words and footnotes for one
// run. (The log once had tendencies, whose goroutines are timed inside it, untimed for a part of its time, and show all
// of it as self time.)
func TestSameRowsEverywhere(t *testing.T) {
	folder, tables, dead := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "dead")
	log := tiled(t, folder, tables, func() {
		files, err := filepath.Glob(filepath.Join(tables, "*", "*"+ranktable.Extension))
		if err != nil || len(files) != 2 {
			t.Errorf("tables %v, %v", files, err)
			return
		}
		dead = filepath.Join(dead, filepath.Base(filepath.Dir(files[0])))
		for _, f := range files { // as a kill leaves them
			data, err := os.ReadFile(f)
			if err = errors.Join(err, os.MkdirAll(dead, 0o700), os.WriteFile(filepath.Join(dead, filepath.Base(f)), data, 0o600)); err != nil {
				t.Error(err)
			}
		}
	})
	show := func(file string) string {
		status, out, messages := commanded("show", file)
		want(t, status, 0, out+messages, "~untimed", "tendencies")
		return out
	}
	read := func(pattern string) (name, text string) {
		files, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil || len(files) != 1 {
			t.Fatal(pattern, files, err)
		}
		data, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		return files[0], string(data)
	}
	same := func(what, a, b string) {
		t.Helper()
		if diff := cmp.Diff(table(t, a), besides(table(t, b), table(t, a))); diff != "" {
			t.Errorf("%s differ: %s\n%s\n%s", what, diff, a, b)
		}
		if diff := cmp.Diff(notes(a), notes(b)); diff != "" || len(notes(a)) != 4 {
			t.Errorf("footnotes of %s differ: %s\n%s", what, diff, a)
		}
	}
	summary, _ := read("timing.mptsum")
	same("log and show", log, show(summary))
	checkpoint, _ := read("timing.0001.mptsum")
	_, tree := read("timing.0001.tree")
	same("checkpoint and show", tree, show(checkpoint))

	status, recovered, messages := commanded("recover", dead)
	want(t, status, 0, recovered+messages, "died")
	status, top, messages := commanded("top", "--once", dead)
	want(t, status, 0, top+messages, "the job has ended")
	same("recover and top", recovered, top)
	file := filepath.Join(t.TempDir(), "x.mptsum")
	status, out, messages := commanded("recover", dead, "-o", file)
	want(t, status, 0, out+messages, "written")
	same("recover and show", recovered, show(file))
	status, shown, messages := commanded("show", dead)
	want(t, status, 0, shown+messages)
	same("recover and show of tables", recovered, shown)
}
