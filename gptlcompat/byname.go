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

// Plain reports whether ByName of p has nothing to fold: no name stands twice in it, no region is running, all ran on
// the main track, and none is counted or waits by its name. Of such Profiles with the same [stats.Profile.TreeSum],
// NamesOf has the Summary by name.
func Plain(p *stats.Profile) bool { return rows.Plain(p) }

// NamesOf returns what stats.Merge would make of ByName of all Profiles behind s, of which p is one: they are Plain and
// have one tree.
func NamesOf(s *stats.Summary, p *stats.Profile) *stats.Summary { return rows.SummaryOf(s, p) }
