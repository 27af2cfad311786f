// Command scaling measures in how many of 200 made-up scaling studies the laws of regions are found, and how often a law is told that is
// not that of the region.
package main

import (
	"fmt"
	"os"

	"github.com/go-hpc/timers/stats/scaling/scalingtest"
)

func main() {
	const studies = 200
	score, err := scalingtest.Try(studies)
	if err != nil {
		fmt.Fprintln(os.Stderr, "scaling:", err)
		os.Exit(2)
	}
	fmt.Printf("%d studies with 3 %% noise: %d of %d laws found, %d told as the only one that fits, %d of these wrong\n", studies, score.Right, score.Laws, score.Told, score.False)
	fmt.Printf("figure scaling/right %.1f %% limit >=98\n", 100*float64(score.Right)/float64(score.Laws))
	fmt.Printf("figure scaling/false %.1f %% limit <=1\n", 100*float64(score.False)/float64(max(score.Told, 1)))
}
