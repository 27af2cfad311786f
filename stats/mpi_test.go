//go:build mpi && cgo

package stats

import (
	"fmt"
	"os"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if err := mpi.Finalize(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// onNode is a communicator whose rank says that it is on such a node.
type onNode struct {
	*mpi.Comm
	node int
}

func (c onNode) Host() string { return fmt.Sprint("node", c.node) }

// TestReduceOverMPI holds Reduce over MPI against Merge. All ranks draw the Profiles of all ranks,
// the same everywhere, and each takes its own.
func TestReduceOverMPI(t *testing.T) {
	world, err := mpi.World()
	if err != nil {
		t.Fatal(err)
	}
	size := world.Size()
	draw := rapid.Custom(func(t *rapid.T) []*Profile {
		var profiles []*Profile
		split, alike := rapid.IntRange(1, 3).Draw(t, "colours"), rapid.Bool().Draw(t, "alike")
		for rank := range size {
			profiles = append(profiles, genProfile(t, rank, size, split, alike))
		}
		return profiles
	})
	var cases [][]*Profile
	for seed := range 10 {
		cases = append(cases, draw.Example(seed))
	}
	for _, share := range []float64{0, 0.1} { // large messages
		var profiles []*Profile
		for rank := range size {
			profiles = append(profiles, grownProfile(rank, size, 1000, share))
		}
		cases = append(cases, profiles)
	}
	for i, profiles := range cases {
		for k, timeout := range []time.Duration{0, time.Minute} {
			nodes, err := machenv.FindNodes(onNode{world, (world.Rank() + i) % (k + 2)}, time.Minute)
			if err != nil {
				t.Fatalf("case %d on rank %d of %d: %v", i, world.Rank(), size, err)
			}
			if i%3 == 0 {
				nodes = nil
			}
			got, err := Reduce(world, profiles[world.Rank()], ReduceOptions{Timeout: timeout, Epoch: uint64(i), Nodes: nodes})
			if err != nil {
				t.Fatalf("case %d on rank %d of %d: %v", i, world.Rank(), size, err)
			}
			if world.Rank() == 0 {
				same(t, fmt.Sprint("case ", i), got, merged(t, profiles))
			} else if got != nil {
				t.Errorf("case %d: a Summary on rank %d", i, world.Rank())
			}
		}
	}
}
