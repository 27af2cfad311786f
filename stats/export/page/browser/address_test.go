package browser

import (
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"
)

// What is seen stands in the address: Back goes to what was seen before, and a link that is copied shows the same.
func TestAddressInBrowser(t *testing.T) {
	beside(t)
	text, _ := twoRuns(t)
	b := open(t, text)
	b.is("location.hash + App.now.name", "Compare") // two runs are opened to be compared
	b.text("State.select(Data.regions.name.indexOf('solve')) || ''")
	b.click("#tab-Regions")
	b.text("State.zoom(Data.regions.name.indexOf('ocean')) || ''")
	b.is("location.hash", "#regions&region=run/step/ocean/solve&zoom=run/step/ocean")
	b.text("history.back() || ''")
	b.await("State.root === -1")
	b.is("App.now.name + ' ' + location.hash", "Regions #regions&region=run/step/ocean/solve")
	b.text("history.back() || ''")
	b.await("App.now === Compare")
	b.is("Model.name(State.selected)", "solve")
	b.text("history.back() || ''")
	b.await("State.selected === -1")
	b.is("App.now.name + ' ' + location.hash", "Compare ")

	// A copied link, also one with a region that is not there, or with nonsense.
	address, err := url.Parse(b.text("location.href"))
	if err != nil {
		t.Fatal(err)
	}
	for fragment, want := range map[string]string{
		"imbalance&region=run/step/ocean/solve&run=B&search=ol": "Imbalance solve 1 ol",
		"ranks&region=no/such&zoom=%":                           "Ranks  0 ",
		"nonsense=&=&%zz":                                       "Compare  0 ",
	} {
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address.String()+"#"+fragment), chromedp.WaitReady(chromedp.CSS(`html[data-ready]`)))
		b.is("App.now.name + ' ' + (State.selected < 0 ? '' : Model.name(State.selected)) + ' ' + State.run + ' ' + State.query", want)
	}
}

// So it is with a part of the timeline and a rank.
func TestTimelineAddressInBrowser(t *testing.T) {
	beside(t)
	b := overTime(t, machine(t, 8, 1))
	address := b.text("location.href.split('#')[0]")
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address+"#timeline=914s-956000ms&rank=3"), chromedp.WaitReady(chromedp.CSS(`html[data-timeline]`)))
	b.is("App.now.name + ' ' + Timeline.from + ' ' + Timeline.to + ' ' + Timeline.list[Timeline.lane].rank", "Timeline 914000000000 956000000000 3")
	b.text("Timeline.show(10e9, 20.5e9) || ''")
	b.await("location.hash.startsWith('#timeline=10000ms-20500ms&host=nid000000&rank=3&thread=main&at=')")
	b.errorless()
}

// errorless is clean for a page that was loaded more than once.
func (b *tab) errorless() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, w := range b.wrong {
		b.t.Errorf("in the browser: %s", w)
	}
}
