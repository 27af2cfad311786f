package job_test

import (
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job/jobtest"
	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats/answers"
)

func TestStacks(t *testing.T) {
	for name, m := range map[string]*job.Moment{"running": jobtest.At(83.5), "dead": jobtest.Dead(83.5), "hanging": jobtest.Hanging()} {
		golden.Check(t, "stacks-"+name+".txt", m.Text(80, 3))
	}
}

// On the track of many goroutines several regions are open beside each other.
func TestStacksOfGatheredGoroutines(t *testing.T) {
	gathered := append(jobtest.Open([]string{"Total", "tile", "flux"}, 0, 5, 2)[1:], jobtest.Open([]string{"Total", "sort"}, 0, 3)[1:]...)
	for i := range gathered {
		gathered[i].Track = 2
	}
	r := job.Rank{Open: append(jobtest.Open([]string{"Total", "wait"}, 10, 9), gathered...)}
	var got []string
	for _, s := range r.Stacks() {
		var names []string
		for i := range s {
			names = append(names, s[i].Path[len(s[i].Path)-1])
		}
		got = append(got, strings.Join(names, " "))
	}
	if want := "Total wait|tile flux|sort"; strings.Join(got, "|") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestRankWithoutOpenRegion(t *testing.T) {
	m := jobtest.At(10)
	m.Ranks[1].Open = nil
	for _, g := range m.Groups() {
		if g.Place() == "" && len(g.Ranks) == 1 && g.Ranks[0] == 1 {
			return
		}
	}
	t.Errorf("rank 1 is in none of %v", m.Groups())
}

func TestFates(t *testing.T) {
	m := jobtest.At(10)
	for i, s := range []ranktable.State{ranktable.Reported, ranktable.Kept, ranktable.Panicked, ranktable.Starting} {
		m.Ranks[i].State, m.Ranks[i].Alive = s, s == ranktable.Starting
	}
	m.At = m.At.Add(3 * time.Second)
	golden.Check(t, "fates.txt", job.Joined(m.FateLines(80)))
}

// stacks says what every view says of the run so far, in the same words.
func TestFindingsInStacks(t *testing.T) {
	m := jobtest.At(84)
	words := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	want := words("* " + answers.Find(m.Summary)[0].Text(m.Summary))
	if got := words(m.Text(80, 3)); !strings.Contains(got, want) {
		t.Errorf("no %q in %s", want, got)
	}
	if got := words(m.Text(80, 0)); strings.Contains(got, want) {
		t.Errorf("%q is there", want)
	}
}
