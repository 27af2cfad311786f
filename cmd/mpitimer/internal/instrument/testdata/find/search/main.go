// A pattern search: each rank looks through its part of a text.
package main

import (
	"fmt"

	"example.com/find/mpi"
)

func main() {
	text := make([]byte, 1<<20)
	fill(text)
	found := find(mpi.World, text, [][]byte{[]byte("abcabd"), []byte("bbbbac"), []byte("cacacb"), []byte("aaaabb"), []byte("bcbcbca"), []byte("ccccc")})
	fmt.Println(found)
}

func fill(text []byte) {
	x := uint32(1)
	for i := range text {
		x = x*1664525 + 1013904223
		text[i] = 'a' + byte(x>>24)%3
	}
}

func find(comm *mpi.Comm, text []byte, patterns [][]byte) float64 {
	total := []float64{0}
	for range 20 * mpi.Times() {
		for _, p := range patterns {
			total[0] += float64(Search(text, p))
		}
		comm.Allreduce(total)
	}
	return total[0]
}

// Search counts where a pattern stands.
func Search(text, pattern []byte) (n int) {
	for i := 0; i+len(pattern) <= len(text); i++ {
		if matches(text[i:], pattern) {
			n++
		}
	}
	return n
}

func matches(text, pattern []byte) bool {
	for i := range pattern {
		if text[i] != pattern[i] {
			return false
		}
	}
	return true
}
