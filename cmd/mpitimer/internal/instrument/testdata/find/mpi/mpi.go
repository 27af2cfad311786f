// Package mpi has the calls of a small binding, and stands in for MPI with one rank.
package mpi

import (
	"os"
	"strconv"
)

// Times is how often a program does what it does: the number that it is called with, or 1.
func Times() int {
	if len(os.Args) > 1 {
		if n, err := strconv.Atoi(os.Args[1]); err == nil {
			return n
		}
	}
	return 1
}

type Comm struct{ box [][]float64 }

var World = &Comm{}

func (c *Comm) Rank() int { return 0 }
func (c *Comm) Size() int { return 1 }

func (c *Comm) Send(x []float64, to int) { c.box = append(c.box, append([]float64(nil), x...)) }

func (c *Comm) Recv(x []float64, from int) {
	copy(x, c.box[0])
	c.box = c.box[1:]
}

func (c *Comm) Allreduce(x []float64) {}
func (c *Comm) Barrier()              {}
