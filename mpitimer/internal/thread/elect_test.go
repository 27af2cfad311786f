package thread

import "testing"

func TestElected(t *testing.T) {
	for _, test := range []struct {
		votes map[string]int
		found string
		ok    bool
	}{
		{map[string]int{}, "", false},
		{map[string]int{"a": 4}, "a", true},
		{map[string]int{"a": 4, "b": 3}, "a", true},
		{map[string]int{"a": 3, "b": 3}, "", false},
		{map[string]int{"a": 4, "b": 4}, "", false},
	} {
		if found, ok := Elected(test.votes, 4); found != test.found || ok != test.ok {
			t.Errorf("%v: %q, %v", test.votes, found, ok)
		}
	}
}
