// A solver of linear equations by conjugate gradients, with the rows shared among ranks.
package main

import (
	"fmt"

	"example.com/find/mpi"
)

type matrix struct {
	start, column []int
	value         []float64
}

func main() {
	a := laplace(400)
	b, x := make([]float64, 400*400), make([]float64, 400*400)
	for i := range b {
		b[i] = 1
	}
	for range mpi.Times() {
		clear(x)
		fmt.Println(solve(mpi.World, a, b, x) > 0)
	}
}

func laplace(n int) *matrix {
	a := &matrix{start: []int{0}}
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			a.row(i, j, n)
		}
	}
	return a
}

func (a *matrix) row(i, j, n int) {
	add := func(i, j int, v float64) {
		if i >= 0 && j >= 0 && i < n && j < n {
			a.column, a.value = append(a.column, i*n+j), append(a.value, v)
		}
	}
	add(i-1, j, -1)
	add(i, j-1, -1)
	add(i, j, 4)
	add(i, j+1, -1)
	add(i+1, j, -1)
	a.start = append(a.start, len(a.column))
}

func solve(comm *mpi.Comm, a *matrix, b, x []float64) float64 {
	r, p, q := append([]float64(nil), b...), append([]float64(nil), b...), make([]float64, len(b))
	rr := dot(comm, r, r)
	for range 200 {
		a.times(p, q)
		alpha := rr / dot(comm, p, q)
		axpy(alpha, p, x)
		axpy(-alpha, q, r)
		next := dot(comm, r, r)
		scale(next/rr, p, r)
		rr = next
	}
	return rr
}

func (a *matrix) times(p, q []float64) {
	for i := range q {
		sum := 0.0
		for k := a.start[i]; k < a.start[i+1]; k++ {
			sum += a.value[k] * p[a.column[k]]
		}
		q[i] = sum
	}
}

func dot(comm *mpi.Comm, x, y []float64) float64 {
	sum := []float64{0}
	for i := range x {
		sum[0] += x[i] * y[i]
	}
	comm.Allreduce(sum)
	return sum[0]
}

func axpy(a float64, x, y []float64) {
	for i := range x {
		y[i] += a * x[i]
	}
}

func scale(b float64, p, r []float64) {
	for i := range p {
		p[i] = r[i] + b*p[i]
	}
}
