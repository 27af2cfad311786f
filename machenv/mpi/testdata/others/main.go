// Command others calls C beside package mpi, and says whether that is known to be the only one that calls MPI.
package main

// static int one(void) { return 1; }
import "C"

import (
	"fmt"
	"os"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
)

func main() {
	world, err := mpi.World()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(int(C.one()))
	}
	fmt.Println("sole:", machenv.IsSole(world))
	if err := mpi.Finalize(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
