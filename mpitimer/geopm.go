package mpitimer

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls"
	"github.com/go-hpc/timers/stats/geopm"
	"github.com/go-hpc/timers/stats/signal"
)

// Values of GEOPMRegions.
const (
	innermost = "innermost"
	outermost = "outermost"
)

// samplePeriod is the time between samples of GEOPM's agent monitor.
const samplePeriod = 200 * time.Millisecond

// nodeReport is the rank's part in the report of GEOPM's form: in each node one rank samples for all.
type nodeReport struct {
	ranks   []int // of the node, in the default environment
	host    string
	startup float64 // seconds

	sampler *sampler // on rank 0 of the node, if the tables tell in which regions its ranks are
}

// sampler takes samples of a node at a fixed rate.
type sampler struct {
	mu        sync.Mutex
	batch     *nodeBatch
	collector *geopm.Collector
	samples   int
	busy      time.Duration

	quit chan struct{}
	gone sync.WaitGroup
}

// standIns are the environment variables of GEOPM that stand in for keys that are not set.
func (c *Config) geopmStandIns(lookup func(string) string) error {
	o := &c.Output
	for _, s := range []struct {
		key      *string
		variable string
	}{{&o.GEOPM, "GEOPM_REPORT"}, {&o.GEOPMProfile, "GEOPM_PROFILE"}, {&o.GEOPMSignals, "GEOPM_REPORT_SIGNALS"}} {
		if *s.key == "" {
			*s.key = lookup(s.variable)
		}
	}
	text := lookup("GEOPM_PERIOD")
	if text == "" || o.GEOPMPeriod != samplePeriod && o.GEOPMPeriod != 0 {
		return nil
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds >= 1e-3) || seconds > 1e6 {
		return fmt.Errorf("mpitimer: environment variable GEOPM_PERIOD is %q, expected seconds from 0.001 on", text)
	}
	o.GEOPMPeriod = time.Duration(seconds * 1e9)
	return nil
}

// beginSampling is collective if the report was asked for.
func (tm *Timers) beginSampling() error {
	if tm.config.Output.GEOPM == "" {
		return nil
	}
	started := clock.Nanotime()
	r := &nodeReport{host: tm.all.Host()}
	var err error
	if r.ranks, err = tm.ranksOfNode(r.host); err != nil {
		return fmt.Errorf("mpitimer: ranks of a node for the GEOPM report: %w", err)
	}
	tm.nodeReport = r
	if r.ranks[0] != tm.rank() {
		return nil
	}
	if tm.tables == nil {
		tm.keepWarning(warningKey{kind: warnNotSampled, path: "the ranks have no tables in files"})
		return nil
	}
	var tables []string
	for _, rank := range r.ranks {
		tables = append(tables, filepath.Join(tm.tables.folder, rankfile.Name(rank)))
	}
	s := &sampler{batch: newNodeBatch(tables, tm.config.Output.GEOPMRegions == outermost), quit: make(chan struct{})}
	s.collector, err = geopm.NewCollector(s.batch, wantedSignals(tm.config.Output.GEOPMSignals))
	if s.collector == nil {
		return errors.Join(fmt.Errorf("mpitimer: %w", err), s.batch.Close())
	}
	if err != nil {
		err = fmt.Errorf("mpitimer: %w", err)
	}
	r.sampler = s
	s.sample()
	s.gone.Add(1)
	go s.run(cmp.Or(tm.config.Output.GEOPMPeriod, samplePeriod))
	r.startup = float64(clock.Nanotime()-started) / 1e9
	return err
}

// ranksOfNode are the ranks that run on the same system. Without some ranks there is no report.
func (tm *Timers) ranksOfNode(host string) ([]int, error) {
	if tm.comm.Size() == 1 {
		return []int{tm.rank()}, nil
	}
	v, err := tm.roundOfAll("ranks of a node", true)
	if err != nil {
		return nil, err
	}
	sum := fnv.New64a()
	_, _ = fmt.Fprintf(sum, "%s\n%x", host, rankfile.ThisBoot()) // which cannot fail
	parts, err := machenv.Gather(v.Group, 0, sum.Sum(nil))
	if err != nil {
		return nil, err
	}
	all, err := machenv.Broadcast(v.Group, 0, bytes.Join(parts, nil))
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
		}
	}
}

func (s *sampler) sample() {
	begin := clock.Nanotime()
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.batch.Read() // what can't be read is NaN, and of no weight
	s.collector.Update()
	s.samples++
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

// endSampling takes the last sample while the ranks are still where they were.
func (tm *Timers) endSampling() {
	if r := tm.nodeReport; r != nil && r.sampler != nil {
		r.sampler.stop()
	}
}

// closeSampling gives everything back. It is collective.
func (tm *Timers) closeSampling() error {
	r := tm.nodeReport
	if r == nil {
		return nil
	}
	tm.nodeReport = nil
	var problem error
	if r.sampler != nil {
		problem = r.sampler.batch.Close()
	}
	return problem
}

// writeGEOPM writes the report, whose name is the configured one. It is collective over the ranks of the
// last round: call it only when they are all ranks.
func (tm *Timers) writeGEOPM(g *machenv.Group, p *stats.Profile, name string) error {
	r := tm.nodeReport
	if r == nil {
		return nil
	}
	message, err := p.MarshalBinary()
	if err != nil {
		return err
	}
	messages, err := machenv.Gather(g.Part(r.ranks), 0, message)
	if err != nil {
		return fmt.Errorf("mpitimer: GEOPM report: %w", err)
	}
	var host []byte
	var problem error
	if r.ranks[0] == tm.rank() {
		host, problem = tm.hostMessage(r, messages)
	}
	hosts, err := machenv.Gather(g, 0, host)
	if err != nil {
		return errors.Join(problem, fmt.Errorf("mpitimer: GEOPM report: %w", err))
	}
	if g.Rank() != 0 {
		return problem
	}
	return errors.Join(problem, tm.writeReport(hosts, name))
}

// hostMessage is the part of the report of this node.
func (tm *Timers) hostMessage(r *nodeReport, messages [][]byte) ([]byte, error) {
	in := geopm.Input{Name: r.host, Regions: geopm.Innermost, Skip: 1, Spread: true, PerProcess: tm.config.Output.GEOPMProcesses, Startup: r.startup, Call: calls.IsRegion}
	if tm.config.Output.GEOPMRegions == outermost {
		in.Regions = geopm.Outermost
	}
	var names []string
	for _, m := range messages {
		p := new(stats.Profile)
		if err := p.UnmarshalBinary(m); err != nil {
			return nil, fmt.Errorf("mpitimer: GEOPM report: %w", err)
		}
		in.Profiles = append(in.Profiles, p)
		for i := range p.Nodes {
			names = append(names, p.Nodes[i].Name)
		}
	}
	if s := r.sampler; s != nil {
		s.mu.Lock()
		in.Sampled = s.collector.Collect(names)
		in.Overhead = s.busy.Seconds()
		s.mu.Unlock()
	}
	bytes, _ := tm.Memory()
	in.Memory = float64(bytes)
	host, err := geopm.Build(in)
	if err != nil {
		return nil, fmt.Errorf("mpitimer: %w", err)
	}
	return host.MarshalBinary()
}

// writeReport writes the report of all nodes.
func (tm *Timers) writeReport(messages [][]byte, name string) error {
	report := &geopm.Report{
		Version: "3.1.0", Start: tm.started().Format("Mon Jan 02 15:04:05 2006"), Profile: tm.config.Output.GEOPMProfile,
		Agent: "monitor", Policy: "{}",
		Header: []geopm.Entry{{Key: "Written By", Text: "github.com/go-hpc/timers"}},
	}
	if report.Profile == "" {
		report.Profile = filepath.Base(os.Args[0])
	}
	seen := make(map[string]int)
	for _, m := range messages {
		if len(m) == 0 {
			continue
		}
		var host geopm.Host
		if err := host.UnmarshalBinary(m); err != nil {
			return fmt.Errorf("mpitimer: GEOPM report: %w", err)
		}
		if seen[host.Name]++; seen[host.Name] > 1 { // ranks of one host that share no memory
			host.Name = fmt.Sprintf("%s-%d", host.Name, seen[host.Name])
		}
		report.Hosts = append(report.Hosts, host)
	}
	return tm.writeFile(name, func(w io.Writer) error { return geopm.Write(w, report) })
}

var _ signal.Batch = (*nodeBatch)(nil)
