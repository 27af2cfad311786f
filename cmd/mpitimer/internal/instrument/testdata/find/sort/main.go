// Numbers sorted by samples: each rank sorts a part, and parts are exchanged and merged.
package main

import (
	"fmt"

	"example.com/find/mpi"
)

func main() {
	x := make([]float64, 1<<20)
	for round := range 3 * mpi.Times() {
		random(x, uint64(round))
		sortAll(mpi.World, x)
	}
	fmt.Println(x[0] <= x[1])
}

func random(x []float64, seed uint64) {
	for i := range x {
		seed = seed*6364136223846793005 + 1442695040888963407
		x[i] = float64(seed >> 11)
	}
}

func sortAll(comm *mpi.Comm, x []float64) {
	half := len(x) / 2
	sort(x[:half])
	sort(x[half:])
	comm.Send(x[half:], 0)
	comm.Recv(x[half:], 0)
	merge(x, half)
}

func sort(x []float64) {
	if len(x) < 24 {
		insert(x)
		return
	}
	pivot, i, j := x[len(x)/2], 0, len(x)-1
	for i <= j {
		for x[i] < pivot {
			i++
		}
		for x[j] > pivot {
			j--
		}
		if i <= j {
			x[i], x[j] = x[j], x[i]
			i++
			j--
		}
	}
	sort(x[:j+1])
	sort(x[i:])
}

func insert(x []float64) {
	for i := 1; i < len(x); i++ {
		for j := i; j > 0 && x[j] < x[j-1]; j-- {
			x[j], x[j-1] = x[j-1], x[j]
		}
	}
}

func merge(x []float64, half int) {
	out := make([]float64, 0, len(x))
	i, j := 0, half
	for i < half || j < len(x) {
		if j == len(x) || i < half && x[i] < x[j] {
			out = append(out, x[i])
			i++
		} else {
			out = append(out, x[j])
			j++
		}
	}
	copy(x, out)
}
