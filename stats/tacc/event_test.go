package tacc

import (
	"bytes"
	"strings"
	"testing"
)

// The counters of a real node of Stampede have the names that the original's pickler gives them.
func TestEventsOfARealNode(t *testing.T) {
	r := Correct(readShared(t, "stampede-2013/archive/c460-104.platform.extension/1380603601.gz"))
	got := make(map[string]string)
	for i := range r.Series {
		if s := &r.Series[i]; s.Event != "" {
			got[s.Type+" "+s.Device+" "+s.Key.Name] = s.Event
		}
	}
	for key, want := range map[string]string{
		"intel_snb 11 CTR1": "LOAD_OPS_L1_HIT", "intel_snb 11 CTR3": "LOAD_OPS_LLC_HIT", "intel_snb 11 FIXED_CTR2": "CLOCKS_UNHALTED_REF",
		"intel_snb_cbo 1/7 CTR1": "LLC_LOOKUP_DATA_READ", "intel_snb_cbo 1/7 CTR3": "CLOCK_TICKS", "intel_snb_hau 0/0 CTR0": "READ_REQUESTS",
		"intel_snb_imc 1/3 CTR0": "CAS_READS", "intel_snb_imc 1/3 CTR1": "CAS_WRITES", "intel_snb_imc 1/3 FIXED_CTR": "CYCLES",
		"intel_snb_pcu 1 CTR0": "MAX_TEMP_CYCLES", "intel_snb_pcu 1 FIXED_CTR1": "C6_CYCLES", "intel_snb_qpi 1/0 CTR0": "23101696", /* whose mask the pickler does not know */
		"intel_snb_r2pci 0/0 CTR0": "TRANSMITS",
	} {
		if got[key] != want {
			t.Errorf("%s is %q, want %q", key, got[key], want)
		}
	}
	if len(got) < 300 {
		t.Errorf("%d counters have a name", len(got))
	}
}

// Counters of one key that counted several things are summed up apart; one that was programmed anew has no name.
func TestEvents(t *testing.T) {
	const text = "$tacc_stats 2.3.5\n$hostname n\n!amd64_pmc CTL0,C CTL1,C CTR0,E,W=48 CTR1,E,W=48\n!intel_p4 CTL0,C CTR0,E,W=48\n\n" +
		"1000 5 n\n%begin 5\namd64_pmc 0 4392928 4259958 10 10\namd64_pmc 1 4259958 77 10 10\namd64_pmc 2 4259958 1 10 10\nintel_p4 0 7 1\n\n" +
		"1010 5 n\namd64_pmc 0 4392928 4259958 12 20\namd64_pmc 1 4259958 77 40 50\namd64_pmc 2 4259958 2 10 10\nintel_p4 0 7 2\n"
	d := new(Data)
	if err := d.Add("x", strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	r := Correct(d)
	for key, want := range map[[2]string]string{
		{"0", "CTR0"}: "DRAM", {"0", "CTR1"}: "USER", {"1", "CTR0"}: "USER", {"1", "CTR1"}: "77", {"2", "CTR1"}: "",
	} {
		if got := r.find(t, "amd64_pmc", key[0], key[1]).Event; got != want {
			t.Errorf("%v is %q, want %q", key, got, want)
		}
	}
	if s := r.find(t, "amd64_pmc", "0", "CTR0"); s.Unit.Float(2) != 128 || r.find(t, "intel_p4", "0", "CTR0").Event != "" {
		t.Errorf("%+v", s)
	}
	var b bytes.Buffer
	if err := WriteText(&b, r.Jobs(), ShowOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{" DRAM  ", " USER  ", " 77  "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
