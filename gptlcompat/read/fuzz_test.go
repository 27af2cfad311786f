package read

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/internal/corpus"
	"github.com/go-hpc/timers/stats"
)

// fuzzSeeds are small files of our own.
func fuzzSeeds(f *testing.F) {
	f.Helper()
	var folded []*stats.Profile
	for _, p := range []*stats.Profile{gptltest.Threaded(), gptltest.Threaded()} {
		gptltest.OnRank(p, len(folded), 2)
		folded = append(folded, gptlcompat.ByName(p))
	}
	s, err := stats.Merge(folded)
	if err != nil {
		f.Fatal(err)
	}
	for _, write := range []func(io.Writer) error{
		func(w io.Writer) error { return gptlcompat.WriteGlobal(w, s, gptlcompat.GlobalOptions{}) },
		func(w io.Writer) error { return upstream.WriteTimingSummary(w, s, upstream.TimingSummaryOptions{}) },
		func(w io.Writer) error {
			return gptlcompat.WriteRank(w, gptltest.TwoParents(), gptlcompat.RankOptions{Method: gptlcompat.MostFrequent})
		},
		func(w io.Writer) error {
			return gptlcompat.WriteRank(w, gptltest.Threaded(), gptlcompat.RankOptions{Method: gptlcompat.PathNames, Overhead: &gptlcompat.Overhead{}, Memory: []gptlcompat.Memory{{Hash: 1, Regions: 2, Links: 3}}})
		},
		func(w io.Writer) error {
			return upstream.WriteTiming(w, gptltest.TwoParents(), upstream.TimingOptions{Method: gptlcompat.FullTree})
		},
		func(w io.Writer) error {
			return upstream.WriteTiming(w, gptltest.Threaded(), upstream.TimingOptions{Percent: true, NoPreamble: true,
				Bytes:  func(int, int) float64 { return 8 },
				Events: []upstream.Event{{Title: "IPC", Count: func(int, int) float64 { return 0.5 }, PerSecond: true}}})
		},
		func(w io.Writer) error {
			return upstream.WriteTiming(w, gptltest.TwoParents(), upstream.TimingOptions{ImperfectNesting: true, NoOverhead: true})
		},
		func(w io.Writer) error {
			return gptltest.Single(w, []*stats.Profile{gptltest.TwoParents()}, &gptlcompat.GlobalOptions{}, func(int) *gptlcompat.RankOptions { return &gptlcompat.RankOptions{} })
		},
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			f.Fatal(err)
		}
		corpus.Add(func(b []byte) { f.Add(b) }, b.Bytes())
	}
	corpus.AddReal(f, func(b []byte) { f.Add(b) }, "../../../shared/data/gptl", "generated/*/*", "gptl-upstream/*")
}

func FuzzReadGlobal(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		g, err := Global(bytes.NewReader(text))
		if _, kind, _ := File(bytes.NewReader(text)); err == nil && kind == UnknownKind {
			t.Error("a table that Read does not know")
		}
		checkGlobal(t, g)
	})
}

// sameForm checks what was written of a file that may hold any values, such as a longest call that is
// longer than all together.
func sameForm(t *testing.T, rules func([]byte) error, write func(io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	if err := rules(b.Bytes()); err != nil && !errors.Is(err, check.ErrValues) {
		t.Errorf("breaks a reader's rule: %v", err)
	}
}

// checkGlobal checks what was read from any text, and that it can be written.
func checkGlobal(t *testing.T, g *GlobalFile) {
	t.Helper()
	// With path names, since a hostile file can have two rows of one name.
	sameForm(t, check.Global, func(w io.Writer) error {
		return gptlcompat.WriteGlobal(w, g.Summary, gptlcompat.GlobalOptions{PathNames: true})
	})
	if err := g.Summary.Check(); err != nil {
		t.Error(err)
	}
	for i := range g.Summary.Regions {
		g.Summary.Figure(&g.Summary.Regions[i], stats.FigureMeanOfAll)
	}
}

func FuzzReadTimingSummary(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		g, _ := TimingSummary(bytes.NewReader(text))
		sameForm(t, check.TimingSummary, func(w io.Writer) error {
			return upstream.WriteTimingSummary(w, g.Summary, upstream.TimingSummaryOptions{PathNames: true})
		})
		if err := g.Summary.Check(); err != nil {
			t.Error(err)
		}
		for i := range g.Summary.Regions {
			g.Summary.Figure(&g.Summary.Regions[i], stats.FigureMeanOfAll)
		}
	})
}

func FuzzReadRank(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		k, _ := Rank(bytes.NewReader(text))
		checkRank(t, k)
	})
}

// checkRank checks what was read from any text, and that it can be written.
func checkRank(t *testing.T, k *RankFile) {
	t.Helper()
	if k.Options.Method == gptlcompat.FullTree {
		k.Options.Method = gptlcompat.MostFrequent
	}
	k.Options.NoQuotes = false // the rules are those of PACE, which wants quotes
	sameForm(t, check.Rank, func(w io.Writer) error { return gptlcompat.WriteRank(w, k.Profile, k.Options) })
	if err := k.Profile.Check(); err != nil {
		t.Error(err)
	}
	gptlcompat.ByName(k.Profile)
}

func FuzzReadSingle(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		single, err := Single(bytes.NewReader(text))
		if err == nil && single.Global == nil && len(single.Ranks) == 0 {
			t.Error("nothing was read, and no error")
		}
		if single.Global != nil {
			checkGlobal(t, single.Global)
		}
		for _, k := range single.Ranks {
			checkRank(t, k)
		}
	})
}

// FuzzRead: what Read finds is what the reader of that kind finds.
func FuzzRead(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		files, kind, err := All(bytes.NewReader(text))
		if len(files) > 1 {
			return // of which the readers of one know none
		}
		if len(files) == 1 {
			err = files[0].Problem
		}
		var same error
		switch r := bytes.NewReader(text); kind {
		case UnknownKind:
			if err == nil {
				t.Error("a file of no kind is read without an error")
			}
			return
		case GlobalKind:
			_, same = Global(r)
		case RankKind:
			_, same = Rank(r)
		case SingleKind:
			_, same = Single(r)
		case TimingKind:
			_, same = Timing(r)
		case TimingSummaryKind:
			_, same = TimingSummary(r)
		case OtherKind:
			_, same = readOther(newLines(r))
		default:
			t.Fatalf("kind %d", kind)
		}
		if err == nil && same != nil && (strings.Contains(same.Error(), "not a second") || strings.Contains(same.Error(), "want one table of all ranks")) {
			return // the title of a file that has no table is text for who looks for several
		}
		if (err == nil) != (same == nil) {
			t.Errorf("Read: %v; the reader of its kind, %v: %v", err, kind, same)
		}
	})
}

func FuzzReadTiming(f *testing.F) {
	fuzzSeeds(f)
	for _, found := range []string{ // counters that are called as columns of GPTL's are
		"Stats for thread 0:\n000   Called ReCurse 0 0 0 %_of_ 0 0 0 0 0\n  00 0 0 0 0 0 0 0 0 0 0",
		"Stats for thread 0:\n000   Called ReCurse WAll mAX min 0\n  00 0 0 0 0 0 0",
		"Stats for thread 0:\n000   Called ReCurse 0 0 min %_of_ 0 0 0 0 0\n  00 0 0 0 0 0 0 0 0 0 0",
	} {
		f.Add([]byte(found))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, _ := Timing(bytes.NewReader(text))
		if r.Options.Method == gptlcompat.FullTree {
			r.Options.Method = gptlcompat.MostFrequent
		}
		if err := r.Profile.Check(); err != nil {
			t.Error(err)
		}
		sameForm(t, check.Timing, func(w io.Writer) error { return upstream.WriteTiming(w, r.Profile, r.Options) })
	})
}
