package gptlcompat

import (
	"github.com/go-hpc/timers/gptlcompat/internal/rows"
	"github.com/go-hpc/timers/stats"
)

// ByName folds a Profile by timer name, as GPTL records: one node per name, over all call paths and
// environments, none below another, in the order in which the names stand in p. The nodes are in the
// default environment. p is not changed.
//
// Calls made while a timer of the same name was running above them on the same track count as recursive
// calls: they add to Calls and Recursion; their time is already part of the outer call. The open
// interval of a running timer is left out of its times, since GPTL counts completed calls only. A track
// on which a timer has neither completed a call nor is running is left out.
func ByName(p *stats.Profile) *stats.Profile { return rows.ByName(p) }
