// Package rooms divides the module into rooms: one person can look after each. It says where they are and which others they use.
package rooms

import "strings"

// A Room is packages that have one purpose.
type Room struct {
	Name, Purpose string
	Packages      []string // a name stands for what is below it, too, where no longer name says otherwise
	Uses          []string // rooms before it, whose packages its own import
}

// All are the rooms, from the ground up.
var All = []Room{
	{"common", "files written whole, text made safe, columns of a terminal", []string{"internal"}, nil},
	{"timers", "regions of a running rank, their reduction over ranks, the tree, E3SM's files; every solver links it",
		[]string{"machenv", "stats", "gptlcompat", "mpitimer"}, []string{"common"}},
	{"hdtrace", "the HDTrace family of files", []string{"stats/hdtrace"}, []string{"common", "timers"}},
	{"node", "signals of a machine, and their tracers",
		[]string{"stats/signal", "stats/util", "stats/power", "stats/tacc", "stats/internal/node"}, []string{"common", "timers", "hdtrace"}},
	{"viewers", "a run in the formats of other programs", []string{"stats/export", "mpitimer/viewers"}, []string{"common", "timers"}},
	{"page", "a run as a page of HTML", []string{"stats/export/page"}, []string{"common", "timers", "hdtrace"}},
	{"device", "work of GPUs, and ranges for vendors' profilers",
		[]string{"mpitimer/device", "mpitimer/ranges", "mpitimer/internal/ondevice"}, []string{"common", "timers"}},
	{"MPI calls", "calls of MPI: recorded, over time, and the waits in them",
		[]string{"mpitimer/mpicalls", "mpitimer/mpiwrap", "mpitimer/mpitime", "mpitimer/internal/mpicall", "mpitimer/timeline", "stats/calls"},
		[]string{"timers", "hdtrace", "device"}},
	{"tables", "the tables and flight recorders of other processes, alive or dead",
		[]string{"mpitimer/ranktable", "mpitimer/flightrecorder", "mpitimer/internal/fromfile", "mpitimer/internal/flight"},
		[]string{"common", "timers", "MPI calls"}},
	{"energy", "counters, and GEOPM's reports",
		[]string{"stats/geopm", "mpitimer/geopm", "mpitimer/counters", "mpitimer/internal/perf"},
		[]string{"common", "timers", "node", "MPI calls", "tables"}},
	{"C and GPTL", "interfaces for C and Fortran, GPTL's and perf_mod's among them, and GPTL's own files",
		[]string{"mpitimer/capi", "mpitimer/cgptl", "mpitimer/gptl", "mpitimer/perfmod", "mpitimer/upstream", "mpitimer/predecessor",
			"mpitimer/internal/gptl", "mpitimer/internal/libgptl", "mpitimer/internal/namelist",
			"gptlcompat/upstream", "gptlcompat/read", "gptlcompat/check", "gptlcompat/counters", "gptlcompat/internal/gptl8"},
		[]string{"common", "timers", "MPI calls", "tables"}},
	{"all", "one import that links everything", []string{"mpitimer/all"}, []string{"timers", "viewers", "device", "MPI calls", "tables", "energy", "C and GPTL"}},
	{"command line", "shared by commands: arguments, tables on a terminal, finding and reading a run",
		[]string{"cmd/internal/command", "cmd/mpitimer/internal/cli", "cmd/mpitimer/internal/child", "cmd/mpitimer/internal/sheet",
			"cmd/mpitimer/internal/job", "cmd/mpitimer/internal/load"},
		[]string{"common", "timers", "viewers", "tables", "energy", "C and GPTL"}},
	{"instrument", "timers in programs written without them",
		[]string{"cmd/mpitimer/internal/instrument", "mpitimer/auto"}, []string{"common", "timers", "MPI calls", "all", "command line"}},
	{"commands", "the programs", []string{"cmd"}, []string{"common", "timers", "hdtrace", "node", "viewers", "page", "device", "MPI calls", "tables",
		"energy", "C and GPTL", "all", "command line", "instrument"}},
	{"examples", "programs to read, and to start from", []string{"examples"}, []string{"common", "timers", "hdtrace", "node", "device", "MPI calls", "all"}},
}

// Of is the room that a package stands in, nil for none.
func Of(name string) (room *Room) {
	longest := -1
	for i := range All {
		for _, p := range All[i].Packages {
			if (name == p || strings.HasPrefix(name, p+"/")) && len(p) > longest {
				room, longest = &All[i], len(p)
			}
		}
	}
	return room
}
