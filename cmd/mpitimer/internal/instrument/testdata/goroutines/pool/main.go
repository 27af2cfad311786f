// Command pool lets workers that a channel feeds test numbers, with all that goroutines are used for beside it: some that
// never end, iterators that are pulled, a generic helper, a panic that is recovered, and goroutines by the thousand.
package main

import (
	"fmt"
	"iter"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
)

func main() {
	many := 20_000
	if len(os.Args) > 1 {
		many, _ = strconv.Atoi(os.Args[1])
	}
	go ticks()
	fmt.Println(primes(20_000), pulled(100), caught(), quits(), crowd(many))
}

// primes counts primes, by workers that are fed by a channel.
func primes(n int) (count int) {
	jobs, results := make(chan int), make(chan bool)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go worker(&wg, jobs, results)
	}
	go func() {
		for i := range n {
			jobs <- i
		}
		close(jobs)
		wg.Wait()
		close(results)
	}()
	for prime := range results {
		if prime {
			count++
		}
	}
	return count
}

func worker(wg *sync.WaitGroup, jobs <-chan int, results chan<- bool) {
	defer wg.Done()
	for n := range jobs {
		results <- prime(n)
	}
}

func prime(n int) bool {
	for i := 2; i*i <= n; i++ {
		if n%i == 0 {
			return false
		}
	}
	return n > 1
}

// ticks never ends.
func ticks() {
	for {
		runtime.Gosched()
		select {}
	}
}

// pulled adds up what a coroutine yields, which starts a goroutine for each of its values.
func pulled(n int) (sum int) {
	next, stop := iter.Pull(each(n))
	defer stop()
	for v, ok := next(); ok; v, ok = next() {
		sum += v
	}
	return sum
}

func each(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(first(all(i, double, double))) {
				return
			}
		}
	}
}

// all runs functions of one argument, each on a goroutine.
func all[T, R any](v T, fs ...func(T) R) []R {
	results := make([]R, len(fs))
	var wg sync.WaitGroup
	for i, f := range fs {
		wg.Go(func() { results[i] = f(v) })
	}
	wg.Wait()
	return results
}

func first(list []int) int { return list[0] }

func double(n int) int { return 2 * n }

// caught recovers on a goroutine.
func caught() (s string) {
	done := make(chan string)
	go func() {
		defer func() { done <- fmt.Sprint(recover()) }()
		var list []int
		_ = list[len(os.Args)]
	}()
	return (<-done)[:27]
}

// quits ends a goroutine from within.
func quits() bool {
	done := make(chan bool)
	go func() {
		defer close(done)
		leave()
	}()
	<-done
	return true
}

//mpitimer:region
func leave() { runtime.Goexit() }

// crowd starts a goroutine for each of many parts.
func crowd(n int) int64 {
	var sum atomic.Int64
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			part(&sum, i)
		}()
	}
	wg.Wait()
	return sum.Load()
}

//mpitimer:region
func part(sum *atomic.Int64, i int) { sum.Add(int64(i % 2)) }
