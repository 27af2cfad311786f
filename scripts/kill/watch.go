//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/scripts/kill/ledger"
)

// tableOf returns the file of a rank's table, empty if there is none.
func (k *kill) tableOf(rank int) string {
	files, _ := filepath.Glob(filepath.Join(k.tables, "*", fmt.Sprintf("%06d%s", rank, ranktable.Extension)))
	if len(files) != 1 {
		return ""
	}
	return files[0]
}

// watch reads the tables of a job that is to be watched all the time, and compares what they say with the
// ledgers, until it is told to stop.
func (k *kill) watch() (stop func()) {
	if !k.watched || k.program != "victim" {
		return func() {}
	}
	quit := make(chan struct{})
	var ended sync.WaitGroup
	ended.Add(1)
	go func() {
		defer ended.Done()
		for turn := 0; ; turn++ {
			select {
			case <-quit:
				return
			case <-time.After(15 * time.Millisecond):
				k.look(turn % k.ranks)
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(quit)
		ended.Wait()
	})
}

// look compares the table of a rank that may be running, or dying.
func (k *kill) look(rank int) {
	file := k.tableOf(rank)
	if file == "" || !k.reached(rank, ledger.Running) {
		return
	}
	before, err := ledger.Read(k.ledger(rank))
	if err != nil {
		k.fail("watching: %v", err)
		return
	}
	t, err := ranktable.Open(file)
	if err != nil {
		if phase, _, _ := ledger.Glance(k.ledger(rank)); phase < ledger.Finalizing { // else it was removed
			k.fail("watching rank %d: %v", rank, err)
		}
		return
	}
	defer t.Close()
	what, err := k.claimOf(t, before)
	if err != nil {
		k.fail("watching rank %d: %v", rank, err)
		return
	}
	after, err := ledger.Read(k.ledger(rank))
	if err != nil {
		k.fail("watching: %v", err)
		return
	}
	if after.Phase != ledger.Running {
		return // the report is closing what is open
	}
	for _, wrong := range compare(evidence{before, after, ledger.Monotonic(), true}, what) {
		k.fail("watching rank %d, %s", rank, wrong)
	}
}

// seenSince reports whether a rank has noted in its table that it was alive after an instant on
// CLOCK_MONOTONIC. It looks at a copy, as if the rank had died.
func (k *kill) seenSince(rank int, instant int64) bool {
	data, err := os.ReadFile(k.tableOf(rank))
	if err != nil {
		return false
	}
	account, err := ledger.Read(k.ledger(rank))
	if err != nil {
		return false
	}
	t, err := ranktable.Read(data, "copy")
	if err != nil {
		return false
	}
	info, err := t.Info()
	return err == nil && account.Nanos+info.LastSeen.UnixNano()-account.Unix > instant+int64(wallTolerance)
}
