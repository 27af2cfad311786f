package check

import (
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/lazyregexp"
)

var (
	summaryTitle = lazyregexp.New(`^name *   ncalls nranks mean_time   std_dev   wallmax \(rank  (thread)?\)   wallmin \(rank  (thread)?\)( .*)?$`)
	summaryRow   = lazyregexp.New(`^(?:( *\d+)|( *\d\.\de\+\d\d)) +(\d+) +(\d+\.\d{3}) +(\d+\.\d{3}) +(\d+\.\d{3}) \( *(\d+)(?: +(\d+))?\) +(\d+\.\d{3}) \( *(\d+)(?: +(\d+))?\)( .*)?$`)
	notPrinted   = lazyregexp.New(`^ NOT PRINTED: timer is currently ON for \d+ threads$`)
)

// summaryNotes are the fixed lines of a file of all processes.
var summaryNotes = []string{
	"'N' used for mean, std. dev. calcs.: 'ncalls'/'nthreads'",
	"'ncalls': number of times the region was invoked across tasks and threads.",
	"'nranks': number of ranks which invoked the region.",
	"mean, std. dev: computed using per-rank max time across all threads on each rank",
	"wallmax and wallmin: max, min time across tasks and threads.",
	"",
}

// TimingSummary checks a file of all processes in the layout of upstream's GPTL 8 (timing.summary).
// The error names the line, counted from 1, and what was expected there.
func TimingSummary(b []byte) error {
	lines, err := split(b)
	if err != nil {
		return err
	}
	i := 0
	if !strings.HasPrefix(lines[i], versionHead) {
		return at(i, "expected %q, found %.80q", versionHead, lines[i])
	}
	if i++; i < len(lines) && strings.HasPrefix(lines[i], "WARNING: GPTLerror was called") {
		i += 2
	}
	if len(lines) < i+3+len(summaryNotes) {
		return at(len(lines)-1, "the file ends above its table")
	}
	ranks, err := strconv.Atoi(strings.TrimPrefix(lines[i], "Total ranks in communicator="))
	if err != nil {
		return at(i, "expected the number of ranks, found %.80q", lines[i])
	}
	if i++; !strings.HasPrefix(lines[i], "nthreads on rank 0=") {
		return at(i, "expected the number of threads, found %.80q", lines[i])
	}
	for _, want := range summaryNotes {
		if i++; lines[i] != want {
			return at(i, "expected %q, found %.80q", want, lines[i])
		}
	}
	return summaryRows(lines, i+1, ranks)
}

// summaryRows checks the table.
func summaryRows(lines []string, i, ranks int) error {
	title := summaryTitle().FindStringSubmatch(lines[i])
	if title == nil || title[1] != title[2] {
		return at(i, "expected the title, found %.160q", lines[i])
	}
	width := strings.Index(lines[i], "   ncalls ")
	seen, widest := map[string]bool{}, len("name")
	var wrong error // the first values that contradict each other
	for i++; i < len(lines); i++ {
		line := lines[i]
		if len(line) <= width || strings.TrimRight(line[:width], " ") == "" || line[0] == ' ' {
			return at(i, "expected a name of at most %d bytes: %.160q", width, line)
		}
		name := strings.TrimRight(line[:width], " ")
		widest = max(widest, len(name))
		if err := checkName(i, name); err != nil {
			return err
		}
		if seen[name] {
			return at(i, "the name %q stands above already", name)
		}
		seen[name] = true
		if notPrinted().MatchString(line[width:]) {
			continue
		}
		m := summaryRow().FindStringSubmatch(line[width:])
		if m == nil || (m[8] == "") != (title[1] == "") || (m[11] == "") != (title[1] == "") {
			return at(i, "is not a row of the table: %.160q", line)
		}
		if wrong == nil {
			wrong = summarySense(i, m, ranks)
		}
	}
	if widest != width {
		return at(i-1, "the names are padded to %d, the longest has %d", width, widest)
	}
	return wrong
}

// summarySense checks the values of a row against each other.
func summarySense(i int, m []string, ranks int) error {
	v := func(k int) float64 {
		f, _ := strconv.ParseFloat(m[k], 64)
		return f
	}
	const rel, abs = 1e-6, 2e-3
	switch {
	case v(3) > float64(ranks):
		return senseless(i, "%s ranks of %d", m[3], ranks)
	case v(9) > v(6):
		return senseless(i, "the smallest time is larger than the largest")
	case v(4) > v(6)*(1+rel)+abs || v(4) < v(9)*(1-rel)-abs:
		return senseless(i, "the mean is outside of the extremes")
	case v(3) > 0 && (v(7) >= float64(ranks) || v(10) >= float64(ranks)):
		return senseless(i, "an extreme is on a rank that there is not")
	}
	return nil
}
