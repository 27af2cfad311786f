package ranktable

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/go-hpc/timers/internal/owner/ownertest"
	"github.com/go-hpc/timers/stats"
)

// planted makes the table of a rank that says to be of a run, and all of it a stranger's.
func planted(t *testing.T, base, run string, rank, size int) string {
	t.Helper()
	folder := runFolder(t, base, run)
	ownertest.Give(t, ownertest.Stranger, written(t, folder, rank, size, 7).Path(), folder)
	return folder
}

// of is the run of a user among some.
func of(t *testing.T, runs []*Run, uid int) *Run {
	t.Helper()
	at := slices.IndexFunc(runs, func(r *Run) bool { return r.Owner == uid })
	if at < 0 {
		t.Fatalf("no run of user %d among %v", uid, names(runs))
	}
	return runs[at]
}

// Tables of another user are not merged into a run, whatever they say: neither in the place of a rank that is
// there, nor of one that is missing. They are named.
func TestPlantedTables(t *testing.T) {
	base := t.TempDir()
	own := runFolder(t, filepath.Join(base, "own"), someRun)
	written(t, own, 0, 3, 1)
	written(t, own, 1, 3, 1)
	for what, rank := range map[string]int{"rank that is there": 0, "missing rank": 2} {
		theirs := planted(t, filepath.Join(base, fmt.Sprint("theirs", rank)), someRun, rank, 3)
		for _, folders := range [][]string{{own, theirs}, {theirs, own}} {
			runs := find(t, folders...)
			r := of(t, runs, os.Geteuid())
			if len(runs) != 2 || !slices.Equal(ranksOf(t, r), []int{0, 1}) || !reflect.DeepEqual(r.Missing, []stats.Range{{First: 2, Last: 2, Stride: 1}}) {
				t.Errorf("%s: %d runs, ranks %v, missing %v", what, len(runs), ranksOf(t, r), r.Missing)
			}
			expectProblems(t, r.Problems, nil)
			expectProblems(t, r.Ignored, map[string]error{fmt.Sprintf("%s: tables of user %d", theirs, ownertest.Stranger): ErrOwner})
			if s, err := r.Summary(); err != nil || s.Ranks != 2 {
				t.Errorf("%s: %+v %v", what, s, err)
			}
			// Root sees whose the other ones are.
			if r := of(t, runs, ownertest.Stranger); !slices.Equal(ranksOf(t, r), []int{rank}) || r.Own() {
				t.Errorf("%s: ranks %v of user %d", what, ranksOf(t, r), r.Owner)
			}
		}
	}
}

// A table in a directory of another user is one that this user has linked there, and counts in no run.
func TestTableLinkedByAnother(t *testing.T) {
	const owner = ownertest.Stranger + 1
	base := t.TempDir()
	folder := runFolder(t, filepath.Join(base, "own"), someRun)
	ownertest.Give(t, owner, written(t, folder, 0, 2, 1).Path(), folder)
	theirs := runFolder(t, filepath.Join(base, "theirs"), someRun)
	ownertest.Give(t, owner, written(t, theirs, 1, 2, 1).Path())
	ownertest.Give(t, ownertest.Stranger, theirs)
	runs := find(t, folder, theirs)
	if len(runs) != 1 || !slices.Equal(ranksOf(t, runs[0]), []int{0}) {
		t.Fatalf("%v", names(runs))
	}
	expectProblems(t, runs[0].Ignored, map[string]error{fmt.Sprintf("%s: tables of user %d in a directory of user %d", theirs, owner, ownertest.Stranger): ErrOwner})
}

// What others leave behind keeps nobody from the own run: garbage under any name, and runs of theirs.
func TestCandidates(t *testing.T) {
	base := t.TempDir()
	own := runFolder(t, filepath.Join(base, "own"), someRun)
	written(t, own, 0, 1, 1)
	empty := runFolder(t, filepath.Join(base, "empty"), "garbage-20260101-000000-00000000000000aa")
	garbage := filepath.Join(empty, "000000"+Extension)
	if err := os.WriteFile(garbage, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	expectCandidate := func(want string, folders ...string) {
		t.Helper()
		runs := find(t, folders...)
		meant, others := Candidates(runs)
		if len(meant) != 1 || filepath.Join(meant[0].Folders...) != want || len(meant)+len(others) != len(runs) {
			t.Errorf("meant %v of %v, want %s", names(meant), names(runs), want)
		}
	}
	expectCandidate(own, own, empty) // own garbage
	expectCandidate(empty, empty)
	theirs := planted(t, filepath.Join(base, "theirs"), otherRun, 0, 1)
	ownertest.Give(t, ownertest.Stranger, garbage, empty)
	expectCandidate(own, own, theirs, empty)
	expectCandidate(theirs, theirs, empty)
	if meant, others := Candidates(nil); meant != nil || others != nil {
		t.Errorf("%v %v", meant, others)
	}
}

// What no reader can take for a table hides no run that lies beside it, and is ignored by name; alone it is told as it was.
func TestFindStrays(t *testing.T) {
	base := t.TempDir()
	own := runFolder(t, base, someRun)
	written(t, own, 0, 1, 7)
	stray := filepath.Join(base, "x"+Extension)
	if err := os.WriteFile(stray, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	ownertest.Give(t, ownertest.Stranger, stray)
	runs := find(t, base)
	if len(runs) != 1 || len(runs[0].Tables) != 1 || len(runs[0].Problems) > 0 {
		t.Fatalf("found %v", names(runs))
	}
	expectProblems(t, runs[0].Ignored, map[string]error{stray: ErrOwner})
	if err := os.RemoveAll(own); err != nil {
		t.Fatal(err)
	}
	if runs := find(t, base); len(runs) != 1 || len(runs[0].Tables) > 0 || len(runs[0].Problems) != 1 {
		t.Errorf("alone: %v", names(runs))
	}
}
