//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// step is one thing that has to hold.
type step struct {
	name   string
	in     plan
	first  bool     // nothing runs beside it
	beside bool     // it starts programs and waits for them: it runs beside those that compute
	needs  []string // what must be on the machine; see needed
	run    func(*job) error
}

// errOptional is in the error of what a machine need not have, not even where CI=true.
var errOptional = errors.New("what it takes need not be there")

// result is what became of a step.
type result struct {
	name      string
	outcome   string // ok, FAIL, skipped
	took      time.Duration
	processor time.Duration
	reason    string // why it was skipped
	log       string // the file with what a step that failed has said
}

// suite runs steps in two lanes, and shows each when it is over.
type suite struct {
	out     io.Writer
	verbose bool
	ctx     context.Context
	cancel  context.CancelFunc
	logs    string // a directory
	begun   time.Time
	needed  needed

	mu      sync.Mutex
	results []result
	running map[string]time.Time
	shown   time.Time // when something was printed last
}

// quiet is how long the suite may say nothing.
const quiet = 10 * time.Second

func newSuite(out io.Writer, verbose bool) (*suite, error) {
	logs, err := os.MkdirTemp("", "suite")
	if err != nil {
		return nil, err
	}
	s := &suite{out: out, verbose: verbose, logs: logs, begun: time.Now(), shown: time.Now(), running: map[string]time.Time{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s, nil
}

// run runs the steps, those beside the others at the same time. Whoever has done these takes from the end of the others.
func (s *suite) run(steps []step) {
	over := make(chan struct{})
	defer close(over)
	go s.progress(over)
	var beside, others []step
	for _, one := range steps {
		switch {
		case one.first:
			s.step(one)
		case one.beside:
			beside = append(beside, one)
		default:
			others = append(others, one)
		}
	}
	var mu sync.Mutex
	next := func(last bool) (one step, is bool) {
		mu.Lock()
		defer mu.Unlock()
		switch n := len(others); {
		case n == 0:
			return one, false
		case last:
			one, others = others[n-1], others[:n-1]
		default:
			one, others = others[0], others[1:]
		}
		return one, true
	}
	var both sync.WaitGroup
	both.Go(func() {
		for one, is := next(false); is; one, is = next(false) {
			s.step(one)
		}
	})
	both.Go(func() {
		for _, one := range beside {
			s.step(one)
		}
		if len(beside) == 0 {
			return // each of the others uses all processors by itself
		}
		for one, is := next(true); is; one, is = next(true) {
			s.step(one)
		}
	})
	both.Wait()
}

// progress names the steps that run, when nothing else has been printed for long.
func (s *suite) progress(over <-chan struct{}) {
	for {
		select {
		case <-over:
			return
		case <-time.After(time.Second):
		}
		s.mu.Lock()
		if time.Since(s.shown) >= quiet-time.Second {
			var names []string
			for name, since := range s.running {
				names = append(names, fmt.Sprintf("%s, %d s", name, seconds(time.Since(since))))
			}
			s.show("…        %s\n", strings.Join(names, "; "))
		}
		s.mu.Unlock()
	}
}

// show prints; the caller holds mu.
func (s *suite) show(format string, args ...any) {
	fmt.Fprintf(s.out, format, args...)
	s.shown = time.Now()
}

func (s *suite) step(one step) {
	begun := time.Now()
	s.mu.Lock()
	s.running[one.name] = begun
	s.mu.Unlock()
	j := &job{suite: s, ctx: s.ctx}
	r := result{name: one.name, outcome: "ok"}
	if err := s.needed.have(j, one.needs); err != nil {
		r.outcome, r.reason = "skipped", err.Error()
		if ci := os.Getenv("CI"); (ci == "true" || ci == "1") && !errors.Is(err, errOptional) {
			r.outcome = "FAIL"
		}
	} else if err := one.run(j); err != nil {
		r.outcome = "FAIL"
		fmt.Fprintf(&j.said, "=== %s: %v\n", one.name, err)
	}
	r.took, r.processor = time.Since(begun), j.processor
	s.end(r, j.said.Bytes())
}

func (s *suite) end(r result, said []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.running, r.name)
	if r.outcome == "FAIL" && r.reason == "" {
		r.log = filepath.Join(s.logs, strings.Map(fileName, r.name)+".log")
		if err := os.WriteFile(r.log, said, 0o666); err != nil {
			s.show("suite: %v\n", err)
		}
	}
	if s.verbose || r.outcome == "FAIL" {
		s.show("=== %s\n%s", r.name, said)
	}
	s.results = append(s.results, r)
	s.show("%s", r.line())
}

// fileName keeps of a step's name what may stand in that of a file.
func fileName(c rune) rune {
	if strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-", c) {
		return c
	}
	return '-'
}

func (r result) line() string {
	line := fmt.Sprintf("%-8s %4d s %5d s  %s", r.outcome, seconds(r.took), seconds(r.processor), r.name)
	if r.reason != "" {
		line += ": not run, " + r.reason
	}
	return line + "\n"
}

func seconds(d time.Duration) int { return int(d.Round(time.Second) / time.Second) }

// shownOfFailure is how much is repeated of what a step has said that failed: where only the end of a long log is kept, it
// is there too.
const shownOfFailure = 4000

// summary shows the steps again and returns the exit status.
func (s *suite) summary(p plan) int {
	_ = os.RemoveAll(filepath.Join(s.logs, "cold"))
	failed, skipped := 0, 0
	fmt.Fprintf(s.out, "\nstep     wall  processor\n")
	for _, r := range s.results {
		fmt.Fprint(s.out, r.line())
		switch r.outcome {
		case "FAIL":
			failed++
		case "skipped":
			skipped++
		}
	}
	for _, r := range s.results {
		if r.log != "" {
			text, _ := os.ReadFile(r.log)
			fmt.Fprintf(s.out, "\n--- %s failed, and has said (%s):\n%s\n", r.name, r.log, essence(text))
		}
	}
	used := processorTime()
	fmt.Fprintf(s.out, "%d s of wall time, %d s of processors\n", seconds(time.Since(s.begun)), seconds(used))
	if p == test {
		fmt.Fprintf(s.out, "figure loop/test-processor %d s limit <=1000\n", seconds(used))
	}
	fmt.Fprintf(s.out, "%d passed, %d failed, %d skipped\n", len(s.results)-failed-skipped, failed, skipped)
	if failed > 0 {
		return 1
	}
	_ = os.RemoveAll(s.logs) // what is left of logs that nobody needs does no harm
	return 0
}

// essence is what says most in the output of a step that failed: lines that say why, and the end.
func essence(text []byte) []byte {
	var b bytes.Buffer
	left := 0
	for line := range bytes.Lines(text) {
		for _, mark := range []string{"--- FAIL", "panic:", "fatal error:", "-test: ", "DATA RACE", "FAIL\t"} {
			if bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte(mark)) || mark == "-test: " && bytes.Contains(line, []byte(mark)) {
				left = 12
			}
		}
		if left > 0 && b.Len() < shownOfFailure {
			b.Write(line)
		}
		left--
	}
	if end := text[max(0, len(text)-shownOfFailure/2):]; b.Len() == 0 || len(text) > shownOfFailure {
		b.WriteString("… and at its end:\n")
		b.Write(end)
	}
	return b.Bytes()
}

// processorTime is what the program and all processes that it has waited for, and they, have used.
func processorTime() time.Duration {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return sum
}
