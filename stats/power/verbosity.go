package power

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
)

// Level is how important a message is, and the level up to which messages are wanted.
type Level int

// The levels.
const (
	Silent Level = iota - 1
	Error
	Warning
	Info
	Debug
)

var levelNames = [...]string{"silent", "error", "warning", "info", "debug"}

// String returns the level's name.
func (l Level) String() string {
	if l < Silent || l > Debug {
		return "Level(" + strconv.Itoa(int(l)) + ")"
	}
	return levelNames[l-Silent]
}

// Verbosity returns the level in the environment variable PT_VERBOSITY, a number from -1 (silent) to 3
// (debug), or the given one if it is not set. libPT's library uses Warning then, its program Silent. For
// anything else in it the given level comes with an error.
func Verbosity(otherwise Level) (Level, error) {
	text := os.Getenv("PT_VERBOSITY")
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || Level(n) < Silent || Level(n) > Debug {
		return otherwise, fmt.Errorf("PT_VERBOSITY is %q, not a number from -1 (silent) to 3 (debug)", text)
	}
	return Level(n), nil
}

// Logger returns a function for Options.Log that writes messages up to a level, each in one Write.
func Logger(w io.Writer, most Level) func(Level, string) {
	var mu sync.Mutex
	return func(level Level, text string) {
		if level > most {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		// There is nobody to tell if messages cannot be written.
		_, _ = io.WriteString(w, "pt: "+level.String()+": "+strings.TrimSuffix(text, "\n")+"\n")
	}
}
