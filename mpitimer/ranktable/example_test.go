package ranktable_test

import (
	"fmt"
	"strings"

	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// What a rank that died had measured, and where it was.
func Example() {
	table, err := ranktable.Open("testdata/example.mptable")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer table.Close()
	look, err := table.Look()
	if look == nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("rank %d of %d on %s %v, last seen %v after the start\n", look.Rank, look.Size, look.Host, look.State, look.LastSeen.Sub(look.Begin))
	for _, open := range look.Open {
		fmt.Printf("in %s for %v\n", strings.Join(open.Path, "/"), open.Elapsed)
	}
	for i := range look.Profile.Nodes {
		node := &look.Profile.Nodes[i]
		fmt.Printf("%s: %d calls, %d ns\n", strings.Join(look.Profile.Path(i), "/"), node.Calls, node.Total)
	}
	// Output:
	// rank 2 of 4 on node7 died, last seen 1.0005s after the start
	// in Total for 1.0004995s
	// in Total/step for 0s
	// Total: 0 calls, 1000499500 ns
	// Total/step: 6 calls, 800 ns
	// Total/step/io: 2 calls, 25 ns
	// Total/step/sampled: 26 calls, 260 ns
	// Total/step/torn: 3 calls, 200 ns
}
