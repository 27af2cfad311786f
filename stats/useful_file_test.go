package stats_test

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls/functions"
)

// A barrier of E3SM's is one by its name, before what it is for or behind it.
func TestBarriersOfE3SMCommunicate(t *testing.T) {
	for name, want := range map[string]bool{"CPL:ATM_RUN_BARRIER": true, "sync_run": true, "MY_BARRIER": true, "CPL:ATM_RUN": false, "BARRIER": false, "barrier_run": false, "step": false} {
		if stats.Communicates(name) != want {
			t.Errorf("%s communicates: %t", name, !want)
		}
	}
}

// In a collective call for files ranks wait for each other, in any other they work.
func TestCollectiveCallsForFilesCommunicate(t *testing.T) {
	known := 0
	for _, f := range functions.List() {
		if !strings.HasPrefix(f.Name, "File_") || strings.HasPrefix(f.Name, "File_get_") || strings.HasSuffix(f.Name, "_c") {
			continue
		}
		known++
		name := functions.RegionName(f.Name, false)
		if want := (f.Pattern == functions.All || f.Pattern == functions.Some) && f.Blocking; stats.Communicates(name) != want {
			t.Errorf("%s communicates: %t, want %t", name, !want, want)
		}
	}
	for name, want := range map[string]bool{"MPI_File_read_at_all_c": true, "MPI_File_write_at_c": false, "MPI_File_iwrite_all_c": false, "MPI_File_": false, "MPI_File_write_all_begin_c": false} {
		if stats.Communicates(name) != want {
			t.Errorf("%s communicates: %t", name, !want)
		}
	}
	if known < 40 {
		t.Errorf("only %d functions are known", known)
	}
}
