package geopm

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-hpc/timers/internal/lazyregexp"
)

// The text of GEOPM 1: lines with keys and values, sections by their titles, nothing quoted.
var (
	oldBegin  = lazyregexp.New(`^#+ *geopm +(\S+) *#+$`)
	oldMemory = lazyregexp.New(`^(\d+(?:\.\d+)?) *kB$`)
	oldUnits  = strings.NewReplacer("(sec)", "(s)", "(joules)", "(J)", "(watts)", "(W)", "(B/sec)", "(B/s)")
	oldKeys   = map[string]string{
		"network-time (s)": HintKey("network"), "ignore-time (s)": HintKey("ignore"), "epoch-runtime-ignore (s)": HintKey("ignore"),
	}
)

// isOld reports whether a report starts like those of GEOPM 1.
func isOld(begin []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(begin, " \t\r\n"), []byte("\n"))
	return oldBegin().Match(bytes.TrimSpace(line))
}

// oldRegion returns the name and the hash of a line "Region NAME (HASH):", whose first word may be missing.
// It is blank for any other line.
func oldRegion(line string) (name, hash string) {
	open := strings.LastIndexByte(line, '(')
	if open < 1 || line[open-1] != ' ' || !strings.HasSuffix(line[open:], "):") {
		return "", ""
	}
	hash = line[open+1 : len(line)-2]
	digits, set := hash, "0123456789"
	if hex, is := strings.CutPrefix(hash, "0x"); is {
		digits, set = hex, "0123456789abcdefABCDEF"
	}
	if digits == "" || strings.Trim(digits, set) != "" {
		return "", ""
	}
	name = strings.TrimRight(line[:open], " ")
	if rest, is := strings.CutPrefix(name, "Region "); is {
		name = strings.TrimLeft(rest, " ")
	}
	return name, hash
}

// oldReader makes a Report of the text of GEOPM 1.
type oldReader struct {
	d      *document
	report *Report
	host   *Host
	into   *Section // nil outside of the sections

	hosts   map[string]bool // names of hosts
	keys    distinct        // of the section
	implied []string        // keys of the section that no line of it has
	then    keys
	now     []string // each of then as it is called now
	room    []Entry  // of which sections take theirs, so that they need not grow
}

// section makes what follows the values of a section.
func (r *oldReader) section(s *Section) {
	const most, entries = 32, 256
	if cap(r.room) < most {
		r.room = make([]Entry, 0, entries)
	}
	r.into, *s = s, r.room
	r.keys.begin()
	r.implied = r.implied[:0]
}

// end leaves to the section what it has taken.
func (r *oldReader) end() {
	if r.into != nil {
		n := len(*r.into)
		if n <= cap(r.room) {
			r.room = r.room[n:n]
		}
		*r.into = slices.Clip(*r.into)
	}
	r.into = nil
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
		if !utf8.Valid(line) {
			line = bytes.ToValidUTF8(line, []byte("\ufffd"))
		}
		r.take(bytes.TrimSpace(line))
	}
	r.close()
	if len(r.report.Hosts) == 0 {
		d.fault(max(d.line, 1), "expected a line \"Host: NAME\"")
	}
	return r.report, d.err()
}

func (r *oldReader) take(text []byte) {
	key, value, ok := bytes.Cut(text, []byte(":"))
	if r.into != nil && ok && len(value) > 0 && text[0] != '#' && !bytes.HasSuffix(text, []byte("):")) && string(key) != "Host" {
		r.value(key, r.d.scanner.text(bytes.TrimSpace(value))) // most lines
		return
	}
	line := string(text)
	if line == "" {
		return
	}
	if line[0] == '#' {
		if m := oldBegin().FindStringSubmatch(line); m != nil {
			r.report.Version = m[1]
			return
		}
	}
	if name, hash := oldRegion(line); name != "" && r.inHost(line) {
		r.region(name, hash)
		return
	}
	r.line(line, string(key), strings.TrimSpace(string(value)), ok)
}

// line takes a line that is usually not a value of a section.
func (r *oldReader) line(line, key, value string, ok bool) {
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
		r.value([]byte(key), value)
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

// region starts a section. The time outside all regions was a section with a name of its own.
func (r *oldReader) region(name, hash string) {
	r.end()
	if name == "unmarked-region" {
		r.section(&r.host.Unmarked)
		return
	}
	n, err := strconv.ParseUint(hash, 0, 64)
	if err != nil {
		r.d.fault(r.d.line, "region %.60q: expected a hash of 64 bits, found %.60q", name, hash)
	}
	r.host.Regions = append(r.host.Regions, Region{Name: name, Hash: uint32(n)})
	r.section(&r.host.Regions[len(r.host.Regions)-1].Totals)
}

func (r *oldReader) totals(key string) {
	if !r.inHost(key) {
		return
	}
	r.end()
	var into *Section
	switch key {
	case "Unmarked Totals":
		into = &r.host.Unmarked
	case "Epoch Totals":
		into = &r.host.Epoch
	case "Application Totals":
		into = &r.host.Application
	default:
		r.d.fault(r.d.line, "expected a region, Epoch Totals or Application Totals, found %.60q", key)
		into = new(Section)
	}
	r.section(into)
}

// value takes a number, with the key and the unit of now.
func (r *oldReader) value(then []byte, value string) {
	text := r.then.text(then)
	if len(r.then.list) == 1 { // it is the first, or the first again after too many
		r.now = r.now[:0]
	}
	if r.then.last == len(r.now) {
		now := oldUnits.Replace(text)
		r.now = append(r.now, cmp.Or(oldKeys[now], now))
	}
	key := r.now[r.then.last]
	if strings.HasSuffix(key, "memory HWM") {
		if m := oldMemory().FindStringSubmatch(value); m != nil {
			kB, _ := strconv.ParseFloat(m[1], 64)
			key, value = KeyMemory, strconv.FormatFloat(1024*kB, 'f', -1, 64)
		}
	}
	if _, ok := parseNumber(value); !ok || hexadecimal(value) {
		r.d.fault(r.d.line, "%.60s: expected a number, found %.60q", key, value)
		return
	}
	if slices.Contains(r.implied, key) {
		i := slices.IndexFunc(*r.into, func(e Entry) bool { return e.Key == key })
		(*r.into)[i].Text = value // it is there after all
		r.implied = slices.DeleteFunc(r.implied, func(k string) bool { return k == key })
		return
	}
	if r.add(key, value) {
		n := len(*r.into)
		r.addImplied(key, value)
		for _, e := range (*r.into)[n:] {
			r.implied = append(r.implied, e.Key)
		}
	}
}

// add takes a value, unless its key is there.
func (r *oldReader) add(key, value string) bool {
	if r.keys.again(key) {
		r.d.fault(r.d.line, "%.60s is there twice; the second value is left out", key)
		return false
	}
	*r.into = append(*r.into, Entry{Key: key, Text: value})
	return true
}

// addImplied adds what the values of version 1 say by the names of today, as GEOPM's own converter does.
func (r *oldReader) addImplied(key, value string) {
	application := r.into == &r.host.Application
	switch {
	case key == HintKey("network"):
		for _, hint := range hintNames {
			switch {
			case hint == "network" || hint == "spin": // which no reader of that time knew
			case hint == "ignore" && (application || r.into == &r.host.Epoch): // which has a line of its own
			default:
				r.add(HintKey(hint), "0")
			}
		}
	case application && key == KeyRuntime:
		r.add(KeySyncRuntime, value)
	case application && key == KeyPower:
		r.add(KeyFrequencyShare, "0")
		r.add(KeyFrequency, "0")
	}
}

func (r *oldReader) outside(key, value string) {
	e := Entry{Key: key, Text: value}
	if r.host != nil {
		r.host.Header = append(r.host.Header, e)
		return
	}
	switch key {
	case "Start Time":
		r.report.Start = value
	case "Profile":
		r.report.Profile = value
	case "Agent":
		r.report.Agent = value
	case "Policy":
		r.report.Policy = value
	default:
		r.report.Header = append(r.report.Header, e)
	}
}

// close ends a host.
func (r *oldReader) close() {
	if r.host != nil && r.host.Application == nil {
		r.d.fault(r.d.line, "host %.60q: expected Application Totals", r.host.Name)
	}
	r.end()
	r.host = nil
}
