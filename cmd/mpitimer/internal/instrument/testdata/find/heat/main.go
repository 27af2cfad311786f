// Heat in a plate, in strips of rows.
package main

import (
	"fmt"

	"example.com/find/mpi"
)

type plate struct {
	comm      *mpi.Comm
	nx, ny    int
	now, next []float64
}

func main() {
	p := &plate{comm: mpi.World, nx: 600, ny: 600, now: make([]float64, 600*600), next: make([]float64, 600*600)}
	p.now[300*600+300] = 1e6
	for step := 0; step < 300*mpi.Times(); step++ {
		p.halo()
		p.step()
		if step%10 == 0 {
			p.residual()
		}
	}
	fmt.Printf("%.3f\n", p.residual())
}

func (p *plate) at(i, j int) int { return j*p.nx + i }

func (p *plate) halo() {
	row := make([]float64, p.nx)
	copy(row, p.now[:p.nx])
	p.comm.Send(row, 0)
	p.comm.Recv(row, 0)
}

func (p *plate) step() {
	for j := 1; j < p.ny-1; j++ {
		for i := 1; i < p.nx-1; i++ {
			p.next[p.at(i, j)] = p.now[p.at(i, j)] + 0.2*(p.now[p.at(i-1, j)]+p.now[p.at(i+1, j)]+p.now[p.at(i, j-1)]+p.now[p.at(i, j+1)]-4*p.now[p.at(i, j)])
		}
	}
	p.now, p.next = p.next, p.now
}

func (p *plate) residual() float64 {
	sum := []float64{0}
	for i := range p.now {
		sum[0] += (p.now[i] - p.next[i]) * (p.now[i] - p.next[i])
	}
	p.comm.Allreduce(sum)
	return sum[0]
}
