package machenv_test

import (
	"bytes"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// The patience is all that the others wait for ranks that are lost, rank 0 among them: they are asked while it lasts. Where two
// of those are lost that would speak for all, it takes one more time to find out.
func TestRoundsWaitIsThePatience(t *testing.T) {
	const size = 16
	for _, patience := range []time.Duration{2 * time.Second, 10 * time.Second, 5 * time.Minute} {
		for _, lost := range [][]int{{0}, {1}, {8}, {15}, {0, 8}, {4, 2}, {0, 2}, {0, 1}} {
			synctest.Test(t, func(t *testing.T) {
				f := &faults{stopAt: map[int]int{}, over: make(chan struct{})}
				for _, rank := range lost {
					f.stopAt[rank] = 1
				}
				most := patience + patience/100 + 600*time.Millisecond
				if slices.Equal(lost, []int{0, 1}) {
					most += min(patience, time.Minute) + 500*time.Millisecond
				}
				rounds(t, size, f, patience, func(r *machenv.Rounds, rank int) []outcome {
					begin := time.Now()
					o := take(r.Open(question("Finalize", rank)))
					if took := time.Since(begin); !slices.Contains(lost, rank) && (o.err != nil || took > most || !slices.Equal(o.missing, lost) && !slices.Equal(o.missing, []int{2, 4})) {
						t.Errorf("patience %v, lost %v: rank %d waited %v, missing %v, error %v", patience, lost, rank, took, o.missing, o.err)
					}
					return nil
				})
			})
		}
	}
}

// A rank that comes within the patience is in time, though it was asked for before.
func TestRoundsWithinThePatience(t *testing.T) {
	const size, patience = 8, 10 * time.Second
	for late := range size {
		for _, by := range []time.Duration{3 * time.Second, 5100 * time.Millisecond, 7 * time.Second, 9900 * time.Millisecond} {
			synctest.Test(t, func(t *testing.T) {
				rounds(t, size, &faults{over: make(chan struct{})}, patience, func(r *machenv.Rounds, rank int) []outcome {
					for i := range 2 {
						if rank == late {
							time.Sleep(by)
						}
						if o := take(r.Open(question("Print", rank))); o.err != nil || !bytes.Equal(o.answer, ranksBut(size)) {
							t.Errorf("rank %d late by %v, round %d: rank %d gets %v, missing %v, error %v", late, by, i, rank, o.answer, o.missing, o.err)
						}
					}
					return nil
				})
			})
		}
	}
}
