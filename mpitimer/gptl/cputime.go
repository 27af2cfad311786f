package gptl

import (
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/stats"
)

// cpuTimes is a hook of the timers that adds up the CPU time of the process while regions run, by track and
// call path. As in GPTL it includes all threads of the process.
type cpuTimes struct {
	timers atomic.Pointer[mpitimer.Timers] // nil while they are being made

	mu     sync.Mutex
	tracks map[int]map[string]*cpuTime
}

type cpuTime struct {
	user, system     time.Duration // of completed calls
	userAt, systemAt time.Duration // when the running call began
	depth            int           // running calls; only the outermost counts
}

func newCPUTimes() *cpuTimes { return &cpuTimes{tracks: make(map[int]map[string]*cpuTime)} }

// Start implements mpitimer.Hook.
func (c *cpuTimes) Start(path string) any {
	track := 0
	if tm := c.timers.Load(); tm != nil {
		track = engine.Of(tm).Track()
	}
	user, system := processTimes()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tracks[track] == nil {
		c.tracks[track] = make(map[string]*cpuTime)
	}
	t := c.tracks[track][path]
	if t == nil {
		t = &cpuTime{}
		c.tracks[track][path] = t
	}
	if t.depth == 0 {
		t.userAt, t.systemAt = user, system
	}
	t.depth++
	return t
}

// Stop implements mpitimer.Hook.
func (c *cpuTimes) Stop(state any) {
	t, ok := state.(*cpuTime)
	if !ok {
		return
	}
	user, system := processTimes()
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.depth--; t.depth == 0 {
		t.user += user - t.userAt
		t.system += system - t.systemAt
	}
}

// at returns the times of one call path on a track.
func (c *cpuTimes) at(path string, track int) (user, system time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t := c.tracks[track][path]; t != nil {
		return t.user, t.system
	}
	return 0, 0
}

// paths returns the call paths of the regions with a name.
func (c *cpuTimes) paths(name string) map[string]bool {
	paths := make(map[string]bool)
	p := c.timers.Load().Profile()
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Name == name && n.Parent >= 0 { // not Total
			paths[pathOf(p, i)] = true
		}
	}
	return paths
}

// of returns the times of all regions with a name on a track.
func (c *cpuTimes) of(name string, track int) (user, system time.Duration) {
	for path := range c.paths(name) {
		u, s := c.at(path, track)
		user += u
		system += s
	}
	return user, system
}

// ofNodes returns the times in seconds of the nodes of a profile without Total.
func (c *cpuTimes) ofNodes(p *stats.Profile) func(node, track int) (user, system float64) {
	return func(node, track int) (float64, float64) {
		user, system := c.at(mpitimer.TotalName+"/"+pathOf(p, node), track)
		return user.Seconds(), system.Seconds()
	}
}

// pathOf returns the call path of a node as hooks see it.
func pathOf(p *stats.Profile, node int) string { return strings.Join(p.Path(node), "/") }

// reset sets the times of some paths to zero.
func (c *cpuTimes) reset(which func(path string) bool) {
	user, system := processTimes()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, paths := range c.tracks {
		for path, t := range paths {
			if which(path) {
				t.user, t.system, t.userAt, t.systemAt = 0, 0, user, system
			}
		}
	}
}
