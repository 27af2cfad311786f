// A product of matrices in blocks, by workers on each rank.
package main

import (
	"fmt"
	"sync"

	"example.com/find/mpi"
)

const n = 384

func main() {
	a, b, c := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
	for i := range a {
		a[i], b[i] = float64(i%7), float64(i%5)
	}
	for range 4 * mpi.Times() {
		multiply(mpi.World, a, b, c)
	}
	fmt.Println(c[0])
}

func multiply(comm *mpi.Comm, a, b, c []float64) {
	comm.Allreduce(b)
	jobs := make(chan int)
	var all sync.WaitGroup
	for range 2 {
		all.Add(1)
		go func() {
			defer all.Done()
			for row := range jobs {
				rowTimes(a, b, c, row)
			}
		}()
	}
	for row := 0; row < n; row++ {
		jobs <- row
	}
	close(jobs)
	all.Wait()
	comm.Barrier()
}

func rowTimes(a, b, c []float64, row int) {
	for k := 0; k < n; k++ {
		f := a[row*n+k]
		for j := 0; j < n; j++ {
			c[row*n+j] += f * b[k*n+j]
		}
	}
}
