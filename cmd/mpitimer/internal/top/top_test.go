package top

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job/jobtest"
	"github.com/go-hpc/timers/internal/golden"
)

func TestScreens(t *testing.T) {
	s := newSample(jobtest.At(83.5), jobtest.At(82.5))
	ended := newSample(jobtest.Dead(84), jobtest.At(83))
	for name, c := range map[string]struct {
		*sample
		width, height int
		keys          string
	}{
		"tree":     {s, 80, 24, ""},
		"wide":     {s, 132, 24, "j"},
		"folded":   {s, 80, 24, "jjj<enter>"},
		"interval": {s, 100, 24, "i"},
		"filter":   {s, 80, 24, "/s"},
		"ranks":    {s, 80, 24, "rjj<enter>"},
		"paused":   {s, 80, 12, "ppp<end>"},
		"help":     {s, 80, 24, "?"},
		"ended":    {ended, 80, 24, ""},
		"many":     {newSample(jobtest.Hanging(), nil), 80, 24, "rG"},
		"empty":    {newSample(&job.Moment{Program: "early"}, nil), 80, 24, ""},
	} {
		v := newView()
		v.width, v.height = c.width, c.height
		v.screen(c.sample) // as a user sees it before the keys
		typed(v, c.sample, c.keys)
		text := strings.Join(v.screen(c.sample), "\n") + "\n"
		golden.Check(t, "top-"+name+".txt", text)
		for _, l := range strings.Split(text, "\n") {
			ascii := cli.ToASCII(l)
			if len(ascii) != cli.Width(l) || strings.Contains(ascii, "?") && !strings.Contains(l, "?") {
				t.Errorf("in ASCII %q is %q", l, ascii)
			}
		}
	}
}

func TestOnce(t *testing.T) {
	v := newView()
	golden.Check(t, "once-tree.txt", v.once(newSample(jobtest.At(83.5), jobtest.At(82.5))))
	v.width, v.ranks = 80, true
	golden.Check(t, "once-ranks.txt", v.once(newSample(jobtest.Dead(83.5), nil)))
}

// The run of one rank has no statistics across ranks.
func TestSerialRun(t *testing.T) {
	m := jobtest.At(10)
	m.Ranks, m.Size = m.Ranks[:1], 1
	m.Ranks[0].Profile = jobtest.ProfileAt(0, 1, 10)
	m.Merge()
	v := newView()
	text := v.once(newSample(m, nil))
	if !strings.Contains(text, "time") || strings.Contains(text, "imbalance") || strings.Contains(text, "(rank)") {
		t.Error(text)
	}
}

func TestDrawn(t *testing.T) {
	got := drawn([]string{"\x1b[1;31mred\x1b[0m x", "0123456789"}, 10)
	if want := "\x1b[H\x1b[1;31mred\x1b[0m x\x1b[K\r\n0123456789\x1b[J"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNotInteractive(t *testing.T) {
	if _, ok := interactive(strings.NewReader(""), &bytes.Buffer{}); ok {
		t.Error("a buffer is taken for a terminal")
	}
}
