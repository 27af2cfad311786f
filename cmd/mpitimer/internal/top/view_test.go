package top

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job/jobtest"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/answers/answerstest"
)

// names of the rows of the tree, indented.
func names(v *view, s *sample) []string {
	var list []string
	for _, r := range v.rows(s) {
		if r.of != nil {
			list = append(list, strings.Repeat(" ", len([]rune(r.Guides))/2)+r.of.name)
		}
	}
	return list
}

// typed presses keys: characters, and names of keys in angle brackets.
func typed(v *view, s *sample, keys string) {
	for keys != "" {
		k := keyPress{char: []rune(keys)[0]}
		rest := keys[len(string(k.char)):]
		if name, after, ok := strings.Cut(keys, ">"); ok && k.char == '<' {
			k, rest = keyPress{name: name[1:]}, after
		}
		v.press(k, s)
		keys = rest
	}
}

func TestOrders(t *testing.T) {
	s := newSample(jobtest.At(84), jobtest.At(80))
	for keys, want := range map[string]string{
		"":       "Total init run_loop step halo tendencies fluxes slopes friction snapshot write @writers",
		"s":      "Total run_loop step halo tendencies slopes fluxes friction snapshot write @writers init",
		"ss":     "Total run_loop step halo tendencies slopes fluxes friction snapshot write @writers init",
		"sss":    "Total init run_loop step friction halo tendencies fluxes slopes snapshot write @writers",
		"ssss":   "Total init run_loop step halo tendencies fluxes slopes friction snapshot write @writers",
		"sssss":  "Total init run_loop snapshot write @writers step friction halo tendencies fluxes slopes",
		"ssssss": "Total init run_loop step halo tendencies fluxes slopes friction snapshot write @writers",
		"S":      "Total init run_loop snapshot write @writers step friction halo tendencies fluxes slopes",
	} {
		v := newView()
		typed(v, s, keys)
		var got []string
		for _, r := range v.rows(s) {
			if r.of != nil {
				got = append(got, r.of.name)
			}
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("after %q (%s): %s", keys, v.order, diff)
		}
	}
}

func TestFilter(t *testing.T) {
	s := newSample(jobtest.At(84), jobtest.At(80))
	v := newView()
	typed(v, s, "/FLUX")
	want := []string{"Total", " run_loop", "  step", "   tendencies", "    fluxes"}
	if diff := cmp.Diff(want, names(v, s)); diff != "" {
		t.Error(diff)
	}
	if !v.typing {
		t.Error("the filter is typed no more")
	}
	typed(v, s, "<backspace><enter>q") // flu, and q is a key again
	if v.filter != "FLU" || v.typing {
		t.Errorf("the filter is %q", v.filter)
	}
	typed(v, s, "<escape>")
	if len(names(v, s)) != len(s.regions) {
		t.Error("the filter is still there")
	}
}

func TestFold(t *testing.T) {
	s := newSample(jobtest.At(84), jobtest.At(80))
	v := newView()
	typed(v, s, "jj<enter>") // run_loop
	if diff := cmp.Diff([]string{"Total", " init", " run_loop"}, names(v, s)); diff != "" {
		t.Error(diff)
	}
	if hidden := v.rows(s)[2].Hidden; hidden != 8 {
		t.Errorf("%d regions are folded, want 8", hidden)
	}
	typed(v, s, "<right>j<left>") // step
	want := []string{"Total", " init", " run_loop", "  step", "  snapshot", "   write @writers"}
	if diff := cmp.Diff(want, names(v, s)); diff != "" {
		t.Error(diff)
	}
	typed(v, s, "<left>") // up to run_loop
	if v.key != v.rows(s)[2].key {
		t.Errorf("selected is %q", v.key)
	}
}

// The selected row stays selected when rows move.
func TestSelectionFollowsItsRow(t *testing.T) {
	s := newSample(jobtest.At(84), jobtest.At(80))
	v := newView()
	v.width, v.height = 80, 24
	typed(v, s, "jjjj") // halo
	typed(v, s, "sss")  // by imbalance it comes behind friction
	v.screen(s)
	if got := v.rows(s)[v.selected].of.name; got != "halo" {
		t.Errorf("selected is %s", got)
	}
}

func TestRankOrders(t *testing.T) {
	s := newSample(jobtest.At(84), jobtest.At(80))
	for keys, want := range map[string]string{"r": "0 1 2 3", "rs": "3 2 1 0", "rss": "3 0 1 2", "rsss": "0 1 2 3", "r/friction": "3", "r<down><enter>": "0 1 1.0 1.1 1.2 1.3 2 3"} {
		v := newView()
		typed(v, s, keys)
		var got []string
		for _, r := range v.rankRows(s) {
			got = append(got, strings.TrimSuffix(strings.ReplaceAll(r.key(), " ", "."), ".-1"))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("after %q: %v, want %s", keys, got, want)
		}
	}
}

func TestParseKeys(t *testing.T) {
	var got []string
	for _, k := range parseKeys([]byte("\x1b[A\x1bOBjä\x1b[5~\r\x7f\x03\x1b[1;5C\x1b[\x1b")) {
		got = append(got, k.name+string(k.char))
	}
	want := "up\x00 down\x00 j ä page up\x00 enter\x00 backspace\x00 interrupt\x00 escape\x00"
	if strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", strings.Join(got, " "), want)
	}
}

func FuzzParseKeys(f *testing.F) {
	f.Add([]byte("\x1b[A\x1bO\x1b[1;5Cq\xff"))
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, k := range parseKeys(in) {
			if k.name == "" && k.char < ' ' {
				t.Errorf("a key %q of %q", k.char, in)
			}
		}
	})
}

// hostile returns a job whose tables hold what no job should.
func hostile() *sample {
	m := jobtest.At(84)
	for i := range m.Ranks {
		r := &m.Ranks[i]
		r.Host = "\x1b[2Jhost"
		r.Profile.Nodes[4].Name = strings.Repeat("\x1b[31mhalo", 50)
		r.Profile.Nodes[5].Name = ""
		r.Open = append(r.Open, ranktable.OpenRegion{Path: []string{""}}, ranktable.OpenRegion{Path: []string{"a", "\n", strings.Repeat("é", 300)}, Elapsed: -1})
	}
	m.Program = "p\r\n"
	m.Merge()
	return newSample(m, jobtest.At(80))
}

// Whatever is typed, and however small the screen is: every line fits, and nothing steers the terminal.
func TestScreenFits(t *testing.T) {
	samples := []*sample{
		newSample(jobtest.At(84), jobtest.At(80)), newSample(jobtest.At(84), nil), newSample(jobtest.Dead(84), jobtest.At(80)), newSample(jobtest.Hanging(), nil),
		newSample(&job.Moment{}, nil), hostile(),
	}
	keys := []string{"<up>", "<down>", "<left>", "<right>", "<enter>", "<page down>", "<page up>", "<home>", "<end>", "<escape>",
		"s", "S", "/", "h", "r", "i", "p", "?", "+", "-", "g", "G", " ", "a", "<backspace>", "<tab>"}
	rapid.Check(t, func(t *rapid.T) {
		v := newView()
		for range rapid.IntRange(0, 12).Draw(t, "keys") {
			s := rapid.SampledFrom(samples).Draw(t, "sample")
			v.paint, v.ascii = rapid.SampledFrom([]sheet.Paint{sheet.None, sheet.Colours}).Draw(t, "paint"), rapid.Bool().Draw(t, "ascii")
			v.width, v.height = rapid.IntRange(1, 150).Draw(t, "width"), rapid.IntRange(1, 50).Draw(t, "height")
			typed(v, s, rapid.SampledFrom(keys).Draw(t, "key"))
			lines := v.screen(s)
			if len(lines) > v.height {
				t.Fatalf("%d lines on a screen of %d", len(lines), v.height)
			}
			for _, l := range lines {
				text := sheet.Unpainted(l)
				if cli.Width(text) > v.width || strings.ContainsAny(text, "\x1b\n\r\t") {
					t.Fatalf("%q on a screen of %d columns", text, v.width)
				}
			}
		}
	})
}

// Device time has no share of the last interval, and takes none from what is untimed.
func TestDevicesHaveNoShareNow(t *testing.T) {
	at := func(seconds float64, devices bool) *job.Moment {
		m := jobtest.At(seconds)
		for i := range m.Ranks {
			p := m.Ranks[i].Profile
			if !devices {
				continue
			}
			total := int64(seconds * 1e9) // on each rank a device that is busy all the time
			measure := stats.Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total, Squares: stats.Square(uint64(total))}
			p.Nodes = append(p.Nodes, stats.Node{Parent: 1, Name: "gpu0:flux", Measure: measure})
		}
		m.Merge()
		return m
	}
	screen := func(devices bool) (host, device []string) {
		v := newView()
		v.width, v.height = 150, 50
		for _, line := range v.screen(newSample(at(84, devices), at(80, devices))) {
			if strings.Contains(line, "gpu0:flux") {
				device = append(device, sheet.Unpainted(line))
			} else if strings.Contains(line, "%") {
				host = append(host, sheet.Unpainted(line))
			}
		}
		return host, device
	}
	want, _ := screen(false)
	host, device := screen(true)
	if len(device) != 1 || !regexp.MustCompile(`gpu0:flux +-  .* -  +-\s*$`).MatchString(device[0]) {
		t.Errorf("%q has a share", device)
	}
	if diff := cmp.Diff(want, host); diff != "" || len(want) == 0 {
		t.Errorf("without devices and with them:\n%s", diff)
	}
}

// Of steps that are known, a running job says since when ranks are slow.
func TestSinceWhenInTopAndStacks(t *testing.T) {
	m := &job.Moment{Program: "model"}
	m.Summary, m.Steps = answerstest.SlowFrom(t, 120, 60, 6, 7)
	const want = "from step 61 of 120 on"
	v := newView()
	v.width = 400
	if text := v.once(newSample(m, nil)); !strings.Contains(text, want) {
		t.Errorf("top lacks %q:\n%s", want, text)
	}
	if text := m.Text(400, 3); !strings.Contains(text, want) {
		t.Errorf("stacks lacks %q:\n%s", want, text)
	}
	m.Steps = nil
	if text := m.Text(400, 3) + v.once(newSample(m, nil)); strings.Contains(text, "from step") {
		t.Errorf("no steps are known:\n%s", text)
	}
}

// top says what every view says of a run, in the same words; a key or an option turns that off.
func TestFindingsInTop(t *testing.T) {
	s := newSample(jobtest.At(84), jobtest.At(80))
	words := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	want := words("* " + answers.Find(s.Summary)[0].Text(s.Summary))
	v := newView()
	v.width, v.height = 150, 50
	screen := func() string { return words(sheet.Unpainted(strings.Join(v.screen(s), " "))) }
	if got := screen(); !strings.Contains(got, want) {
		t.Errorf("no %q in %s", want, got)
	}
	if got := words(v.once(s)); !strings.Contains(got, want) {
		t.Errorf("no %q in %s", want, got)
	}
	typed(v, s, "f")
	if got := screen(); strings.Contains(got, want) {
		t.Errorf("%q is still there", want)
	}
	v.silent, v.findings = false, 0
	if got := screen() + words(v.once(s)); strings.Contains(got, want) {
		t.Errorf("%q is there", want)
	}
}

// Unless told otherwise what runs now stands first, and what is over is folded.
func TestWhatRunsNowFirst(t *testing.T) {
	s := newSample(jobtest.At(84), jobtest.At(80))
	for i := range s.regions { // the loop has ended, and something below init goes on
		switch s.regions[i].name {
		case "init":
			s.regions[i].now = 0.9
		case "run_loop", "step", "halo", "tendencies", "fluxes", "slopes", "friction", "snapshot", "write @writers":
			s.regions[i].now, s.regions[i].rate, s.regions[i].inside = 0, 0, 0
		}
	}
	v, err := (&options{interval: time.Second, findings: usualFindings}).view()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Total", " init", " run_loop"}, names(v, s)); diff != "" {
		t.Error(diff)
	}
	typed(v, s, "jj<enter>") // the user unfolds what is over
	if got := names(v, s); len(got) != 5 || got[3] != "  step" {
		t.Errorf("unfolded: %q", got)
	}
}
