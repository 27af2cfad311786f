package tacc

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The numbers of a row are those of strconv, whatever stands behind the line in memory.
func TestValuesAsStrconv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.StringMatching(`0|[0-9]{1,9}|[1-9][0-9]{0,21}|184467440737095516[0-9]{2}|[0-9]{0,9}[-.x]?[0-9]{0,2}`), 1, 6).Draw(t, "numbers")
		blanks := rapid.SampledFrom([]string{" ", "  "}).Draw(t, "blanks")
		line := strings.Join(texts, blanks) + rapid.SampledFrom([]string{"", " ", " \t"}).Draw(t, "end")
		memory := append([]byte(line), rapid.SampledFrom([]string{"", "\n", "1234567890", "\nabc 1"}).Draw(t, "behind")...)
		var want []uint64
		ok := true
		fields := strings.FieldsFunc(strings.TrimRight(line, " \t"), func(r rune) bool { return r == ' ' })
		for _, f := range fields {
			v, err := strconv.ParseUint(f, 10, 64)
			ok = ok && err == nil
			want = append(want, v)
		}
		n := len(texts)
		ok = ok && len(fields) == n
		got, is := appendValues(nil, memory[:len(line)], n)
		if is != ok || ok && !slices.Equal(got, want) {
			t.Fatalf("%q of %d: %v, %v; want %v, %v", line, n, got, is, want, ok)
		}
	})
}
