// A map whose keys are spread over the ranks; what belongs to others is sent in batches.
package main

import (
	"fmt"
	"strconv"

	"example.com/find/mpi"
)

type store struct {
	comm  *mpi.Comm
	mine  map[string]int
	batch []float64
	sent  int
}

func main() {
	s := &store{comm: mpi.World, mine: map[string]int{}}
	words := texts(20000)
	for round := 0; round < 200*mpi.Times(); round++ {
		s.count(words)
		s.flush()
	}
	fmt.Println(len(s.mine), s.largest(), s.sent)
}

func texts(n int) (list []string) {
	for i := 0; i < n; i++ {
		list = append(list, "word"+strconv.Itoa(i*i%7919))
	}
	return list
}

func (s *store) count(words []string) {
	for _, w := range words {
		s.put(w)
	}
}

func (s *store) put(key string) {
	h := hash(key)
	if h%8 == 3 {
		s.batch = append(s.batch, float64(h))
		if len(s.batch) >= 1000 {
			s.flush()
		}
		return
	}
	s.mine[key]++
}

func hash(key string) (h uint32) {
	for i := 0; i < len(key); i++ {
		h = (h ^ uint32(key[i])) * 16777619
	}
	return h
}

func (s *store) flush() {
	if len(s.batch) == 0 {
		return
	}
	got := make([]float64, len(s.batch))
	s.comm.Send(s.batch, 0)
	s.comm.Recv(got, 0)
	s.sent += len(got)
	s.batch = s.batch[:0]
}

func (s *store) largest() (most int) {
	for _, n := range s.mine {
		most = max(most, n)
	}
	s.comm.Barrier()
	return most
}
