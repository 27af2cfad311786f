package power

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// The devices.
const (
	LMG450 = "LMG450" // a ZES ZIMMER power analyzer with four channels
	RAPL   = "RAPL"   // energy counters of this host's processors
)

// Config says what one device measures and where the result is written.
type Config struct {
	File string // for errors; "" if it was not read from a file

	Device   string        // LMG450 or RAPL
	Host     string        // that the device is connected to; "" if not given
	Port     string        // device file of the serial line; for RAPL, the root of the file system
	Cycle    time.Duration // length of one sample
	Project  string
	Topology []string // types of the levels
	Traces   []Trace

	// Warnings list oddities of the file that libPT accepted too.
	Warnings []string

	lines map[string]int // of the keys of [General]
}

// Trace says what is measured on one host.
type Trace struct {
	Node    string // path of the host in the topology: labels joined by '_'
	Channel int    // of the analyzer, from 1; for RAPL, the number of the package, from 1
	Values  []Quantity

	// Statistics makes the trace a statistics file of the node.
	Statistics bool

	// Text, unless it is "", names a text file, without its extension .txt.
	Text string

	line int
}

// Defaults returns the configuration of an empty file. It has no traces.
func Defaults() *Config {
	return &Config{
		Device: LMG450, Port: defaultPort(LMG450), Cycle: 100 * time.Millisecond,
		Project: "MyProject", Topology: []string{"Host", "Process", "Thread"},
	}
}

func defaultPort(device string) string {
	if device == RAPL {
		return "/"
	}
	return "/dev/ttyUSB0"
}

// UseDevice replaces the device, and sets the port to the default of the new one.
func (c *Config) UseDevice(device string) {
	c.Device, c.Host, c.Port = device, "", defaultPort(device)
}

// OpenConfig reads a configuration file, as ReadConfig does; if it cannot, the error matches
// ErrConfigNotFound.
func OpenConfig(path string) (*Config, error) {
	return openAs(path, ReadConfig)
}

// ReadConfig reads a configuration; its name is for errors. What depends on several settings is left to
// Check, since the caller may change them. The error joins all faults, each a [*ConfigError]; what is right
// is returned beside it.
func ReadConfig(r io.Reader, name string) (*Config, error) {
	c := Defaults()
	c.File, c.lines = name, map[string]int{}
	f := &faults{file: name}
	sections, err := readSections(r, f)
	if err != nil {
		return c, fmt.Errorf("%s: %w: %w", name, ErrConfigNotFound, err)
	}
	general := 0
	for i := range sections {
		switch s := &sections[i]; s.name {
		case "general":
			if general != 0 {
				f.add(s.line, "there is a [General] in line %d already: each analyzer has a file of its own", general)
				continue
			}
			general = s.line
			c.readGeneral(s, f)
		case "trace":
			c.Traces = append(c.Traces, c.readTrace(s, f))
		default:
			f.add(s.line, "section [%s] is not known: there are [General] and [Trace]", s.name)
		}
	}
	return c, f.err()
}

func (c *Config) readGeneral(s *section, f *faults) {
	port := false
	for _, set := range s.settings {
		c.lines[set.key] = set.line
		switch set.key {
		case "device":
			c.Device = set.value
		case "port":
			c.Host, c.Port = SplitPort(set.value)
			port = true
		case "cycle":
			ms, err := strconv.Atoi(set.value)
			if err != nil || ms < 0 || ms > 1e9 {
				f.add(set.line, "cycle %q is not a number of milliseconds", set.value)
				continue
			}
			c.Cycle = time.Duration(ms) * time.Millisecond
		case "project":
			c.Project = set.value
		case "topology":
			c.Topology = SplitTopology(set.value)
		default:
			c.warn(set.line, "%s is not known in [General] and not looked at", set.key)
		}
	}
	if !port {
		c.Port = defaultPort(c.Device)
	}
}

func (c *Config) warn(line int, format string, args ...any) {
	w := ConfigError{File: c.File, Line: line, Text: fmt.Sprintf(format, args...)}
	c.Warnings = append(c.Warnings, w.Error())
}

func (c *Config) readTrace(s *section, f *faults) Trace {
	t := Trace{line: s.line}
	missing := map[string]bool{"type": true, "node": true, "channel": true, "values": true}
	for _, set := range s.settings {
		delete(missing, set.key)
		switch set.key {
		case "type":
			if t.Statistics = set.value == "HDSTATS"; !t.Statistics {
				f.add(set.line, "type %q is not known: there is HDSTATS, in capitals", set.value)
			}
		case "node":
			t.Node = set.value
		case "channel":
			n, err := strconv.Atoi(set.value)
			if err != nil {
				f.add(set.line, "channel %q is not a number", set.value)
			}
			t.Channel = n
		case "values":
			values, err := ParseQuantities(set.value)
			if err != nil {
				f.add(set.line, "%v", err)
			}
			t.Values = values
		default:
			c.warn(set.line, "%s is not known in [Trace] and not looked at", set.key)
		}
	}
	for _, key := range []string{"type", "node", "channel", "values"} {
		if missing[key] {
			f.add(s.line, "[Trace] without %s", key)
		}
	}
	return t
}

// SplitPort splits [HOST:]DEVICE. What precedes the first colon is a host unless it has a slash: the names of
// device files may contain colons too. Without a device file it returns the default.
func SplitPort(port string) (host, device string) {
	host, device, ok := strings.Cut(port, ":")
	if !ok || strings.Contains(host, "/") {
		return "", port
	}
	return host, device
}

// SplitTopology splits the types of levels, which are joined by '_'.
func SplitTopology(topology string) []string { return strings.Split(topology, "_") }
