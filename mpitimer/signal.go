package mpitimer

import (
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"
	"time"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// listener writes the trees of the process's ranks when a signal asks for them.
type listener struct {
	sync.Mutex
	signals  chan os.Signal // made once, as is the goroutine that reads it
	notified bool
}

var listening listener

// during lets the engines of the process become others, and listens as these want it.
func (w *listener) during(change func()) {
	w.Lock()
	defer w.Unlock()
	change()
	w.follow()
}

// follow begins or ends watching, as the timers of the process want it. A signal that the program ignores
// stays ignored; what else the program does with it goes on beside.
func (w *listener) follow() {
	wanted := false
	for _, tm := range timersNow() {
		wanted = wanted || tm.config.Output.Signal
	}
	switch {
	case printSignal == nil || wanted == w.notified:
	case wanted && signal.Ignored(printSignal):
	case wanted:
		if w.signals == nil { // before Notify, which keeps the thread that this has woken
			w.signals = make(chan os.Signal, 1)
			go printOn(w.signals)
		}
		signal.Notify(w.signals, printSignal)
		w.notified = true
	default:
		signal.Stop(w.signals)
		w.notified = false
	}
}

func printOn(signals <-chan os.Signal) {
	for range signals {
		for _, tm := range timersNow() {
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
		fmt.Fprintf(&b, "  %-60s %12s\n", shortPath(open.Path), open.Elapsed.Round(time.Microsecond))
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
