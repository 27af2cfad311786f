//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// kinds are the ways to die, as they are counted.
var kinds = []string{
	"SIGKILL", "SIGTERM", "SIGSEGV in C", "os.Exit", "panic", "out of memory", "MPI_Abort elsewhere", "hang in a collective",
}

// flavours are what a victim does to itself for each kind; for the others signals are sent.
var flavours = map[string][]string{
	"SIGSEGV in C":         {"segv", "segv-beside"},
	"os.Exit":              {"exit", "exit-beside"},
	"panic":                {"panic", "panic-beside"},
	"out of memory":        {"oom", "oom-beside", "oom-c", "oom-group"},
	"MPI_Abort elsewhere":  {"abort"},
	"hang in a collective": {"hang", "hang-barrier"},
}

// moment is when somebody is killed.
type moment int

const (
	running moment = iota
	starting
	initializing
	finalizing
)

func (m moment) String() string {
	return [...]string{"running", "starting", "initializing", "finalizing"}[m]
}

// plan is one kill: all that is drawn by lot.
type plan struct {
	index      int
	launcher   launcher
	kind       string
	harm       string // what the victim does itself; empty: a signal
	program    string // victim or shallowwater
	ranks      int
	targets    []int // ranks; empty: mpirun itself
	when       moment
	delay      time.Duration
	mode       string
	histograms bool
	memory     bool // the tables are in /dev/shm
	watched    bool // somebody reads the tables all the time
	seed       uint64
}

// draw returns the plan of a kill: it depends only on the seed and the kill's number. Kinds and MPIs take
// turns.
func draw(seed uint64, index int, launchers []launcher) plan {
	random := rand.New(rand.NewPCG(seed, uint64(index)))
	p := plan{
		index: index, launcher: launchers[index%len(launchers)], kind: kinds[index/len(launchers)%len(kinds)],
		program: "victim", seed: random.Uint64() >> 1,
	}
	p.ranks = 2 + random.IntN(3)
	if p.launcher.name == "mpich" { // its ranks keep a processor busy while they wait
		p.ranks = 2 + random.IntN(2)
	}
	p.targets = random.Perm(p.ranks)[:1]
	p.mode = pick(random, "mixed", "mixed", "hammer", "grow")
	p.histograms = random.IntN(2) == 0
	p.memory = random.IntN(2) == 0
	p.watched = random.IntN(4) == 0
	p.delay = time.Duration(random.Int64N(int64(1500 * time.Millisecond)))
	if p.mode == "grow" || random.IntN(2) == 0 { // before there are more names than it takes, and to save time
		p.delay /= 10
	}
	if list := flavours[p.kind]; list != nil {
		p.harm = list[random.IntN(len(list))]
		return p
	}
	p.drawSignal(random)
	return p
}

// drawSignal covers what only signals can do: at any moment, to several ranks, to any program.
func (p *plan) drawSignal(random *rand.Rand) {
	switch random.IntN(8) {
	case 0:
		p.when, p.delay = starting, p.delay/10
	case 1:
		p.when, p.delay = initializing, p.delay/100
	case 2:
		p.when, p.delay = finalizing, p.delay/100
	case 3, 4:
		p.program, p.watched = "shallowwater", false
	}
	switch random.IntN(6) {
	case 0:
		p.targets = random.Perm(p.ranks)
	case 1:
		p.targets = nil
	case 2:
		p.targets = random.Perm(p.ranks)[:max(p.ranks-1, 1)]
	}
	slices.Sort(p.targets)
}

func pick(random *rand.Rand, list ...string) string { return list[random.IntN(len(list))] }

// String says what was done to whom.
func (p plan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s", p.launcher.name, p.kind)
	if p.harm != "" {
		fmt.Fprintf(&b, " (%s)", p.harm)
	}
	if len(p.targets) == 0 {
		fmt.Fprintf(&b, " of mpirun and its %d ranks", p.ranks)
	} else {
		fmt.Fprintf(&b, " of rank %s of %d", strings.Trim(fmt.Sprint(p.targets), "[]"), p.ranks)
	}
	fmt.Fprintf(&b, " of %s, %v after %s", p.program, p.delay.Round(100*time.Microsecond), p.when)
	if p.program == "victim" {
		fmt.Fprintf(&b, ", %s", p.mode)
	}
	if p.histograms {
		b.WriteString(", histograms")
	}
	if p.memory {
		b.WriteString(", tables in memory")
	}
	if p.watched {
		b.WriteString(", watched")
	}
	return b.String()
}
