package browser

import (
	"fmt"
	"testing"

	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// measured is the timeline of solver with the power of twelve nodes beneath it: node k has 100 + k W in the first half, 200 + k W in the other.
func measured(t *testing.T) *lanes.Timeline {
	t.Helper()
	tl, err := lanes.Read(solver(), "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const points = 8
	for node := range 12 {
		s := lanes.Series{Node: fmt.Sprintf("n%02d", node), Group: "Energy", Name: "P", Unit: "W", Mean: make([]float32, points), Max: make([]float32, points)}
		for k := range points {
			s.Mean[k] = 100*float32(1+2*k/points) + float32(node)
			s.Max[k] = s.Mean[k] + 50
		}
		tl.Series = append(tl.Series, s)
	}
	return tl
}

// Statistics have their value at the chosen time, said and drawn, and those that are seen are chosen by their names.
func TestCoursesInBrowser(t *testing.T) {
	beside(t)
	b := overTime(t, pageOf(t, measured(t)))
	b.is(`document.querySelectorAll("canvas.course").length`, "8")
	b.text(`Timeline.choose(0, 2e9) || ""`)
	b.settle()
	b.is(`document.querySelector("canvas.course").getAttribute("aria-label")`, "n00 Energy P: up to 250.0\u00a0W; at 2.000\u00a0s 100.0\u00a0W, up to 150.0\u00a0W")
	line := `(() => { const c = document.querySelector("canvas.course"), s = devicePixelRatio || 1, x = Timeline.gutter + (Timeline.at - Timeline.from) / (Timeline.to - Timeline.from) * Timeline.width; return [...c.getContext("2d").getImageData(Math.floor(x * s), Math.floor(2 * s), 1, 1).data].slice(0, 3).join() === Colours.parts(getComputedStyle(document.documentElement).getPropertyValue("--ink").trim()).join(); })()`
	b.is(line, "true")
	b.focus("canvas.lanes") // by the keyboard: to the next states, and past the middle
	for range 20 {
		b.keys(right)
	}
	b.settle()
	b.is(`Timeline.at > 4.9e9 && document.querySelector("canvas.course").getAttribute("aria-label").endsWith("200.0\u00a0W, up to 250.0\u00a0W")`, "true")

	filter := func(text string) {
		b.text(fmt.Sprintf(`(() => { const i = document.querySelector("[data-choice=series]"); i.value = %q; i.dispatchEvent(new Event("input")); return ""; })()`, text))
		b.settle()
	}
	filter("n(03|11)")
	b.is(`Courses.made.map(Courses.name).join() + " " + Courses.note.textContent`, "n03 Energy P,n11 Energy P 2 of 12")
	b.is(`document.querySelectorAll("canvas.course").length + " " + (TimeSVG.text().match(/>Energy P</g) || []).length`, "2 2")
	filter("(")
	b.is(`document.querySelector("[data-choice=series]").getAttribute("aria-invalid") + document.querySelectorAll("canvas.course").length`, "true2")
	filter("")
	b.is(`document.querySelectorAll("canvas.course").length + document.querySelector("#view-Timeline canvas.course ~ button").textContent`, "8Show more of 12 series")
	b.click("#view-Timeline canvas.course ~ button")
	b.settle()
	b.is(`document.querySelectorAll("canvas.course").length`, "12")
	b.clean()
}

// States in a group have one colour, one row and one place in the legend; what is no pattern changes nothing; the address has it.
func TestGroupsInBrowser(t *testing.T) {
	beside(t)
	b := overTime(t, pageOf(t, measured(t)))
	before := b.text(`TimePaint.colour(Data.timeline.names.indexOf("step")).join()`)
	set := func(text string) {
		b.text(fmt.Sprintf(`(() => { const i = document.querySelector("[data-choice=groups]"); i.value = %q; i.dispatchEvent(new Event("input")); return ""; })()`, text))
		b.await(`!Timeline.later || true`)
		b.text(`Timeline.summary() || ""`)
		b.settle()
	}
	set("useful=^(solve|step)$; never=zzz")
	b.is(`["solve", "step"].map((n) => TimePaint.colour(Data.timeline.names.indexOf(n)).join()).every((c, _, all) => c === all[0])`, "true")
	b.is(`[...document.querySelectorAll("#view-Timeline .legend-line .key")].slice(0, 3).map((e) => e.textContent).join("; ")`, "useful (2 states); never (no state); MPI_Allreduce")
	rows := `[...document.querySelectorAll("#view-Timeline table")].find((t) => t.caption.textContent.startsWith("What the lanes did")).tBodies[0].rows`
	b.is(`[...`+rows+`].map((r) => r.cells[0].textContent + " " + Math.round(r.cells[1].dataset.v / 1e8)).join()`, "useful 200,MPI_Allreduce 160") // 3 × 10 × 0.4 s + 10 × 0.8 s, and the rest of 0.9 s
	got, want := b.pixel(0, 0.2, "step")
	if got != want {
		t.Errorf("solve is drawn in %s, want %s, the colour of its group", got, want)
	}
	b.is(`Hues.distance(Hues.places(TimePaint.colour(Data.timeline.names.indexOf("solve"))), Hues.places(TimePaint.colour(Data.timeline.names.indexOf("Allreduce")))) >= Hues.apart`, "true")
	set("(")
	b.is(`document.querySelector("[data-choice=groups]").getAttribute("aria-invalid") + " " + Groups.list.length`, "true 2")
	b.await(`location.hash.includes("groups=useful")`)
	set("")
	b.is(`TimePaint.colour(Data.timeline.names.indexOf("step")).join()`, before)
	b.is(`document.querySelectorAll("#view-Timeline table").length > 0 && [...`+rows+`].length`, "2")
	b.clean()
}
