package ranktable

import (
	"os"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
)

// Goroutines holds the places of the goroutines of a rank's process, except the Go runtime's. For more
// than 10 000, only the number is known. The places of few goroutines may be missing.
type Goroutines struct {
	All    int
	Places []GoroutinePlace
}

// GoroutinePlace is a group of goroutines in the same functions.
type GoroutinePlace struct {
	Count  int
	Frames []string // "solver.step solver/step.go:17", the innermost first
}

// AskGoroutines asks the rank for its goroutines. Goroutines returns them once the rank has answered:
// about a second later, if it lives. It is the only method that changes the file, and needs the right
// to write it: the rank must be this user's. Otherwise the error matches ErrOwner.
//
// To answer, the rank stops its goroutines for some microseconds, and takes some more to list each. It
// answers at most once a second, whoever asks.
func (t *Table) AskGoroutines() (question uint64, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known == nil || t.closed {
		return 0, t.wrong(ErrClosed)
	}
	if t.owner != os.Geteuid() {
		return 0, t.wrong(ErrOwner)
	}
	question = uint64(clock.Unix())
	if err := rankfile.Ask(t.name, t.known, question); err != nil {
		return 0, t.wrong(err)
	}
	return question, nil
}

// Goroutines returns the answer to a question; nil while there is none.
func (t *Table) Goroutines(question uint64) (*Goroutines, error) {
	found, err := rankfile.Answer(t.name, question)
	if err != nil {
		return nil, t.wrong(err)
	}
	if found == nil {
		return nil, nil
	}
	g := &Goroutines{All: found.All}
	for _, p := range found.Places {
		g.Places = append(g.Places, GoroutinePlace(p))
	}
	return g, nil
}
