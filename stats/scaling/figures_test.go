package scaling_test

import (
	"fmt"
	"testing"

	"github.com/go-hpc/timers/stats/scaling/scalingtest"
)

// BenchmarkFigures prints the figures of make bench: in how many of 200 made-up scaling studies the laws of regions are found, and
// how often a law is told that is not that of the region.
func BenchmarkFigures(b *testing.B) {
	for b.Loop() {
		if err := figures(); err != nil {
			b.Fatal(err)
		}
	}
}

func figures() error {
	const studies = 200
	score, err := scalingtest.Try(studies)
	if err != nil {
		return err
	}
	fmt.Printf("%d studies with 3 %% noise: %d of %d laws found, %d told as the only one that fits, %d of these wrong\n", studies, score.Right, score.Laws, score.Told, score.False)
	fmt.Printf("figure scaling/right %.1f %% limit >=98\n", 100*float64(score.Right)/float64(score.Laws))
	fmt.Printf("figure scaling/false %.1f %% limit <=1\n", 100*float64(score.False)/float64(max(score.Told, 1)))
	return nil
}
