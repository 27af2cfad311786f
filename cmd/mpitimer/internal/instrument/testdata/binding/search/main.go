// Command search counts where patterns stand in a text that is spread over the ranks.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/pprof"

	"example.com/binding/ring"
)

func main() {
	size := flag.Int("size", 1<<18, "bytes of a rank")
	profile := flag.String("cpuprofile", "", "file of rank 0's profile")
	flag.Parse()
	ring.Start(true)
	defer ring.Stop()
	world := ring.World()
	if *profile != "" && world.Rank() == 0 {
		f, err := os.Create(*profile)
		if err != nil {
			panic(err)
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			panic(err)
		}
		defer pprof.StopCPUProfile()
	}
	text := letters(*size, uint32(world.Rank()))
	found := find(world, text, [][]byte{[]byte("abcabd"), []byte("bbbbac"), []byte("cacacb"), []byte("aaaabb")})
	if world.Rank() == 0 {
		fmt.Println("found", found)
	}
}

func letters(n int, x uint32) []byte {
	text := make([]byte, n)
	for i := range text {
		x = x*1664525 + 1013904223
		text[i] = 'a' + byte(x>>24)%3
	}
	return text
}

// find counts all patterns in the texts of all ranks.
func find(world *ring.Communicator, text []byte, patterns [][]byte) (total float64) {
	for round := range 10 {
		for _, p := range patterns {
			total = world.Sum(float64(Search(text, p, round)))
		}
	}
	return total
}

// Search counts a pattern, in which a byte may differ from the text from the given place on.
func Search(text, pattern []byte, differs int) (n int) {
	for i := 0; i+len(pattern) <= len(text); i++ {
		if matches(text[i:], pattern, differs) {
			n++
		}
	}
	return n
}

func matches(text, pattern []byte, differs int) bool {
	for i := range pattern {
		if text[i] != pattern[i] && i < differs {
			return false
		}
	}
	return true
}
