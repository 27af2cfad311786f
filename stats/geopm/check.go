package geopm

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/go-hpc/timers/internal/finding"
)

// Readers is a set of versions of GEOPM's Python reader (geopmpy.io.RawReportCollection).
type Readers uint8

// The readers against which the rules of Check were found.
const (
	ReaderDev    Readers = 1 << iota // of October 2024
	ReaderV3_1_0                     // 3.1.0
	ReaderV3_0_1                     // 3.0.1
	ReaderV2_0_2                     // 2.0.2

	AllReaders = ReaderDev | ReaderV3_1_0 | ReaderV3_0_1 | ReaderV2_0_2
)

func (r Readers) String() string {
	if r == AllReaders {
		return "all readers"
	}
	var names []string
	for i, name := range []string{"dev", "3.1.0", "3.0.1", "2.0.2"} {
		if r&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return "readers of " + strings.Join(names, ", ")
}

// Finding is a fault in a report: GEOPM's readers refuse it, or silently misread it.
type Finding = finding.Finding[Readers]

// Check returns the faults that make GEOPM's readers fail on a report, or misread it, in the order of
// lines. All readers read a report without findings correctly.
func Check(r io.Reader) []Finding {
	d := newDocument(r)
	c := checker{top: make(map[string]bool), hosts: make(map[string]bool)}
	if begin, _ := d.r.Peek(4096); isOld(begin) {
		c.find(1, finding.Refused, "this is the text of GEOPM 1: readers since 2.0 expect YAML")
		return c.list
	}
	err := d.visit(visitor{top: c.topKey, host: c.host, end: func(line int) { c.hostsLine = line; c.top["Hosts"] = true }})
	if err != nil {
		line := max(d.line, 1)
		var f *FormatError
		if errors.As(err, &f) {
			line = f.Line
		}
		c.find(line, finding.Refused, "%v", err)
	}
	for _, f := range d.faults {
		c.find(f.Line, finding.Refused, "%s", f.Problem)
	}
	c.finish()
	for _, m := range c.missing {
		unread := func(f *FormatError) bool { return m.Line > 1 || f.Line < c.hostsLine || c.hostsLine == 0 }
		if err == nil && !slices.ContainsFunc(d.faults, unread) {
			c.list = append(c.list, m)
		}
	}
	slices.SortStableFunc(c.list, func(a, b Finding) int { return cmp.Compare(a.Line, b.Line) })
	return c.list
}

// checker collects findings.
type checker struct {
	list      []Finding
	missing   []Finding       // of missing parts; useless if parts could not be read
	top       map[string]bool // keys outside of the hosts
	hosts     map[string]bool // names
	keys      distinct
	hostsLine int
	unmarked  bool // some host has Unmarked Totals
	epoch     bool
}

func (c *checker) find(line int, s finding.Severity, format string, args ...any) {
	c.list = append(c.list, Finding{Line: line, Severity: s, Readers: AllReaders, Text: fmt.Sprintf(format, args...)})
}

// lack is find for missing parts.
func (c *checker) lack(line int, r Readers, format string, args ...any) {
	c.missing = append(c.missing, Finding{Line: max(line, 1), Severity: finding.Refused, Readers: r, Text: fmt.Sprintf(format, args...)})
}

// finish finds what is missing.
func (c *checker) finish() {
	for _, key := range []string{"GEOPM Version", "Start Time", "Profile", "Agent", "Policy", "Hosts"} {
		if !c.top[key] {
			c.lack(1, AllReaders, "there is no key %s", key)
		}
	}
	if !c.top["Hosts"] {
		return
	}
	if len(c.hosts) == 0 {
		c.lack(c.hostsLine, AllReaders, "there are no hosts below the key Hosts")
		return
	}
	for _, section := range []struct {
		name string
		is   bool
	}{{"Unmarked Totals", c.unmarked}, {"Epoch Totals", c.epoch}} {
		if !section.is {
			c.lack(c.hostsLine, ReaderV3_0_1|ReaderV2_0_2, "no host has %s", section.name)
		}
	}
}

func (c *checker) topKey(key, value *yaml.Node, _ chunk) {
	if c.top[key.Value] {
		c.find(key.Line, finding.Wrong, "the key %.60s is there twice: only the second one counts", key.Value)
	}
	c.top[key.Value] = true
	switch key.Value {
	case "GEOPM Version", "Start Time", "Profile", "Agent":
		c.text(key.Value, value)
	case "Policy":
		c.policy(value)
	case "Hosts":
		c.hostsLine = key.Line
		if value.Kind == yaml.MappingNode {
			pairs(value, c.host)
		} else if !isNull(value) {
			c.find(value.Line, finding.Refused, "Hosts: expected the names of hosts")
		}
	}
}

// text checks what readers should take for a string.
func (c *checker) text(key string, n *yaml.Node) {
	plain := n.Kind == yaml.ScalarNode && n.Style == 0
	switch {
	case n.Kind != yaml.ScalarNode:
		c.find(n.Line, finding.Wrong, "%s: expected a text", key)
	case plain && n.Value == "" || plain && isNull(n):
		c.find(n.Line, finding.Wrong, "%s is empty and read as None", key)
	case n.LineComment != "" && plain:
		c.find(n.Line, finding.Wrong, "%s is read as %q: what follows the # is a comment; quotes keep it", key, n.Value)
	case plain && key != "GEOPM Version" && !readAsString(n.Value):
		c.find(n.Line, finding.Wrong, "%s is read as a number, a date or a truth value, not as the text %q; quotes keep it", key, n.Value)
	}
}

func (c *checker) policy(n *yaml.Node) {
	switch {
	case isNull(n):
		c.find(n.Line, finding.Wrong, "Policy is empty and read as None; expected {} or DYNAMIC")
	case n.Kind == yaml.MappingNode:
		c.duplicates(n)
		pairs(n, func(k, v *yaml.Node) { c.filled("Policy", k, v) })
	case n.Kind == yaml.ScalarNode:
		c.text("Policy", n)
	}
}

// filled checks that a value is a scalar: readers make a number of it.
func (c *checker) filled(where string, k, v *yaml.Node) bool {
	if v.Kind == yaml.ScalarNode && !isNull(v) {
		return true
	}
	what := "a list or a mapping"
	if isNull(v) {
		what = "empty"
	}
	c.find(v.Line, finding.Refused, "%s: %.60s is %s; expected a number", where, k.Value, what)
	return false
}

func (c *checker) duplicates(n *yaml.Node) {
	c.keys.begin()
	pairs(n, func(k, _ *yaml.Node) {
		if c.keys.again(k.Value) {
			c.find(k.Line, finding.Wrong, "the key %.60s is there twice: only the second one counts", k.Value)
		}
	})
}

func (c *checker) host(key, value *yaml.Node) {
	name := strconv.Quote(key.Value)
	if c.hosts[key.Value] {
		c.find(key.Line, finding.Wrong, "host %.60s is there twice: only the second one counts", name)
	}
	c.hosts[key.Value] = true
	if key.Style == 0 && !readAsString(key.Value) {
		c.find(key.Line, finding.Wrong, "the host's name %.60s is read as a number, a date or a truth value; quotes keep it", name)
	}
	if value.Kind != yaml.MappingNode {
		c.find(key.Line, finding.Refused, "host %.60s: expected sections below its name", name)
		return
	}
	c.duplicates(value)
	has := make(map[string]bool)
	pairs(value, func(k, v *yaml.Node) {
		has[k.Value] = true
		switch k.Value {
		case "Regions":
			c.regions(v)
		case "Unmarked Totals", "Epoch Totals", "Application Totals":
			c.section(k.Value, v)
		}
	})
	c.unmarked = c.unmarked || has["Unmarked Totals"]
	c.epoch = c.epoch || has["Epoch Totals"]
	if !has["Application Totals"] {
		c.lack(key.Line, AllReaders, "host %.60s has no Application Totals", name)
	}
	if !has["Epoch Totals"] {
		c.lack(key.Line, ReaderV2_0_2, "host %.60s has no Epoch Totals", name)
	}
}

func (c *checker) section(title string, n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		c.find(n.Line, finding.Refused, "%s: expected keys with values", title)
		return
	}
	c.duplicates(n)
	pairs(n, func(k, v *yaml.Node) { c.value(title, k, v) })
}

// value checks a value of a section, which is to be a number.
func (c *checker) value(title string, k, v *yaml.Node) {
	if !c.filled(title, k, v) {
		return
	}
	if _, ok := parseNumber(v.Value); !ok || v.Style != 0 && !pythonFloat().MatchString(v.Value) {
		c.find(v.Line, finding.Wrong, "%s: %.60s is %.60q, no number", title, k.Value, v.Value)
	}
}

func (c *checker) regions(n *yaml.Node) {
	if isNull(n) {
		c.find(n.Line, finding.Refused, "Regions is empty; expected a list of regions, or no key Regions")
		return
	}
	if n.Kind != yaml.SequenceNode {
		c.find(n.Line, finding.Refused, "Regions: expected a list")
		return
	}
	seen := make(map[string]bool, len(n.Content))
	for _, region := range n.Content {
		if region.Kind != yaml.MappingNode {
			c.find(region.Line, finding.Refused, "Regions: expected keys with values below each dash")
			continue
		}
		c.duplicates(region)
		named := false
		pairs(region, func(k, v *yaml.Node) {
			switch k.Value {
			case "region":
				named = true
				c.regionName(v, seen)
			case "hash":
				c.filled("Regions", k, v)
			default:
				c.value("Regions", k, v)
			}
		})
		if !named {
			c.lack(region.Line, AllReaders, "a region without the key region, its name")
		}
	}
}

func (c *checker) regionName(n *yaml.Node, seen map[string]bool) {
	if n.Kind != yaml.ScalarNode || isNull(n) {
		c.find(n.Line, finding.Refused, "region: expected the name of a region")
		return
	}
	if pythonFloat().MatchString(n.Value) || n.Style == 0 && !readAsString(n.Value) {
		c.find(n.Line, finding.Wrong, "the region's name %.60q is read as a number", n.Value)
	}
	if seen[n.Value] {
		c.find(n.Line, finding.Wrong, "region %.60q is there twice: both rows show the second one", n.Value)
	}
	seen[n.Value] = true
}
