// Program tricky does what an inserted deferred call could disturb, and prints what it sees.
package main

import (
	"errors"
	"fmt"
	"iter"
	"log"
	"os"
	"runtime"
	"runtime/debug"
	"sync"

	"example.com/tricky/order"
)

func main() {
	what := "all"
	if len(os.Args) > 1 {
		what = os.Args[1]
	}
	log.SetFlags(log.Lshortfile)
	switch what {
	case "all":
		all()
	case "crash":
		crash(3)
	case "exit":
		leave(4)
	case "value":
		exit := os.Exit
		exit(5)
	case "fatal":
		log.Fatalf("fatal %d", 6)
	case "goexit":
		defer fmt.Println("deferred by main")
		runtime.Goexit()
	}
}

func all() {
	fmt.Println(order.Seen, order.Early, order.Late)
	fmt.Println(recovered(), handed(), repanics(), nested())
	fmt.Println(named(2))
	fmt.Println(unnamed(2))
	loops()
	callers()
	goroutines()
	iterators()
	labels(3)
	generics()
	blocks()
	shadows()
	stack()
	fmt.Println(errors.Is(wrapped(), errBase), once())
	for range 3 {
		defer fmt.Println("deferred in a loop")
	}
}

func leave(code int) { os.Exit(code) }

func crash(depth int) {
	defer func() { fmt.Println("deferred at", depth) }()
	if depth == 0 {
		var m map[string]int
		m["x"] = 1
	}
	crash(depth - 1)
}

func stop() (reason any) { return recover() } // called by a deferred function: recovers nothing

func recovered() (result string) {
	defer func() {
		result = fmt.Sprint("recovered ", recover())
	}()
	panic("one")
}

// caught is itself deferred, and recovers.
func caught(into *string) {
	if r := recover(); r != nil {
		*into = fmt.Sprint("caught ", r)
	}
}

func handed() (result string) {
	defer caught(&result)
	defer func() { _ = stop() }()
	var none []int
	return fmt.Sprint(none[len(result)])
}

func repanics() (result string) {
	defer caught(&result)
	defer func() {
		panic(fmt.Sprint(recover(), " again"))
	}()
	panic("first")
}

func nested() (result string) {
	defer caught(&result)
	defer func() {
		defer func() { fmt.Println("inner", recover()) }()
		panic("second")
	}()
	panic("outer")
}

func named(x int) (y int, err error) {
	defer func() {
		y *= 10
		if y > 10 {
			err = errors.New("large")
		}
	}()
	return x + 1, nil
}

func unnamed(x int) (int, []int) {
	list := []int{x}
	defer func() { x, list = 100, nil; list = append(list, 1) }()
	list[0]++
	return x, list
}

func loops() {
	for i := range 3 {
		defer fmt.Println("loop", i)
	}
	fmt.Println("body")
}

func callers() {
	_, _, line, ok := runtime.Caller(0)
	fmt.Println(line, ok)
	where()
	func() { where() }()
	defer where()
}

func where() {
	pc, _, line, _ := runtime.Caller(1)
	fmt.Println(runtime.FuncForPC(pc).Name(), line)
}

func goroutines() {
	var wg sync.WaitGroup
	results := make([]int, 4)
	for i := range results {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results[i] = fib(3 + i)
		}()
	}
	wg.Wait()
	done := make(chan string)
	go func() {
		defer close(done)
		defer func() { done <- "goexit" }()
		runtime.Goexit()
	}()
	for s := range done {
		fmt.Println(s, results)
	}
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Println("iterator ends")
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func find(n int) (found int) {
	defer func() { found += 1000 }()
	for i := range count(10) {
		defer fmt.Println("from the body", i)
		if i == n {
			return i
		}
	}
	return -1
}

func iterators() {
	fmt.Println(find(2), find(20))
outer:
	for i := range count(3) {
		for j := range count(3) {
			if j == 1 {
				continue outer
			}
			if i == 2 {
				break outer
			}
			//mpitimer:region pair
			fmt.Println("pair", i, j)
		}
	}
	next, end := iter.Pull(count(3))
	defer end()
	fmt.Println(next())
	fmt.Println(next())
}

func labels(n int) {
again:
	n--
	if n > 0 {
		goto again
	}
	fmt.Println("labels", n)
}

type pile[T any] struct{ items []T }

func (p *pile[T]) push(x T) *pile[T] {
	add := func() { p.items = append(p.items, x) }
	add()
	return p
}

func (p pile[T]) each(f func(T)) {
	for _, x := range p.items {
		f(x)
	}
}

func mapped[T, U any](list []T, f func(T) U) (out []U) {
	for _, x := range list {
		out = append(out, f(x))
	}
	return out
}

func generics() {
	p := (&pile[int]{}).push(1).push(2)
	p.each(func(i int) { fmt.Println("pile", i) })
	q := (&pile[string]{}).push("a")
	push := q.push
	push("b")
	q.each(func(s string) { fmt.Println("pile", s) })
	fmt.Println(mapped(p.items, func(i int) string { return fmt.Sprint(i, "!") }))
}

func shadows() {
	os := struct{ Exit func(int) }{func(code int) { fmt.Println("not left with", code) }}
	os.Exit(1)
}

func stack() {
	defer func() {
		fmt.Println(recover())
		os.Stdout.Write(debug.Stack())
	}()
	deep(2)
}

func deep(n int) {
	if n == 0 {
		panic("deep")
	}
	func() { deep(n - 1) }()
}

var errBase = errors.New("base")

func wrapped() (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("wrapped: %w", err)
		}
	}()
	return errBase
}

var once = sync.OnceValue(func() string { return "once" })
