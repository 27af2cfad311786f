package timeline

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// Transfer returns the transfer efficiency of a run, as the project of HDTrace among its files tells, or 0 if that is not known.
// What cannot be read is told.
func Transfer(messages io.Writer, run *load.Run, names []string) float64 {
	_, t, err := In(messages, names, lanes.Options{Tolerant: true})
	if err != nil && !errors.Is(err, lanes.ErrNothing) {
		fmt.Fprintf(messages, "mpitimer: the transfer efficiency is not known: %s\n", printable.Line(err.Error()))
	}
	if t == nil {
		return 0
	}
	waits := map[string]bool{} // regions in which ranks only wait
	for _, f := range answers.Find(run.Summary) {
		for _, w := range f.Waits {
			waits[run.Summary.Regions[w].Name] = true
		}
	}
	p := t.OnPath(func(name string) bool { return waits[name] })
	if p == nil {
		return 0
	}
	return p.Transferred()
}
