package mpitimer

import (
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// OpenRegion is a region that runs at the moment.
type OpenRegion struct {
	Track   int      // 0 is the main goroutine; see stats.Profile.Tracks
	Path    []string // the names from the outermost region on
	Context string   // the machine environment
	For     time.Duration
}

// OpenRegions is the regions that run at the moment on this rank, by track, the outermost first.
// Further calls of a region that runs already are not listed, nor are calls that a sample leaves out,
// nor those of goroutines beyond the number that have trees of their own.
func (tm *Timers) OpenRegions() []OpenRegion {
	tm.directory.mu.Lock()
	tracks := tm.tracks[:len(tm.tracks):len(tm.tracks)]
	tm.directory.mu.Unlock()
	tm.contextsMu.RLock()
	defer tm.contextsMu.RUnlock()
	now := clock.Now()
	var list []OpenRegion
	for _, t := range tracks {
		first, nodes := len(list), []uint32(nil)
		for n := 1; n < t.Len(); n++ {
			r, c, ok := t.Read(n)
			if !ok || r.Start == 0 {
				continue
			}
			nodes = append(nodes, uint32(n))
			list = append(list, OpenRegion{
				Track: t.number, Context: tm.contexts[c.Context].Name(),
				For: time.Duration(tm.calibration.Nanos(max(now, r.Start) - r.Start)),
			})
		}
		t.namePaths(nodes, list[first:])
	}
	return list
}

// namePaths gives open regions of a track their paths. Those of regions inside each other share their
// memory: they are thousands where a recursion is deep.
func (t *track) namePaths(nodes []uint32, open []OpenRegion) {
	paths := make(map[uint32][]string, len(nodes))
	for k := len(nodes) - 1; k >= 0; k-- { // parents have smaller numbers
		path := paths[nodes[k]]
		if path == nil {
			path = t.namesTo(nodes[k])
		}
		open[k].Path = path
		above, n := path, nodes[k]
		for n, _ = t.Identity(n); n != 0 && paths[n] == nil && len(above) > 1; n, _ = t.Identity(n) {
			above = above[: len(above)-1 : len(above)-1]
			paths[n] = above
		}
	}
}

// watcher writes the trees of the process's ranks when a signal asks for them. The caller of its
// methods holds all.Mutex.
type watcher struct{ signals chan os.Signal }

// follow begins or ends watching, as the timers of the process want it. A signal that the program ignores
// stays ignored; what else the program does with it goes on beside.
func (w *watcher) follow() {
	wanted := false
	for _, tm := range all.timers {
		wanted = wanted || tm.config.Output.Signal
	}
	switch {
	case printSignal == nil || wanted == (w.signals != nil):
	case wanted && signal.Ignored(printSignal):
	case wanted:
		w.signals = make(chan os.Signal, 1)
		signal.Notify(w.signals, printSignal)
		go printOn(w.signals)
	default:
		signal.Stop(w.signals)
		close(w.signals)
		w.signals = nil
	}
}

func printOn(signals <-chan os.Signal) {
	for range signals {
		all.Lock()
		timers := append([]*Timers(nil), all.timers...)
		all.Unlock()
		for _, tm := range timers {
			if tm.config.Output.Signal {
				tm.printAlone()
			}
		}
	}
}

// printAlone writes this rank's tree, and the regions that it is in, to the log. Nothing is sent.
func (tm *Timers) printAlone() {
	p := tm.Profile()
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		tm.message("mpitimer: " + err.Error())
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "mpitimer: rank %d of %d on %s, process %d, asked by a signal\n", p.Rank, p.Size, p.Host, p.PID)
	options := tm.treeOptions()
	options.Partial = true
	if err := tree.Write(&b, s, options); err != nil {
		fmt.Fprintln(&b, err)
	}
	last := -1
	for _, open := range tm.OpenRegions() {
		if open.Track != last {
			last = open.Track
			fmt.Fprintf(&b, "%s is in\n", p.Tracks[last])
		}
		fmt.Fprintf(&b, "  %-60s %12s\n", shortPath(open.Path), open.For.Round(time.Microsecond))
	}
	tm.message(strings.TrimSuffix(b.String(), "\n"))
}

// shortPath is a call path for a line of the log. Of one that is deep the end says most.
func shortPath(path []string) string {
	const most, shown = 40, 8
	if len(path) <= most {
		return strings.Join(path, "/")
	}
	return fmt.Sprintf("[%d regions] …/%s", len(path), strings.Join(path[len(path)-shown:], "/"))
}
