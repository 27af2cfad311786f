package serve

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/flights"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/watch"
	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// viewed is a run as its viewers see it. It is looked at when one of them asks, and not more often than the interval
// says, however many they are: while nobody looks, the job is left alone.
type viewed struct {
	every time.Duration

	mu     sync.Mutex
	source watch.Source
	at     time.Time     // of the last look
	took   time.Duration // it
	now    *job.Moment
	made   page.Page
	names  flights.Names

	answers  map[bool][]byte // of this moment, with a timeline and without
	timeline *lanes.Timeline
	lined    time.Time // when it was made
}

func newViewed(s watch.Source, every time.Duration) *viewed { return &viewed{source: s, every: every} }

// states is how many a timeline has that is sent again and again.
const states = 200_000

// page is the page as it is now.
func (v *viewed) page() ([]byte, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := v.look(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err := page.Write(&b, v.made)
	return b.Bytes(), err
}

// data is what the page asks for.
func (v *viewed) data(timeline bool) ([]byte, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := v.look(); err != nil {
		return nil, err
	}
	if known := v.answers[timeline]; known != nil {
		return known, nil
	}
	p := v.made
	if timeline {
		p.Timeline = v.overTime()
	}
	var b bytes.Buffer
	if err := page.WriteJSON(&b, p); err != nil {
		return nil, err
	}
	v.answers[timeline] = b.Bytes()
	return b.Bytes(), nil
}

// unread tells of what could not be read of the run, as it is now.
func (v *viewed) unread() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := v.look(); err != nil {
		return err
	}
	return v.now.Unread()
}

// errNothing is what is told before the first rank has a table.
var errNothing = errors.New("nothing was measured yet")

// rest is how many times longer than a look took the job is left alone after it.
const rest = 4

// look brings the page up to now, unless that was done a moment ago, or the run has ended.
func (v *viewed) look() error {
	begin := time.Now()
	if v.now != nil && (v.made.Live.Ended || begin.Sub(v.at) < max(v.every*9/10, rest*v.took)) {
		return nil
	}
	m := v.source.Look()
	if m.Summary == nil {
		if v.now != nil { // what there was is better than nothing
			v.made.Live.Problems = m.ProblemLines()
			return nil
		}
		return errors.Join(append([]error{errNothing}, m.Problems...)...)
	}
	v.made = v.pageOf(m, watch.RatesOf(m, v.now))
	v.now, v.at, v.answers = m, begin, map[bool][]byte{}
	if v.made.Live.Timeline && (v.timeline == nil || m.Over()) {
		v.overTime() // which keeps the files open, that go when the run ends
	}
	v.took = time.Since(begin)
	return nil
}

func (v *viewed) pageOf(m *job.Moment, rates *watch.Rates) page.Page {
	run := page.Run{Form: "tables", Summary: m.Summary, Polling: m.Polling(), Meta: map[string]string{"Run": m.Name}}
	problems := m.ProblemLines()
	if m.Far() {
		var more []string
		run.Heat, more = v.source.Times()
		problems = append(problems, more...)
	} else {
		run.Profiles = slices.Values(m.Profiles())
	}
	live := &page.Live{At: m.At, Every: max(v.every, rest*v.took), State: state(m), Ended: ended(m), Bad: bad(m), Far: m.Far(), Problems: problems, Timeline: v.source.Recorded()}
	epochs := m.Epochs()
	live.Epochs = page.Epochs{All: epochs.All, Most: epochs.Most, Rate: rates.Epochs}
	for i := range rates.Of {
		share := -1.0
		if rates.Last != nil && !live.Ended {
			share = rates.Of[i].Share
		}
		live.Rates = append(live.Rates, page.Rate{Share: share, Calls: rates.Of[i].Calls, Inside: rates.Of[i].Inside})
	}
	for _, g := range m.Groups() {
		live.Groups = append(live.Groups, groupOf(&g))
	}
	p := page.Page{Runs: []page.Run{run}, Live: live}
	if v.timeline != nil { // it may be of an earlier moment
		p.Runs[0].Steps = v.timeline.Steps
	}
	return p
}

// overTime is the timeline of this moment, or the last one that there was.
func (v *viewed) overTime() *lanes.Timeline {
	if v.timeline != nil && v.lined.Equal(v.at) {
		return v.timeline
	}
	t, err := v.names.Timeline(v.source.Records(), states)
	if t != nil {
		v.timeline, v.lined = t, v.at
	}
	if err != nil {
		v.made.Live.Problems = append(v.made.Live.Problems, err.Error())
	}
	return v.timeline
}

func groupOf(g *job.Group) page.Group {
	list := page.Group{Place: g.Place(), Ranks: cli.RankList(g.Ranks), Count: len(g.Ranks)}
	list.Threads, list.Least, list.Most = g.Held()
	list.Dead, list.Further = g.Kind()
	return list
}

// state says in a line what became of the ranks.
func state(m *job.Moment) string {
	parts := []string{m.Headline()}
	for _, f := range m.Fates() {
		parts = append(parts, fmt.Sprintf("%s %s", cli.Plural(cli.Count(f.Ranks), "rank"), f.Word))
	}
	if first := m.DiedFirst(); first != "" {
		parts = append(parts, first)
	}
	return strings.Join(parts, "; ")
}

// ended reports whether the run is what it will be. Of one of which tables are missing further ranks may still begin.
func ended(m *job.Moment) bool {
	const begins = 30 * time.Second
	return m.Over() && (len(m.Missing) == 0 || m.At.Sub(m.LastSeen()) > begins)
}

func bad(m *job.Moment) bool {
	return slices.ContainsFunc(m.Fates(), func(f job.Fate) bool { return f.Bad })
}
