package stat

import (
	"fmt"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// limited checks the length of a name after escaping.
func limited(what, name string, most int) error {
	if n := naming.EscapedLen(name); n > most {
		return &hdtrace.NameError{What: what, Name: name, Why: fmt.Sprintf("takes %d characters after escaping, the C library's limit is %d", n, most)}
	}
	return nil
}
