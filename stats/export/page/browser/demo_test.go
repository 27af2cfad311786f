//go:build demo

package browser

import (
	"os"
	"regexp"
	"slices"
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
	b := overTime(t, text)
	if seconds := eval[float64](b, "Data.timeline.length / 1e9"); float64(len(text)) > 600_000*max(1, seconds/60) { // a busy machine takes longer, and more samples
		t.Errorf("the page of %.0f s has %d bytes", seconds, len(text))
	}
	said := strings.ReplaceAll(b.text("document.getElementById('findings').innerText"), "\u00a0", " ")
	t.Logf("%s", said)
	if !strings.Contains(said, "Rank 3 is slowest in friction / bed") {
		t.Error("it does not say which rank is slow, and in what")
	}
	b.is("String(TimeData.messages.calls > 1000 && TimeData.path.length > 0)", "true")
	groups := b.text("[...new Set(TimeData.series.map((s) => s.group))].sort().join()")
	for _, group := range []string{"Timers", "Utilization"} {
		if !strings.Contains(groups, group) {
			t.Errorf("no %s among %s", group, groups)
		}
	}
	// Where the machine has much else to do that changes, steps differ by more than rank 3 is slow, and what was not planted is found
	// first: since when is asked where four of five later steps are alike, and unlike the ten before, and none took very long.
	list := eval[[][]float64](b, `(() => { const s = TimeData.steps, bed = s.regions.findIndex((r) => r.endsWith("bed")), slow = s.ranks.indexOf("3");
		const of = (rank, at) => s.seconds[(bed * s.ranks.length + rank) * s.columns + at], all = [...Array(s.columns).keys()];
		return [all.map((at) => of(slow, at) - Math.max(...s.ranks.map((_, rank) => (rank === slow ? 0 : of(rank, at))))), all.map((at) => (s.end[at] - s.start[at]) / 1e9)]; })()`)
	ahead, lasted := list[0], slices.Sorted(slices.Values(list[1]))
	before, after := slices.Max(ahead[since-10:since]), slices.Sorted(slices.Values(ahead[since:]))
	least, usual, most := after[len(after)/10], after[len(after)/2], after[len(after)*9/10]
	if longest := lasted[len(lasted)-1]; before > usual/3 || least < usual/2 || most > 5*usual || longest > 10*lasted[len(lasted)/2] {
		t.Logf("the machine was too busy to say since when: rank 3 was slower by up to %.3g s a step before, and by %.3g, %.3g to %.3g s afterwards, and a step took %.3g s", before, usual, least, most, longest)
		b.clean()
		return
	}
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
	b.clean()
}
