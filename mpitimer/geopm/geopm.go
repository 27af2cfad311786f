// Package geopm writes a report in GEOPM's format: energy, frequencies and hints of each node beside
// the exact times. On each node one rank samples for all, out of the tables that the ranks keep anyway.
// A program that links it,
//
//	import _ "github.com/go-hpc/timers/mpitimer/geopm"
//
// has the keys GEOPM, GEOPMProfile, GEOPMSignals, GEOPMRegions, GEOPMProcesses and GEOPMPeriod in the section
// Timers of its configuration (docs/geopm.md).
package geopm

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/go-hpc/timers/internal/atomicfile"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls/functions"
	"github.com/go-hpc/timers/stats/geopm"
	"github.com/go-hpc/timers/stats/signal"
)

// warnNotSampled is the kind of a warning.
const warnNotSampled = "GEOPM report without sampled values"

// node is the rank's part in the report: on each node one rank samples for all.
type node struct {
	settings settings
	run      attach.Run
	ranks    []int // of the node
	host     string
	startup  float64 // seconds

	sampler *sampler // on the first rank of the node, if the tables tell in which regions its ranks are
}

// sampler takes samples of a node at a fixed rate.
type sampler struct {
	mu        sync.Mutex
	batch     *nodeBatch
	collector *geopm.Collector
	table     string // of the first rank, beside which what was sampled is kept
	kept      geopm.Kept
	memory    func() int
	samples   int
	busy      time.Duration

	quit chan struct{}
	gone sync.WaitGroup
}

// Begin finds the ranks of the node, and starts sampling it. If sampling fails, the exact times are still
// reported.
func (n *node) Begin(r attach.Run) error {
	defer begun(n)
	started := clock.Nanotime()
	n.run, n.host = r, r.Host()
	var err error
	if n.ranks, err = ranksOfNode(r); err != nil {
		return fmt.Errorf("ranks of a node: %w", err)
	}
	affinities, err := machenv.Gather(r.Group().Part(n.ranks), 0, []byte(allowedCPUs()))
	if err != nil {
		return fmt.Errorf("CPUs of the ranks of a node: %w", err)
	}
	if n.ranks[0] != r.Rank() {
		return nil
	}
	var tables []string
	for _, rank := range n.ranks {
		tables = append(tables, r.Table(rank))
	}
	if tables[0] == "" {
		r.Warn(warnNotSampled, "the ranks have no tables in files")
		return nil
	}
	s := &sampler{batch: newNodeBatch(platform(), tables, cpuLists(affinities), &n.settings, r.Hint), quit: make(chan struct{})}
	s.collector, err = geopm.NewCollector(s.batch, wantedSignals(n.settings.Signals))
	if err != nil {
		r.Complain(err)
	}
	if s.collector == nil {
		if err := s.batch.Close(); err != nil {
			r.Complain(err)
		}
		return nil
	}
	n.sampler = s
	s.sample()
	n.startup = float64(clock.Nanotime()-started) / 1e9
	s.table, s.memory = tables[0], r.Memory
	s.kept = geopm.Kept{Report: *n.report(), Input: n.input(), Ranks: n.ranks}
	s.keep()
	s.gone.Add(1)
	go s.run(cmp.Or(n.settings.Period, samplePeriod))
	return nil
}

// platform is that of this machine; tests have others.
var platform = func() *signal.Platform { return signal.Find(signal.Options{}) }

// begun is for tests that look into a rank's part of the report.
var begun = func(*node) {}

// ranksOfNode returns the ranks that run on the same system. If ranks are missing there is no report.
func ranksOfNode(r attach.Run) ([]int, error) {
	g := r.Group()
	if g == nil {
		return nil, fmt.Errorf("%w: not all ranks came to Initialize", machenv.ErrLost)
	}
	sum := fnv.New64a()
	_, _ = fmt.Fprintf(sum, "%s\n%x", r.Host(), rankfile.ThisBoot()) // which cannot fail
	parts, err := machenv.Gather(g, 0, sum.Sum(nil))
	if err != nil {
		return nil, err
	}
	all, err := machenv.Broadcast(g, 0, bytes.Join(parts, nil))
	if err != nil {
		return nil, err
	}
	var ranks []int
	for rank := range len(all) / sum.Size() {
		if bytes.Equal(all[rank*sum.Size():][:sum.Size()], sum.Sum(nil)) {
			ranks = append(ranks, rank)
		}
	}
	if len(ranks) == 0 {
		return nil, fmt.Errorf("a list of %d bytes, without this rank", len(all))
	}
	return ranks, nil
}

func (s *sampler) run(period time.Duration) {
	defer s.gone.Done()
	ticker := time.NewTicker(period)
	defer ticker.Stop()
	for {
		select {
		case <-s.quit:
			return
		case <-ticker.C:
			s.sample()
			s.keep()
		}
	}
}

func (s *sampler) sample() {
	begin := clock.Nanotime()
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.batch.Read() // what can't be read is NaN, and has no weight
	s.collector.Update()
	s.samples++
	s.busy += time.Duration(clock.Nanotime() - begin)
}

// keep writes what was sampled beside the table of the rank, so that a report can be made after a kill. Where that is
// impossible only the end has a report, as before.
func (s *sampler) keep() {
	begin := clock.Nanotime()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept.Input.Sampled, s.kept.Input.Overhead, s.kept.Input.Memory = s.collector.Collect(), s.busy.Seconds(), float64(s.memory())
	_ = atomicfile.WriteOften(rankfile.Beside(s.table), s.kept.Write)
	s.busy += time.Duration(clock.Nanotime() - begin)
}

// stop ends the samples with a last one.
func (s *sampler) stop() {
	select {
	case <-s.quit:
		return
	default:
	}
	close(s.quit)
	s.gone.Wait()
	s.sample()
}

// Stop takes the last sample while the ranks are still where they were.
func (n *node) Stop() {
	if n.sampler != nil {
		n.sampler.stop()
	}
}

// End gives everything back.
func (n *node) End(bool) error {
	if n.sampler == nil {
		return nil
	}
	n.sampler.stop()
	return n.sampler.batch.Close()
}

// Report writes the report of the run up to now, unless ranks are missing.
func (n *node) Report(r *attach.Report) error {
	g, p, name := r.Group, r.Profile, n.settings.Report
	switch {
	case g == nil || r.Occasion == attach.OnDemand:
		return nil
	case r.Occasion == attach.AtCheckpoint:
		p, name = n.run.Profile(), r.Prefix+".report"
	}
	message, problem := p.MarshalBinary()
	messages, err := machenv.Gather(g.Part(n.ranks), 0, message)
	if err != nil {
		return errors.Join(problem, err)
	}
	var host []byte
	if n.ranks[0] == n.run.Rank() {
		host, err = n.hostMessage(messages)
		problem = errors.Join(problem, err)
	}
	hosts, err := machenv.Gather(g, 0, host)
	if problem = errors.Join(problem, err); err != nil || g.Rank() != 0 {
		return problem
	}
	return errors.Join(problem, n.write(hosts, name))
}

// hostMessage is this node's part of the report.
func (n *node) hostMessage(messages [][]byte) ([]byte, error) {
	in := n.input()
	in.Call = functions.IsRegion
	for _, m := range messages {
		p := new(stats.Profile)
		if err := p.UnmarshalBinary(m); err != nil {
			return nil, err
		}
		in.Profiles = append(in.Profiles, p)
	}
	if s := n.sampler; s != nil {
		s.mu.Lock()
		in.Sampled = s.collector.Collect()
		in.Overhead = s.busy.Seconds()
		s.mu.Unlock()
	}
	in.Memory = float64(n.run.Memory())
	host, err := geopm.Build(in)
	if err != nil {
		return nil, err
	}
	return host.MarshalText()
}

// input is what this node's part is made of, without what was measured.
func (n *node) input() geopm.Input {
	in := geopm.Input{
		Name: n.host, Regions: geopm.Innermost, Skip: 1, Spread: true, PerProcess: n.settings.Processes, Startup: n.startup,
		CallRegions: n.settings.Calls,
	}
	if n.settings.Regions == outermost {
		in.Regions = geopm.Outermost
	}
	return in
}

// report is the report without its hosts.
func (n *node) report() *geopm.Report {
	report := &geopm.Report{
		Version: "3.1.0", Start: n.run.Begun().Format("Mon Jan 02 15:04:05 2006"), Profile: n.settings.Profile,
		Agent: cmp.Or(n.settings.Agent, "monitor"), Policy: policy(n.settings.Policy),
		Header: []geopm.Entry{{Key: "Written By", Text: "github.com/go-hpc/timers"}},
	}
	if report.Profile == "" {
		report.Profile = filepath.Base(os.Args[0])
	}
	return report
}

// write writes the report of all nodes.
func (n *node) write(messages [][]byte, name string) error {
	report := n.report()
	// Ranks of one host that share no memory have a part each.
	return n.run.Write(name, func(w io.Writer) error { return geopm.WriteTexts(w, report, messages) })
}

// policy returns the policy of the report: what is in the file, or the text itself if there is no such file, as GEOPM
// does.
func policy(given string) string {
	const most = 1 << 20
	if info, err := os.Stat(given); err == nil && info.Mode().IsRegular() && info.Size() <= most {
		if text, err := os.ReadFile(given); err == nil {
			given = string(text)
		}
	}
	return cmp.Or(strings.Join(strings.Fields(given), " "), "{}")
}

var _ signal.Batch = (*nodeBatch)(nil)
