package ranktable

import (
	"slices"
	"sync/atomic"
	"testing"
)

// What is made on other processors comes in the order of the list, and nothing goes on when it is no longer
// wanted.
func TestInOrder(t *testing.T) {
	list := make([]int, 1000)
	for i := range list {
		list[i] = i
	}
	var at, made atomic.Int64
	work := func(i int) int {
		at.Add(1)
		defer at.Add(-1)
		made.Add(1)
		return i
	}
	if got := slices.Collect(inOrder(list, work)); !slices.Equal(got, list) {
		t.Errorf("got %v", got)
	}
	made.Store(0)
	for i := range inOrder(list, work) {
		if i == 10 {
			break
		}
	}
	if n := made.Load(); n < 11 || n > 100 {
		t.Errorf("%d were made for 11", n)
	}
	if n := at.Load(); n != 0 {
		t.Errorf("%d are still at work", n)
	}
	for range inOrder(nil, work) {
		t.Error("something of nothing")
	}
}
