// Bodies that attract each other, shared among ranks.
package main

import (
	"fmt"
	"math"

	"example.com/find/mpi"
)

type vector struct{ x, y, z float64 }

func (a vector) minus(b vector) vector { return vector{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vector) plus(b vector, f float64) vector {
	return vector{a.x + f*b.x, a.y + f*b.y, a.z + f*b.z}
}

type body struct{ at, speed, force vector }

func main() {
	bodies := make([]body, 1200)
	for i := range bodies {
		bodies[i].at = vector{float64(i % 10), float64(i / 10 % 10), float64(i / 100)}
	}
	for range 20 * mpi.Times() {
		exchange(mpi.World, bodies)
		forces(bodies)
		move(bodies, 0.01)
	}
	fmt.Printf("%.6f\n", energy(mpi.World, bodies))
}

func exchange(comm *mpi.Comm, bodies []body) {
	x := make([]float64, 0, 3*len(bodies))
	for _, b := range bodies {
		x = append(x, b.at.x, b.at.y, b.at.z)
	}
	comm.Send(x, 0)
	comm.Recv(x, 0)
}

func forces(bodies []body) {
	for i := range bodies {
		bodies[i].force = force(bodies, i)
	}
}

func force(bodies []body, i int) (f vector) {
	for j := range bodies {
		d := bodies[j].at.minus(bodies[i].at)
		r := d.x*d.x + d.y*d.y + d.z*d.z + 0.01
		f = f.plus(d, 1/(r*math.Sqrt(r)))
	}
	return f
}

func move(bodies []body, dt float64) {
	for i := range bodies {
		b := &bodies[i]
		b.speed = b.speed.plus(b.force, dt)
		b.at = b.at.plus(b.speed, dt)
	}
}

func energy(comm *mpi.Comm, bodies []body) float64 {
	sum := []float64{0}
	for _, b := range bodies {
		sum[0] += b.speed.x*b.speed.x + b.speed.y*b.speed.y + b.speed.z*b.speed.z
	}
	comm.Allreduce(sum)
	return sum[0]
}
