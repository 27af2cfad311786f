//go:build demo

package browser

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The page that scripts/demo-page.sh has made says first, to one who knows nothing of the run, which rank is slow, in what, from
// which step on, and what it waited for; and has each of what was recorded. DEMO_PAGE is its name, DEMO_SINCE how many steps
// went before.
func TestDemoPage(t *testing.T) {
	since, err := strconv.Atoi(os.Getenv("DEMO_SINCE"))
	if err != nil {
		t.Fatal(err)
	}
	text := demoPage(t)
	if len(text) > 600_000 {
		t.Errorf("the page has %d bytes", len(text))
	}
	b := overTime(t, text)
	said := strings.ReplaceAll(b.text("document.getElementById('findings').innerText"), "\u00a0", " ")
	t.Logf("%s", said)
	began := regexp.MustCompile(`Rank 3 takes .* longer in bed than the others in each step from step (\d+) of`).FindStringSubmatch(said)
	if began == nil {
		t.Fatal("it does not say which rank is slow, in what, and since when")
	}
	if waited := b.text("Timeline.found.querySelector('tbody th').textContent"); waited != "rank 3" {
		t.Errorf("most was waited for %s", waited)
	}
	if step, _ := strconv.Atoi(began[1]); step < since || step > since+3 { // the first of them may have been slow by chance
		t.Errorf("it says from step %d on, it was after %d", step, since)
	}
	b.text("document.querySelector('#findings li button:nth-of-type(2)').click() || ''") // most of that step's slow region is in sight, on its lane
	b.settle()
	b.is(`(() => { const lane = Timeline.list[Timeline.lane]; let all = 0, seen = 0;
		TimeData.eachIn(lane, Timeline.from, Timeline.to, (name, ns) => { if (Timeline.label(name) === "bed") seen += ns; });
		const s = TimeData.steps; all = 1e9 * s.seconds[(Steps.region * s.ranks.length + Steps.rank) * s.columns + Steps.at];
		return lane.rank + " " + (seen >= 0.8 * all); })()`, "3 true")
	b.is("String(TimeData.messages.calls > 1000 && TimeData.path.length > 0)", "true")
	groups := b.text("[...new Set(TimeData.series.map((s) => s.group))].sort().join()")
	for _, group := range []string{"Timers", "Utilization"} {
		if !strings.Contains(groups, group) {
			t.Errorf("no %s among %s", group, groups)
		}
	}
	b.clean()
}
