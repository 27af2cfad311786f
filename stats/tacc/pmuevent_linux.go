package tacc

import (
	"fmt"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/internal/perfevent"
	"github.com/go-hpc/timers/stats/internal/node"
)

// What tests replace: the kernel's calls, and whether a tree of files may use them.
var (
	perfEventOpen = perfevent.Open
	readEvent     = perfevent.ReadCount
	mayCount      = (*node.Tree).Real
)

func openEvent(e *kernelEvent) (descriptor int, err error) {
	attr := perfevent.New(e.kind, e.config, 0)
	attr.Ext1 = e.config1
	return perfEventOpen(attr, -1, e.cpu, -1)
}

func closeEvent(descriptor int) { _ = unix.Close(descriptor) }

// explainEvent says what an error means and what would help: to count all that runs on a CPU is the administrator's.
func explainEvent(err error, root string) error {
	remedy, explained := perfevent.Explain(err, root, 0)
	if remedy != "" {
		return fmt.Errorf("%w (%s)", explained, remedy)
	}
	return explained
}
