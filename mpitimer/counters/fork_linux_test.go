package counters

import (
	"os"
	"os/exec"
	"strconv"
	"testing"
)

// A program that is started inside a region is not counted there, and what is counted before and behind it is.
func TestProgramStartedInsideARegion(t *testing.T) {
	const asked, most = "COUNTERS_TEST_TOUCHES", 20_000
	if n, _ := strconv.Atoi(os.Getenv(asked)); n > 0 {
		pages(t)(n)
		return
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, counter := range []string{"PAGE_FAULTS_MINOR", "TASK_CLOCK, PAGE_FAULTS_MINOR"} {
		tm := timersOf(t, "Counters", counter, "CountersLock", "true")
		touch := pages(t)
		s := tm.Start("region")
		touch(100)
		c := exec.Command(program, "-test.run=^TestProgramStartedInsideARegion$")
		c.Env = append(os.Environ(), asked+"="+strconv.Itoa(most))
		if text, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		touch(100)
		s.Stop()
		n := node(t, tm.Profile(), "Total/region")
		at := len(n.Values) - 1
		if got := n.Values[at]; got < 200 || got > most/2 {
			t.Errorf("%s: %d page faults beside a program that has %d", counter, got, most)
		}
	}
}
