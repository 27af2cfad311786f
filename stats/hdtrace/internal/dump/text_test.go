package dump

import "testing"

func TestWord(t *testing.T) {
	for got, want := range map[string]string{
		Word("a"): "a", Word("a b"): `"a b"`, Word("a=b"): `"a=b"`, Word("\u202e"): `"\u202e"`, Word(""): `""`,
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
