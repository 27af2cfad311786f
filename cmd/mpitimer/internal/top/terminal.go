package top

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
)

// terminal is a terminal whose whole screen and every key belong to a program. Closing it, which may be done
// twice, restores it.
type terminal struct {
	in, out *os.File
	paint   sheet.Paint
	ascii   bool

	mu     sync.Mutex
	before *term.State // nil while it is not ours
}

// Codes for a terminal: the alternate screen, no cursor, lines that do not wrap.
const (
	takeScreen  = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"
	giveScreen  = "\x1b[?7h\x1b[?25h\x1b[?1049l"
	clearToEnd  = "\x1b[K"
	clearBelow  = "\x1b[J"
	upperLeft   = "\x1b[H"
	clearScreen = "\x1b[2J"
)

// interactive reports whether there is a terminal that can be drawn on, and typed at.
func interactive(in, out any) (*terminal, bool) {
	i, isFile := in.(*os.File)
	o, isFileToo := out.(*os.File)
	if !isFile || !isFileToo || !term.IsTerminal(int(i.Fd())) || !term.IsTerminal(int(o.Fd())) {
		return nil, false
	}
	if name := os.Getenv("TERM"); name == "" || name == "dumb" {
		return nil, false
	}
	paint := sheet.Colours
	if os.Getenv("NO_COLOR") != "" {
		paint = sheet.Emphasis
	}
	return &terminal{in: i, out: o, paint: paint}, true
}

// take takes the terminal.
func (t *terminal) take() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	before, err := term.MakeRaw(int(t.in.Fd()))
	if err != nil {
		return fmt.Errorf("terminal: %w", err)
	}
	t.before = before
	_, err = io.WriteString(t.out, takeScreen)
	return err
}

// give restores the terminal.
func (t *terminal) give() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.before == nil {
		return nil
	}
	_, err := io.WriteString(t.out, giveScreen)
	if restored := term.Restore(int(t.in.Fd()), t.before); restored != nil {
		err = restored
	}
	t.before = nil
	return err
}

// giveOnPanic, deferred in each goroutine, keeps a panic from leaving the terminal as it must not be
// left, and its text from being lost with the screen.
func (t *terminal) giveOnPanic() {
	if problem := recover(); problem != nil {
		_ = t.give()
		panic(problem)
	}
}

// size is 80 × 24 where a terminal does not say.
func (t *terminal) size() (columns, lines int) {
	columns, lines, err := term.GetSize(int(t.out.Fd()))
	if err != nil || columns <= 0 || lines <= 0 {
		return 80, 24
	}
	return columns, lines
}

// draw shows lines, which fit, in one write: nothing flickers.
func (t *terminal) draw(lines []string) error {
	columns, _ := t.size()
	text := drawn(lines, columns)
	if t.ascii {
		text = cli.ToASCII(text)
	}
	_, err := io.WriteString(t.out, text)
	return err
}

// keys sends what is typed, until the terminal ends.
func (t *terminal) keys(to chan<- keyPress) {
	defer close(to)
	defer t.giveOnPanic()
	buffer := make([]byte, 256)
	for {
		n, err := t.in.Read(buffer)
		for _, k := range parseKeys(buffer[:n]) {
			to <- k
		}
		if err != nil {
			return
		}
	}
}

// drawn returns what to send to a terminal of the given width to show lines. After a line that fills it the
// cursor is still on the last character.
func drawn(lines []string, columns int) string {
	var b strings.Builder
	b.WriteString(upperLeft)
	for i, l := range lines {
		if i > 0 {
			b.WriteString("\r\n")
		}
		b.WriteString(l)
		if sheet.Width(l) < columns {
			b.WriteString(clearToEnd)
		}
	}
	b.WriteString(clearBelow)
	return b.String()
}
