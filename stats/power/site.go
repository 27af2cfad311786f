package power

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Site says which analyzer measures which host of a computing centre. An administrator writes it once, as
// sections [Analyzer] with the settings device, port and nodes, and one [Site] with the settings project,
// topology and cycle, which apply unless others are given:
//
//	[Site]
//	topology = Host_Process_Thread
//	[Analyzer]
//	device = LMG450
//	port = node06:/dev/ttyUSB0
//	nodes = node06:1,node07:2
//
// Each node is the path of a host in the topology, and the channel that measures it.
type Site struct {
	File      string
	Project   string
	Topology  []string
	Cycle     time.Duration
	Analyzers []Analyzer
}

// Analyzer is one device of a site.
type Analyzer struct {
	Device   string
	Host     string // the host that it is connected to
	Port     string
	Channels []Channel

	line int
}

// Channel is a channel of an analyzer, and the host that it measures.
type Channel struct {
	Node   string
	Number int

	line int
}

// OpenSite reads a site file; if it cannot, the error matches ErrConfigNotFound.
func OpenSite(path string) (*Site, error) {
	return openAs(path, ReadSite)
}

// openAs opens a file for a function that reads it.
func openAs[T any](path string, read func(io.Reader, string) (*T, error)) (*T, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfigNotFound, err)
	}
	defer file.Close()
	return read(file, path)
}

// ReadSite reads a site file; its name is for errors. The error joins all faults, each a [*ConfigError].
func ReadSite(r io.Reader, name string) (*Site, error) {
	d := Defaults()
	s := &Site{File: name, Project: d.Project, Topology: d.Topology, Cycle: d.Cycle}
	f := &faults{file: name}
	sections, err := readSections(r, f)
	if err != nil {
		return s, fmt.Errorf("%s: %w: %w", name, ErrConfigNotFound, err)
	}
	site := 0
	for i := range sections {
		switch part := &sections[i]; part.name {
		case "site":
			if site != 0 {
				f.add(part.line, "there is a [Site] in line %d already", site)
			}
			site = part.line
			s.readSite(part, f)
		case "analyzer":
			s.Analyzers = append(s.Analyzers, readAnalyzer(part, f))
		default:
			f.add(part.line, "section [%s] is not known: there are [Site] and [Analyzer]", part.name)
		}
	}
	if len(s.Analyzers) == 0 {
		f.addCode(ErrNoTraces, 0, "there is no [Analyzer]")
	}
	s.check(f)
	return s, f.err()
}

func (s *Site) readSite(part *section, f *faults) {
	for _, set := range part.settings {
		switch set.key {
		case "project":
			s.Project = set.value
		case "topology":
			s.Topology = SplitTopology(set.value)
		case "cycle":
			ms, err := strconv.Atoi(set.value)
			if err != nil || ms < 0 || ms > 1e9 {
				f.add(set.line, "cycle %q is not a number of milliseconds", set.value)
				continue
			}
			s.Cycle = time.Duration(ms) * time.Millisecond
		default:
			f.add(set.line, "%s is not known in [Site]: there are project, topology and cycle", set.key)
		}
	}
}

func readAnalyzer(part *section, f *faults) Analyzer {
	a := Analyzer{Device: LMG450, line: part.line}
	for _, set := range part.settings {
		switch set.key {
		case "device":
			a.Device = set.value
		case "port":
			a.Host, a.Port = SplitPort(set.value)
			if a.Port == "" {
				f.add(set.line, "port %q has no device file", set.value)
			}
		case "nodes":
			for item := range strings.SplitSeq(set.value, ",") {
				node, number, _ := strings.Cut(strings.TrimSpace(item), ":")
				n, err := strconv.Atoi(number)
				if err != nil || node == "" {
					f.add(set.line, "%q is not NODE:CHANNEL", item)
					continue
				}
				a.Channels = append(a.Channels, Channel{node, n, set.line})
			}
		default:
			f.add(set.line, "%s is not known in [Analyzer]: there are device, port and nodes", set.key)
		}
	}
	if a.Port == "" {
		a.Port = defaultPort(a.Device)
	}
	if len(a.Channels) == 0 {
		f.add(part.line, "[Analyzer] without nodes")
	}
	return a
}

// check finds what is wrong whatever is requested later: channels and nodes that appear twice, and what the
// check of a configuration finds.
func (s *Site) check(f *faults) {
	nodes, ports := map[string]int{}, map[string]int{}
	for i := range s.Analyzers {
		a := &s.Analyzers[i]
		port := a.Device + " " + a.Host + ":" + a.Port
		if line, ok := ports[port]; ok {
			f.add(a.line, "the analyzer has the port of that in line %d", line)
		}
		ports[port] = a.line
		channels := map[int]string{}
		for _, c := range a.Channels {
			if line, ok := nodes[c.Node]; ok {
				f.add(c.line, "node %s is measured already%s", c.Node, inLine(line))
			}
			if node, ok := channels[c.Number]; ok {
				f.add(c.line, "channel %d measures %s already", c.Number, node)
			}
			nodes[c.Node], channels[c.Number] = c.line, c.Node
		}
		config := s.config(a, a.Channels, []Quantity{Power})
		var fault *ConfigError
		for _, err := range leaves(config.Check()) {
			if errors.As(err, &fault) && !slices.ContainsFunc(f.list, func(e error) bool { return e.Error() == fault.Error() }) {
				f.keep(fault)
			}
		}
	}
}

// leaves returns the errors that another one joins.
func leaves(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

func (s *Site) config(a *Analyzer, channels []Channel, values []Quantity) *Config {
	c := &Config{
		File: s.File, Device: a.Device, Host: a.Host, Port: a.Port, Cycle: s.Cycle, Project: s.Project, Topology: s.Topology,
		lines: map[string]int{"device": a.line, "port": a.line},
	}
	for _, channel := range channels {
		c.Traces = append(c.Traces, Trace{Node: channel.Node, Channel: channel.Number, Values: values, Statistics: true, line: channel.line})
	}
	return c
}

// Select makes a configuration for each analyzer that measures one of the nodes. No nodes means all of the
// site, and no values means all that the device has. The caller may change the configurations. A node outside
// the site gives an error that matches ErrConfigInvalid.
func (s *Site) Select(nodes []string, values []Quantity) ([]*Config, error) {
	var configs []*Config
	left := slices.Clone(nodes)
	for i := range s.Analyzers {
		a := &s.Analyzers[i]
		var channels []Channel
		for _, c := range a.Channels {
			if len(nodes) == 0 || slices.Contains(nodes, c.Node) {
				channels = append(channels, c)
				left = slices.DeleteFunc(left, func(node string) bool { return node == c.Node })
			}
		}
		if len(channels) > 0 {
			configs = append(configs, s.config(a, channels, valuesOf(a.Device, values)))
		}
	}
	if len(left) > 0 {
		return configs, &ConfigError{File: s.File, Code: ErrConfigInvalid,
			Text: fmt.Sprintf("no analyzer measures %s; there are %s", strings.Join(left, ", "), strings.Join(s.Nodes(), ", "))}
	}
	return configs, nil
}

func valuesOf(device string, values []Quantity) []Quantity {
	switch {
	case len(values) > 0:
		return values
	case device == RAPL:
		return []Quantity{Power}
	}
	return []Quantity{Voltage, Current, Power}
}

// Nodes returns the nodes that are measured, in the order of the file.
func (s *Site) Nodes() []string {
	var nodes []string
	for i := range s.Analyzers {
		for _, c := range s.Analyzers[i].Channels {
			nodes = append(nodes, c.Node)
		}
	}
	return nodes
}
