package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/config"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
)

// Two kinds that every configuration of these tests may ask for.
func init() {
	for _, name := range []string{"probe", "earlier"} {
		attach.Register(attach.Kind{Name: name, Settings: func() attach.Settings {
			if name == "probe" {
				return &probeSettings{Pace: time.Second}
			}
			return &earlierSettings{}
		}})
	}
}

type probeSettings struct {
	File  string        `yaml:"ProbeFile"`
	Pace  time.Duration `yaml:"ProbePace"`
	Fails int           `yaml:"ProbeFails"` // one more than the rank on which it cannot begin
}

func (s *probeSettings) Check() []attach.Fault {
	if s.Pace <= 0 {
		return []attach.Fault{{Key: "ProbePace", Problem: fmt.Sprintf("%s, expected a time", s.Pace)}}
	}
	return nil
}

func (s *probeSettings) ReadVariables(lookup func(string) (string, bool)) error {
	if s.File == "" {
		if text, set := lookup("PROBE"); set {
			s.File = text
		}
	}
	if text, set := lookup("PROBE_PERIOD"); set && text != "" {
		return fmt.Errorf("environment variable PROBE_PERIOD is %q, expected seconds", text)
	}
	return nil
}

func (s *probeSettings) Open() (attach.Output, attach.Source) {
	if s.File == "" {
		return nil, nil
	}
	return &probe{settings: *s}, nil
}

type earlierSettings struct {
	Seconds float64 `yaml:"Earlier"`
}

func (s *earlierSettings) Check() []attach.Fault { return nil }

func (s *earlierSettings) Open() (attach.Output, attach.Source) {
	if s.Seconds == 0 {
		return nil, nil
	}
	p := &probe{settings: probeSettings{File: "earlier"}, seconds: s.Seconds}
	return p, p
}

// probe notes what it hears, for all ranks of a test.
type probe struct {
	settings probeSettings
	seconds  float64
	run      attach.Run
}

// heard is what probes have heard, by rank.
var heard struct {
	sync.Mutex
	by map[int][]string
}

func (p *probe) hear(format string, args ...any) {
	heard.Lock()
	defer heard.Unlock()
	if heard.by == nil {
		heard.by = make(map[int][]string)
	}
	heard.by[p.run.Rank()] = append(heard.by[p.run.Rank()], p.settings.File+": "+fmt.Sprintf(format, args...))
}

func hearNothing(t *testing.T) {
	heard.Lock()
	defer heard.Unlock()
	heard.by = nil
	t.Cleanup(func() { heard.by = nil })
}

func (p *probe) Begin(r attach.Run) error {
	p.run = r
	p.hear("begin")
	if p.settings.Fails == r.Rank()+1 {
		return errors.New("it cannot begin")
	}
	if g := r.Group(); g != nil { // which hangs, or fails, unless all ranks do it
		if _, err := machenv.Gather(g, 0, nil); err != nil {
			return err
		}
		if _, err := machenv.Broadcast(g, 0, nil); err != nil {
			return err
		}
	}
	return nil
}

func (p *probe) Stop() { p.hear("stop, %d regions", len(p.run.Profile().Nodes)) }

func (p *probe) Report(r *attach.Report) error {
	p.hear("report %d of %s, of all %v, makes it %v", r.Occasion, r.Prefix, r.Group != nil, r.Summary != nil)
	if r.Group == nil {
		return nil
	}
	if _, err := machenv.Gather(r.Group, 0, []byte("here")); err != nil || r.Summary == nil {
		return err
	}
	return p.run.Write(r.Prefix+"."+p.settings.File, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, r.Summary.Ranks)
		return err
	})
}

func (p *probe) Join(before *stats.Profile) *stats.Profile {
	p.hear("join")
	joined := *before
	joined.Nodes = slices.Clone(before.Nodes)
	joined.Nodes[0].Total += int64(p.seconds * 1e9)
	return &joined
}

func (p *probe) End(lost bool) error {
	p.hear("end, lost %v", lost)
	return nil
}

// attachedRun is a run of ranks with some keys of attachments set, by rank where they are to differ.
func attachedRun(t *testing.T, ranks int, keys func(rank int, c *Config), body func(tm *Timers, rank int) error) (folder, log string, begins []error) {
	t.Helper()
	hearNothing(t)
	folder = t.TempDir()
	text := new(syncBuffer)
	begins = make([]error, ranks)
	err := local.Run(ranks, func(comm machenv.Communicator) error {
		c := quietConfig()
		c.Output.Directory, c.Output.Tables = folder, tablesOff
		options := []Option{WithCommunicator(comm), WithConfig(c), WithLog(text)}
		tm, err := New(append(options, WithConfigFunc(func(c *Config) { keys(comm.Rank(), c) }))...)
		begins[comm.Rank()] = err
		if body != nil {
			if err := body(tm, comm.Rank()); err != nil {
				return err
			}
		}
		return tm.Finalize()
	})
	if err != nil {
		t.Error(err)
	}
	return folder, text.String(), begins
}

// The whole life of an output, and of a source.
func TestAttachedLife(t *testing.T) {
	folder, log, begins := attachedRun(t, 3, func(_ int, c *Config) {
		c.Set("ProbeFile", "probe")
		c.Set("Earlier", "1000")
	}, func(tm *Timers, _ int) error {
		tm.Start("work").Stop()
		return errors.Join(tm.Print(), tm.Print(WithFiles("now")), tm.Checkpoint())
	})
	if err := errors.Join(begins...); err != nil {
		t.Fatal(err)
	}
	for rank := range 3 {
		first := rank == 0
		want := []string{
			"earlier: begin", "earlier: begin", "probe: begin", // the source before the outputs
			fmt.Sprintf("earlier: report 2 of now, of all true, makes it %v", first),
			fmt.Sprintf("probe: report 2 of now, of all true, makes it %v", first),
			fmt.Sprintf("earlier: report 1 of timing.0001, of all true, makes it %v", first),
			fmt.Sprintf("probe: report 1 of timing.0001, of all true, makes it %v", first),
			"earlier: stop, 2 regions", "probe: stop, 2 regions", "earlier: join",
			fmt.Sprintf("earlier: report 0 of timing, of all true, makes it %v", first),
			fmt.Sprintf("probe: report 0 of timing, of all true, makes it %v", first),
		}
		got := heard.by[rank]
		if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
			t.Errorf("rank %d heard\n%s\nwant\n%s", rank, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		ends := slices.DeleteFunc(slices.Clone(got), func(line string) bool { return !strings.Contains(line, ": end") })
		if want := []string{"earlier: end, lost false", "earlier: end, lost false", "probe: end, lost false"}; !slices.Equal(ends, want) {
			t.Errorf("rank %d ended with %q", rank, ends)
		}
	}
	for _, name := range []string{"now.probe", "timing.0001.probe", "timing.probe", "timing.earlier"} {
		if text, err := os.ReadFile(filepath.Join(folder, name)); err != nil || string(text) != "3\n" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if !regexp.MustCompile(`Total +3 +3/3 +1\d{3} s`).MatchString(log) { // 1000 s, and the time that the run takes
		t.Errorf("what the source has added is not in the report:\n%s", log)
	}
}

// Programs of one job that have attached different things agree on what all have, and none waits for another.
func TestAttachedElsewhereOnly(t *testing.T) {
	for name, lacking := range map[string]func(rank int) bool{
		"one rank":        func(rank int) bool { return rank == 2 },
		"all but rank 0":  func(rank int) bool { return rank > 0 },
		"rank 0":          func(rank int) bool { return rank == 0 },
		"the last, twice": func(rank int) bool { return rank >= 5 },
	} {
		t.Run(name, func(t *testing.T) {
			first := slices.IndexFunc([]int{0, 1, 2, 3, 4, 5, 6}, lacking)
			folder, log, begins := attachedRun(t, 7, func(rank int, c *Config) {
				if !lacking(rank) {
					c.Set("ProbeFile", "probe")
				}
				c.Set("Earlier", "1") // which all have
			}, nil)
			want := fmt.Sprintf("probe is left out on all ranks: rank %d does not have it", first)
			for rank, err := range begins {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("rank %d: %v", rank, err)
				}
				if !lacking(rank) && !strings.Contains(err.Error(), `import _ "github.com/go-hpc/timers/mpitimer"`) { // which is where the tests' is
					t.Errorf("rank %d: %v", rank, err)
				}
				for _, line := range heard.by[rank] {
					if strings.HasPrefix(line, "probe") {
						t.Errorf("rank %d: %s", rank, line)
					}
				}
			}
			if strings.Count(log, want) != 1 {
				t.Errorf("the log has not %q once:\n%s", want, log)
			}
			if _, err := os.Stat(filepath.Join(folder, "timing.earlier")); err != nil {
				t.Error(err)
			}
		})
	}
}

// What cannot begin on one rank is left out on all, and ended where it had begun.
func TestAttachedThatCannotBegin(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		folder, _, begins := attachedRun(t, 3, func(_ int, c *Config) {
			c.Output.Patience = time.Second // the barrier of the others fails
			c.Set("ProbeFile", "probe")
			c.Set("ProbeFails", "2")
		}, nil)
		for rank, err := range begins {
			if err == nil || !strings.Contains(err.Error(), "probe") {
				t.Errorf("rank %d: %v", rank, err)
			}
			for _, line := range heard.by[rank] {
				if strings.Contains(line, "report") {
					t.Errorf("rank %d: %s", rank, line)
				}
			}
		}
		if _, err := os.Stat(filepath.Join(folder, "timing.probe")); err == nil {
			t.Error("there is a file of it")
		}
	})
}

// A rank that panics stops and ends its outputs without the others.
func TestAttachedOfARankThatEndsEarly(t *testing.T) {
	hearNothing(t)
	tm := timersFor(t, WithCommunicator(machenv.NewSerial()), edited(func(c *Config) { c.Set("ProbeFile", "probe") }))
	if err := tm.Engine().Owner.FinalizeAlone("enough"); err != nil {
		t.Fatal(err)
	}
	if got, want := heard.by[0], []string{"probe: begin", "probe: stop, 1 regions", "probe: end, lost true"}; !slices.Equal(got, want) {
		t.Errorf("heard %q, want %q", got, want)
	}
}

// Ranks that are missing keep no output from what it can do without them.
func TestAttachedWithoutSomeRanks(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		hearNothing(t)
		c := quietConfig()
		c.Output.Directory, c.Output.Patience = t.TempDir(), 100*time.Millisecond
		c.Set("ProbeFile", "probe")
		var left *Timers
		_ = local.Run(3, func(comm machenv.Communicator) error {
			tm, err := New(WithCommunicator(comm), WithConfig(c), WithLog(io.Discard))
			if err != nil {
				t.Error(err)
			}
			if comm.Rank() == 1 {
				left = tm
				return nil
			}
			if err := tm.Finalize(); !errors.Is(err, machenv.ErrLost) {
				t.Errorf("rank %d: %v", comm.Rank(), err)
			}
			return nil
		})
		if want := "probe: report 0 of timing, of all false, makes it true"; !slices.Contains(heard.by[0], want) {
			t.Errorf("rank 0 heard %q, not %q", heard.by[0], want)
		}
		_ = left.Engine().Owner.FinalizeAlone("left behind by a test")
	})
}

// Keys of what is attached stand where all others do, and follow the same rules.
func TestAttachedKeys(t *testing.T) {
	c, err := ReadConfig([]byte("Timers:\n  ProbeFile: f\n  ProbePace: -1s\n  Prefix: p\n"), "c.yml")
	expectFaults(t, err, "mpitimer: c.yml:3: section Timers: ProbePace is -1s, expected a time")
	if texts := c.texts(); texts["ProbeFile"] != "f" || len(texts) != 1 || c.Output.Prefix != "p" {
		t.Errorf("got %+v", c)
	}
	copied := c
	if err := c.override([]string{"MPITIMER_PROBE_FILE=g", "MPITIMER_PROBE_PACE=often"}, nil); err == nil || !strings.Contains(err.Error(), "MPITIMER_PROBE_PACE") {
		t.Errorf("%v", err)
	}
	if c.Get("ProbeFile") != "g" || copied.Get("ProbeFile") != "f" {
		t.Errorf("got %v, of the copy %v", c.texts(), copied.texts())
	}
	if err := c.standIns(func(name string) (string, bool) { return "s", name == "PROBE" }); err != nil || c.Get("ProbeFile") != "g" {
		t.Errorf("a variable that stands in has replaced a key: %v, %v", c.texts(), err)
	}
	if err := c.Set("ProbeFile", ""); err != nil || c.attached != nil {
		t.Errorf("%v, %v", c.texts(), err)
	}
	for key, value := range map[string]string{"ProbePace": "soon", "ProbFile": "x", "Level": "high"} {
		if err := c.Set(key, value); err == nil || !strings.Contains(err.Error(), key) {
			t.Errorf("%s=%s: %v", key, value, err)
		}
	}
	if err := c.Set("Level", "3"); err != nil || c.Timing.Level != 3 {
		t.Errorf("level %d, %v", c.Timing.Level, err)
	}
	log := new(strings.Builder)
	c.Output.Directory = t.TempDir()
	tm, err := New(WithCommunicator(machenv.NewSerial()), WithConfig(c), WithLog(log))
	if err == nil || strings.Count(log.String(), "settings of the program") != 3 {
		t.Errorf("%v\n%s", err, log.String())
	}
	tm.Finalize()
}

// For each key of a package that is not linked here: an error that says what to do, and the timers run.
func TestKeysThatAreNotLinked(t *testing.T) {
	for key, owner := range config.Packages {
		if owner == "upstream" { // which these tests link
			continue
		}
		want := fmt.Sprintf(`%s: not linked into this program: import _ "github.com/go-hpc/timers/mpitimer/%s" (or "github.com/go-hpc/timers/mpitimer/all")`, key, owner)
		for _, value := range []string{"x", "12", "true", "1s", "3.5"} {
			c, err := ReadConfig([]byte("Timers:\n  Prefix: p\n  "+key+": "+value+"\n"), "c.yml")
			expectFaults(t, err, "mpitimer: c.yml:3: section Timers: "+want)
			if c.Output.Prefix != "p" || c.attached != nil || c.unlinked != nil {
				t.Errorf("%s: %+v", key, c)
			}
		}
		for _, nothing := range []string{"", "false", "0", `""`, "~"} {
			if _, err := ReadConfig([]byte("Timers:\n  "+key+": "+nothing+"\n"), "c.yml"); err != nil {
				t.Errorf("asking for nothing: %v", err)
			}
		}
		if _, err := ReadConfig([]byte("Timers:\n  "+key+": [1]\n"), "c.yml"); err == nil {
			t.Errorf("%s may be a list", key)
		}
		variable := "MPITIMER_" + config.Variable(key)
		c := quietConfig()
		expectFaults(t, c.override([]string{variable + "=x"}, nil), "mpitimer: environment variable "+variable+": "+want)
		c.Set(key, "x")
		log := new(strings.Builder)
		tm, err := New(WithCommunicator(machenv.NewSerial()), WithConfig(c), WithLog(log))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Count(log.String(), want) != 1 {
			t.Errorf("%v\n%s", err, log.String())
		}
		tm.Start("work").Stop()
		if p := tm.Profile(); len(p.Nodes) != 2 || p.Nodes[1].Calls != 1 {
			t.Errorf("%s: the timers do not run: %v", key, timerstest.Outline(p))
		}
		tm.Finalize()
	}
}

// Every key has a variable that is looked up by its name: only then the go command runs a test again whose variables have changed.
func TestEveryVariableIsLookedUp(t *testing.T) {
	c := DefaultConfig()
	list := config.LookUp(c.attachedKeys().sections(&c), variablePrefix)
	if !slices.Contains(list, "MPITIMER_LEVEL") || !slices.Contains(list, "MPITIMER_GEOPM") || !slices.Contains(list, "MPITIMER_PROBE_FILE") {
		t.Errorf("looked up are %q", list)
	}
	t.Setenv("MPITIMER_PROBE_FILE", "f")
	s := &settings{}
	if c, err := s.chosen(); err != nil || c.Get("ProbeFile") != "f" {
		t.Errorf("got %q, %v", c.Get("ProbeFile"), err)
	}
}

// Copies of a configuration have values of their own of what is attached, which questions do not change.
func TestCopiesOfAttachedKeys(t *testing.T) {
	c := DefaultConfig()
	if err := c.Set("ProbePace", "2s"); err != nil {
		t.Fatal(err)
	}
	copied := c
	own := c.attached["probe"]
	if c.wanted() != nil || c.check() != nil || c.attached["probe"] != own {
		t.Error("a question has changed the configuration")
	}
	if err := copied.Set("ProbePace", "3s"); err != nil || c.Get("ProbePace") != "2s" || copied.Get("ProbePace") != "3s" {
		t.Errorf("%q and %q, %v", c.Get("ProbePace"), copied.Get("ProbePace"), err)
	}
	if err := copied.Set("ProbePace", "1s"); err != nil || copied.attached != nil {
		t.Errorf("the default is kept as a value: %v, %v", copied.texts(), err)
	}
}
