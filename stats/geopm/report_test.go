package geopm

import (
	"slices"
	"strings"
	"testing"
)

// What GEOPM's Reporter wrote is read and written again byte for byte, but for what we add for its older
// readers.
func TestStrictUpstream(t *testing.T) {
	zeros := []string{
		"+    Epoch Totals:", "+      runtime (s): 0", "+      count: 0", "+      sync-runtime (s): 0", "+      package-energy (J): 0", "+      dram-energy (J): 0",
		"+      power (W): 0", "+      frequency (%): 0", "+      frequency (Hz): 0",
	}
	for _, hint := range hintNames {
		zeros = append(zeros, "+      time-hint-"+hint+" (s): 0")
	}
	zeros = append(zeros, "+      TIME@package-0: 0", "+      TIME@package-1: 0")
	for name, want := range map[string][]string{
		"ReporterTest_generate.report":    nil,
		"reporter_full_1host.report":      nil,
		"reporter_manpage_example.report": zeros,                // readers up to 3.0.1 fail without
		"TestIO_test_report_data.report":  {"-", "-", "-", "+"}, // empty lines
	} {
		t.Run(name, func(t *testing.T) {
			text := sharedReport(t, name)
			report := read(t, text)
			again := write(t, report)
			if got := differing(text, again); !slices.Equal(got, want) {
				t.Errorf("differs in %q, want %q", got, want)
			}
			if found := Check(strings.NewReader(again)); len(found) != 0 {
				t.Errorf("written again: %v", found)
			}
		})
	}
}

func TestReadReportOfUpstream(t *testing.T) {
	r := read(t, sharedReport(t, "TestIO_test_report_data.report"))
	if r.Agent != "frequency_map" || r.Policy != "{}" || len(r.Hosts) != 2 {
		t.Fatalf("got agent %q, policy %q, %d hosts", r.Agent, r.Policy, len(r.Hosts))
	}
	h := r.Host("mcfly11")
	if len(h.Header) != 1 || len(h.Header[0].Block) != 13 || h.Header[0].Block[1].Text != "1000000000.000000" {
		t.Errorf("header %v", h.Header)
	}
	sleep := h.Region("sleep")
	if sleep == nil || sleep.Hash != OldHash("sleep") {
		t.Fatalf("sleep is %+v", sleep)
	}
	if v, ok := sleep.Totals.Value(KeyCount); v != 5500 || !ok {
		t.Errorf("count %v, %v", v, ok)
	}
	if v, ok := h.Application.Value(KeyNetwork); v != 0.0443208 || !ok {
		t.Errorf("network bandwidth %v, %v", v, ok)
	}
}
