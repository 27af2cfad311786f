package browser

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// theatre serves a page whose moments the test changes.
type theatre struct {
	t    *testing.T
	mu   sync.Mutex
	page page.Page
	gone bool
}

func (th *theatre) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	th.mu.Lock()
	defer th.mu.Unlock()
	p := th.page
	switch {
	case th.gone:
		http.Error(w, "no more", http.StatusServiceUnavailable)
	case r.URL.Path == "/key/":
		p.Timeline = nil
		_, _ = w.Write(written(th.t, p))
	case r.URL.Path == "/key/data":
		if !r.URL.Query().Has("timeline") {
			p.Timeline = nil
		}
		var b bytes.Buffer
		if err := page.WriteJSON(&b, p); err != nil {
			th.t.Error(err)
		}
		_, _ = w.Write(b.Bytes())
	default:
		http.NotFound(w, r)
	}
}

func (th *theatre) show(f func(p *page.Page)) {
	th.mu.Lock()
	defer th.mu.Unlock()
	f(&th.page)
}

// recorded is a timeline of so many steps of a second, in the last of which rank 1 is stuck.
func recorded(steps int64) *lanes.Timeline {
	const second = 1e9
	var list []lanes.Recording
	for rank := range 2 {
		r := lanes.Recording{Host: "node", Rank: rank, Thread: "main"}
		for i := range steps {
			part := int64(second / 2)
			if rank == 1 && i == steps-1 {
				part = second
			}
			r.States = append(r.States, lanes.State{Name: 1, Depth: 1, Start: i * second, End: i*second + part}, lanes.State{Depth: 0, Start: i * second, End: (i + 1) * second})
		}
		for i := range steps {
			r.Epochs = append(r.Epochs, lanes.Epoch{Number: uint64(i + 701), At: i * second})
		}
		list = append(list, r)
	}
	return lanes.Recorded("solver", 0, steps*second, []string{"step", "solve"}, []bool{false, false}, list, 1000)
}

// perform opens the page of a run of 4 ranks.
func perform(t *testing.T) (*theatre, *tab) {
	t.Helper()
	profiles := pagetest.Profiles(4, 1)
	s := pagetest.Merge(t, profiles)
	rates := make([]page.Rate, len(s.Regions))
	for i := range rates {
		rates[i] = page.Rate{Share: 0.5, Calls: 1000, Inside: i}
	}
	th := &theatre{t: t, page: page.Page{
		Runs:     []page.Run{{Summary: s, Profiles: slices.Values(profiles)}},
		Timeline: recorded(4),
		Live: &page.Live{At: time.Unix(1e9, 0), Every: 100 * time.Millisecond, State: "solver: 4 ranks; 4 ranks running", Rates: rates, Timeline: true,
			Groups: []page.Group{{Place: "model/solve", Ranks: "3", Count: 1, Threads: 1, Least: time.Second, Most: time.Second}, {Place: "model/<b>halo", Ranks: "0-2", Count: 3, Threads: 3, Least: time.Millisecond, Most: time.Second}}},
	}}
	server := httptest.NewServer(th)
	t.Cleanup(server.Close)
	b := open(t, []byte("<html data-ready></html>"))
	b.do(chromedp.Navigate(server.URL+"/key/"), chromedp.WaitReady(chromedp.CSS(`html[data-ready][data-moments]`)))
	return th, b
}

// await waits until something holds on the page, however busy the machine is.
func (b *tab) await(expression string) {
	b.t.Helper()
	for begin := time.Now(); b.text("String("+expression+")") != "true"; b.settle() {
		if time.Since(begin) > patience {
			b.t.Fatalf("%s does not become true: %s", expression, b.text("typeof Live === 'undefined' ? '' : Live.lost"))
		}
	}
}

// A page of a run that goes on shows each moment; what the reader has chosen stays.
func TestLiveInBrowser(t *testing.T) {
	beside(t)
	th, b := perform(t)
	b.is("document.querySelector('[role=tab][aria-selected=true]').textContent", "Now")
	b.is("Live.line.textContent", "solver: 4 ranks; 4 ranks running")
	b.is("Live.groups.querySelector('tbody tr').innerText.split('\\t').join('|')", "1|3|1.000\u00a0s|model/solve")
	b.is("Live.groups.querySelectorAll('tbody tr')[1].innerText.split('\\t').join('|')", "3|0-2|1.000\u00a0ms to 1.000\u00a0s|model/<b>halo")
	b.is("Live.regions.querySelector('[data-k=now]').textContent", "50.0\u00a0%")
	b.is("Live.epochs.textContent + Live.far.checkVisibility()", "false")
	th.show(func(p *page.Page) { p.Live.Far = true })
	b.await("Live.far.checkVisibility()")
	th.show(func(p *page.Page) { p.Live.Far = false; p.Live.Epochs = page.Epochs{All: 412, Most: 414, Rate: 4} })
	b.await("Live.epochs.textContent !== ''")
	b.is("Live.epochs.textContent", "Steps of the program that have begun: 412 on all ranks, 414 on the one that is ahead; in the last interval 4.000 a second, 250.0\u00a0ms each.")
	b.is("Live.regions.querySelector('[data-k=step]').textContent", "125.0\u00a0ms")
	b.keep("live-now")

	// A region comes before the one that is selected: it stays selected, in the table, too.
	s := th.page.Runs[0].Summary
	chosen := len(s.Regions) - 1
	b.text("State.select(" + pathIndex(s, chosen) + ") || ''")
	path := strings.Join(s.Path(chosen), " / ")
	b.is("Model.pathText(State.selected)", path)
	b.click("#tab-Regions")
	profiles := pagetest.Profiles(4, 1.5)
	for _, p := range profiles {
		p.Nodes[1].Name = "quite another"
	}
	next := pagetest.Merge(t, profiles)
	th.show(func(p *page.Page) {
		p.Runs = []page.Run{{Summary: next, Profiles: slices.Values(profiles)}}
		p.Live.Rates = p.Live.Rates[:1]
	})
	b.await("Data.regions.name.includes('quite another')")
	b.is("Model.pathText(State.selected)", path)
	b.is("document.querySelector('#tree tr[aria-selected=true] th').title", path)
	b.is("document.querySelector('section.detail').getAttribute('aria-live')", "off")

	// It stops when it is told to, and goes on.
	b.click("#tab-Now")
	b.click("[data-choice=pause]")
	b.settle()
	b.await("!Live.busy")
	before := b.text("String(Live.moments)")
	time.Sleep(400 * time.Millisecond)
	b.is("String(Live.moments)", before)
	b.click("[data-choice=pause]")
	b.await("Live.moments > " + before)

	// What runs now stands first among its siblings, what is over is folded, and can be unfolded.
	b.click("[data-choice=pause]")
	b.await("!Live.busy")
	b.text("(() => { Data.live.share = Data.live.share.map((_, i) => (i === 0 ? 1 : i === Model.count - 1 ? 0.9 : 0)); Data.live.inside = Data.live.inside.map(() => 0); Live.update('all'); })()")
	rows := "[...Live.regions.querySelectorAll('tbody tr')].length"
	b.is("String("+rows+" === Model.path(Model.count - 1).length && "+rows+" < Model.count && Live.over === Model.count - "+rows+")", "true")
	b.click("[data-choice=over]")
	b.is("String("+rows+" === Model.count && Live.rows()[1].i === Model.path(Model.count - 1)[1])", "true")
	b.click("[data-choice=over]")
	b.click("[data-choice=pause]")

	th.show(func(p *page.Page) {
		p.Live.Ended, p.Live.Bad, p.Live.State = true, true, "solver: 4 ranks; 4 ranks died"
	})
	b.await("Data.live.ended")
	b.settle()
	b.is("Live.line.textContent", "solver: 4 ranks; 4 ranks died. The run has ended: this page stays as it is.")
	b.is("String(Live.pause.hidden)", "true")
	b.keep("live-ended")
	b.quiet()
}

// pathIndex is the number of a region of a Summary on the page.
func pathIndex(s *stats.Summary, i int) string {
	return "Array.from({length: Model.count}, (_, i) => i).findIndex((i) => Model.pathText(i) === " + quoted(strings.Join(s.Path(i), " / ")) + ")"
}

// The timeline is fetched when it is looked at, goes on at its end, and stays where the reader is.
func TestLiveTimelineInBrowser(t *testing.T) {
	beside(t)
	th, b := perform(t)
	b.is("String(Data.timeline)", "null")
	b.click("#tab-Timeline")
	b.await("document.documentElement.dataset.timeline === 'yes'")
	b.settle()
	b.is("String(Timeline.to)", "4000000000")
	for _, at := range []struct {
		seconds float64
		name    string
	}{{0.25, "solve"}, {0.75, "step"}, {3.25, "solve"}, {3.75, "step"}} {
		if got, want := b.pixel(0, at.seconds, at.name); got != want {
			t.Errorf("rank 0 at %g s: colour %s, want %s of %s", at.seconds, got, want, at.name)
		}
	}
	if got, want := b.pixel(1, 3.75, "solve"); got != want {
		t.Errorf("rank 1 at 3.75 s: colour %s, want %s of solve", got, want)
	}
	colour := b.text("TimePaint.colour(1).join()")
	th.show(func(p *page.Page) { p.Timeline = recorded(6) })
	b.await("Timeline.to === 6e9") // the whole run was seen
	b.text("Timeline.show(5e9, 6e9) || ''")
	th.show(func(p *page.Page) { p.Timeline = recorded(8) })
	b.await("Timeline.to === 8e9 && Timeline.from === 7e9") // its end was
	b.text("Timeline.show(1e9, 2e9) || ''")
	th.show(func(p *page.Page) { p.Timeline = recorded(9) })
	b.await("Data.timeline.length === 9e9")
	b.settle()
	b.is("Timeline.from + ' ' + Timeline.to", "1000000000 2000000000")
	b.is("TimeData.steps.count + ' ' + Steps.step(7) + ' ' + TimeData.steps.regions.join()", "8 step 708 solve")
	b.is("TimePaint.colour(1).join()", colour)
	b.keep("live-timeline")
	b.quiet()
}

// Where the server is gone the page says so, and goes on when it comes back.
func TestServerIsGone(t *testing.T) {
	beside(t)
	th, b := perform(t)
	th.mu.Lock()
	th.gone = true
	th.mu.Unlock()
	b.await("Live.line.textContent.includes('No answer: the server says 503 no more')")
	b.keep("live-gone")
	th.mu.Lock()
	th.gone = false
	th.mu.Unlock()
	b.await("!Live.line.textContent.includes('No answer')")
}

// quiet fails the test if the page caused an error, or asked another than its server.
func (b *tab) quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, w := range b.wrong {
		b.t.Errorf("in the browser: %s", w)
	}
	for _, address := range b.loaded[1:] { // the first is the blank one of open
		if !strings.HasPrefix(address, "http://127.0.0.1:") || !strings.Contains(address, "/key/") {
			b.t.Errorf("the page loaded %s", address)
		}
	}
}
