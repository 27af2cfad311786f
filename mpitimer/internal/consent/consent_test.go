package consent

import (
	"fmt"
	"testing"
)

// Consents join in any order, and of sets that overlap.
func TestConsent(t *testing.T) {
	has := [][]string{{"a", "b"}, {"b"}, {"b", "c"}, {}, {"b", "a"}}
	of := func(ranks ...int) consent {
		message := Of(ranks[0], has[ranks[0]])
		for _, r := range ranks[1:] {
			message = Join(message, Of(r, has[r]))
		}
		return decode(message)
	}
	for _, each := range []struct {
		ranks []int
		want  string
	}{
		{[]int{0}, "0 map[a:4294967295 b:4294967295]"},
		{[]int{4, 0}, "0 map[a:4294967295 b:4294967295]"},
		{[]int{0, 1, 2}, "0 map[a:1 b:4294967295 c:0]"},
		{[]int{2, 1, 0}, "0 map[a:1 b:4294967295 c:0]"},
		{[]int{4, 2, 2, 4, 1, 2}, "1 map[a:1 b:4294967295 c:1]"},
		{[]int{3, 4}, "3 map[a:3 b:3]"},
		{[]int{4, 3, 0, 3, 1}, "0 map[a:1 b:3]"},
	} {
		c := of(each.ranks...)
		if got := fmt.Sprint(c.lowest, c.lacks); got != each.want {
			t.Errorf("of %v: %s, want %s", each.ranks, got, each.want)
		}
	}
	whole := of(0, 1, 2).encode()
	for cut := range whole { // a message that is not whole is no panic
		Lacking(whole[:cut])
	}
}
