package tacc

import (
	"fmt"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// NewMonitorPerNode makes one Monitor for each node: the lowest of parent's ranks on it gets one, and the
// others nil, whose methods do nothing. It is collective over parent.
//
// A rank that cannot monitor gets nil beside the error, and can go on like the others.
func NewMonitorPerNode(registry *machenv.Registry, parent *machenv.MachEnv, dir, job string, interval time.Duration, o NodeOptions) (*Monitor, error) {
	const name = "nodes of raw statistics" // for a moment: it is removed again
	node, err := registry.CreatePerNode(name, parent)
	if err != nil {
		return nil, fmt.Errorf("tacc: %w", err)
	}
	lowest := node.Rank() == 0
	if err := registry.Remove(name); err != nil {
		return nil, fmt.Errorf("tacc: %w", err)
	}
	if !lowest {
		return nil, nil
	}
	m, err := NewMonitor(dir, job, interval, o)
	if err != nil {
		return nil, fmt.Errorf("tacc: %w", err)
	}
	return m, nil
}
