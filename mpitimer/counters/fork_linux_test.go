package counters

import (
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/stats/signal"
)

// touches and moves are what the program does that startProgram starts.
const touches, moves = 20_000, 500

// startProgram starts this program to run the test alone, which then calls beProgram.
func startProgram(t *testing.T) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, "-test.run=^"+t.Name()+"$")
	c.Env = append(os.Environ(), "COUNTERS_TEST_PROGRAM=1")
	if text, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

// beProgram touches pages and moves between CPUs, if this program was started for that.
func beProgram(t *testing.T) bool {
	if os.Getenv("COUNTERS_TEST_PROGRAM") == "" {
		return false
	}
	pages(t)(touches)
	if twoCPUs(t) {
		prepareMoves(t, moves)()
	}
	return true
}

func twoCPUs(t *testing.T) bool {
	var all unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		t.Fatal(err)
	}
	return all.Count() > 1
}

// A program that is started inside a region is not counted there, and what is counted before and behind it is.
func TestProgramStartedInsideARegion(t *testing.T) {
	if beProgram(t) {
		return
	}
	for _, counter := range []string{"PAGE_FAULTS_MINOR", "TASK_CLOCK, PAGE_FAULTS_MINOR", "PAGE_FAULTS_MINOR@process"} {
		tm := timersOf(t, "Counters", counter, "CountersLock", "true")
		touch := pages(t)
		s := tm.Start("region")
		touch(100)
		startProgram(t)
		touch(100)
		s.Stop()
		n := node(t, tm.Profile(), "Total/region")
		at := len(n.Values) - 1
		if got := n.Values[at]; got < 200 || got > touches/2 {
			t.Errorf("%s: %d page faults beside a program that has %d", counter, got, touches)
		}
	}
}

// Where it is asked for, it is counted: what the kernel accounts once it has ended, and events, those of threads that
// the program has started before, too. The report says which.
func TestProgramStartedInsideARegionIsCounted(t *testing.T) {
	if beProgram(t) {
		return
	}
	counted := map[string]int64{"PAGE_FAULTS_MINOR@process": touches, "PAGE_FAULTS@process": touches, "TASK_CLOCK@process": 0}
	platform := signal.Find(signal.Options{})
	defer platform.Close()
	if _, err := platform.Info("MIGRATIONS"); err != nil || !twoCPUs(t) {
		t.Logf("moves are not compared: %v", err)
	} else {
		counted["MIGRATIONS@process"] = moves
	}
	for counter, least := range counted {
		for _, children := range []string{"true", "false"} {
			tm := timersOf(t, "Counters", counter, "CountersChildren", children)
			s := tm.Start("region")
			startProgram(t)
			s.Stop()
			p := tm.Profile()
			got := node(t, p, "Total/region").Values[0]
			if least > 0 && (got >= least) != (children == "true") {
				t.Errorf("%s, children %s: %d, the program has %d", counter, children, got, least)
			}
			want := "process"
			if children == "true" {
				want = "process and the programs that it starts"
			}
			if p.Counters[0].Domain != want || !p.Counters[0].OfProcess() {
				t.Errorf("%s, children %s: it is said to be of %q", counter, children, p.Counters[0].Domain)
			}
		}
	}
}
