package relay

import (
	"strings"
	"sync"

	"github.com/go-hpc/timers/internal/printable"
)

// tail keeps the end of what a process says. It may be written and read at the same time.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const mostSaid = 4096

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - mostSaid; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

// last is the last line that says something.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return strings.ToValidUTF8(printable.Line(strings.TrimSpace(lines[len(lines)-1])), "?")
}
