package read

import (
	"io"
	"slices"
	"strings"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/internal/gptl8"
	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/stats"
)

// Rank reads E3SM's file of one rank. The rank is unknown without the banner of E3SM's Fortran layer, as in
// Pacer's files. Columns of CPU time, percent and counters are skipped.
//
// The error is ErrNoTable or a *SyntaxError; the result holds the rows before it.
func Rank(r io.Reader) (*RankFile, error) {
	return only(r, "statistics of a rank", readRank, second("one rank's part, not a second"))
}

// Single reads the file that E3SM writes with single_file: the global statistics, and the parts of ranks.
//
// The error is ErrNoTable or a *SyntaxError; the result holds everything before it.
func Single(r io.Reader) (*SingleFile, error) {
	return only(r, "single file", readSingle, second("one table of all ranks, before those of ranks"))
}

// readSingle reads up to the statistics of another run, which are left to be read again.
func readSingle(l *lines) (s *SingleFile, err error) {
	s = &SingleFile{}
	for err == nil && l.next() {
		switch {
		case l.starts("***** GLOBAL STATISTICS"):
			l.back()
			if s.Global != nil || s.Ranks != nil {
				return s, nil
			}
			s.Global, err = readGlobal(l)
		case l.starts(layout.Process):
			var k *RankFile
			l.back()
			k, err = readRank(l)
			s.Ranks = append(s.Ranks, k)
		}
	}
	if err == nil {
		err = l.failed()
	}
	if err == nil && s.Global == nil && s.Ranks == nil {
		err = ErrNoTable
	}
	return s, err
}

// rankReader is the file of a rank while it is being read.
type rankReader struct {
	tables
	o        *gptlcompat.RankOptions
	overhead gptlcompat.Overhead
	banner   bool
	bound    bool // the overhead was measured
}

// readRank reads up to the banner of another rank, which is left to be read again.
func readRank(l *lines) (*RankFile, error) {
	k := &RankFile{Profile: &stats.Profile{}}
	r := rankReader{tables: tables{lines: l, p: k.Profile, build: &k.Options.Build}, o: &k.Options}
	another := func() bool {
		return l.starts(layout.Process) && (r.banner || r.threads != nil) ||
			r.threads != nil && (l.starts("$Id") || l.starts("***** GLOBAL STATISTICS"))
	}
	err := r.read(another, r.titles, r.line)
	r.built("with THREADED_PTHREADS")
	k.Options.Method, _ = r.nodes()
	k.Options.NoQuotes = r.bare
	k.Options.NoBanner, k.Options.NoPreamble = !r.banner, !r.noted
	k.Unknown = unknown(r.unknown("Clock.Hz"), unless(r.banner, "Profile.Rank"))
	if r.bound {
		k.Options.Overhead = &r.overhead
	}
	return k, err
}

// line takes what one line says beside the tables.
func (r *rankReader) line() {
	last := &gptlcompat.Memory{}
	if n := len(r.o.Memory); n > 0 {
		last = &r.o.Memory[n-1]
	}
	var pair float64
	switch {
	case r.starts(layout.Process):
		r.process()
	case strings.HasPrefix(r.text, "$Id"):
		if r.text, r.scaled = cutScaled(r.text); r.text != layout.E3SM {
			r.o.ID = r.keep(r.text)
		}
	case r.is(layout.Overhead, &r.overhead.Total):
	case r.is(layout.AtInit, &r.overhead.AtInit):
	case r.is(layout.AtEnd, &pair), r.is(layout.PerCall, &pair):
		r.cost, r.p.Clock.PairCost = true, 2e9*pair
	case r.is(layout.Estimate, &r.overhead.Estimate), r.is(layout.Bound, &r.overhead.Bound):
		r.bound = true
	case r.is(layout.Occupied, nil, nil):
		r.o.Memory = append(r.o.Memory, gptlcompat.Memory{})
	case r.is(layout.Hash, (*kiloBytes)(&last.Hash)), r.is(layout.Regions, (*kiloBytes)(&last.Regions), nil),
		r.is(layout.Links, (*kiloBytes)(&last.Links)):
	}
}

// process reads the banner.
func (r *rankReader) process() {
	var world int
	if r.banner = r.is(layout.Process, &r.p.Rank, &world); !r.banner || r.wrong != nil {
		r.wrong = r.fail("a rank and its rank in MPI_COMM_WORLD")
		return
	}
	if world != r.p.Rank {
		r.o.World = &world
	}
}

// titles finds the columns; those of cpu time and percent stand between others.
func (r *rankReader) titles() (titles, error) {
	at := strings.Index(r.text, " On ")
	if !isRankTitle(r.text) || at < 2 {
		return titles{}, r.fail("the titles On, Called and Recurse")
	}
	wall := strings.Contains(r.text, "Wallclock          max          min")
	cells, rest := slices.Clone(layout.Rank.Cells[:3]), layout.Rank.Cells[3:]
	if strings.Contains(r.text, "usr+sys") {
		cells = append(cells, gptl8.CPU.Cells...)
	}
	if wall {
		cells = append(cells, rest[:3]...)
	} else {
		r.timeless = true
	}
	if strings.Contains(r.text, gptl8.ShareTitle) {
		cells = append(cells, gptl8.Share("").Cells...)
	}
	before, after, costs := strings.Cut(r.text, "UTR Overhead")
	if costs {
		cells = append(cells, rest[3:]...)
	} else {
		after = before[at+len(" On  Called Recurse "):]
	}
	return titles{columns: []layout.Column{{Cells: cells}}, at: at, quotes: true, flags: true, more: strings.TrimSpace(after) != ""}, nil
}
