// Package hook stands in for the timers: it checks that regions nest, in each goroutine, and writes how
// often each ran to the file that HOOK names.
package hook

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
)

var (
	mu     sync.Mutex
	names  = map[string]bool{}
	open   = map[string][]string{} // by goroutine
	calls  = map[string]int{}
	wrongs []string
	forks  = map[string]int{} // by goroutine
)

// Region is a region.
type Region struct{ name string }

// Token is one that runs.
type Token struct {
	name, goroutine string
}

// Block is a part of a function.
type Block struct {
	token Token
	open  bool
}

func wrong(format string, v ...any) { wrongs = append(wrongs, fmt.Sprintf(format, v...)) }

func goroutine() string {
	buf := make([]byte, 64)
	return string(bytes.Fields(buf[:runtime.Stack(buf, false)])[1])
}

// Define makes a region.
func Define(name string) *Region {
	mu.Lock()
	defer mu.Unlock()
	if names[name] {
		wrong("%s is defined twice", name)
	}
	names[name] = true
	return &Region{name}
}

// Asked makes one that the user has named.
func Asked(name string) *Region { return Define(name) }

// Start starts a region.
func (r *Region) Start() Token {
	mu.Lock()
	defer mu.Unlock()
	if r == nil {
		wrong("a region starts before it is defined")
		return Token{}
	}
	g := goroutine()
	open[g] = append(open[g], r.name)
	calls[strings.Join(open[g], " > ")]++
	return Token{r.name, g}
}

// Stop stops it.
func (t Token) Stop() {
	mu.Lock()
	defer mu.Unlock()
	if g := goroutine(); g != t.goroutine {
		wrong("%s stops in another goroutine", t.name)
	}
	stack := open[t.goroutine]
	if len(stack) == 0 || stack[len(stack)-1] != t.name {
		wrong("%s stops within %q", t.name, stack)
		return
	}
	if open[t.goroutine] = stack[:len(stack)-1]; len(stack) == 1 {
		delete(open, t.goroutine)
	}
}

// Begin starts a part.
func (b *Block) Begin(r *Region) {
	b.End()
	*b = Block{r.Start(), true}
}

// End ends it.
func (b *Block) End() {
	if b.open {
		b.open = false
		b.token.Stop()
	}
}

// Began begins a part in an expression.
func (b *Block) Began(r *Region) *Block {
	b.Begin(r)
	return b
}

// Waited ends it.
func Waited[T any](b *Block, v T) T {
	b.End()
	return v
}

// Fork stands before a statement that starts a goroutine.
func Fork() { fork(1) }

func fork(n int) {
	mu.Lock()
	defer mu.Unlock()
	forks[goroutine()] += n
}

// Forked stands behind it.
func Forked() { fork(-1) }

// Main writes at the end of what it returns.
func Main() func() {
	return func() { write(true) }
}

func write(ended bool) {
	mu.Lock()
	defer mu.Unlock()
	var lines []string
	for path, n := range calls {
		lines = append(lines, fmt.Sprintf("%d %s", n, path))
	}
	slices.SortFunc(lines, func(a, b string) int {
		return strings.Compare(a[strings.Index(a, " "):], b[strings.Index(b, " "):])
	})
	if stack := open[goroutine()]; ended && len(stack) > 0 {
		wrong("main ends within %q", stack)
	}
	if n := forks[goroutine()]; ended && n != 0 {
		wrong("%d statements have begun to start goroutines and not ended", n)
	}
	for _, w := range wrongs {
		lines = append(lines, "WRONG "+w)
	}
	if err := os.WriteFile(os.Getenv("HOOK"), []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		panic(err)
	}
}

// Exit is as os.Exit.
func Exit(code int) {
	write(false)
	os.Exit(code)
}

// Fatal is as log.Fatal.
func Fatal(v ...any) {
	write(false)
	log.Output(2, fmt.Sprint(v...))
	os.Exit(1)
}

// Fatalf is as log.Fatalf.
func Fatalf(format string, v ...any) {
	write(false)
	log.Output(2, fmt.Sprintf(format, v...))
	os.Exit(1)
}

// Fatalln is as log.Fatalln.
func Fatalln(v ...any) {
	write(false)
	log.Output(2, fmt.Sprintln(v...))
	os.Exit(1)
}
