// Package columns measures text in terminal columns, cuts it to fit, and writes the numbers between.
package columns

import (
	"sort"
	"unicode"
	"unicode/utf8"
)

// Width returns how many columns of a terminal a text takes: two for each character of East Asian scripts and
// for each emoji, none for what is combined with the character before.
func Width(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] < ' ' || s[i] == 0x7f {
			return wideText(s)
		}
	}
	return len(s)
}

func wideText(s string) int {
	sum := 0
	var before previous
	for _, r := range s {
		sum += before.add(r)
	}
	return sum
}

// Cut shortens a text to the given number of columns and puts more, which counts towards it, in place of what
// is removed. A negative number means no limit.
func Cut(s string, width int, more string) string {
	if width < 0 || Width(s) <= width {
		return s
	}
	left := width - Width(more)
	if left < 0 {
		return ""
	}
	var before previous
	for i, r := range s {
		if left -= before.add(r); left < 0 {
			return s[:i] + more
		}
	}
	return s
}

// CutLeft does the same at the other end: the end of a long path says most.
func CutLeft(s string, width int, more string) string {
	if width < 0 || Width(s) <= width {
		return s
	}
	left := width - Width(more)
	if left < 0 {
		return ""
	}
	behind := Width(s)
	var before previous
	for i, r := range s {
		wide := before.add(r)
		if wide > 0 && r != presentation && behind <= left {
			return more + s[i:]
		}
		behind -= wide
	}
	return more
}

// Pad appends blanks to a text until it takes width columns; it takes the given number now.
func Pad(to []byte, taken, width int) []byte {
	const blanks = "                                                                "
	for width-taken > len(blanks) {
		to, taken = append(to, blanks...), taken+len(blanks)
	}
	return append(to, blanks[:max(width-taken, 0)]...)
}

// previous is the state that the width of the next character depends on.
type previous struct {
	r    rune
	wide int // columns of the character that others are combined with
	flag bool
}

const (
	joiner       = 0x200d // makes one emoji of two
	presentation = 0xfe0f // makes a sign an emoji
	firstFlag    = 0x1f1e6
	lastFlag     = 0x1f1ff // pairs of letters make a flag
	firstTone    = 0x1f3fb
	lastTone     = 0x1f3ff // skin tone, of the emoji before
	firstVowel   = 0x1160
	lastFinal    = 0x11ff // parts of a Korean syllable after its first
)

// add returns how many columns r adds to what precedes it.
func (p *previous) add(r rune) int {
	before := *p
	p.r, p.flag = r, false
	switch {
	case r < 0x300 && r >= 0xa0 && r != 0xad, r >= ' ' && r < 0x7f, r >= 0x2500 && r < 0x2580: // guides of trees are the last
		p.wide = 1
	case r == presentation && before.wide == 1 && before.r >= '#':
		p.wide = 2
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Cc, unicode.Zl, unicode.Zp):
		return 0
	case before.r == joiner && before.wide == 2,
		r >= firstTone && r <= lastTone && before.wide == 2,
		r >= firstVowel && r <= lastFinal && before.wide == 2:
		return 0
	case r >= firstFlag && r <= lastFlag:
		if before.flag {
			return 0
		}
		p.flag, p.wide = true, 2
	default:
		p.wide = 1
		if isWide(r) {
			p.wide = 2
		}
	}
	return p.wide
}

func isWide(r rune) bool {
	i := sort.Search(len(wide), func(i int) bool { return wide[i][1] >= r })
	return i < len(wide) && wide[i][0] <= r
}
