// Package tested reads what go test -json says and shows it as go test does: a line for each package, and all that a failed
// test has said. At the end it lists which tests were skipped, and why.
package tested

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Show reads in to its end. A skipped test whose reason matches a forbidden expression counts as failed: what it lacks is
// there. The error says that a test failed, or that none ran.
func Show(in io.Reader, out io.Writer, forbidden []*regexp.Regexp) error {
	r := newResults(out)
	if err := r.read(in); err != nil {
		return err
	}
	return r.summary(forbidden)
}

// event is one line of go test -json, or of the go command's own -json of builds.
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
	Elapsed float64
}

// test is one test of a package, or with an empty name the package itself.
type test struct{ pkg, name string }

type results struct {
	out     io.Writer
	said    map[test][]string // of those that have not ended
	passed  int
	failed  int
	skipped map[string][]test // by reason
}

func newResults(out io.Writer) *results {
	return &results{out: out, said: make(map[test][]string), skipped: make(map[string][]test)}
}

// read takes all events. What is no event, such as messages of the go command, is shown as it is.
func (r *results) read(in io.Reader) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			var e event
			if json.Unmarshal([]byte(line), &e) != nil || e.Action == "" {
				fmt.Fprint(r.out, line)
			} else {
				r.take(&e)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (r *results) take(e *event) {
	at := test{e.Package, e.Test}
	switch e.Action {
	case "output":
		r.said[at] = append(r.said[at], e.Output)
	case "build-output":
		fmt.Fprint(r.out, e.Output)
	case "pass", "fail", "skip":
		r.end(at, e)
		delete(r.said, at)
	}
}

func (r *results) end(at test, e *event) {
	if at.name == "" {
		r.endPackage(at, e)
		return
	}
	switch e.Action {
	case "pass":
		r.passed++
	case "fail":
		r.failed++
		fmt.Fprint(r.out, strings.Join(r.said[at], ""))
	case "skip":
		reason := reasonOf(r.said[at])
		r.skipped[reason] = append(r.skipped[reason], at)
	}
}

func (r *results) endPackage(at test, e *event) {
	said := r.said[at]
	if e.Action == "fail" {
		r.failed++
		fmt.Fprint(r.out, strings.Join(said, ""))
		return
	}
	for _, line := range said { // what the package's own output is, go test shows only where it fails
		if strings.HasPrefix(line, "ok  \t") {
			fmt.Fprint(r.out, line)
		}
	}
}

var place = regexp.MustCompile(`^ *[\w./-]+\.go:\d+: `)

// reasonOf returns the last thing that a skipped test has said, without the place and what differs by machine
// and test.
func reasonOf(said []string) string {
	for _, line := range slices.Backward(said) {
		line = strings.TrimRight(line, "\n")
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(strings.TrimSpace(line), "--- SKIP") && !strings.HasPrefix(line, "=== ") {
			return strings.TrimSpace(place.ReplaceAllString(line, ""))
		}
	}
	return "(no reason)"
}

// summary lists the skipped tests.
func (r *results) summary(forbidden []*regexp.Regexp) error {
	count, wrong := 0, 0
	for _, tests := range r.skipped {
		count += len(tests)
	}
	fmt.Fprintf(r.out, "%d tests passed, %d failed, %d skipped\n", r.passed, r.failed, count)
	reasons := make([]string, 0, len(r.skipped))
	for reason := range r.skipped {
		reasons = append(reasons, reason)
	}
	slices.SortFunc(reasons, func(a, b string) int {
		if n := len(r.skipped[b]) - len(r.skipped[a]); n != 0 {
			return n
		}
		return strings.Compare(a, b)
	})
	for _, reason := range reasons {
		tests := r.skipped[reason]
		mark := ""
		if slices.ContainsFunc(forbidden, func(f *regexp.Regexp) bool { return f.MatchString(reason) }) {
			mark = "  MUST NOT BE SKIPPED HERE"
			wrong += len(tests)
		}
		fmt.Fprintf(r.out, "skipped %4d  %s (%s)%s\n", len(tests), reason, tests[0].name, mark)
	}
	switch {
	case r.failed > 0:
		return fmt.Errorf("%d tests or packages failed", r.failed)
	case wrong > 0:
		return fmt.Errorf("%d tests were skipped that must not be", wrong)
	case r.passed == 0:
		return errors.New("no test ran")
	}
	return nil
}
