package machenv_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

// sizes are those that all forms are tested with.
var sizes = []int{1, 2, 3, 4, 7, 8}

// onRanks runs f on each size of communicator.
func onRanks(t *testing.T, f func(comm machenv.Communicator) error, opts ...local.Option) {
	t.Helper()
	for _, n := range sizes {
		t.Run(fmt.Sprintf("%d ranks", n), func(t *testing.T) {
			if err := local.Run(n, f, opts...); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// A sum of float64 depends on the order; ours is the same on all ranks and in every run.
func TestAllreduceIsReproducible(t *testing.T) {
	for _, n := range sizes {
		sums := make(map[uint64]bool)
		var mu sync.Mutex
		for range 20 {
			err := local.Run(n, func(comm machenv.Communicator) error {
				random := rand.New(rand.NewPCG(1, uint64(comm.Rank())))
				sum, err := machenv.Allreduce(comm, machenv.Sum, []float64{random.ExpFloat64() * math.Pow(10, float64(comm.Rank()))})
				if err != nil {
					return err
				}
				mu.Lock()
				defer mu.Unlock()
				sums[math.Float64bits(sum[0])] = true
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if len(sums) != 1 {
			t.Errorf("%d ranks: %d different sums", n, len(sums))
		}
	}
}

func TestAllreduceOfNothingAndOfNaN(t *testing.T) {
	onRanks(t, func(comm machenv.Communicator) error {
		if got, err := machenv.Allreduce[int64](comm, machenv.Max, nil); err != nil || len(got) != 0 {
			return fmt.Errorf("of nothing: %v, %v", got, err)
		}
		value := 1.0
		if comm.Rank() == comm.Size()-1 {
			value = math.NaN()
		}
		got, err := machenv.Allreduce(comm, machenv.Min, []float64{value})
		if err == nil && !math.IsNaN(got[0]) {
			err = fmt.Errorf("smallest with a NaN is %v", got)
		}
		return err
	})
}

// Ranks that disagree all get the error, and can go on.
func TestAllreduceFault(t *testing.T) {
	onRanks(t, func(comm machenv.Communicator) error {
		_, err := machenv.Allreduce(comm, machenv.Sum, make([]int64, 1+comm.Rank()/2))
		if comm.Size() > 2 && (err == nil || !strings.Contains(err.Error(), "values, others")) {
			return fmt.Errorf("different lengths: %v", err)
		}
		if _, err := machenv.Allreduce(comm, machenv.Op(99), []int64{1}); err == nil || !strings.Contains(err.Error(), "99") {
			return fmt.Errorf("unknown operation: %v", err)
		}
		sum, err := machenv.Allreduce(comm, machenv.Sum, []int64{1})
		if err == nil && sum[0] != int64(comm.Size()) {
			err = fmt.Errorf("afterwards the sum is %v", sum)
		}
		return err
	})
}

func TestCollectiveRoot(t *testing.T) {
	onRanks(t, func(comm machenv.Communicator) error {
		for _, root := range []int{-1, comm.Size()} {
			if _, err := machenv.Broadcast(comm, root, nil); !errors.Is(err, machenv.ErrInvalid) {
				return fmt.Errorf("broadcast from %d: %v", root, err)
			}
			if _, err := machenv.Gather(comm, root, nil); !errors.Is(err, machenv.ErrInvalid) {
				return fmt.Errorf("gather to %d: %v", root, err)
			}
		}
		return nil
	})
}

// A rank that is lost ends the collective operations of all others.
func TestCollectiveWithoutARank(t *testing.T) {
	boom := errors.New("boom")
	for lost := range 7 {
		err := local.Run(7, func(comm machenv.Communicator) error {
			if comm.Rank() == lost {
				return boom
			}
			_, err := machenv.Allreduce(comm, machenv.Sum, []int64{1})
			if !errors.Is(err, machenv.ErrRankDead) {
				return fmt.Errorf("rank %d is lost: %v", lost, err)
			}
			return nil
		})
		if !errors.Is(err, boom) || strings.Contains(err.Error(), "is lost") {
			t.Error(err)
		}
	}
}
