package gptlcompat

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// The results of the readers have a list Unknown: the fields of the stats types of which a file of
// that kind, or this file, says nothing, as "Region.Squares". They hold their zero value, an Extreme
// among them rank -1, and numbers of ranks the least that is possible, so that Check is content. All
// other fields hold what the file says, rounded as it is.

// Global is what E3SM's file of all ranks tells.
type Global struct {
	// Summary has a region for each row, none below another. Calls has 7 digits, Total 7, the
	// extremes of threads whole milliseconds. Running is 1 where the timer was on in any rank.
	Summary *stats.Summary
	Unknown []string
	Options GlobalOptions // with which WriteGlobal writes it
}

// Rank is what E3SM's file of one rank tells.
type Rank struct {
	// Profile has the rows' call paths. Times are whole microseconds; calls from a million on have
	// two digits. Every outermost call passes for timed.
	//
	// Of rows with the same path, those behind the first
	// are in contexts of their own; so is each thread, where threads show what they have in common in
	// orders that contradict each other.
	//
	// A file with one record per name has a node for each parent of a timer too, with the calls made
	// there; all of the timer's times are in the node of its row.
	Profile *stats.Profile
	Unknown []string
	Options RankOptions // with which WriteRank writes it
}

// Timing is what upstream's file of one process tells.
type Timing struct {
	// Profile is as that of Rank, but times have three decimals from 0.01 s on, and three digits
	// below.
	Profile *stats.Profile
	Unknown []string
	Options TimingOptions // with which WriteTiming writes it
}

// TimingSummary is what upstream's file of all processes tells.
type TimingSummary struct {
	// Summary has a region for each row, none below another. Times are whole milliseconds. Wall and
	// Squares are what gives the mean and the deviation of the file. Of a timer that was running
	// nothing is known but in how many ranks.
	Summary *stats.Summary
	Unknown []string
	Options TimingSummaryOptions // with which WriteTimingSummary writes it
}

// Single is what E3SM's file for all tells: the global statistics, and the parts of some ranks.
type Single struct {
	Global *Global // nil without one
	Ranks  []*Rank
}

// Kind is a kind of timing file.
type Kind int

// The kinds of files, by what reads and writes them.
const (
	UnknownKind Kind = iota
	GlobalKind
	RankKind
	SingleKind
	TimingKind
	TimingSummaryKind
)

// String returns the name of the kind.
func (k Kind) String() string {
	names := [...]string{"unknown", "E3SM global statistics", "E3SM rank", "E3SM single file", "GPTL process", "GPTL summary"}
	if k < 0 || int(k) >= len(names) {
		return fmt.Sprintf("Kind(%d)", int(k))
	}
	return names[k]
}

// ErrNoTable says that a text holds no table of timers of the kind that was to be read.
var ErrNoTable = errors.New("no table of timers")

// SyntaxError says where a file is not as its format wants it. Files that end too early match
// io.ErrUnexpectedEOF.
type SyntaxError struct {
	Line int    // from 1; of a file that ended too early, its last
	Want string // what was expected
	Got  string // the line
	Err  error  // the cause, if there is another
}

// Error names the line, and what was expected there.
func (e *SyntaxError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("line %d: want %s: %v", e.Line, e.Want, e.Err)
	}
	return fmt.Sprintf("line %d: want %s, got %.80q", e.Line, e.Want, e.Got)
}

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Err }

// maxFile is what Read takes at once, and maxLine the longest line of any reader.
const (
	maxFile = 1 << 30
	maxLine = 1 << 20
)

// Read reads a file of any kind, which it knows by its tables. The result is a *Global, *Rank,
// *Single, *Timing or *TimingSummary. With an error, it holds what was good before.
func Read(r io.Reader) (any, Kind, error) {
	all, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, UnknownKind, fmt.Errorf("timing file: %w", err)
	}
	if len(all) > maxFile {
		return nil, UnknownKind, fmt.Errorf("timing file: want at most %d bytes", maxFile)
	}
	kind := kindOf(all)
	r = bytes.NewReader(all)
	switch kind {
	case GlobalKind:
		g, err := ReadGlobal(r)
		return g, kind, err
	case RankKind:
		g, err := ReadRank(r)
		return g, kind, err
	case SingleKind:
		g, err := ReadSingle(r)
		return g, kind, err
	case TimingKind:
		g, err := ReadTiming(r)
		return g, kind, err
	case TimingSummaryKind:
		g, err := ReadTimingSummary(r)
		return g, kind, err
	}
	return nil, UnknownKind, fmt.Errorf("timing file: %w", ErrNoTable)
}

// kindOf knows a file by the titles of its tables.
func kindOf(text []byte) Kind {
	kind, ranks, section := UnknownKind, 0, false
	for line := range bytes.Lines(text) {
		switch s := string(line[:min(len(line), maxLine)]); {
		case isGlobalTitle(s):
			kind = GlobalKind
		case isSummaryTitle(s) && kind == UnknownKind:
			return TimingSummaryKind
		case section && isRankTitle(s):
			if kind == GlobalKind {
				return SingleKind
			}
			kind = RankKind
		case section && isTimingTitle(s) && kind == UnknownKind:
			return TimingKind
		case strings.HasPrefix(s, bannerStart):
			if ranks++; ranks > 1 && kind != UnknownKind {
				return SingleKind
			}
		}
		section = bytes.HasPrefix(line, []byte(sectionStart))
	}
	return kind
}

// hasWords reports whether a line holds all words.
func hasWords(line string, words ...string) bool {
	for _, w := range words {
		if !strings.Contains(line, w) {
			return false
		}
	}
	return true
}

// lines reads a text line by line, without ever holding all of it.
type lines struct {
	s    *bufio.Scanner
	n    int    // number of the line
	text string // the line
	held bool   // it is to be read once more
}

func newLines(r io.Reader) *lines {
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxLine)
	return &lines{s: s}
}

// next goes to the next line.
func (l *lines) next() bool {
	if l.held {
		l.held = false
		return true
	}
	if !l.s.Scan() {
		return false
	}
	l.n++
	l.text = l.s.Text()
	return true
}

// back makes next return the same line again.
func (l *lines) back() { l.held = true }

// fail is the error that the line is not what was expected.
func (l *lines) fail(want string) error {
	return &SyntaxError{Line: l.n, Want: want, Got: l.text}
}

// ended is the error that the text ends where something was expected.
func (l *lines) ended(want string) error {
	err := l.s.Err()
	switch {
	case err == nil:
		return &SyntaxError{Line: l.n, Want: want, Err: io.ErrUnexpectedEOF}
	case errors.Is(err, bufio.ErrTooLong):
		return &SyntaxError{Line: l.n + 1, Want: fmt.Sprintf("a line of at most %d bytes", maxLine), Err: err}
	}
	return &SyntaxError{Line: l.n, Want: "more lines", Err: err}
}

// numbers reads the words of a row. After the first that is wrong it reads no more.
type numbers struct {
	words []string
	bad   string // what was expected of the word that is wrong
}

func (n *numbers) next(want string) string {
	if n.bad != "" {
		return ""
	}
	if len(n.words) == 0 {
		n.bad = want
		return ""
	}
	w := n.words[0]
	n.words = n.words[1:]
	return w
}

// float reads a decimal number.
func (n *numbers) float(want string) float64 {
	w := n.next(want)
	v, err := decimal(w)
	if err != nil && n.bad == "" {
		n.bad = want
	}
	return v
}

// decimal is a finite number in the notation of timing files, which have no hexadecimal ones.
func decimal(w string) (float64, error) {
	if strings.Trim(w, "0123456789+-.eE") != "" {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(w, 64)
}

// index reads a rank, a thread, or a number of them.
func (n *numbers) index(want string) int {
	w := n.next(want)
	v, err := strconv.ParseUint(w, 10, 31)
	if err != nil && n.bad == "" {
		n.bad = want
	}
	return int(v)
}

// count reads a number of calls, whole or with an exponent.
func (n *numbers) count(want string) uint64 {
	w := n.next(want)
	if v, err := strconv.ParseUint(w, 10, 64); err == nil {
		return v
	}
	v, err := decimal(w)
	if (err != nil || v < 0 || v >= 1<<64) && n.bad == "" {
		n.bad = want
		return 0
	}
	return uint64(v)
}

// nanoseconds reads seconds. The largest time there is prints rounded up; one below zero, from a clock
// that went backwards, is none.
func (n *numbers) nanoseconds(want string) int64 {
	v := math.Round(n.float(want) * 1e9)
	if v >= 9.2234e18 {
		if n.bad == "" {
			n.bad = want
		}
		return 0
	}
	if v >= math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(max(v, 0))
}

// large reads seconds into nanoseconds of 128 bits.
func (n *numbers) large(want string) stats.Uint128 {
	v := math.Round(n.float(want) * 1e9)
	u, ok := uint128(v)
	if !ok && n.bad == "" {
		n.bad = want
	}
	return u
}

// uint128 converts a whole number.
func uint128(v float64) (stats.Uint128, bool) {
	const word = 1 << 64
	if !(v >= 0 && v < word*word) {
		return stats.Uint128{}, false
	}
	high := math.Floor(v / word)
	return stats.Uint128{Hi: uint64(high), Lo: uint64(v - high*word)}, true
}

// done returns what was expected where the words are not those of a row, else "".
func (n *numbers) done() string {
	if n.bad == "" && len(n.words) > 0 {
		return "no more columns"
	}
	return n.bad
}

// unknown puts the names of fields together.
func unknown(lists ...[]string) []string {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}
