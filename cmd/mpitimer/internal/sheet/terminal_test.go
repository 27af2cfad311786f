package sheet

import (
	"testing"

	"github.com/creack/pty"
)

func TestTerminalHasItsWidthAndColour(t *testing.T) {
	screen, tty, err := pty.Open()
	if err != nil {
		t.Skipf("there are no pseudo-terminals here: %v", err)
	}
	defer screen.Close()
	defer tty.Close()
	if err := pty.Setsize(tty, &pty.Winsize{Rows: 24, Cols: 93}); err != nil {
		t.Fatal(err)
	}
	t.Setenv("NO_COLOR", "")
	if p := PageOf(tty); p != (Page{93, true}) {
		t.Errorf("got %+v", p)
	}
	t.Setenv("NO_COLOR", "1")
	if p := PageOf(tty); p != (Page{93, false}) {
		t.Errorf("with NO_COLOR got %+v", p)
	}
}
