package corpus

import (
	"slices"
	"testing"
)

func TestAdd(t *testing.T) {
	var got []string
	Add(func(b []byte) { got = append(got, string(b)) }, []byte("abcdef"), []byte("x"))
	if want := []string{"abcdef", "ab", "abcd", "abcde", "abcdefabcdef", "x"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
