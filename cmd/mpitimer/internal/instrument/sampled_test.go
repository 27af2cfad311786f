package instrument

import (
	"path/filepath"
	"slices"
	"testing"
)

// Samples and looks at all goroutines say where time went that no region has: to a lock, a channel, a file, the processor, or to
// goroutines that were all ready, of which one runs at a time.
func TestSampledProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a program")
	}
	folder := files(t, map[string]string{"go.mod": "module example.com/sampled\n\ngo 1.22\n", "main.go": `package main

import (
	"crypto/sha256"
	"os"
	"sync"
	"time"
)

func main() {
	locks()
	receives()
	reads()
	crowd()
}

var mu sync.Mutex

func locks() {
	mu.Lock()
	time.AfterFunc(time.Second, mu.Unlock)
	mu.Lock()
}

func receives() int {
	c := make(chan int)
	time.AfterFunc(time.Second, func() { c <- 1 })
	return <-c
}

func reads() {
	in, out, _ := os.Pipe()
	time.AfterFunc(time.Second, func() { out.Write([]byte{1}) })
	in.Read(make([]byte, 1))
}

func crowd() {
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			compute()
		}()
	}
	all.Wait()
}

func compute() {
	data := make([]byte, 1<<20)
	for range 50 {
		sha256.Sum256(data)
	}
}
`})
	bin := t.TempDir() + string(filepath.Separator)
	if _, messages, err := mpitimer(t, folder, "build", "-sample", "--", "-o", bin, "."); err != nil {
		t.Fatalf("%v\n%s", err, messages)
	}
	t.Setenv("GOMAXPROCS", "1")
	paths, _ := pathsOf(t, filepath.Join(bin, "sampled"))
	for _, want := range []string{
		"Total > inside: blocked in sync.(*Mutex).Lock",
		"Total > inside: blocked on a channel in main.receives",
		"Total > inside: blocked in os.(*File).Read",
		"Total > main.crowd > main.crowd.func1 > inside: crypto/sha256.Sum256",
		"Total > main.crowd > main.crowd.func1 > inside: ready, and no processor free",
	} {
		if !slices.Contains(paths, want) {
			t.Errorf("no row %s in %q", want, paths)
		}
	}
}
