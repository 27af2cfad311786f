package gptlcompat

import (
	"fmt"
	"io"
	"strings"

	"github.com/go-hpc/timers/stats"
)

func isRankTitle(line string) bool {
	return hasWords(line, " On ", "Called", "Recurse", "Wallclock", "max", "min", "UTR Overhead")
}

// ReadRank reads E3SM's file of one rank. The rank is unknown without the banner of E3SM's Fortran
// layer, as in Pacer's files. Columns of cpu time, percent and counters are passed over.
//
// The error is ErrNoTable or a *SyntaxError; the result holds the rows before it.
func ReadRank(r io.Reader) (*Rank, error) {
	l := newLines(r)
	k, err := readRank(l)
	if err == nil && l.next() {
		err = l.fail("one rank's part, not a second")
	}
	if err != nil {
		err = fmt.Errorf("statistics of a rank: %w", err)
	}
	return k, err
}

// ReadSingle reads what E3SM writes with single_file: the global statistics, and the parts of ranks.
//
// The error is ErrNoTable or a *SyntaxError; the result holds what stands before it.
func ReadSingle(r io.Reader) (*Single, error) {
	l := newLines(r)
	s := &Single{}
	err := readSingle(l, s)
	if err != nil {
		err = fmt.Errorf("single file: %w", err)
	}
	return s, err
}

func readSingle(l *lines, s *Single) error {
	for l.next() {
		switch {
		case strings.HasPrefix(l.text, "***** GLOBAL STATISTICS"):
			if s.Global != nil || s.Ranks != nil {
				return l.fail("one table of all ranks, before those of ranks")
			}
			l.back()
			g, err := readGlobal(l)
			s.Global = g
			if err != nil {
				return err
			}
		case strings.HasPrefix(l.text, bannerStart):
			l.back()
			k, err := readRank(l)
			s.Ranks = append(s.Ranks, k)
			if err != nil {
				return err
			}
		}
	}
	if l.s.Err() != nil {
		return l.ended("")
	}
	if s.Global == nil && s.Ranks == nil {
		return ErrNoTable
	}
	return nil
}

// rankReader is the file of a rank while it is being read.
type rankReader struct {
	tables
	k        *Rank
	overhead Overhead
	banner   bool
	cost     bool // the cost of the clock is known
	bound    bool // the overhead was measured
	mapped   int  // lines of the mapping of threads, the last of the file
}

// readRank reads up to the banner of another rank, which is left to be read again.
func readRank(l *lines) (*Rank, error) {
	r := rankReader{k: &Rank{Profile: &stats.Profile{}}}
	r.k.Options.NoPreamble = true
	err := r.read(l)
	r.k.Options.Method, _ = r.build(r.k.Profile, false)
	r.k.Options.NoBanner = !r.banner
	r.k.Unknown = unknown(profileUnknown, []string{"Clock.Hz"})
	if !r.banner {
		r.k.Unknown = unknown(r.k.Unknown, []string{"Profile.Rank"})
	}
	r.k.Unknown = unknown(r.k.Unknown, r.manyParents())
	if !r.cost {
		r.k.Unknown = unknown(r.k.Unknown, []string{"Clock.PairCost"})
	}
	if r.k.Profile.Clock.Name == "" {
		r.k.Unknown = unknown(r.k.Unknown, []string{"Clock.Name"})
	}
	if r.bound {
		r.k.Options.Overhead = &r.overhead
	}
	return r.k, err
}

func (r *rankReader) read(l *lines) error {
	for l.next() {
		if strings.HasPrefix(l.text, bannerStart) && (r.banner || r.threads != nil) {
			l.back()
			break
		}
		if err := r.line(l); err != nil {
			return err
		}
	}
	switch {
	case l.s.Err() != nil:
		return l.ended("")
	case r.threads == nil:
		return ErrNoTable
	case r.mapped < len(r.threads):
		return l.ended("the mapping of threads")
	}
	return nil
}

// line takes what one line says, or the table that begins with it.
func (r *rankReader) line(l *lines) error {
	text := l.text
	value, ok := "", false
	is := func(prefix, suffix string) bool {
		if value, ok = strings.CutPrefix(text, prefix); ok {
			value, ok = strings.CutSuffix(value, suffix)
		}
		return ok
	}
	number := func(to *float64) error {
		n := numbers{words: []string{strings.TrimSpace(value)}}
		if *to = n.float("a number"); n.bad != "" {
			return l.fail(n.bad)
		}
		return nil
	}
	switch {
	case strings.HasPrefix(text, sectionStart):
		return r.table(l)
	case strings.HasPrefix(text, bannerStart):
		return r.process(l)
	case strings.HasPrefix(text, blocksStart):
		return r.parents(l)
	case strings.HasPrefix(text, "$Id") && text != e3smID:
		r.k.Options.ID = text
	case is("** TIMING OVERHEAD ", " SECONDS *"):
		return number(&r.overhead.Total)
	case is("Underlying timing routine was ", "."):
		r.k.Profile.Clock.Name = value
	case is("Per-call utr overhead est (at init): ", " sec."):
		return number(&r.overhead.AtInit)
	case is("Per-call utr overhead est (at end): ", " sec."), is("Per-call utr overhead est: ", " sec."):
		var cost float64
		err := number(&cost)
		r.cost, r.k.Profile.Clock.PairCost = true, 2e9*cost
		return err
	case is(methodStart, "."):
		r.method, r.noted, r.k.Options.NoPreamble = value, true, false
	case is("Overhead estimate = ", " wallclock seconds"):
		r.bound = true
		return number(&r.overhead.Estimate)
	case is("Overhead bound = ", " wallclock seconds"):
		return number(&r.overhead.Bound)
	case strings.HasPrefix(text, "threadid"):
		r.mapped++
	default:
		return r.memory(l)
	}
	return nil
}

// process reads the banner.
func (r *rankReader) process(l *lines) error {
	n := numbers{words: strings.Fields(strings.NewReplacer("(", " ", ")", " ", "*", " ").Replace(l.text))[1:]}
	rank, world := n.index("a rank"), n.index("a rank in MPI_COMM_WORLD")
	if want := n.done(); want != "" {
		return l.fail(want)
	}
	r.banner, r.k.Profile.Rank = true, rank
	if world != rank {
		r.k.Options.World = &world
	}
	return nil
}

// memory reads what the timers of a thread occupy.
func (r *rankReader) memory(l *lines) error {
	m := r.k.Options.Memory
	if strings.HasPrefix(l.text, "Thread ") && strings.Contains(l.text, "total memory usage = ") {
		r.k.Options.Memory = append(m, Memory{})
		return nil
	}
	if len(m) == 0 || !strings.HasPrefix(l.text, "  ") {
		return nil
	}
	last := &m[len(m)-1]
	for label, to := range map[string]*int64{"  Hashmem": &last.Hash, "  Regionmem": &last.Regions, "  Parent/child": &last.Links} {
		if strings.HasPrefix(l.text, label) {
			v, ok := kiloBytes(l.text)
			if !ok {
				return l.fail("a number of KB")
			}
			*to = v
		}
	}
	return nil
}

// table reads the table of one thread.
func (r *rankReader) table(l *lines) error {
	if err := r.section(l); err != nil {
		return err
	}
	if !l.next() {
		return l.ended("a row of titles")
	}
	at := strings.Index(l.text, " On ")
	if !isRankTitle(l.text) || at < 2 {
		return l.fail("the titles On, Called, Recurse, Wallclock, max, min and UTR Overhead")
	}
	cpu, percent := strings.Contains(l.text, "usr+sys"), strings.Contains(l.text, "%_of")
	_, after, _ := strings.Cut(l.text, "UTR Overhead")
	more := strings.TrimSpace(after) != ""
	return r.rows(l, func(string) bool { return false }, func(line string) (readRow, string) {
		if len(line) <= at {
			return readRow{}, "a row as long as its title"
		}
		row, _, want := indented(line[:at])
		if want != "" {
			return row, want
		}
		if n := len(row.name); n > 1 && row.name[0] == '"' && row.name[n-1] == '"' {
			row.name = row.name[1 : n-1]
		} else if row.name[0] == '"' {
			return row, "a name in quotes"
		}
		n := numbers{words: strings.Fields(line[at:])}
		switch n.next("y or -") {
		case "y":
			row.m.Running = 1
		case "-":
		default:
			return row, "y or - in the column On"
		}
		measured(&n, &row, cpu)
		row.extra = nil
		if percent {
			n.float("a share")
		}
		n.float("what timing cost")
		if more && n.bad == "" {
			n.words = nil
		}
		return row, n.done()
	})
}
