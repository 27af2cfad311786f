//go:build unix

// Command suite runs what has to hold, a step at a time, and reports how long each step took and how much processor time.
// What runs when is in plan.go.
//
//	suite [OPTION…] lint|check|test|nightly|fuzz|properties|model
//
// check compares with a commit (-base) and tests the packages that differ and those that import them directly, or with -all
// all that need them. fuzz, properties and model are campaigns of nightly alone, for as long as -time or -checks says. A step
// that fails does not keep the others from running. What cannot run here is reported as skipped, and is a failure where
// CI=true. Exit status: 0 nothing failed; 1 a step failed; 2 usage error.
package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"syscall"
)

func main() {
	os.Exit(run())
}

func run() int {
	var c choice
	only := flag.String("only", "", "run the steps whose names match `REGEXP`")
	list := flag.Bool("list", false, "list the steps")
	verbose := flag.Bool("v", false, "show what steps print that succeed, too")
	flag.StringVar(&c.base, "base", "", "the `COMMIT` that check compares with")
	flag.BoolVar(&c.all, "all", false, "check tests all packages that need one that differs")
	flag.StringVar(&c.campaign.time, "time", "5s", "how long each target is fuzzed, or random programs run: a duration, or 3000x of inputs")
	flag.IntVar(&c.campaign.checks, "checks", 1000, "random `INPUTS` of each property")
	where := flag.String("where", "", "fuzz and properties: in packages that match `REGEXP`")
	flag.Parse()
	plans := map[string]plan{"lint": lint, "check": check, "test": test, "nightly": nightly, "fuzz": fuzzing, "properties": properties, "model": models}
	chosen, known := plans[flag.Arg(0)]
	pattern, err := regexp.Compile(*only)
	inPackages, wrong := regexp.Compile(*where)
	if err = errors.Join(err, wrong); !known || flag.NArg() != 1 || err != nil {
		flag.Usage()
		fmt.Fprintln(os.Stderr, "expected one of", slices.Sorted(maps.Keys(plans)), err)
		return 2
	}
	c.campaign.pattern = inPackages
	if chosen == test || chosen == nightly {
		if err := lean(chosen); err != nil {
			fmt.Fprintln(os.Stderr, "suite:", err)
			return 2
		}
	}
	steps := stepsOf(chosen, &c)
	steps = slices.DeleteFunc(steps, func(s step) bool { return !pattern.MatchString(s.name) })
	if *list {
		for _, s := range steps {
			fmt.Println(s.name)
		}
		return 0
	}
	s, err := newSuite(os.Stdout, *verbose)
	if err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		return 2
	}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-interrupted
		s.cancel()
	}()
	s.run(steps)
	if last := afterwards(); last.in&chosen != 0 && pattern.MatchString(last.name) {
		s.run([]step{last})
	}
	return s.summary(chosen)
}
