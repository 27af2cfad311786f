package gptl

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/machenv"
)

// The real GPTL has run one program with several options; its files are the data. The same calls,
// made here, have to give the same timers, rows and counts.

// genuine returns a file that the real GPTL has written.
func genuine(t *testing.T, parts ...string) string {
	t.Helper()
	name := filepath.Join(append([]string{"..", "..", "..", "shared", "data", "gptl", "generated"}, parts...)...)
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("the files of the real GPTL are not here: %s", name)
	}
	ok(t, err)
	return string(text)
}

// replay is the program, for one rank. What it waits for is left out.
func replay(comm machenv.Communicator, leftOn bool) error {
	var problem error
	try := func(errs ...error) { problem = errors.Join(append(errs, problem)...) }
	inside := func(name string, f func()) {
		try(Start(name))
		f()
		try(Stop(name))
	}
	inside("total", func() {
		inside("init", nothing)
		inside("run loop", func() {
			for range 24 {
				inside("phys", func() { inside("halo exchange", nothing) })
				inside("dyn", func() {
					for range 3 {
						inside("halo exchange", nothing)
					}
				})
				inside("MPI_Allreduce", nothing)
				inside("MPI_Bcast", nothing)
				if comm != nil && comm.Rank() == 1 {
					inside("only_rank1", nothing)
				}
			}
		})
		var recur func(levels int)
		recur = func(levels int) {
			if levels > 0 {
				inside("recur", func() { recur(levels - 1) })
			}
		}
		recur(4)
		inside("million", func() {
			h, err := InitHandle("tick")
			try(err)
			for range 1_200_000 {
				_ = StartHandle(h)
				_ = StopHandle(h)
			}
		})
		try(StartStopVal("external_val", 12346*time.Millisecond), StartStopVal("external_val", 1500*time.Millisecond))
		inside("a_very_long_timer_name_with_exactly_sixty_three_characters_xxxx", nothing)
		inside("my_barrier", func() { try(Barrier(comm, "MPI_Barrier")) })
	})
	if leftOn {
		try(Start("left_on"))
	}
	return problem
}

// counts returns the part of a table that does not depend on times: flag, name and counts of each row.
func counts(t *testing.T, text string) []string {
	t.Helper()
	_, table, found := strings.Cut(text, "Stats for thread 0:\n")
	if !found {
		t.Fatalf("no table in\n%s", text)
	}
	table, _, _ = strings.Cut(table, "\nOverhead sum")
	lines := strings.Split(strings.TrimRight(table, "\n"), "\n")
	end := strings.Index(lines[0], "Recurse") + len("Recurse")
	for i := range lines {
		lines[i] = lines[i][:end]
	}
	return lines
}

// parents returns the blocks about timers with several parents.
func parents(text string) string {
	_, block, _ := strings.Cut(text, "Multiple parent info for thread 0:\n")
	block, _, _ = strings.Cut(block, "\n\n\n")
	return block
}

func sameLines(t *testing.T, what string, got, want []string) {
	t.Helper()
	if a, b := strings.Join(got, "\n"), strings.Join(want, "\n"); a != b {
		t.Errorf("%s:\n%s\nexpected\n%s", what, a, b)
	}
}

func TestReplay(t *testing.T) {
	race.Sequential(t)
	for folder, set := range map[string]map[Option]int{
		"upstream-base": {},
		"upstream-full": {PrintMethod: FullTree},
		"upstream-noov": {Overhead: 0, DoprPreamble: 0},
	} {
		t.Run(folder, func(t *testing.T) {
			want, names := genuine(t, folder, "timing.000000"), genuine(t, folder, "misc.txt")
			written := begin(t, set)
			ok(t, replay(nil, folder == "upstream-full"))
			n, err := NumRegions(0)
			ok(t, err)
			lines := []string{fmt.Sprintf("nregions %d", n+1)} // with MPI_Recv, of the library's own messages
			for i := range n {
				name, err := RegionName(0, i)
				ok(t, err)
				lines = append(lines, fmt.Sprintf("%d %s", i, name))
			}
			lines = append(lines, fmt.Sprintf("%d MPI_Recv", n))
			listed, _, _ := strings.Cut(names, "\nGPTL")
			sameLines(t, "names", lines, strings.Split(strings.TrimSpace(listed), "\n"))

			ok(t, Print(0))
			got := content(t, written, upstream.TimingName(0))
			sameLines(t, "table", counts(t, got), counts(t, want))
			equal(t, "parents", parents(got), parents(want))
			for _, line := range []string{"selfOH parentOH", "Print method was full_tree", "If overhead stats are printed"} {
				equal(t, line, strings.Contains(got, line), strings.Contains(want, line))
			}
		})
	}
}

func TestReplaySummary(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts millions of timers")
	}
	want := genuine(t, "upstream-base", upstream.TimingSummaryName)
	folder := t.TempDir()
	onRanks(t, 3, folder, func(comm machenv.Communicator) error {
		return errors.Join(replay(comm, false), PrintSummary(comm))
	})
	rows := func(text string) []string {
		_, table, _ := strings.Cut(text, "\n\n")
		lines := strings.Split(strings.TrimRight(table, "\n"), "\n")
		end := strings.Index(lines[0], "nranks") + len("nranks")
		for i := range lines {
			lines[i] = lines[i][:end]
		}
		return lines
	}
	got := content(t, folder, upstream.TimingSummaryName)
	sameLines(t, "rows", rows(got), rows(want))
	head := func(text string) string { head, _, _ := strings.Cut(text, "\n\n"); return head }
	equal(t, "head", head(got), head(want))
}
