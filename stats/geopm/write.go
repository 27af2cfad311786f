package geopm

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Write writes a report in the layout of GEOPM's Reporter. If that would make one of GEOPM's readers
// fail, it writes an accepted variant: a host without regions has no key Regions; every host has
// Unmarked Totals and Epoch Totals, of zeros if need be; texts that YAML would misread are quoted; the
// second region of one name on a host becomes NAME (2); empty values, and the second value of a key,
// are left out.
//
// It writes nothing and returns an error for a report without hosts, with two hosts of one name, or with
// a host without Application.
func Write(w io.Writer, r *Report) error {
	if err := writable(r); err != nil {
		return err
	}
	return writeAround(w, r, func(b *bufio.Writer) error {
		for i := range r.Hosts {
			b.WriteString(step + stringScalar(r.Hosts[i].Name) + ":\n")
			writeHost(b, &r.Hosts[i])
		}
		return nil
	})
}

// MarshalText returns the part of a report about a host, for [WriteTexts]. It fails for a host without
// Application.
func (h *Host) MarshalText() ([]byte, error) {
	var text bytes.Buffer
	b := bufio.NewWriter(&text)
	if err := h.writable(); err != nil {
		return nil, err
	}
	b.WriteString(strconv.Quote(h.Name) + "\n")
	writeHost(b, h)
	err := b.Flush()
	return text.Bytes(), err
}

// WriteTexts writes a report whose hosts are texts of MarshalText, in place of Report.Hosts. The nodes of a run can
// therefore make their report together. The second host of one name becomes NAME-2; empty texts are left out.
func WriteTexts(w io.Writer, r *Report, hosts [][]byte) error {
	return writeAround(w, r, func(b *bufio.Writer) error {
		seen := make(map[string]int)
		for _, text := range hosts {
			if len(text) == 0 {
				continue
			}
			line, sections, _ := bytes.Cut(text, []byte("\n"))
			name, err := strconv.Unquote(string(line))
			if err != nil {
				return fmt.Errorf("geopm: text of a host: expected its name in quotes, got %.60q", line)
			}
			if seen[name]++; seen[name] > 1 {
				name = fmt.Sprintf("%s-%d", name, seen[name])
			}
			b.WriteString(step + stringScalar(name) + ":\n")
			b.Write(sections)
		}
		return nil
	})
}

// writeAround writes a report around its hosts.
func writeAround(w io.Writer, r *Report, hosts func(*bufio.Writer) error) error {
	b := bufio.NewWriter(w)
	for _, line := range [][2]string{
		{"GEOPM Version", stringScalar(r.Version)},
		{"Start Time", stringScalar(r.Start)},
		{"Profile", stringScalar(r.Profile)},
		{"Agent", stringScalar(r.Agent)},
		{"Policy", policyScalar(r.Policy)},
	} {
		fmt.Fprintf(b, "%s: %s\n", line[0], line[1])
	}
	reserved := []string{"GEOPM Version", "Start Time", "Profile", "Agent", "Policy", "Hosts"}
	header := proper(r.Header, reserved...)
	writeEntries(b, header, 0)
	b.WriteString("\nHosts:\n")
	if err := hosts(b); err != nil {
		return err
	}
	b.WriteString("\n")
	for _, e := range header {
		reserved = append(reserved, e.Key)
	}
	for _, e := range proper(r.Trailer, reserved...) {
		b.WriteString("\n")
		writeEntries(b, []Entry{e}, 0)
	}
	return b.Flush()
}

func writable(r *Report) error {
	if len(r.Hosts) == 0 {
		return errors.New("geopm: the report has no hosts; readers expect at least one")
	}
	seen := make(map[string]bool)
	for i := range r.Hosts {
		h := &r.Hosts[i]
		if seen[h.Name] {
			return fmt.Errorf("geopm: the report has two hosts %q: readers would see the last one", h.Name)
		}
		seen[h.Name] = true
		if err := h.writable(); err != nil {
			return err
		}
	}
	return nil
}

func (h *Host) writable() error {
	if len(written(h.Application)) == 0 {
		return fmt.Errorf("geopm: host %q has no Application Totals, which readers need", h.Name)
	}
	return nil
}

const step = "  " // of one level

// writeHost writes what is below the name of a host.
func writeHost(b *bufio.Writer, h *Host) {
	writeEntries(b, proper(h.Header, "Regions", "Unmarked Totals", "Epoch Totals", "Application Totals"), 2)
	if len(h.Regions) > 0 {
		b.WriteString("    Regions:\n")
	}
	names := newNames(h.Regions)
	for i := range h.Regions {
		fmt.Fprintf(b, "    -\n      region: %s\n      hash: 0x%08x\n", quoted(names[i]), h.Regions[i].Hash)
		writeSection(b, h.Regions[i].Totals)
	}
	for _, s := range []struct {
		title   string
		section Section
	}{{"Unmarked Totals", orZeros(h.Unmarked, h)}, {"Epoch Totals", orZeros(h.Epoch, h)}, {"Application Totals", h.Application}} {
		fmt.Fprintf(b, "    %s:\n", s.title)
		writeSection(b, s.section)
	}
}

// newNames makes the names of regions differ: of two of one name GEOPM's reader shows one twice.
func newNames(regions []Region) []string {
	taken := make(map[string]bool, len(regions))
	for i := range regions {
		taken[printed(regions[i].Name)] = true
	}
	names := make([]string, len(regions))
	used := make(map[string]bool, len(regions))
	for i := range regions {
		own := printed(regions[i].Name)
		name := own
		for n := 2; used[name] || name != own && taken[name]; n++ {
			name = fmt.Sprintf("%s (%d)", own, n)
		}
		used[name] = true
		names[i] = name
	}
	return names
}

// orZeros replaces a missing section.
func orZeros(s Section, h *Host) Section {
	if s = written(s); len(s) > 0 {
		return s
	}
	zeros := Section{{Key: KeyRuntime, Text: "0"}, {Key: KeyCount, Text: "0"}}
	for i := range h.Application {
		key := h.Application[i].Key
		if _, number := h.Application[i].Number(); number && !slices.Contains(applicationOnly, key) && key != KeyRuntime && key != KeyCount {
			zeros = append(zeros, Entry{Key: key, Text: "0"})
		}
	}
	return zeros
}

// written returns the entries of a section that can be written: GEOPM's reader fails if a value is empty or
// is not a scalar.
func written(s Section) Section {
	s = proper(s, "region", "hash")
	bad := func(e Entry) bool { return e.Block != nil || e.Text == "" || flow(e.Text, 0) }
	if !slices.ContainsFunc(s, bad) {
		return s
	}
	return slices.DeleteFunc(slices.Clone(s), bad)
}

// proper leaves out entries whose keys mean something else in their place, or are there already: of the
// two the readers would see the second one.
func proper(entries []Entry, reserved ...string) []Entry {
	good := make([]Entry, 0, len(entries))
	seen := make(map[string]bool, len(entries))
	for _, e := range entries {
		if key := printed(e.Key); !seen[key] && !slices.Contains(reserved, key) {
			seen[key] = true
			good = append(good, e)
		}
	}
	return good
}

func writeSection(b *bufio.Writer, s Section) {
	for _, e := range written(s) {
		fmt.Fprintf(b, "      %s: %s\n", stringScalar(e.Key), valueScalar(e.Text))
	}
}

func writeEntries(b *bufio.Writer, entries []Entry, level int) {
	for i := range entries {
		e := &entries[i]
		b.WriteString(strings.Repeat(step, level))
		if block := proper(e.Block); len(block) > 0 {
			fmt.Fprintf(b, "%s:\n", valueScalar(e.Key))
			writeEntries(b, block, level+1)
			continue
		} else if e.Block != nil {
			e = &Entry{Key: e.Key, Text: "{}"}
		}
		fmt.Fprintf(b, "%s: %s\n", valueScalar(e.Key), valueScalar(e.Text))
	}
}
