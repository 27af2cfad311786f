package geopm

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// The text of GEOPM 1: lines with keys and values, sections by their titles, nothing quoted.
var (
	oldBegin  = regexp.MustCompile(`^#+ *geopm +(\S+) *#+$`)
	oldRegion = regexp.MustCompile(`^(?:Region +)?(\S.*?) +\((0x[0-9a-fA-F]+|[0-9]+)\):$`)
	oldMemory = regexp.MustCompile(`^(\d+(?:\.\d+)?) *kB$`)
	oldUnits  = strings.NewReplacer("(sec)", "(s)", "(joules)", "(J)", "(watts)", "(W)", "(B/sec)", "(B/s)")
)

// isOld says whether a report begins as those of GEOPM 1.
func isOld(begin []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(begin, " \t\r\n"), []byte("\n"))
	return oldBegin.Match(bytes.TrimSpace(line))
}

// oldReader makes a Report of the text of GEOPM 1.
type oldReader struct {
	d      *document
	report *Report
	host   *Host
	into   *Section // nil outside of the sections

	hosts map[string]bool // names of hosts
	keys  map[string]bool // of the section
}

// section makes what follows the values of a section.
func (r *oldReader) section(s *Section) {
	r.into, r.keys = s, make(map[string]bool)
}

func readOld(d *document) (*Report, error) {
	r := oldReader{d: d, report: new(Report), hosts: make(map[string]bool)}
	for {
		line, err := d.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			var fault *FormatError
			if !errors.As(err, &fault) {
				return r.report, err
			}
			d.faults = append(d.faults, fault)
			break
		}
		r.take(strings.TrimSpace(strings.ToValidUTF8(string(line), "\ufffd")))
	}
	r.close()
	if len(r.report.Hosts) == 0 {
		d.fault(max(d.line, 1), "expected a line \"Host: NAME\"")
	}
	return r.report, d.err()
}

func (r *oldReader) take(line string) {
	if m := oldBegin.FindStringSubmatch(line); m != nil {
		r.report.Version = m[1]
		return
	}
	if line == "" {
		return
	}
	if m := oldRegion.FindStringSubmatch(line); m != nil && r.inHost(line) {
		r.region(m[1], m[2])
		return
	}
	key, value, ok := strings.Cut(line, ":")
	value = strings.TrimSpace(value)
	switch {
	case !ok:
		r.d.fault(r.d.line, "expected a key and a value with a colon between them, found %.60q", line)
	case key == "Host":
		r.close()
		if r.hosts[value] {
			r.d.fault(r.d.line, "host %.60q is there twice", value)
		}
		r.hosts[value] = true
		r.report.Hosts = append(r.report.Hosts, Host{Name: value})
		r.host = &r.report.Hosts[len(r.report.Hosts)-1]
	case value == "" && strings.HasSuffix(key, "Totals"):
		r.totals(key)
	case r.into != nil:
		r.value(key, value)
	default:
		r.outside(key, value)
	}
}

func (r *oldReader) inHost(line string) bool {
	if r.host == nil {
		r.d.fault(r.d.line, "expected a line \"Host: NAME\" before %.60q", line)
	}
	return r.host != nil
}

// region begins a section. What lies outside of all regions was one with a name of its own.
func (r *oldReader) region(name, hash string) {
	if name == "unmarked-region" {
		r.host.Unmarked = Section{}
		r.section(&r.host.Unmarked)
		return
	}
	n, err := strconv.ParseUint(hash, 0, 64)
	if err != nil {
		r.d.fault(r.d.line, "region %.60q: expected a hash of 64 bits, found %.60q", name, hash)
	}
	r.host.Regions = append(r.host.Regions, Region{Name: name, Hash: uint32(n), Totals: Section{}})
	r.section(&r.host.Regions[len(r.host.Regions)-1].Totals)
}

func (r *oldReader) totals(key string) {
	if !r.inHost(key) {
		return
	}
	sections := map[string]*Section{"Unmarked Totals": &r.host.Unmarked, "Epoch Totals": &r.host.Epoch, "Application Totals": &r.host.Application}
	into := sections[key]
	if into == nil {
		r.d.fault(r.d.line, "expected a region, Epoch Totals or Application Totals, found %.60q", key)
		into = new(Section)
	}
	*into = Section{}
	r.section(into)
}

// value takes a number, with the key and the unit of now.
func (r *oldReader) value(key, value string) {
	key = oldUnits.Replace(key)
	if m := oldMemory.FindStringSubmatch(value); m != nil && strings.HasSuffix(key, "memory HWM") {
		kB, _ := strconv.ParseFloat(m[1], 64)
		key, value = KeyMemory, strconv.FormatFloat(1024*kB, 'f', -1, 64)
	}
	if _, ok := parseNumber(value); !ok {
		r.d.fault(r.d.line, "%.60s: expected a number, found %.60q", key, value)
		return
	}
	if r.keys[key] {
		r.d.fault(r.d.line, "%.60s is there twice; the second value is left out", key)
		return
	}
	r.keys[key] = true
	*r.into = append(*r.into, Entry{Key: key, Text: value})
}

func (r *oldReader) outside(key, value string) {
	into := map[string]*string{"Start Time": &r.report.Start, "Profile": &r.report.Profile, "Agent": &r.report.Agent, "Policy": &r.report.Policy}[key]
	switch e := (Entry{Key: key, Text: value}); {
	case into != nil && r.host == nil:
		*into = value
	case r.host != nil:
		r.host.Header = append(r.host.Header, e)
	default:
		r.report.Header = append(r.report.Header, e)
	}
}

// close ends a host.
func (r *oldReader) close() {
	if r.host != nil && r.host.Application == nil {
		r.d.fault(r.d.line, "host %.60q: expected Application Totals", r.host.Name)
	}
	r.host, r.into = nil, nil
}
