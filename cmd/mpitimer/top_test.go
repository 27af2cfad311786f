package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli/clitest"
)

func TestScreens(t *testing.T) {
	s := newSample(jobAt(83.5), jobAt(82.5))
	ended := newSample(dead(84), jobAt(83))
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
		"many":     {newSample(hanging(), nil), 80, 24, "rG"},
		"empty":    {newSample(&moment{program: "early"}, nil), 80, 24, ""},
	} {
		v := newView()
		v.width, v.height = c.width, c.height
		v.screen(c.sample) // as a user sees it before the keys
		typed(v, c.sample, c.keys)
		text := screenText(v.screen(c.sample))
		clitest.Golden(t, "top-"+name+".txt", text)
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
	clitest.Golden(t, "once-tree.txt", v.once(newSample(jobAt(83.5), jobAt(82.5))))
	v.width, v.ranks = 80, true
	clitest.Golden(t, "once-ranks.txt", v.once(newSample(dead(83.5), nil)))
}

// The run of one rank has no statistics across ranks.
func TestSerialRun(t *testing.T) {
	m := jobAt(10)
	m.ranks, m.size = m.ranks[:1], 1
	m.ranks[0].profile = profileAt(0, 1, 10)
	m.merge()
	v := newView()
	text := v.once(newSample(m, nil))
	if !strings.Contains(text, "time") || strings.Contains(text, "imbalance") || strings.Contains(text, "(rank)") {
		t.Error(text)
	}
}

func TestPainted(t *testing.T) {
	lines := []line{{{"red", style{bold: true, colour: red}}, {text: " x"}}, styled("full", style{reverse: true})}
	for colour, want := range map[bool]string{
		true:  "\x1b[H\x1b[1;31mred\x1b[0m x\x1b[K\r\n\x1b[7mfull\x1b[0m\x1b[K\x1b[J",
		false: "\x1b[H\x1b[1mred\x1b[0m x\x1b[K\r\n\x1b[7mfull\x1b[0m\x1b[K\x1b[J",
	} {
		if got := painted(lines, 10, colour); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := painted(lines[1:], 4, true); strings.Contains(got, "\x1b[K") {
		t.Errorf("%q clears the last character of a full line", got)
	}
}

func TestNotInteractive(t *testing.T) {
	if _, ok := interactive(strings.NewReader(""), &bytes.Buffer{}); ok {
		t.Error("a buffer is taken for a terminal")
	}
	if got := pageWidth(&bytes.Buffer{}); got != 0 {
		t.Errorf("a buffer has %d columns", got)
	}
}
