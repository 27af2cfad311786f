package top

import (
	"slices"
	"time"
	"unicode/utf8"
)

// keyPress is what was pressed: a name, or a character.
type keyPress struct {
	name string // "up", "enter", …; empty for a character
	char rune
}

// sequences are what terminals send for keys other than characters.
var sequences = map[string]string{
	"\x1b[A": "up", "\x1b[B": "down", "\x1b[C": "right", "\x1b[D": "left",
	"\x1bOA": "up", "\x1bOB": "down", "\x1bOC": "right", "\x1bOD": "left",
	"\x1b[5~": "page up", "\x1b[6~": "page down",
	"\x1b[H": "home", "\x1b[F": "end", "\x1bOH": "home", "\x1bOF": "end", "\x1b[1~": "home", "\x1b[4~": "end",
	"\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\b": "backspace", "\x1b": "escape",
	"\x03": "interrupt", "\x04": "interrupt", "\x1a": "suspend", "\f": "redraw",
}

// parseKeys splits what was read from a terminal at once. Unknown escape sequences are skipped.
func parseKeys(in []byte) []keyPress {
	var keys []keyPress
	for len(in) > 0 {
		n := sequenceLength(in)
		if name := sequences[string(in[:n])]; name != "" {
			keys = append(keys, keyPress{name: name})
		} else if r, size := utf8.DecodeRune(in); r >= ' ' && size == n {
			keys = append(keys, keyPress{char: r})
		}
		in = in[n:]
	}
	return keys
}

// sequenceLength returns how many bytes the first key takes.
func sequenceLength(in []byte) int {
	if in[0] != '\x1b' || len(in) == 1 {
		_, n := utf8.DecodeRune(in)
		return n
	}
	switch in[1] {
	case '[': // up to a byte of 0x40 to 0x7e
		for i := 2; i < len(in); i++ {
			switch {
			case in[i] < ' ': // it was none
				return i
			case in[i] >= 0x40 && in[i] <= 0x7e:
				return i + 1
			}
		}
		return len(in)
	case 'O':
		return min(3, len(in))
	}
	return 1
}

// wish is what a key asks of the program, besides a change of the view.
type wish int

const (
	nothing wish = iota
	quit
	suspend
	refresh // take a sample now
	repaint
)

// press changes the view as a key asks for.
func (v *view) press(k keyPress, s *sample) wish {
	switch {
	case k.name == "interrupt":
		return quit
	case k.name == "suspend":
		return suspend
	case k.name == "redraw":
		return repaint
	case v.typing:
		v.typeFilter(k)
	case v.help:
		v.help = false
	case k.name != "":
		v.move(k.name, s)
	default:
		return v.command(k.char, s)
	}
	return nothing
}

// typeFilter takes the keys while the filter is typed.
func (v *view) typeFilter(k keyPress) {
	switch k.name {
	case "enter":
		v.typing = false
	case "escape":
		v.typing, v.filter = false, ""
	case "backspace":
		if v.filter == "" {
			v.typing = false
			return
		}
		_, n := utf8.DecodeLastRuneInString(v.filter)
		v.filter = v.filter[:len(v.filter)-n]
	case "":
		v.filter += string(k.char)
	}
	v.offset = 0
}

// command takes a key that is a character.
func (v *view) command(char rune, s *sample) wish {
	switch char {
	case 'q', 'Q':
		return quit
	case 'k':
		v.move("up", s)
	case 'j':
		v.move("down", s)
	case 'h':
		v.move("left", s)
	case 'l':
		v.move("right", s)
	case 'g':
		v.move("home", s)
	case 'G':
		v.move("end", s)
	case ' ', 'o':
		v.move("enter", s)
	case 's', 'S':
		v.nextOrder(char == 'S')
	case '/':
		v.typing, v.filter = true, ""
	case 'r':
		v.ranks, v.selected, v.key, v.offset = !v.ranks, 0, "", 0
	case 'i':
		v.last = !v.last
	case 'f':
		v.silent = !v.silent
	case 'p':
		v.paused = !v.paused
	case '+':
		v.every = max(v.every/2, shortestInterval)
		return refresh
	case '-':
		v.every = min(v.every*2, longestInterval)
	case '?':
		v.help = true
	}
	return nothing
}

const (
	shortestInterval = 100 * time.Millisecond
	longestInterval  = time.Minute
)

func (v *view) nextOrder(back bool) {
	step := 1
	if back {
		step = -1
	}
	if v.ranks {
		v.rankSort = (v.rankSort + rankOrder(step) + rankOrders) % rankOrders
		return
	}
	v.order = (v.order + order(step) + orders) % orders
}

// move takes the keys that move in the table or fold it.
func (v *view) move(name string, s *sample) {
	keys := v.keys(s)
	v.find(keys)
	switch name {
	case "up":
		v.selected--
	case "down":
		v.selected++
	case "page up":
		v.selected -= max(v.page-1, 1)
	case "page down":
		v.selected += max(v.page-1, 1)
	case "home":
		v.selected = 0
	case "end":
		v.selected = len(keys) - 1
	case "enter", "left", "right":
		v.fold(name, s)
	case "escape":
		v.filter = ""
	}
	v.selected = max(min(v.selected, len(keys)-1), 0)
	if v.selected < len(keys) {
		v.key = keys[v.selected]
	}
}

// keys tells the rows that are to be seen from each other.
func (v *view) keys(s *sample) []string {
	var keys []string
	if v.ranks {
		for _, r := range v.rankRows(s) {
			keys = append(keys, r.key())
		}
		return keys
	}
	for _, r := range v.rows(s) {
		keys = append(keys, r.key)
	}
	return keys
}

// find selects the row that was selected before, wherever it stands now.
func (v *view) find(keys []string) {
	if i := slices.Index(keys, v.key); i >= 0 {
		v.selected = i
	}
	v.selected = max(min(v.selected, len(keys)-1), 0)
	if v.key == "" && len(keys) > 0 {
		v.key = keys[v.selected]
	}
}

// fold folds the selected row or unfolds it: enter toggles, left folds and right unfolds. Left on a row that
// has nothing to fold goes to its parent.
func (v *view) fold(name string, s *sample) {
	if v.ranks {
		v.foldRank(name, s)
		return
	}
	rows := v.rows(s)
	if v.selected >= len(rows) || v.filter != "" || rows[v.selected].of == nil {
		return
	}
	r := rows[v.selected]
	folded := v.closed(s, r.of)
	if name == "left" && (folded || !r.of.below) {
		v.selectParent(r, rows)
		return
	}
	v.folded[r.key] = r.of.below && (name == "left" || name == "enter" && !folded)
}

func (v *view) selectParent(r row, rows []row) {
	for i := range rows {
		if rows[i].of != nil && rows[i].of.index == r.of.Parent {
			v.selected = i
		}
	}
}

func (v *view) foldRank(name string, s *sample) {
	rows := v.rankRows(s)
	if v.selected >= len(rows) {
		return
	}
	rank := rows[v.selected].Info.Rank
	v.unfolded[rank] = name == "right" || name == "enter" && !v.unfolded[rank]
	for i := range rows { // from a line of its stack to the rank
		if rows[i].Info.Rank == rank && rows[i].level < 0 {
			v.selected = i
		}
	}
}
