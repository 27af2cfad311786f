package columns

import (
	"strings"
	"testing"
	"unicode"

	"github.com/clipperhouse/displaywidth"
	"pgregory.net/rapid"
)

func TestWidth(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "flux": 4, "größe": 5, "e\u0301": 1, "計算": 4, "👩‍👩‍👧": 2, "🇩🇪": 2, "🇩🇪🇫🇷": 4, "👍🏽": 2, "❤️": 2, "☺": 1,
		"각": 2, "\u1100\u1161\u11a8": 2, "#️⃣": 2, "├ │ └": 5, "a\u200bb": 2, "\x1b[1m": 3,
	} {
		if got := Width(text); got != want {
			t.Errorf("Width(%q) = %d, want %d", text, got, want)
		}
	}
}

// The table is Unicode's, as another library has it.
func TestEachCharacter(t *testing.T) {
	wrong := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co) {
			continue
		}
		got, want := Width(string(r)), displaywidth.Rune(r)
		if max(got, want) <= 1 && unicode.Is(unicode.M, r) && unicode.Version > "15.0.0" {
			continue // Go 1.27 has a later table of marks than the other library
		}
		if got != want && (r < 0xd800 || r >= 0xe000) {
			if wrong++; wrong < 10 {
				t.Errorf("%U takes %d columns, want %d", r, got, want)
			}
		}
	}
}

// Whatever is cut fits, is a part of what was given, and is left alone where there is room.
func TestCut(t *testing.T) {
	parts := rapid.SampledFrom([]string{"a", "B", " ", "計", "e\u0301", "👍🏽", "🇩🇪", "👩‍👩‍👧", "\u200d", "\u0301", "ö", "☺\ufe0f"})
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(parts, 0, 30).Draw(t, "text"), "")
		width := rapid.IntRange(-1, 40).Draw(t, "width")
		for name, cut := range map[string]func(string, int, string) string{"Cut": Cut, "CutLeft": CutLeft} {
			got := cut(s, width, "…")
			switch {
			case width < 0 || Width(s) <= width:
				if got != s {
					t.Fatalf("%s(%q, %d) = %q, though there is room", name, s, width, got)
				}
				continue
			case Width(got) > width:
				t.Fatalf("%s(%q, %d) = %q, which takes %d columns", name, s, width, got, Width(got))
			case width < 1 && got != "":
				t.Fatalf("%s(%q, %d) = %q", name, s, width, got)
			}
			if rest := strings.Trim(got, "…"); !strings.Contains(s, rest) {
				t.Fatalf("%s(%q, %d) = %q is no part of it", name, s, width, got)
			}
		}
	})
}

func TestPad(t *testing.T) {
	for _, width := range []int{0, 3, 70, 200} {
		if got := string(Pad([]byte("abc"), 3, width)); got != "abc"+strings.Repeat(" ", max(width-3, 0)) {
			t.Errorf("to %d columns: %q", width, got)
		}
	}
}
