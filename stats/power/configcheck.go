package power

import (
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// MaxCycle is the longest cycle. MinCycle is the shortest of an LMG450, and MinCycleRAPL that of RAPL, whose
// counters advance about once a millisecond.
const (
	MinCycle     = 50 * time.Millisecond
	MinCycleRAPL = 10 * time.Millisecond
	MaxCycle     = 60 * time.Second
)

// lmgChannels is the number of channels of an LMG450.
const lmgChannels = 4

// maxPackages bounds RAPL's channel before the machine is looked at.
const maxPackages = 1024

// Check returns what a device or the format cannot do. The error joins all faults, each a [*ConfigError];
// without traces it matches ErrNoTraces.
func (c *Config) Check() error {
	f := &faults{file: c.File}
	c.checkGeneral(f)
	topology, err := hdtrace.NewTopology(c.Project, c.Topology...)
	if err != nil {
		f.add(c.topologyLine(), "project %q, topology %q: %v", c.Project, strings.Join(c.Topology, "_"), err)
	}
	if len(c.Traces) == 0 {
		f.addCode(ErrNoTraces, 0, "there is no [Trace]: nothing to measure")
	}
	for i := range c.Traces {
		c.checkTrace(i, topology, f)
	}
	c.checkFiles(f)
	return f.err()
}

func (c *Config) checkGeneral(f *faults) {
	least := MinCycle
	switch c.Device {
	case LMG450:
	case RAPL:
		least = MinCycleRAPL
	default:
		f.add(c.lines["device"], "device %q is not known: there are %s and %s", c.Device, LMG450, RAPL)
	}
	if c.Cycle < least || c.Cycle > MaxCycle {
		f.add(c.lines["cycle"], "cycle %d ms is not between %d and %d ms", c.Cycle.Milliseconds(), least.Milliseconds(), MaxCycle.Milliseconds())
	}
	if c.Cycle%time.Microsecond != 0 {
		f.add(c.lines["cycle"], "cycle %v is not of whole microseconds", c.Cycle)
	}
	if c.Port == "" {
		f.add(c.lines["port"], "port has no device file: it is [HOST:]DEVICE, as node06:/dev/ttyUSB0")
	}
	for _, name := range []string{c.Host, c.Port} {
		if strings.ContainsAny(name, " \t\x00") || strings.ContainsFunc(name, func(c rune) bool { return c < ' ' }) {
			f.add(c.lines["port"], "port %q has blanks or control characters", name)
		}
	}
}

// topologyLine returns the line to name for a fault in the project or the topology.
func (c *Config) topologyLine() int {
	if hdtrace.CheckLabel("project", c.Project) != nil {
		return c.lines["project"]
	}
	return c.lines["topology"]
}

// maxTextName keeps the name of a text file within what file systems accept.
const maxTextName = 240

func (c *Config) checkTrace(i int, topology *hdtrace.Topology, f *faults) {
	t := &c.Traces[i]
	if most := c.channels(); t.Channel < 1 || t.Channel > most {
		f.add(t.line, "channel %d is not between 1 and %d, as those of %s are", t.Channel, most, c.Device)
	}
	c.checkValues(t, f)
	labels := strings.Split(t.Node, "_")
	switch {
	case t.Statistics && len(labels) > len(c.Topology):
		f.add(t.line, "node %q has %d labels, the topology %s has %d levels", t.Node, len(labels), strings.Join(c.Topology, "_"), len(c.Topology))
	case t.Statistics && topology != nil:
		if _, err := topology.Node(labels...); err != nil {
			f.add(t.line, "node %q: %v", t.Node, err)
		}
	case !t.Statistics && t.Text == "":
		f.add(t.line, "the trace of channel %d has no output", t.Channel)
	}
	if len(t.Text) > maxTextName || strings.ContainsRune(t.Text, 0) {
		f.add(t.line, "the name of the text file is longer than %d bytes, or has a zero in it", maxTextName)
	}
}

// checkFiles finds traces that would be written to the same file.
func (c *Config) checkFiles(f *faults) {
	nodes, texts := make(map[string]int), make(map[string]int) // the lines of the first traces
	for i := range c.Traces {
		t := &c.Traces[i]
		if line, known := nodes[t.Node]; t.Statistics && known {
			f.add(t.line, "node %q has a trace already%s: both would be the same file", t.Node, inLine(line))
		} else if t.Statistics {
			nodes[t.Node] = t.line
		}
		if line, known := texts[t.Text]; t.Text != "" && known {
			f.add(t.line, "the file of text %s.txt is that of another trace already%s", t.Text, inLine(line))
		} else {
			texts[t.Text] = t.line
		}
	}
}

func inLine(line int) string {
	if line == 0 {
		return ""
	}
	return " (line " + strconv.Itoa(line) + ")"
}

func (c *Config) channels() int {
	if c.Device == RAPL {
		return maxPackages
	}
	return lmgChannels
}

// checkValues finds values that the device does not have.
func (c *Config) checkValues(t *Trace, f *faults) {
	if len(t.Values) == 0 {
		f.add(t.line, "the trace of channel %d has no values", t.Channel)
	}
	for i, q := range t.Values {
		if q >= quantities || i > 0 && q <= t.Values[i-1] {
			f.add(t.line, "the values %v are not in the order Utrms, Itrms, P, each once", t.Values)
		}
		if c.Device == RAPL && q != Power {
			f.add(t.line, "%s of channel %d: RAPL counts energy, and so has P alone; voltage and current take an analyzer", q, t.Channel)
		}
	}
}

// CheckTogether returns how several configurations that are each right would disturb each other if they ran
// at once: by using the same port, or writing the same file.
func CheckTogether(configs []*Config) error {
	f := &faults{}
	ports, files := map[string]*Config{}, map[string]*Config{}
	for _, c := range configs {
		f.file = c.File
		port := c.Device + " " + c.Host + ":" + c.Port
		if other, ok := ports[port]; ok && c.Device != RAPL {
			f.add(c.lines["port"], "port %s is that of %s, too: each analyzer has a port of its own", c.Port, title(other))
		}
		ports[port] = c
		for i := range c.Traces {
			for _, name := range c.Traces[i].files(c.Project) {
				if other, ok := files[name]; ok && other != c {
					f.add(c.Traces[i].line, "%s is written for %s, too", name, title(other))
				}
				files[name] = c
			}
		}
	}
	return f.err()
}

func title(c *Config) string {
	if c.File != "" {
		return c.File
	}
	return c.Device + " at " + c.Port
}

// files returns the names of the files of a trace.
func (t *Trace) files(project string) (names []string) {
	if t.Statistics {
		names = append(names, project+"_"+t.Node+"_"+Group+".stat")
	}
	if t.Text != "" {
		names = append(names, t.Text+".txt")
	}
	return names
}
