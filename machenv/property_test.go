package machenv_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"pgregory.net/rapid"
)

// Any split of any part is what a plain computation on the list of choices gives, whether the
// communicator can split or not.
func TestSplitIsAsComputed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 20).Draw(t, "size")
		outer := rapid.SliceOfNDistinct(rapid.IntRange(0, size-1), 1, size, rapid.ID).Draw(t, "outer")
		n := len(outer)
		colors := rapid.SliceOfN(rapid.IntRange(-1, 3), n, n).Draw(t, "colors")
		keys := rapid.SliceOfN(rapid.IntRange(-2, 2), n, n).Draw(t, "keys")
		hidden := rapid.Bool().Draw(t, "hidden")

		err := local.Run(size, func(comm machenv.Communicator) error {
			me := comm.Rank()
			if hidden {
				comm = plain{comm}
			}
			r, err := machenv.NewRegistry(comm)
			if err != nil {
				return err
			}
			part, err := r.CreateList("outer", r.Default(), outer)
			if err != nil || !part.IsMember() {
				return err
			}
			mine := part.Rank()
			group, err := r.CreateSplit("group", part, colors[mine], keys[mine])
			if err != nil {
				return err
			}
			var inParent, inDefault []int
			if colors[mine] >= 0 {
				for i := range n {
					if colors[i] == colors[mine] {
						inParent = append(inParent, i)
					}
				}
				slices.SortFunc(inParent, func(a, b int) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
				for _, i := range inParent {
					inDefault = append(inDefault, outer[i])
				}
			}
			return like(group, me, part, 0, inParent, inDefault)
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// Any list of any list: what Ranks says does not depend on how the environment was made.
func TestRanksAreCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 12).Draw(t, "size")
		ranks := rapid.SliceOfNDistinct(rapid.IntRange(0, size-1), 1, size, rapid.ID).Draw(t, "ranks")
		order := rapid.Permutation(ranks).Draw(t, "order")
		err := local.Run(size, func(comm machenv.Communicator) error {
			r, err := machenv.NewRegistry(comm)
			if err != nil {
				return err
			}
			a, err := r.CreateList("a", r.Default(), ranks)
			if err != nil {
				return err
			}
			color := -1
			if a.IsMember() {
				color = 0
			}
			b, err := r.CreateSplit("b", r.Default(), color, slices.Index(order, comm.Rank()))
			if err != nil {
				return err
			}
			if !slices.Equal(a.Ranks(), b.Ranks()) {
				return fmt.Errorf("%v is %v as a list and %v as a split in order %v", ranks, a.Ranks(), b.Ranks(), order)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
