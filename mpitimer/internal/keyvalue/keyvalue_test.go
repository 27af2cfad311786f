package keyvalue

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

type line struct {
	key    string
	fields []string
}

func read(text []byte) (lines []line, err error) {
	err = Each(text, func(key string, fields []string) error {
		lines = append(lines, line{key, slices.Clone(fields)})
		return nil
	})
	return lines, err
}

// What is written is read again, whatever bytes the fields have.
func TestReadAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text []byte
		var want []line
		for range rapid.IntRange(0, 5).Draw(t, "lines") {
			l := line{rapid.StringMatching(`[a-zA-Z.]+`).Draw(t, "key"), rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
				return string(rapid.SliceOf(rapid.SampledFrom([]byte("a\\\t\n\r=\x00\xff"))).Draw(t, "bytes"))
			}), 1, 4).Draw(t, "fields")}
			text, want = Append(text, l.key, l.fields...), append(want, l)
		}
		got, err := read(text)
		if err != nil || !slices.EqualFunc(got, want, func(a, b line) bool { return a.key == b.key && slices.Equal(a.fields, b.fields) }) {
			t.Fatalf("%q is read as %q, %v", text, got, err)
		}
	})
}

func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		"a=1\nb=2":     `line 2: "b=2", expected KEY=value`,
		"a=1\n\n":      `line 2: "", expected KEY=value`,
		"a\n":          `line 1: "a", expected KEY=value`,
		"=1\n":         `line 1: "=1", expected KEY=value`,
		"a=\\x\n":      `line 1: a: "\\x", expected \\, \t, \n or \r`,
		"a=b\tc\\\n":   `line 1: a: "c\\", expected \\, \t, \n or \r`,
		"a=1\nstop=\n": `line 2: stop: enough`,
	} {
		err := Each([]byte(text), func(key string, _ []string) error {
			if key == "stop" {
				return errors.New("enough")
			}
			return nil
		})
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
