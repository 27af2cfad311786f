//go:build !linux

package tacc

import (
	"github.com/go-hpc/timers/internal/perfevent"
	"github.com/go-hpc/timers/stats/internal/node"
)

func mayCount(*node.Tree) bool { return false }

func openEvent(*kernelEvent) (int, error) { return -1, perfevent.ErrAbsent }

func readEvent(int) (perfevent.Count, error) { return perfevent.Count{}, perfevent.ErrAbsent }

func closeEvent(int) {}

func explainEvent(err error, _ string) error { return err }
