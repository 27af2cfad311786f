package serve

import (
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/flights"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job/jobtest"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/relay"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/watch"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	_ "github.com/go-hpc/timers/mpitimer/flightrecorder"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/export/page/heat"
)

// film is a source that shows one moment after the other, and then the last for ever.
type film struct {
	moments []*job.Moment
	looks   int
	times   *heat.Map
}

func (f *film) Look() *job.Moment {
	f.looks++
	return f.moments[min(f.looks, len(f.moments))-1]
}

func (f *film) Times() (*heat.Map, []string) { return f.times, []string{"n3: no times"} }
func (f *film) Recorded() bool               { return false }
func (f *film) Records() iter.Seq2[flights.Rank, error] {
	return func(func(flights.Rank, error) bool) {}
}
func (f *film) Close() {}

// answer is what a handler says to a request.
func answer(t *testing.T, h http.Handler, r *http.Request) (status int, body string, head http.Header) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Body.String(), w.Header()
}

// moment is what a page is told.
type moment struct {
	Regions struct{ Name []string }
	Runs    []struct {
		Ranks, Size int
		Heat        any
	}
	Live struct {
		State    string
		Ended    bool
		Bad      bool
		Far      bool
		Share    []float64
		Calls    []float64
		Inside   []int
		Problems []string
		Timeline bool
		Epochs   struct {
			All, Most uint64
			Rate      float64
		}
		Groups []struct {
			Place, Ranks string
			Count        int
			Most         int64
			Dead         bool
		}
	}
	Timeline *struct {
		Names []string
		Lanes []struct {
			Rank       string
			LateStates int
		}
		Steps *struct {
			Regions, Ranks []string
			Count          int
			Numbers        []int
		}
	}
}

func momentOf(t *testing.T, h http.Handler, query string) (m moment) {
	t.Helper()
	status, body, _ := answer(t, h, httptest.NewRequest(http.MethodGet, "http://127.0.0.1:1/key/data"+query, nil))
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, body)
	}
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func (m *moment) region(t *testing.T, name string) int {
	t.Helper()
	at := slices.Index(m.Regions.Name, name)
	if at < 0 {
		t.Fatalf("no %s in %q", name, m.Regions.Name)
	}
	return at
}

// Only who knows the secret is answered, by a name of this machine, and no page of another site; and nothing changes.
func TestWhoIsAnswered(t *testing.T) {
	h := newHandler("key", newViewed(&film{moments: []*job.Moment{jobtest.At(80)}}, time.Second))
	for _, c := range []struct {
		method, address string
		head            map[string]string
		status          int
	}{
		{"GET", "http://127.0.0.1:8642/key/", nil, 200},
		{"HEAD", "http://localhost/key/", nil, 200},
		{"GET", "http://[::1]:9999/key/data", map[string]string{"Sec-Fetch-Site": "same-origin", "Origin": "http://[::1]:9999"}, 200},
		{"GET", "http://127.0.0.1:1/key/data?timeline", map[string]string{"Sec-Fetch-Site": "none"}, 200},
		{"GET", "http://127.0.0.1:1/key", nil, 301},
		{"GET", "http://127.0.0.1:1/", nil, 404}, {"GET", "http://127.0.0.1:1/kez/", nil, 404}, {"GET", "http://127.0.0.1:1/ke/data", nil, 404},
		{"GET", "http://127.0.0.1:1/key/data/x", nil, 404}, {"GET", "http://127.0.0.1:1/favicon.ico", nil, 404},
		{"GET", "http://attacker.example:8642/key/", nil, 403}, {"GET", "http://127.0.0.1.attacker.example/key/data", nil, 403},
		{"GET", "http://127.0.0.1:1/key/data", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"GET", "http://127.0.0.1:1/key/data", map[string]string{"Sec-Fetch-Site": "same-site"}, 403},
		{"GET", "http://127.0.0.1:1/key/data", map[string]string{"Origin": "http://127.0.0.1:2"}, 403},
		{"GET", "http://127.0.0.1:1/key/data", map[string]string{"Origin": "null"}, 403},
		{"POST", "http://127.0.0.1:1/key/", nil, 405}, {"PUT", "http://127.0.0.1:1/key/data", nil, 405}, {"DELETE", "http://127.0.0.1:1/key/data", nil, 405},
	} {
		r := httptest.NewRequest(c.method, c.address, nil)
		for name, value := range c.head {
			r.Header.Set(name, value)
		}
		status, body, head := answer(t, h, r)
		if status != c.status {
			t.Errorf("%s %s %v: status %d, want %d", c.method, c.address, c.head, status, c.status)
		}
		if status >= 400 && (strings.Contains(body, "halo") || strings.Contains(body, "key")) {
			t.Errorf("%s: tells %s", c.address, body)
		}
		if head.Get("Cache-Control") != "no-store" || head.Get("Referrer-Policy") != "no-referrer" || head.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: %v", c.address, head)
		}
	}
	_, body, _ := answer(t, h, httptest.NewRequest(http.MethodGet, "http://127.0.0.1:1/key/", nil))
	if !strings.Contains(body, "connect-src &#39;self&#39;") || strings.Contains(body, "key/") {
		t.Error("the page may not ask for data, or knows its secret")
	}
}

// What the ranks did between two looks, and where they are.
func TestMoments(t *testing.T) {
	f := &film{moments: []*job.Moment{jobtest.At(80), jobtest.At(84), jobtest.Dead(85)}}
	v := newViewed(f, time.Nanosecond)
	h := newHandler("key", v)
	again := func() moment {
		v.took = 0 // for how long the job is left alone has a test of its own
		time.Sleep(time.Microsecond)
		return momentOf(t, h, "")
	}
	m := again()
	if at := m.region(t, "halo"); m.Live.Share[at] >= 0 || m.Live.Inside[at] != 3 || m.Live.Ended || m.Live.Bad {
		t.Errorf("first: %+v", m.Live)
	}
	m = again()
	if at := m.region(t, "friction"); m.Live.Share[at] < 0.17 || m.Live.Share[at] > 0.18 || m.Live.Calls[at] != 160 || m.Live.Inside[at] != 1 {
		t.Errorf("friction: share %g, %g calls, %d ranks", m.Live.Share[at], m.Live.Calls[at], m.Live.Inside[at])
	}
	if g := m.Live.Groups; len(g) != 3 || g[0].Place != "Total/run_loop/step/friction" || g[0].Ranks != "3" || g[1].Ranks != "0-2" || g[1].Count != 3 || g[1].Most != 5_500_000 {
		t.Errorf("%+v", g)
	}
	m = again()
	if !m.Live.Ended || !m.Live.Bad || !strings.Contains(m.Live.State, "3 ranks died; 1 rank missing") || m.Live.Share[0] >= 0 || !m.Live.Groups[0].Dead {
		t.Errorf("last: %+v", m.Live)
	}
	for range 3 {
		again()
	}
	if f.looks != 3 {
		t.Errorf("%d looks, the last at a run that had ended", f.looks)
	}
}

// Steps are counted on all ranks, and their rate is that of the slowest.
func TestEpochsAreShown(t *testing.T) {
	at := func(seconds float64, epochs ...uint64) *job.Moment {
		m := jobtest.At(seconds)
		for i := range m.Ranks {
			m.Ranks[i].Epochs = epochs[i]
		}
		return m
	}
	v := newViewed(&film{moments: []*job.Moment{at(80, 7, 8, 7, 9), at(84, 17, 17, 27, 18), at(88, 0, 1, 1, 1)}}, time.Nanosecond)
	h := newHandler("key", v)
	for i, want := range []struct {
		all, most uint64
		rate      float64
	}{{7, 9, 0}, {17, 27, 2.5}, {0, 1, 0}} {
		v.took = 0
		time.Sleep(time.Microsecond)
		if e := momentOf(t, h, "").Live.Epochs; e.All != want.all || e.Most != want.most || e.Rate != want.rate {
			t.Errorf("moment %d: %+v, want %+v", i, e, want)
		}
	}
}

// A page of ranks on other nodes has the times of each of them, as they send them, and what could not be had.
func TestRanksOnOtherNodes(t *testing.T) {
	near := jobtest.At(80)
	for i := range near.Ranks {
		near.Ranks[i].Epochs = uint64(5 + i)
	}
	times, err := heat.New(heat.FrameOf(near.Summary))
	for _, p := range near.Profiles() {
		err = errors.Join(err, times.Add(p))
	}
	if err != nil {
		t.Fatal(err)
	}
	far := job.Far(near.Name, near.At, near.Digest(), near.Summary)
	var heats []any
	for _, m := range []*job.Moment{near, far} {
		got := momentOf(t, newHandler("key", newViewed(&film{moments: []*job.Moment{m}, times: times}, time.Second)), "")
		if l := got.Live; l.Far != (m == far) || l.Epochs.All != 5 || l.Epochs.Most != 8 || slices.Contains(l.Problems, "n3: no times") != l.Far {
			t.Errorf("far %v: %+v", m == far, l)
		}
		heats = append(heats, got.Runs[0].Heat)
	}
	if heats[0] == nil || !reflect.DeepEqual(heats[0], heats[1]) {
		t.Errorf("times here %v, on other nodes %v", heats[0], heats[1])
	}
}

// However many ask, the job is looked at once in an interval; and when nobody asks it is not.
func TestTheJobIsLeftAlone(t *testing.T) {
	f := &film{moments: []*job.Moment{jobtest.At(80)}}
	h := newHandler("key", newViewed(f, time.Hour))
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() { momentOf(t, h, "?timeline") })
	}
	group.Wait()
	if f.looks != 1 {
		t.Errorf("%d looks in an interval", f.looks)
	}
}

// Before the first rank has a table the page says so, and comes later.
func TestNothingYet(t *testing.T) {
	f := &film{moments: []*job.Moment{job.Unseen(errors.New("no table")), jobtest.At(3)}}
	h := newHandler("key", newViewed(f, time.Nanosecond))
	if status, body, _ := answer(t, h, httptest.NewRequest(http.MethodGet, "http://127.0.0.1:1/key/", nil)); status != 503 || !strings.Contains(body, "nothing was measured yet") {
		t.Errorf("status %d: %s", status, body)
	}
	if m := momentOf(t, h, ""); m.Runs[0].Ranks != 4 {
		t.Errorf("%+v", m)
	}
}

// A job of this process, with its timeline while it runs and when it has ended and removed its files.
func TestRealJob(t *testing.T) {
	folder := t.TempDir()
	var h http.Handler
	var source watch.Source
	err := local.Run(2, func(comm machenv.Communicator) error {
		c := mpitimer.DefaultConfig()
		c.Output.Tables, c.Output.Directory, c.Output.TimerFile = folder, filepath.Join(folder, "out"), "tree.txt"
		err := c.Set("FlightRecorder", "10s")
		tm, failed := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
		if err = errors.Join(err, failed, comm.Barrier()); err != nil {
			return err
		}
		step := tm.Start("step")
		for i := range 100 {
			if i%10 == 0 {
				tm.CountEpoch()
			}
			tm.Start("part").Stop()
		}
		if comm.Rank() == 1 {
			tm.CountEpoch()
		}
		err = comm.Barrier()
		if comm.Rank() == 0 {
			command := &cobra.Command{}
			source, failed = watch.Find(command, []string{folder}, new(relay.Flags))
			if failed != nil {
				return failed
			}
			h = newHandler("key", newViewed(source, time.Nanosecond))
			m := momentOf(t, h, "?timeline")
			if m.Timeline == nil || len(m.Timeline.Lanes) != 2 || m.Timeline.Lanes[1].Rank != "1" || m.Timeline.Lanes[1].LateStates != 102 || !m.Live.Timeline {
				t.Errorf("%+v", m.Timeline)
			}
			if s := m.Timeline.Steps; s == nil || s.Numbers[0] != 1 || s.Count != 10 || !slices.Equal(s.Ranks, []string{"0", "1"}) || !slices.Equal(s.Regions, []string{"step", "step/part"}) {
				t.Errorf("steps %+v", s)
			}
			if e := m.Live.Epochs; e.All != 10 || e.Most != 11 || e.Rate != 0 {
				t.Errorf("epochs %+v", e)
			}
			if m := momentOf(t, h, ""); m.Timeline != nil || m.Runs[0].Ranks != 2 {
				t.Error("a timeline that nobody has asked for")
			}
		}
		err = errors.Join(err, comm.Barrier())
		step.Stop()
		return errors.Join(err, tm.Finalize())
	})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		m := momentOf(t, h, "?timeline")
		if m.Live.Ended {
			if m.Live.Bad || m.Timeline == nil || len(m.Timeline.Lanes) != 2 || m.Timeline.Lanes[0].LateStates < 102 || m.Runs[0].Ranks != 2 {
				t.Errorf("at the end %+v, %+v", m.Live, m.Timeline)
			}
			return
		}
		if time.Since(begin) > time.Minute {
			t.Fatalf("the run has not ended: %+v", m.Live)
		}
	}
}

// serve says what every view says of a run, in the same words, on its page and in what the page asks for.
func TestFindingsInServe(t *testing.T) {
	m := jobtest.At(84)
	v := newViewed(&film{moments: []*job.Moment{m}}, time.Second)
	found := answers.Find(m.Summary)
	data, err := v.data(false)
	var read struct {
		Runs []struct{ Findings []struct{ Text string } }
	}
	if err := errors.Join(err, json.Unmarshal(data, &read)); err != nil {
		t.Fatal(err)
	}
	if n := len(read.Runs[0].Findings); n != len(found) {
		t.Fatalf("%d findings, want %d", n, len(found))
	}
	page, err := v.page()
	for i, f := range read.Runs[0].Findings {
		if want := found[i].Text(m.Summary); f.Text != want || err != nil || !strings.Contains(string(page), want) {
			t.Errorf("%q, %v, want %q", f.Text, err, want)
		}
	}
}
