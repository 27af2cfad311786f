package local_test

import (
	"fmt"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/internal/conformance"
	"github.com/go-hpc/timers/machenv/local"
)

func TestConformance(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 7, 8} {
		t.Run(fmt.Sprintf("%d ranks", n), func(t *testing.T) {
			err := local.Run(n, func(comm machenv.Communicator) error {
				return conformance.Run(comm, conformance.Buffered, conformance.Timeouts)
			}, local.RanksPerNode(3))
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}
