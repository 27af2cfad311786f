package browser

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-hpc/timers/stats"

	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// The view of efficiencies has those of the run and of its regions, and chooses a region.
func TestEfficiency(t *testing.T) {
	s := pagetest.Merge(t, pagetest.Waiting(4))
	b := open(t, written(t, page.Page{Runs: []page.Run{{Summary: s}}}))
	b.click("#tab-Efficiency")
	b.is("document.querySelectorAll('#view-Efficiency table').length", "2")
	b.is("document.querySelector('#view-Efficiency tbody tr').textContent.includes('parallel efficiency')", "true")
	b.is("[...document.querySelectorAll('#view-Efficiency tr[data-i]')].length", "2")
	b.click("#view-Efficiency tr[data-i='1'] button.link")
	b.is("String(State.selected)", "1")
	b.errorless()
	b.keep("efficiency")
}

// callsBeside returns the files of solver with the calls of MPI in traces beside those of their threads.
func callsBeside() fstest.MapFS {
	files := solver()
	text := string(files["solver.proj"].Data)
	thread := regexp.MustCompile(`<Node name="0" ?/>`)
	files["solver.proj"].Data = []byte(thread.ReplaceAllString(text, `$0<Node name="mpi0"/>`))
	for name, file := range solver() {
		calls, regions := "<Program timeAdjustment='1000'>\n", ""
		for line := range strings.Lines(string(file.Data)) {
			if strings.Contains(line, "<Allreduce") {
				calls += line
			} else {
				regions += line
			}
		}
		if thread, is := strings.CutSuffix(name, "_0.trc"); is {
			files[name] = &fstest.MapFile{Data: []byte(regions)}
			files[thread+"_mpi0.trc"] = &fstest.MapFile{Data: []byte(calls + "</Program>\n")}
		}
	}
	return files
}

// The efficiencies of an interval that is the whole timeline are those of the run, which the command computes, also if calls of MPI are in traces
// beside those of their threads; a part has its own.
func TestEfficiencyOfInterval(t *testing.T) {
	beside(t)
	for i, files := range []fstest.MapFS{solver(), callsBeside()} {
		tl, err := lanes.Read(files, "solver.proj", lanes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(tl.Lanes) != 4*(i+1) {
			t.Fatalf("%d lanes", len(tl.Lanes))
		}
		s, err := stats.Merge(tl.Profiles)
		if err != nil {
			t.Fatal(err)
		}
		b := overTime(t, written(t, page.Page{Runs: []page.Run{{Summary: s, Profiles: slices.Values(tl.Profiles)}}, Timeline: tl}))
		const shares = "JSON.stringify([e.whole.slice(0, 3).map((k) => [k.name, k.share, k.level, k.low]), e.regions.map((r) => [...r.cells.slice(0, 3), r.low]).sort()])"
		whole := b.text("((e) => " + shares + ")(Data.runs[0].efficiency)")
		b.text("Interval.take(0, Data.timeline.length) || ''")
		b.is("((e) => "+shares+")(Data.runs[0].efficiency)", whole)
		b.text("Interval.take(1.5e9, 5e9) || ''")
		b.is("Data.runs[0].efficiency.whole.map((k) => k.share).join(' ')", "50.8 58.3 87.1") // 1.2 and 2.7 s of 3.1 are useful
		b.click("#tab-Efficiency")
		b.is("document.querySelectorAll('#view-Efficiency table').length", "2")
		b.errorless()
		b.keep("efficiency-interval")
	}
}
