// Command binding gives numbers around a ring of ranks, through a binding of MPI.
package main

import (
	"fmt"
	"time"

	"example.com/binding/ring"
)

const rounds = 20

func main() {
	ring.Start(true)
	defer ring.Stop()
	world := ring.World()
	data := make([]float64, 1000)
	total := 0.0
	for round := range rounds {
		exchange(world, data, round)
		if world.Rank() == 0 {
			collect(world)
		} else {
			contribute(world)
		}
		total = agree(world, data)
	}
	if world.Rank() == 0 {
		fmt.Println("total", total)
	}
}

// exchange gives the data to the next rank.
func exchange(world *ring.Communicator, data []float64, round int) {
	rank, size := world.Rank(), world.Size()
	for i := range data {
		data[i] += float64(i*round%7 + rank)
	}
	next, previous := (rank+1)%size, (rank+size-1)%size
	if rank%2 == 0 {
		world.Send(data, next, 1)
		world.Receive(data, previous, 1)
		return
	}
	kept := append([]float64(nil), data...)
	world.Receive(data, previous, 1)
	world.Send(kept, next, 1)
}

// collect asks the others in turn until all have contributed.
func collect(world *ring.Communicator) {
	part := make([]float64, 1)
	for left := world.Size() - 1; left > 0; {
		for from := 1; from < world.Size(); from++ {
			if m, ok := world.Arrived(from, 2); ok {
				m.Receive(part)
				left--
			}
		}
	}
}

func contribute(world *ring.Communicator) {
	for end := time.Now().Add(2 * time.Millisecond); time.Now().Before(end); {
	}
	world.Send([]float64{1}, 0, 2)
}

func agree(world *ring.Communicator, data []float64) float64 {
	sum := 0.0
	for _, x := range data {
		sum += x
	}
	return world.Sum(sum)
}
