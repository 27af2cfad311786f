package browser

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// suddenly is a project of four ranks on two hosts, of which rank 2 solves twice as long as the others from a step on, and they
// wait for it; with what its steps took.
func suddenly(t *testing.T, from int) *lanes.Timeline {
	t.Helper()
	const steps = 20
	files := fstest.MapFS{"solver.proj": {Data: []byte(strings.Replace(fourRanks, `</Communicator>`, `<Rank global="2" local="2" cid="0"/><Rank global="3" local="3" cid="0"/></Communicator>`, 1))}}
	s := &lanes.Steps{Regions: []string{"step", "step/solve"}, Ranks: []string{"0", "1", "2", "3"}, Count: steps, Fold: 1, Numbers: numbers(steps)}
	s.Seconds = make([]float32, 2*4*steps)
	for rank, host := range []string{"a", "a", "b", "b"} {
		var b strings.Builder
		b.WriteString("<Program timeAdjustment='1000'>\n")
		for step := range steps {
			at, solve, last := float64(step), 0.4, 0.4
			if step >= from {
				last = 0.8
			}
			if rank == 2 {
				solve = last
			}
			fmt.Fprintf(&b, "<Nested>\n<solve  time='%.6f' end='%.6f'/>\n<Allreduce size='8' cid='0' count='1' tid='0'  time='%.6f' end='%.6f'/>\n</Nested>\n<step  time='%.6f' end='%.6f'/>\n",
				at, at+solve, at+solve, at+last+0.01, at, at+last+0.02)
			s.Seconds[rank*steps+step], s.Seconds[(4+rank)*steps+step] = float32(last+0.02), float32(solve)
		}
		b.WriteString("</Program>\n")
		files[fmt.Sprintf("solver_%s_%d_0.trc", host, rank)] = &fstest.MapFile{Data: []byte(b.String())}
	}
	for step := range steps {
		s.Start, s.End = append(s.Start, float64(step)*1e9), append(s.End, float64(step+1)*1e9)
	}
	tl, err := lanes.Read(files, "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tl.Steps = s
	return tl
}

const foundText = `[...document.querySelectorAll(".findings li span")].map((e) => e.textContent.trim().replaceAll("\u00a0", " ")).join("\n")`

// A newcomer reads which rank is slow, where, from which step on, and who waited for it; what is said can be gone to.
func TestFindingsInBrowser(t *testing.T) {
	b := overTime(t, pageOf(t, suddenly(t, 7)))
	b.is(foundText, `Rank 2 is the slowest in step / solve: 13.20 s, and 9.300 s on the mean of 4 ranks. Balance there would save 3.900 s, 28.7 % of the run; the others wait for it in Allreduce.
From step 8 of 20 on, it takes 400.0 ms longer in step / solve than the others, each time.
Other ranks waited 15.60 s for rank 2, at once or behind others that waited for it: rank 0 5.200 s, rank 1 5.200 s and rank 3 5.200 s; in MPI_Allreduce 15.60 s.
Rank 2 itself waited for nobody to speak of.`)
	b.is("TimeData.steps.regions[Steps.region] + ' ' + Steps.chosen.selectedIndex", "step/solve 1")
	b.keep("findings")
	b.click(".findings li:nth-child(2) button")
	b.settle()
	b.is("Timeline.from + ' ' + Timeline.to + ' ' + Steps.at + ' ' + Steps.rank", "7000000000 8000000000 7 2")
	b.click(".findings li:nth-child(3) button")
	b.settle()
	b.is("Timeline.lines(Timeline.list[Timeline.lane], Timeline.at)[1]", "step / MPI_Allreduce")
	b.click(".findings li:nth-child(1) button")
	b.is("document.querySelector('[role=tab][aria-selected=true]').textContent", "Imbalance")
	b.clean()

	// Without steps the waits tell since when, about.
	tl := suddenly(t, 7)
	tl.Steps = nil
	b = overTime(t, pageOf(t, tl))
	b.is(foundText+".split('\\n')[1]", "Others wait for it from 7.400 s on.")
	b.clean()

	// Where no rank is slow, that is said.
	b = overTime(t, pageOf(t, suddenly(t, 100)))
	b.is(foundText, "No rank stands out: balance between them would give back less than 1.0 % of the run.")
	b.clean()
}

// Waits behind others are those of whom these wait for: of a chain, all of the last one.
func TestWaitsBehindOthers(t *testing.T) {
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
	b.is("JSON.stringify(Findings.sums(Findings.waits(), (w) => w.wait.to + ' for ' + w.by).map(([key, ns]) => [key, Math.round(ns / 1e6)]).sort())",
		`[["1 for 0",4000],["2 for 0",3000],["2 for 1",100],["3 for 0",3000],["3 for 1",100],["3 for 2",3100]]`)
	b.clean()
}

// The stretch in which values stand out is found among noise, and none where there is none.
func TestFindingAPart(t *testing.T) {
	b := overTime(t, pageOf(t, suddenly(t, 7)))
	random := rand.New(rand.NewPCG(25, 2))
	for name, c := range map[string]struct {
		n, from, to int // between which they are 1, and otherwise 0
		want        string
	}{
		"from one on": {300, 120, 300, "120-300"}, "until one": {300, 0, 30, "0-30"}, "within": {300, 90, 110, "90-110"},
		"a single one": {300, 57, 58, "57-58"}, "nowhere": {300, 0, 0, "null"}, "everywhere": {300, 0, 300, "null"}, "few": {6, 3, 6, "3-6"},
		"everywhere, and once much more": {300, 0, 300, "null"},
	} {
		for _, noise := range []float64{0.001, 0.2} {
			list := make([]float64, c.n)
			for i := range list {
				list[i] = noise * (random.Float64() - 0.5)
				if i >= c.from && i < c.to {
					list[i]++
				}
			}
			if strings.HasSuffix(name, "on") || strings.HasSuffix(name, "more") {
				list[20] = 50 // which is not what it is about
			}
			text, err := json.Marshal(list)
			if err != nil {
				t.Fatal(err)
			}
			if got := b.text("(() => { const p = Findings.part(" + string(text) + "); return p && p.from + '-' + p.to; })()"); got != c.want {
				t.Errorf("%s, noise %g: %s, want %s", name, noise, got, c.want)
			}
		}
	}
}

// Who is long in a call of MPI waits there, and is not called slow; who is waited for is named.
func TestWhoWaitsIsNotSlow(t *testing.T) {
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
	b.is(foundText, "Other ranks waited 9.000 s for rank 0, at once or behind others that waited for it: rank 1 9.000 s; in MPI_Recv 9.000 s.\nRank 0 itself waited for nobody to speak of.")
	b.clean()
}
