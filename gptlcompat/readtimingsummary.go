package gptlcompat

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats"
)

var timingSummaryUnknown = []string{"Region.Total", "Region.Threads"}

func isSummaryTitle(line string) bool {
	return strings.HasPrefix(line, "name ") && hasWords(line, "ncalls", "nranks", "mean_time", "std_dev", "wallmax", "wallmin")
}

// ReadTimingSummary reads upstream's file of all processes, or its table alone; Summary.Size is
// unknown where the line with the number of ranks is missing. Columns of counters are passed over.
//
// The format has no mark of its end, so that a file that was cut between two rows is not known from
// one that is whole. The error is ErrNoTable or a *SyntaxError; the result holds the rows before it.
func ReadTimingSummary(r io.Reader) (*TimingSummary, error) {
	t, err := readTimingSummary(newLines(r))
	if err != nil {
		err = fmt.Errorf("timing summary: %w", err)
	}
	return t, err
}

func readTimingSummary(l *lines) (*TimingSummary, error) {
	t := &TimingSummary{Summary: &stats.Summary{}}
	defer settle(t.Summary)
	t.Unknown = unknown(summaryUnknown, timingSummaryUnknown, []string{"Summary.Size"})
	wrong := false
	t.Options.CallErrors = &wrong
	for {
		if !l.next() {
			if l.s.Err() != nil {
				return t, l.ended("")
			}
			return t, ErrNoTable
		}
		if isSummaryTitle(l.text) {
			break
		}
		if want := t.head(l.text); want != "" {
			return t, l.fail(want)
		}
	}
	threads := 1
	if strings.Contains(l.text, "(rank  thread)") {
		threads = 2
	}
	t.Options.Threads = max(t.Options.Threads, 1)
	places := strings.Count(l.text, "(rank")
	for l.next() {
		if l.text == "" {
			break
		}
		r, want := summaryRow(l.text, places, threads)
		if want == "" {
			want = contradiction(&r, t.Summary.Size)
		}
		if want != "" {
			return t, l.fail(want)
		}
		t.Summary.Regions = append(t.Summary.Regions, r)
	}
	for l.next() {
		if isSummaryTitle(l.text) {
			return t, l.fail("one table, not a second")
		}
	}
	if l.s.Err() != nil {
		return t, l.ended("")
	}
	return t, nil
}

// head takes what a line above the table says.
func (t *TimingSummary) head(line string) (want string) {
	number := func(text string) int {
		n := numbers{words: []string{text}}
		v := n.index("a number of ranks or threads")
		want = n.bad
		return v
	}
	if v, ok := strings.CutPrefix(line, "GPTL version info: "); ok && v != upstreamVersion {
		t.Options.Version = v
	}
	if strings.HasPrefix(line, "WARNING: GPTLerror was called") {
		*t.Options.CallErrors = true
	}
	if v, ok := strings.CutPrefix(line, "Total ranks in communicator="); ok {
		t.Summary.Size = number(v)
		t.Unknown = unknown(summaryUnknown, timingSummaryUnknown)
	}
	if v, ok := strings.CutPrefix(line, "nthreads on rank 0="); ok {
		t.Options.Threads = number(v)
	}
	return want
}

// summaryRow reads a row with a number of places in brackets. Its columns are counted from the right:
// older versions put them nearer to the names.
func summaryRow(line string, places, threads int) (r stats.Region, want string) {
	if name, on, ok := strings.Cut(line, " NOT PRINTED: timer is currently ON for "); ok {
		r = emptyRegion(strings.TrimRight(name, " "))
		n, err := strconv.ParseUint(strings.TrimSuffix(on, " threads"), 10, 31)
		if err != nil || n == 0 {
			return r, "a number of threads"
		}
		r.Running = int(n)
		return r, ""
	}
	at := len(line)
	for range places {
		if at = strings.LastIndexByte(line[:at], '('); at < 0 {
			return r, fmt.Sprintf("%d places in brackets", places)
		}
	}
	name, words := lastWords(line[:at], 5)
	if len(words) < 5 || name == "" {
		return r, "a name, ncalls, nranks, mean_time, std_dev and wallmax"
	}
	r = emptyRegion(name)
	line = firstPlaces(line[at:])
	if strings.Count(line, "(") != 2 || strings.Count(line, ")") != 2 {
		return r, "two places in brackets"
	}
	n := numbers{words: append(words, strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(line))...)}
	r.Calls, r.Completed = n.count("a number of calls"), n.index("a number of ranks")
	mean, deviation := n.nanoseconds("a mean in seconds"), n.nanoseconds("a deviation in seconds")
	for _, e := range []*stats.Extreme{&r.ThreadMax, &r.ThreadMin} {
		*e = stats.Extreme{Value: n.nanoseconds("a time in seconds"), Rank: n.index("a rank")}
		if threads > 1 {
			e.Thread = n.index("a thread")
		}
		if r.Completed == 0 {
			*e = stats.Extreme{Rank: -1}
		}
	}
	if want := n.done(); want != "" {
		return r, want
	}
	if !moments(&r, mean, deviation) {
		return r, "a mean and a deviation that times can have"
	}
	return r, ""
}

// moments sets the sums that give a mean and a sample standard deviation, both whole nanoseconds.
func moments(r *stats.Region, mean, deviation int64) bool {
	if mean < 0 || deviation < 0 {
		return false
	}
	square := func(n int, v int64) *big.Int {
		b := big.NewInt(v)
		return b.Mul(b.Mul(b, b), big.NewInt(int64(n)))
	}
	r.Wall = stats.Mul(uint64(r.Completed), uint64(mean))
	squares := square(r.Completed, mean)
	squares.Add(squares, square(max(r.Completed-1, 0), deviation))
	low := new(big.Int).And(squares, new(big.Int).SetUint64(math.MaxUint64))
	high := new(big.Int).Rsh(squares, 64)
	r.Squares = stats.Uint128{Hi: high.Uint64(), Lo: low.Uint64()}
	return high.IsUint64()
}

// lastWords cuts up to n words from the end of a text.
func lastWords(text string, n int) (rest string, words []string) {
	rest = strings.TrimRight(text, " ")
	for len(words) < n && rest != "" {
		i := strings.LastIndexByte(rest, ' ')
		words = append(words, rest[i+1:])
		rest = strings.TrimRight(rest[:i+1], " ")
	}
	slices.Reverse(words)
	return rest, words
}
