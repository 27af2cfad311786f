package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/stats/power"
)

// mapFile names the channels of hosts, one in a line: HOST PORT CHANNEL.
const mapFile = "hosts.map"

// place is where a host is measured.
type place struct {
	port    string
	channel int
}

// read makes configurations of the command line and the files that it names.
func (f *flags) read(c *cobra.Command, args []string) ([]*power.Config, error) {
	configs, err := f.sources(c, args)
	if err != nil {
		return nil, err
	}
	for _, config := range configs {
		if err := f.override(c, config); err != nil {
			return nil, err
		}
	}
	if f.here {
		configs = slices.DeleteFunc(configs, func(config *power.Config) bool { return !power.Here(config.Host) })
	}
	var errs []error
	for _, config := range configs {
		errs = append(errs, config.Check())
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return configs, power.CheckTogether(configs)
}

func (f *flags) sources(c *cobra.Command, args []string) ([]*power.Config, error) {
	values, err := f.quantities()
	if err != nil {
		return nil, err
	}
	switch {
	case f.site != "":
		if len(f.configs) > 0 || len(args) > 0 || f.port != "" || f.device != "" {
			return nil, usage("--site does not go with -c, -p, --device and traces")
		}
		return f.fromSite(values)
	case c.Flags().Changed("node"):
		return nil, usage("--node requires --site")
	case len(f.configs) > 1 && (len(args) > 0 || f.port != ""):
		return nil, usage("-p and traces are for one analyser, but there are %d configuration files", len(f.configs))
	case f.values != "" && len(args) == 0:
		return nil, usage("--value is for --site and for traces on the command line")
	}
	var configs []*power.Config
	for _, path := range f.configs {
		config, err := power.OpenConfig(path)
		if err != nil {
			return nil, err
		}
		configs = append(configs, config)
	}
	if len(configs) == 0 {
		configs = append(configs, power.Defaults())
	}
	for _, config := range configs {
		if c.Flags().Changed("device") && config.Device != f.device {
			config.UseDevice(f.device)
		}
	}
	if len(args) > 0 {
		return f.fromTraces(configs[0], args, values)
	}
	return configs, nil
}

func (f *flags) quantities() ([]power.Quantity, error) {
	if f.values == "" {
		return nil, nil
	}
	values, err := power.ParseQuantities(f.values)
	if err != nil {
		return nil, usage("--value: %v", err)
	}
	return values, nil
}

func (f *flags) fromSite(values []power.Quantity) ([]*power.Config, error) {
	site, err := power.OpenSite(f.site)
	if err != nil {
		return nil, err
	}
	configs, err := site.Select(f.nodes, values)
	if err != nil || f.here {
		return configs, err
	}
	for _, config := range configs {
		if !power.Here(config.Host) {
			var nodes []string
			for _, t := range config.Traces {
				nodes = append(nodes, t.Node)
			}
			return nil, fmt.Errorf("%w: %s is measured at %s; run pt there, or on all hosts with --here", power.ErrWrongHost, strings.Join(nodes, ", "), config.Host)
		}
	}
	return configs, nil
}

// override puts the options of the command line in the place of the file's settings.
func (f *flags) override(c *cobra.Command, config *power.Config) error {
	changed := c.Flags().Changed
	if changed("project") {
		config.Project = f.project
	}
	if changed("topology") {
		config.Topology = power.SplitTopology(f.topology)
	}
	if changed("port") {
		config.Host, config.Port = power.SplitPort(f.port)
	}
	if changed("cycle") {
		if f.cycle < 0 || f.cycle > 1e9 {
			return usage("--cycle %d is not a number of milliseconds", f.cycle)
		}
		config.Cycle = time.Duration(f.cycle) * time.Millisecond
	}
	return nil
}

// fromTraces makes configurations of the traces on the command line: one for each port that they are
// measured at.
func (f *flags) fromTraces(base *power.Config, args []string, values []power.Quantity) ([]*power.Config, error) {
	base.Traces = nil
	configs := []*power.Config{base}
	for _, arg := range args {
		trace, port, err := parseTrace(arg)
		if err != nil {
			return nil, err
		}
		if trace.Values = values; values == nil {
			trace.Values = []power.Quantity{power.Voltage, power.Current, power.Power}
			if base.Device == power.RAPL {
				trace.Values = []power.Quantity{power.Power}
			}
		}
		config := base
		if host, device := power.SplitPort(port); port != "" && f.port == "" {
			i := slices.IndexFunc(configs[1:], func(c *power.Config) bool { return c.Host == host && c.Port == device })
			if i < 0 {
				other := *base
				other.Host, other.Port, other.Traces, other.Warnings = host, device, nil, nil
				configs = append(configs, &other)
				i = len(configs) - 2
			}
			config = configs[i+1]
		}
		config.Traces = append(config.Traces, trace)
	}
	if len(base.Traces) == 0 {
		configs = configs[1:]
	}
	return configs, nil
}

// parseTrace reads TYPES:CHANNEL:OUTPUT. The port is "" unless the file of hosts names it.
func parseTrace(arg string) (trace power.Trace, port string, err error) {
	parts := strings.SplitN(arg, ":", 3)
	if len(parts) != 3 || parts[0] == "" || parts[1] == "" || parts[2] == "" {
		return trace, "", usage("%q is not TYPES:CHANNEL:OUTPUT", arg)
	}
	for _, c := range parts[0] {
		switch {
		case c == 's' && !trace.Statistics:
			trace.Statistics, trace.Node = true, parts[2]
		case c == 'a' && trace.Text == "":
			trace.Text = parts[2]
		case c == 'b':
			return trace, "", usage("%q: type b (binary) is not implemented, as in HDTrace's own pt; expected s or a", arg)
		default:
			return trace, "", usage("%q: type %q is unknown or repeated; expected s (HDSTATS) or a (ASCII)", arg, c)
		}
	}
	if n, err := strconv.Atoi(parts[1]); err == nil {
		trace.Channel = n
		return trace, "", nil
	}
	at, err := lookUp(parts[1])
	trace.Channel = at.channel
	return trace, at.port, err
}

// lookUp finds a host in the file of hosts.
func lookUp(host string) (place, error) {
	file, err := os.Open(mapFile)
	if err != nil {
		return place{}, fmt.Errorf("%w: channel %q is not a number, and there is no file of hosts for it: %w", power.ErrConfigNotFound, host, err)
	}
	defer file.Close()
	places, err := readMap(file, mapFile)
	if err != nil {
		return place{}, err
	}
	at, ok := places[host]
	if !ok {
		return place{}, &power.ConfigError{File: mapFile, Text: fmt.Sprintf("host %q is missing", host), Code: power.ErrConfigInvalid}
	}
	return at, nil
}

// readMap reads a file of hosts.
func readMap(r io.Reader, name string) (map[string]place, error) {
	places := map[string]place{}
	scanner := bufio.NewScanner(r)
	line := 0
	for scanner.Scan() {
		line++
		text, _, _ := strings.Cut(scanner.Text(), "#")
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		fault := func(format string, args ...any) error {
			return &power.ConfigError{File: name, Line: line, Text: fmt.Sprintf(format, args...), Code: power.ErrConfigInvalid}
		}
		if len(fields) != 3 {
			return places, fault("%d words; expected HOST PORT CHANNEL", len(fields))
		}
		n, err := strconv.Atoi(fields[2])
		if err != nil {
			return places, fault("channel %q is not a number", fields[2])
		}
		if _, ok := places[fields[0]]; ok {
			return places, fault("host %q appears twice", fields[0])
		}
		places[fields[0]] = place{fields[1], n}
	}
	if err := scanner.Err(); err != nil {
		return places, &power.ConfigError{File: name, Line: line + 1, Text: err.Error(), Code: power.ErrConfigInvalid}
	}
	return places, nil
}
