package rankfile

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"testing"
	"time"
)

func parked(until chan struct{}) { <-until }

// A question that comes when the file is removed leaves nothing behind.
func TestAnswerAfterRemove(t *testing.T) {
	f := create(t, t.TempDir())
	header := *f.header
	header.asked = 7
	if err := f.Remove(); err != nil {
		t.Fatal(err)
	}
	f.header = &header // that of the file is no longer mapped
	f.answer()
	for f.Answering() {
		time.Sleep(time.Millisecond)
	}
	if _, err := os.Lstat(GoroutinesOf(f.Path())); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an answer is left: %v", err)
	}
}

// BenchmarkListGoroutines is what an answer takes of a rank with as many goroutines as it lists.
func BenchmarkListGoroutines(b *testing.B) {
	for _, n := range []int{10, 1000, mostGoroutines - 10} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			until := make(chan struct{})
			for range n {
				go parked(until)
			}
			for b.Loop() {
				listGoroutines(1)
			}
			close(until)
		})
	}
}
