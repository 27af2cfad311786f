package goroutine

import (
	"os"
	"sync"
	"testing"
)

// Goroutines that are not on the first thread are not kept on theirs: thousands that wait are not thousands of threads.
func TestKeepMain(t *testing.T) {
	threads := func() int {
		list, err := os.ReadDir("/proc/self/task")
		if err != nil {
			t.Skip(err)
		}
		return len(list)
	}
	before := threads()
	var ready, group sync.WaitGroup
	wait := make(chan struct{})
	const many = 200
	ready.Add(many)
	for range many {
		group.Go(func() {
			defer KeepMain()()
			ready.Done()
			<-wait
		})
	}
	ready.Wait()
	if after := threads(); after > before+many/2 {
		t.Errorf("%d threads, %d before %d goroutines that wait", after, before, many)
	}
	close(wait)
	group.Wait()
}
