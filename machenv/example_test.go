package machenv_test

import (
	"fmt"
	"log"
	"os"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

// Eight ranks, of which six compute and the last two of those write output.
func Example() {
	err := local.Run(8, func(comm machenv.Communicator) error {
		r, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		defer r.Close()

		ocean, err := r.CreateFirst("ocean", r.Default(), 6)
		if err != nil {
			return err
		}
		if !ocean.IsMember() {
			return nil // ranks 6 and 7 have nothing to do here
		}
		output, err := r.CreateList("output", ocean, []int{4, 5}, machenv.WithMaster(1))
		if err != nil {
			return err
		}

		sum, err := machenv.Allreduce(ocean.Comm(), machenv.Sum, []float64{float64(ocean.Rank())})
		if err != nil {
			return err
		}
		if output.IsMaster() {
			fmt.Printf("rank %d of the ocean writes %v\n", ocean.Rank(), sum[0])
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output: rank 5 of the ocean writes 15
}

// What a rank is in each environment.
func ExampleMachEnv() {
	comm := machenv.NewSerial()
	r, err := machenv.NewRegistry(comm)
	if err != nil {
		log.Fatal(err)
	}
	env := r.Default()
	fmt.Fprintln(os.Stdout, env.Name(), env.Rank(), "of", env.Size(), env.IsMaster(), env.Ranks())

	_, err = r.CreateStrided("io", env, 2, 0, 4)
	fmt.Println(err)
	// Output:
	// Default 0 of 1 true [0]
	// machenv: environment "io": 2 ranks asked for, of 1: invalid argument
}
