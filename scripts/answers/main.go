// Command answers scores what package answers finds in made-up runs of which the truth is known:
//
//	go run ./scripts/answers -seed 1 -runs 2000
//	go run ./scripts/answers -one 1000017
//	go run ./scripts/answers -seed 1 -real 10
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/go-hpc/timers/scripts/answers/campaign"
	"github.com/go-hpc/timers/stats/answers"
)

func main() {
	seed := flag.Uint64("seed", 1, "begin with this `SEED`")
	runs := flag.Int("runs", 2000, "make so `MANY` runs")
	one := flag.Uint64("one", 0, "show the run of this `SEED` alone")
	many := flag.Int("real", 0, "make so `MANY` runs under each MPI, recorded and not, in place of made-up ones")
	worst := flag.Int("worst", 10, "show the worst `MANY` runs")
	flag.Parse()
	if *many > 0 {
		check(real(*seed, *many, *worst))
		return
	}
	if *one != 0 {
		r := campaign.New(*one)
		s, err := r.Summary()
		check(err)
		times := r.Times()
		list := answers.Of(s, times)
		score := r.Score(s, times, list)
		r.Dump(os.Stdout, list, &score)
		fmt.Printf("%+v\n", score)
		return
	}
	c := campaign.Report{Worst: *worst}
	for i := range *runs {
		check(c.Add(*seed*1_000_000+uint64(i), answers.Of))
	}
	check(c.Write(os.Stdout))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "answers:", err)
		os.Exit(1)
	}
}
