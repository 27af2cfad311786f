package browser

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// suddenly is a project of four ranks on two hosts, of which rank 2 solves twice as long as the others from a step on, and they
// wait for it; with what its steps took.
func suddenly(t *testing.T, from int) *lanes.Timeline {
	t.Helper()
	const count = 20
	files := fstest.MapFS{"solver.proj": {Data: []byte(strings.Replace(fourRanks, `</Communicator>`, `<Rank global="2" local="2" cid="0"/><Rank global="3" local="3" cid="0"/></Communicator>`, 1))}}
	s := &steps.Times{Regions: []string{"step", "step/solve"}, Ranks: []string{"0", "1", "2", "3"}, Count: count, Fold: 1, Numbers: numbers(count)}
	s.Seconds = make([]float32, 2*4*count)
	for rank, host := range []string{"a", "a", "b", "b"} {
		var b strings.Builder
		b.WriteString("<Program timeAdjustment='1000'>\n")
		for step := range count {
			at, solve, last := float64(step), 0.4, 0.4
			if step >= from {
				last = 0.8
			}
			if rank == 2 {
				solve = last
			}
			fmt.Fprintf(&b, "<Nested>\n<solve  time='%.6f' end='%.6f'/>\n<Allreduce size='8' cid='0' count='1' tid='0'  time='%.6f' end='%.6f'/>\n</Nested>\n<step  time='%.6f' end='%.6f'/>\n",
				at, at+solve, at+solve, at+last+0.01, at, at+last+0.02)
			s.Seconds[rank*count+step], s.Seconds[(4+rank)*count+step] = float32(last+0.02), float32(solve)
		}
		b.WriteString("</Program>\n")
		files[fmt.Sprintf("solver_%s_%d_0.trc", host, rank)] = &fstest.MapFile{Data: []byte(b.String())}
	}
	for range 4 {
		for step := range count {
			s.Start, s.End = append(s.Start, float64(step)*1e9), append(s.End, float64(step+1)*1e9)
		}
	}
	tl, err := lanes.Read(files, "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tl.Steps = s
	return tl
}

const foundText = `[...document.querySelectorAll("#findings li")].map((e) => e.firstChild.textContent.trim()).join("\n")`

// told is what every view of a run shows of it, as a page has it.
func told(s *stats.Summary, most int) string { return toldOf(s, nil, most) }

func toldOf(s *stats.Summary, t *steps.Times, most int) string {
	var list []string
	found := answers.Of(s, t)
	for i := range found[:min(len(found), most)] {
		list = append(list, found[i].Text(s))
	}
	return strings.Join(list, "\n")
}

// summaryOf is the run of a timeline.
func summaryOf(t *testing.T, tl *lanes.Timeline) *stats.Summary {
	t.Helper()
	s, err := stats.Merge(tl.Profiles)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A newcomer reads first what was found, above every view: the sentences of the command, each with its region; with a timeline,
// since when, and the step can be gone to.
func TestFindingsInBrowser(t *testing.T) {
	beside(t)
	tl := suddenly(t, 7)
	s := summaryOf(t, tl)
	b := open(t, pageOf(t, tl))
	said := toldOf(s, tl.Steps, 3)
	if first, _, _ := strings.Cut(said, "\n"); !strings.HasSuffix(first, " Rank 2 takes 400.0 ms longer in solve than the others in each step from step 8 of 20 on.") {
		t.Errorf("%q", first)
	}
	b.is(foundText, said)
	b.click("#findings li:nth-child(1) button:nth-of-type(1)")
	b.is("App.now.name + ' ' + Model.pathText(State.selected)", "Regions step / solve")
	b.is(`document.querySelector("#findings li:nth-child(1) button:nth-of-type(2)").textContent`, "Show step 8 of rank 2")
	b.click("#findings li:nth-child(1) button:nth-of-type(2)") // the lanes have not been unpacked yet
	b.await("document.documentElement.dataset.timeline === 'yes'")
	b.settle()
	b.is("App.now.name + ' ' + Timeline.from + ' ' + Timeline.to + ' ' + Steps.at + ' ' + Steps.rank + ' ' + Timeline.list[Timeline.lane].rank", "Timeline 7000000000 8000000000 7 2 2")
	b.is("TimeData.steps.regions[Steps.region] + ' ' + Steps.chosen.selectedIndex", "step/solve 1")
	b.keep("findings")
	b.clean()

	// Of an interval regions have other numbers; what is found is of the run.
	b.text("Interval.take(1e9, 2e9) || ''")
	b.is(foundText, said)
	b.click("#findings li:nth-child(1) button:nth-of-type(1)")
	b.is("App.now.name + ' ' + Model.pathText(State.selected) + ' ' + Interval.base", "Regions step / solve null")
	b.clean()

	// Without steps nothing is said of when.
	tl.Steps = nil
	b = open(t, pageOf(t, tl))
	b.is(foundText, told(s, 3))
	b.is(`[...document.querySelectorAll("#findings button")].filter((e) => e.textContent.startsWith("Show step")).length`, "0")
	b.clean()

	tl = suddenly(t, 100) // no rank is slow
	b = open(t, pageOf(t, tl))
	b.is(foundText, toldOf(summaryOf(t, tl), tl.Steps, 3))
	b.clean()
}

// manySlow are ranks each of which is slow in a region of its own, before a barrier.
func manySlow() (list []*stats.Profile) {
	const ranks = 8
	for rank := range ranks {
		p := &stats.Profile{Rank: rank, Size: ranks, Program: "many", Environments: []stats.Environment{{Name: "Default", Size: ranks, Ranks: []stats.Range{{First: 0, Last: ranks - 1, Stride: 1}}}}}
		add := func(parent int, name string, total int64) {
			p.Nodes = append(p.Nodes, stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total}})
		}
		add(-1, "Total", 3600e6)
		for region := range 6 {
			work := int64(100e6)
			if rank == region {
				work = 500e6
			}
			add(0, fmt.Sprint("part", region), work)
			add(0, fmt.Sprint("MPI_Barrier", region), 600e6-work)
		}
		list = append(list, p)
	}
	return list
}

// Without a timeline, too; of many three are shown, and the rest at a press; of two runs those of each.
func TestManyFindingsInBrowser(t *testing.T) {
	beside(t)
	s := pagetest.Merge(t, manySlow())
	if n := len(answers.Find(s)); n < 4 {
		t.Fatalf("%d findings are too few", n)
	}
	b := open(t, written(t, page.Page{Runs: []page.Run{{Summary: s}}}))
	b.is(foundText, told(s, 3))
	b.keep("findings-more")
	b.click("[data-choice=findings]")
	b.is(foundText, told(s, 50))
	b.is("document.activeElement.textContent", "Fewer")
	b.click("[data-choice=findings]")
	b.is(foundText, told(s, 3))
	b.clean()

	text, runs := twoRuns(t)
	b = open(t, text)
	b.is(foundText, told(runs[0], 3)+"\n"+told(runs[1], 3))
	b.is(`[...document.querySelectorAll("#findings strong")].map((e) => e.textContent).join()`, "A: monday,B: tuesday")
	b.click("#findings ul:last-of-type button")
	b.is("App.now.name + ' ' + State.run", "Regions 1")
	b.clean()
}

// A step is shown as the rank has it: three steps behind the first one, on a host that is folded.
func TestStepOfItsRank(t *testing.T) {
	beside(t)
	tl := suddenly(t, 7)
	for rank := range 4 {
		for step := range 20 {
			tl.Steps.Start[rank*20+step] += float64(rank) * 1.5e9
			tl.Steps.End[rank*20+step] += float64(rank) * 1.5e9
		}
	}
	b := overTime(t, pageOf(t, tl))
	for _, which := range []string{"Rows.all(true); Rows.all(true)", "Rows.which = 'hosts'"} {
		b.text("(() => { " + which + "; Timeline.sort(); Timeline.resize(); Timeline.choose(0, 0); return ''; })()")
		b.settle()
		b.is("Timeline.list.length", "2")
		b.click("#findings li:nth-child(1) button:nth-of-type(2)")
		b.settle()
		b.is("Timeline.from + ' ' + Timeline.to + ' ' + Timeline.list[Timeline.lane].rank", "10000000000 11000000000 2")
		b.is("(() => { const top = Timeline.lane * Timeline.high - Timeline.box.scrollTop, box = Timeline.box.getBoundingClientRect(); return top >= 0 && top < box.height && box.top + top >= 0 && box.top + top < innerHeight; })()", "true")
	}
	b.is("Steps.table.querySelector('tbody tr td:last-child').textContent.replaceAll('\u00a0', ' ')", b.text("Format.time(Steps.window(Steps.longest[0].column, Steps.longest[0].rank).from).replaceAll('\u00a0', ' ')"))
	b.clean()
}

// Who was waited for is a table.
func TestWaitedForInBrowser(t *testing.T) {
	beside(t)
	b := overTime(t, pageOf(t, suddenly(t, 7)))
	b.is(`[...Timeline.found.querySelectorAll("tbody tr")].map((tr) => tr.innerText.split("\t").join("|").replaceAll("\u00a0", " ")).join("\n")`,
		"rank 2|15.60 s|rank 0 5.200 s, rank 1 5.200 s, rank 3 5.200 s|MPI_Allreduce 15.60 s|400.0 ms|–|")
	b.click("#view-Timeline .wide-table button.link")
	b.settle()
	b.clean()
}

// What lies on the path is said in the words of the command; one that lies in waits is not called critical.
func TestPathOfWaits(t *testing.T) {
	beside(t)
	caption := "Timeline.along.querySelector('caption').textContent.replaceAll('\u00a0', ' ')"
	note := "Timeline.along.querySelector('p').textContent"
	label := "document.querySelector('[data-choice=critical]').parentNode.textContent.trim()"
	tl := suddenly(t, 7)
	b := overTime(t, pageOf(t, tl))
	b.is(caption+" + '|' + "+label, "Critical path in this interval|Critical path")
	said := tl.OnPath(nil).Text()
	if !strings.HasPrefix(said, "Only what is shortened on the critical path of 19.8 s shortens the run: ") {
		t.Errorf("%q", said)
	}
	b.is(note, said)
	b.clean()

	// Nobody has sent what rank 1 receives.
	files := fstest.MapFS{"solver.proj": {Data: []byte(fourRanks)}}
	program := func(states string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("<Program timeAdjustment='0'>\n" + states + "</Program>\n")}
	}
	files["solver_a_0_0.trc"] = program("<work  time='0.0' end='1.0'/>\n<Send size='8' count='1' tid='0' toRank='1' toTag='1' cid='0'  time='1.0' end='1.1'/>\n")
	files["solver_a_1_0.trc"] = program("<Recv fromRank='0' fromTag='1' cid='0'  time='0.0' end='1.1'/>\n<Recv fromRank='0' fromTag='2' cid='0'  time='1.1' end='9.1'/>\n")
	tl, err := lanes.Read(files, "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b = overTime(t, pageOf(t, tl))
	b.is(caption+" + '|' + "+label, "Path of waits in this interval|Path of waits")
	b.is(note, tl.OnPath(nil).Text())
	b.clean()
}

// Waits behind others are those of whom these wait for: of a chain, all of the last one.
func TestWaitsBehindOthers(t *testing.T) {
	beside(t)
	files := fstest.MapFS{"solver.proj": {Data: []byte(strings.Replace(fourRanks, `</Communicator>`, `<Rank global="2" local="2" cid="0"/><Rank global="3" local="3" cid="0"/></Communicator>`, 1))}}
	receive := func(from int, at, end float64) string {
		return fmt.Sprintf("<Recv fromRank='%d' fromTag='1' cid='0'  time='%.3f' end='%.3f'/>\n", from, at, end)
	}
	send := func(to int, at, end float64) string {
		return fmt.Sprintf("<Send size='8' count='1' tid='0' toRank='%d' toTag='1' cid='0'  time='%.3f' end='%.3f'/>\n", to, at, end)
	}
	for rank, states := range []string{
		"<work  time='0.0' end='5.0'/>\n" + send(1, 5, 5.1),
		receive(0, 1, 5.1) + send(2, 5.1, 5.2),
		receive(1, 2, 5.2) + send(3, 6.2, 6.3),
		receive(2, 0, 6.3),
	} {
		files[fmt.Sprintf("solver_%s_%d_0.trc", []string{"a", "a", "b", "b"}[rank], rank)] = &fstest.MapFile{Data: []byte("<Program timeAdjustment='0'>\n" + states + "</Program>\n")}
	}
	tl, err := lanes.Read(files, "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, pageOf(t, tl))
	// Rank 3 waits from 0 to 6.2: for rank 2 until it waits itself, then for rank 1 until 2 … 5.0 for rank 0, and so on.
	b.is("JSON.stringify(Waited.sums(Waited.waits(), (w) => w.wait.to + ' for ' + w.by).map(([key, ns]) => [key, Math.round(ns / 1e6)]).sort())",
		`[["1 for 0",4000],["2 for 0",3000],["2 for 1",100],["3 for 0",3000],["3 for 1",100],["3 for 2",3100]]`)
	b.clean()
}

// Who is long in a call of MPI waits there, and is not called slow; who is waited for is named.
func TestWhoWaitsIsNotSlow(t *testing.T) {
	beside(t)
	files := fstest.MapFS{"solver.proj": {Data: []byte(fourRanks)}}
	program := func(states string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("<Program timeAdjustment='0'>\n" + states + "</Program>\n")}
	}
	files["solver_a_0_0.trc"] = program("<Send size='8' count='1' tid='0' toRank='1' toTag='1' cid='0'  time='9.0' end='9.1'/>\n")
	files["solver_a_1_0.trc"] = program("<Recv fromRank='0' fromTag='1' cid='0'  time='0.0' end='9.1'/>\n")
	tl, err := lanes.Read(files, "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, pageOf(t, tl))
	b.is(foundText, told(summaryOf(t, tl), 3))
	b.is(`[...Timeline.found.querySelectorAll("tbody tr")].map((tr) => tr.innerText.split("\t").join("|").replaceAll("\u00a0", " ")).join("\n")`, "rank 0|9.000 s|rank 1 9.000 s|MPI_Recv 9.000 s|9.000 s|–|")
	b.clean()
}
