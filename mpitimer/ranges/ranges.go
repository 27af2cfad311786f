// Package ranges shows the regions of the timers to vendors' profilers, as ranges of their libraries. It knows
// none of these: a program links package mpitimer/ranges/nvtx, and has the key Ranges in the section Timers of
// its configuration. Without the key nothing is opened, and a pair costs what it costs.
package ranges

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

func init() {
	attach.Register(attach.Kind{Name: "ranges", Settings: func() attach.Settings { return new(settings) }})
}

type settings struct {
	// Ranges also marks the regions as ranges of a profiler: "nvtx" (Nsight's) or "itt" (VTune's) in programs that
	// link mpitimer/ranges/nvtx. Blank and "none" mean no ranges, and cost nothing.
	Ranges string `yaml:"Ranges"`
}

// Marker is a library that has ranges: each belongs to the thread that opens it.
type Marker interface {
	Push(name string)
	Pop()
	Thread() uint64 // the calling one
}

// markers open the libraries.
var markers = map[string]func() (Marker, error){}

// Register makes a library known, before the timers begin.
func Register(name string, open func() (Marker, error)) { markers[name] = open }

// Check implements attach.Settings.
func (s *settings) Check() []attach.Fault {
	if s.wanted() == "" || markers[s.Ranges] != nil {
		return nil
	}
	known := append([]string{"none"}, slices.Sorted(maps.Keys(markers))...)
	return []attach.Fault{{Key: "Ranges", Problem: fmt.Sprintf("%q, expected one of %s (others are in programs that link mpitimer/ranges/nvtx)", s.Ranges, strings.Join(known, ", "))}}
}

func (s *settings) wanted() string {
	if s.Ranges == "none" {
		return ""
	}
	return s.Ranges
}

// Open implements attach.Settings.
func (s *settings) Open() (attach.Output, attach.Source) {
	if s.wanted() == "" {
		return nil, nil
	}
	return &output{whose: s.Ranges}, nil
}

// output implements attach.Output, and makes nothing of reports.
type output struct {
	whose string
	rank  *engine.Rank
}

// Use implements engine.User.
func (o *output) Use(rank *engine.Rank) { o.rank = rank }

// Begin lets the regions be ranges. A rank without the library does without.
func (o *output) Begin(run attach.Run) error {
	m, err := markers[o.whose]()
	if err != nil {
		run.Warn("no ranges", err.Error())
		if run.Rank() == 0 {
			run.Say(fmt.Sprintf("mpitimer: no ranges: %v", err))
		}
		return nil
	}
	o.rank.AddHook(&hook{marker: m})
	return nil
}

func (o *output) Stop() {}

func (o *output) Report(*attach.Report) error { return nil }

func (o *output) End(bool) error { return nil }

// hook opens a range at each start. As ranges belong to threads, the goroutine stays on its own until the stop; a region that
// another one ends, as the end of the timers does, leaves its range to the tool.
type hook struct {
	marker Marker
	names  sync.Map // of paths
}

// Start implements attach.Hook.
func (h *hook) Start(path string) any { return h.StartInside("", path) }

// StartInside implements attach.HookInside.
func (h *hook) StartInside(around, path string) any {
	name, known := h.names.Load(path)
	if !known {
		name, _ = h.names.LoadOrStore(path, strings.TrimPrefix(strings.TrimPrefix(path, around), "/"))
	}
	runtime.LockOSThread()
	h.marker.Push(name.(string))
	return h.marker.Thread()
}

// Stop implements attach.Hook.
func (h *hook) Stop(state any) {
	if state.(uint64) != h.marker.Thread() {
		return
	}
	h.marker.Pop()
	runtime.UnlockOSThread()
}
