// Package ranges shows the regions of the timers to the profilers of vendors, as ranges of NVTX (Nsight), whose library is opened while
// the program runs; with the tag experimental also of ROCTX (ROCm's profilers), which were never run with the real
// tools. A program that links it,
//
//	import _ "github.com/go-hpc/timers/mpitimer/ranges"
//
// has the key Ranges in the section Timers of its configuration. Without it nothing is opened, and a pair costs what it costs.
package ranges

import (
	"errors"
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
	// Ranges is whose ranges the regions are to be, too: nvtx, in programs built with the tag experimental also roctx.
	// Blank and "none" mean no ranges, which cost nothing.
	Ranges string `yaml:"Ranges"`
}

// marker is a library that has ranges: each belongs to the thread that opens it.
type marker interface {
	push(name string)
	pop()
	thread() uint64
}

// markers open the libraries.
var markers = map[string]func() (marker, error){}

// Check implements attach.Settings.
func (s *settings) Check() []attach.Fault {
	if s.wanted() == "" || markers[s.Ranges] != nil {
		return nil
	}
	known := append([]string{"none"}, slices.Sorted(maps.Keys(markers))...)
	return []attach.Fault{{Key: "Ranges", Problem: fmt.Sprintf("%q, expected one of %s", s.Ranges, strings.Join(known, ", "))}}
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
type output struct{ whose string }

// Begin lets the regions be ranges. A rank without the library does without.
func (o *output) Begin(run attach.Run) error {
	inner, is := run.(interface{ Engine() *engine.Rank })
	if !is {
		return errors.New("ranges: not the timers of this module")
	}
	m, err := markers[o.whose]()
	if err != nil {
		run.Warn("no ranges", err.Error())
		if run.Rank() == 0 {
			run.Say(fmt.Sprintf("mpitimer: no ranges: %v", err))
		}
		return nil
	}
	inner.Engine().AddHook(&hook{marker: m})
	return nil
}

func (o *output) Stop() {}

func (o *output) Report(*attach.Report) error { return nil }

func (o *output) End(bool) error { return nil }

// hook opens a range at each start. As ranges belong to threads, the goroutine stays on its own until the stop; a region that
// another one ends, as the end of the timers does, leaves its range to the tool.
type hook struct {
	marker
	names sync.Map // of paths
}

// Start implements engine.Hook.
func (h *hook) Start(path string) any { return h.StartInside("", path) }

// StartInside implements engine.HookInside.
func (h *hook) StartInside(around, path string) any {
	name, known := h.names.Load(path)
	if !known {
		name, _ = h.names.LoadOrStore(path, strings.TrimPrefix(strings.TrimPrefix(path, around), "/"))
	}
	runtime.LockOSThread()
	h.push(name.(string))
	return h.thread()
}

// Stop implements engine.Hook.
func (h *hook) Stop(state any) {
	if state.(uint64) != h.thread() {
		return
	}
	h.pop()
	runtime.UnlockOSThread()
}
