// A map whose keys are spread over the ranks, all of it in main.
package main

import (
	"fmt"
	"strconv"

	"example.com/find/mpi"
)

func main() {
	comm, words := mpi.World, make([]string, 20000)
	for i := range words {
		words[i] = "word" + strconv.Itoa(i*i%7919)
	}
	mine, others := map[string]int{}, []float64(nil)
	for range 200 * mpi.Times() {
		for _, w := range words {
			if h := hash(w); h%8 == 3 {
				others = append(others, float64(h))
			} else {
				mine[w]++
			}
		}
		comm.Send(others, 0)
		comm.Recv(others, 0)
		others = others[:0]
	}
	fmt.Println(len(mine))
}

func hash(key string) (h uint32) {
	for i := 0; i < len(key); i++ {
		h = (h ^ uint32(key[i])) * 16777619
	}
	return h
}
