// Package read reads GPTL's and E3SM's timing files: the files of package gptlcompat, older
// generations, and tables within other text.
//
// [File] reads a file of any kind; [Global], [Rank], [Single], [Timing] and [TimingSummary] read one kind.
// Figures that a file lacks are marked as unknown, and the good part before a fault is returned with the error.
// Readers share the writers' columns; package check, which tests their files, has its own.
package read

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/internal/gptl8"
	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

// The results of the readers have a list Unknown: the fields of the stats types about which a file of that
// kind, or this file, says nothing, such as "Region.Squares". They hold their zero value, with rank -1 in an
// Extreme and the lowest possible numbers of ranks, so that Check accepts them. All other fields hold what
// the file says, rounded as it is.

// GlobalFile is the contents of E3SM's file of all ranks.
type GlobalFile struct {
	// Summary has a region for each row, none below another. Calls has 7 digits, Total 7, the
	// extremes of threads whole milliseconds. Running is 1 where the timer was on in any rank.
	Summary *stats.Summary
	Unknown []string
	Options gptlcompat.GlobalOptions // with which gptlcompat.WriteGlobal writes it
}

// RankFile is the contents of E3SM's file of one rank.
type RankFile struct {
	// Profile has the rows' call paths. Times are whole microseconds; calls from a million on have two
	// digits. Every outermost call counts as timed.
	//
	// If several rows have the same path, those after the first are in environments of their own; so is each
	// thread, if threads show what they share in orders that contradict each other.
	//
	// A file with one record per name has a node for each parent of a timer too, with the calls made
	// there; all of the timer's times are in the node of its row.
	Profile *stats.Profile
	Unknown []string
	Options gptlcompat.RankOptions // with which gptlcompat.WriteRank writes it
}

// TimingFile is the contents of upstream's file of one process.
type TimingFile struct {
	// Profile is like RankFile's, but times have three decimals from 0.01 s up, and three digits below.
	Profile *stats.Profile
	Unknown []string
	Options upstream.TimingOptions // with which upstream.WriteTiming writes it
}

// TimingSummaryFile is the contents of upstream's file of all processes.
type TimingSummaryFile struct {
	// Summary has a region for each row, none below another. Times are whole milliseconds. Wall and Squares
	// give the mean and the deviation in the file. For a timer that was running, only the number of ranks is
	// known.
	Summary *stats.Summary
	Unknown []string
	Options upstream.TimingSummaryOptions // with which upstream.WriteTimingSummary writes it
}

// SingleFile is the contents of E3SM's file for all: the global statistics, and the parts of some ranks.
type SingleFile struct {
	Global *GlobalFile // nil without one
	Ranks  []*RankFile
}

// Kind is a kind of timing file.
type Kind int

// The kinds of files, by their reader.
const (
	UnknownKind Kind = iota
	GlobalKind
	RankKind
	SingleKind
	TimingKind
	TimingSummaryKind
	OtherKind
)

// String returns the name of the kind.
func (k Kind) String() string {
	names := [...]string{"unknown", "E3SM global statistics", "E3SM rank", "E3SM single file", "GPTL process", "GPTL summary", "table of timers"}
	if k < 0 || int(k) >= len(names) {
		return fmt.Sprintf("Kind(%d)", int(k))
	}
	return names[k]
}

// ErrNoTable reports that a text has no table of timers of the requested kind.
var ErrNoTable = errors.New("no table of timers")

// SyntaxError reports where a file breaks the rules of its format. Files that end too early match
// io.ErrUnexpectedEOF.
type SyntaxError struct {
	Line int    // from 1; of a file that ended too early, its last
	Want string // what was expected
	Got  string // the line
	Err  error  // the cause, if there is another
}

// Error names the line and the expected text.
func (e *SyntaxError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("line %d: want %s: %v", e.Line, e.Want, e.Err)
	}
	return fmt.Sprintf("line %d: want %s, got %.80q", e.Line, e.Want, e.Got)
}

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Err }

// maxFile is how much File takes at once, and maxLine the longest line of any reader.
const (
	maxFile = 1 << 30
	maxLine = 1 << 20
)

// File reads a file of any kind, recognised by its tables: the first of those that All finds.
func File(r io.Reader) (any, Kind, error) {
	files, kind, err := All(r)
	if len(files) == 0 {
		return nil, kind, err
	}
	return files[0].Contents, kind, files[0].Problem
}

// One is a file that was found within a text: a *GlobalFile, *RankFile, *SingleFile, *TimingFile,
// *TimingSummaryFile or *OtherFile. If there is a Problem, Contents is the good part before it.
type One struct {
	Contents any
	Problem  error
}

// All reads a text with files of one kind, one after the other, as in the log of a job that runs a
// program several times. A damaged file does not hide later ones.
func All(r io.Reader) (files []One, kind Kind, err error) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	n, err := b.ReadFrom(io.LimitReader(r, maxFile+1))
	if err == nil && n > maxFile {
		err = fmt.Errorf("want at most %d bytes", maxFile)
	}
	if err != nil {
		return nil, UnknownKind, fmt.Errorf("timing file: %w", err)
	}
	kind = kindOf(b.Bytes())
	next := map[Kind]func(*lines) (any, error){
		GlobalKind:        func(l *lines) (any, error) { return readGlobal(l) },
		RankKind:          func(l *lines) (any, error) { return readRank(l) },
		SingleKind:        func(l *lines) (any, error) { return readSingle(l) },
		TimingKind:        func(l *lines) (any, error) { return readTiming(l) },
		TimingSummaryKind: func(l *lines) (any, error) { return readTimingSummary(l) },
		OtherKind:         func(l *lines) (any, error) { return readOther(l) },
	}[kind]
	if next == nil {
		return nil, kind, fmt.Errorf("timing file: %w", ErrNoTable)
	}
	l := &lines{rest: b.Bytes(), err: io.EOF}
	for {
		contents, problem := next(l)
		switch {
		case errors.Is(problem, ErrNoTable) && len(files) == 0:
			return nil, kind, fmt.Errorf("%s: %w", kind, problem)
		case errors.Is(problem, ErrNoTable): // text behind the last
			return files, kind, nil
		}
		if problem != nil {
			problem = fmt.Errorf("%s: %w", kind, problem)
		}
		files = append(files, One{contents, problem})
		if l.err != nil && len(l.rest) == 0 && !l.held || errors.Is(l.err, bufio.ErrTooLong) {
			return files, kind, nil
		}
		if l.wrong = nil; problem != nil {
			l.skip(kind)
		}
	}
}

// buffers are for files of ranks, of which a directory has many.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// skip goes to where the next file of a kind can begin, behind a damaged one. Tables of all ranks are found by their titles.
func (l *lines) skip(kind Kind) {
	starts := map[Kind][]layout.Line{
		RankKind: {layout.Process, "$Id"}, SingleKind: {layout.Tasks}, TimingKind: {gptl8.Version},
	}[kind]
	for len(starts) > 0 && l.next() {
		if slices.ContainsFunc(starts, l.starts) {
			l.back()
			return
		}
	}
}

// kindOf recognises a file by the titles of its tables.
func kindOf(text []byte) Kind {
	kind, ranks, section := UnknownKind, 0, false
	for line := range bytes.Lines(text) {
		if !section && (kind == RankKind && line[0] == ' ' && len(line) > 2*len(layout.AllIdle) || kind == GlobalKind && line[0] == '"') {
			continue // a row of a table, as nearly all are
		}
		switch s := string(line[:min(len(line), maxLine)]); {
		case isGlobalTitle(s), strings.TrimSpace(s) == layout.AllIdle:
			kind = GlobalKind
		case isSummaryTitle(s) && kind == UnknownKind:
			return TimingSummaryKind
		case section && isRankTitle(s), strings.HasPrefix(s, layout.Idle.Start()):
			if kind == GlobalKind {
				return SingleKind
			}
			kind = RankKind
		case section && isTimingTitle(s) && kind == UnknownKind:
			return TimingKind
		case kind == UnknownKind && (isESMFTitle(s) || isCESMTitle(s) || isMPASTitle(s) || section && isOldTitle(s)):
			return OtherKind
		case strings.HasPrefix(s, layout.Process.Start()):
			if ranks++; ranks > 1 && kind != UnknownKind {
				return SingleKind
			}
		}
		section = bytes.HasPrefix(line, []byte(layout.Section.Start()))
	}
	return kind
}

func isGlobalTitle(line string) bool {
	return strings.HasPrefix(line, "name ") &&
		hasWords(line, "processes", "threads", "count", "walltotal", "wallmax", "wallmin")
}

func isSummaryTitle(line string) bool {
	return strings.HasPrefix(line, "name ") && hasWords(line, "ncalls", "nranks", "mean_time", "std_dev", "wallmax", "wallmin")
}

func isRankTitle(line string) bool {
	return hasWords(line, " On  Called Recurse ")
}

func isTimingTitle(line string) bool {
	return hasWords(line, "   Called", "Recurse") && !strings.Contains(line, " On ")
}

// hasWords reports whether a line holds all words.
func hasWords(line string, words ...string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(line, w) })
}

// unknown puts the names of fields together.
func unknown(lists ...[]string) []string {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}

// unwritten lists the counts of a Measure or a Region that GPTL's files have no column for.
func unwritten(of string) (fields []string) {
	for _, c := range stats.Counts {
		if !slices.Contains([]string{"Calls", "Recursion", "Timed"}, c.Name) {
			fields = append(fields, of+"."+c.Name)
		}
	}
	return fields
}

// unless returns the names of fields that are unknown if something else is.
func unless(known bool, fields ...string) []string {
	if known {
		return nil
	}
	return fields
}
