package power

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestSite(t *testing.T) {
	s, err := ReadSite(strings.NewReader(seedSite), "site.cfg")
	if err != nil {
		t.Fatal(err)
	}
	configs, err := s.Select([]string{"node11", "node06"}, []Quantity{Power})
	if err != nil || len(configs) != 2 {
		t.Fatal(configs, err)
	}
	first, second := configs[0], configs[1]
	if first.Host != "node06" || first.Port != "/dev/ttyUSB0" || first.Device != LMG450 || first.Cycle != 100*time.Millisecond || len(first.Traces) != 1 ||
		first.Traces[0].Node != "node06" || first.Traces[0].Channel != 1 || !slices.Equal(first.Traces[0].Values, []Quantity{Power}) || !first.Traces[0].Statistics {
		t.Errorf("%+v", first)
	}
	if second.Host != "node10" || second.Traces[0].Channel != 2 || second.Check() != nil || CheckTogether(configs) != nil {
		t.Errorf("%+v, %v", second, second.Check())
	}
	if all, err := s.Select(nil, nil); err != nil || len(all) != 2 || len(all[0].Traces) != 2 || len(all[0].Traces[0].Values) != 3 {
		t.Errorf("all: %v, %v", all, err)
	}
	if _, err := s.Select([]string{"node06", "node99"}, nil); !errors.Is(err, ErrConfigInvalid) || !strings.Contains(err.Error(), "no analyzer measures node99") {
		t.Error(err)
	}
}

func TestSiteFaults(t *testing.T) {
	for _, test := range []struct{ from, to, want string }{
		{"cycle = 100", "cycle = x", `site.cfg:5: cycle "x"`},
		{"cycle = 100", "cycle = 10", "cycle 10 ms is not between"},
		{"cycle = 100", "color = 1", "site.cfg:5: color is not known in [Site]"},
		{"[Site]", "[Sites]", "site.cfg:2: section [sites]"},
		{"node06:1, node07:2", "node06:1, node07:1", "site.cfg:10: channel 1 measures node06 already"},
		{"node06:1, node07:2", "node06:1, node07", `site.cfg:10: " node07" is not NODE:CHANNEL`},
		{"node06:1, node07:2", "node06:5", "site.cfg:10: channel 5 is not between"},
		{"node10:1,", "node06:1,", "site.cfg:14: node node06 is measured already (line 10)"},
		{"node10:/dev", "node06:/dev", "site.cfg:12: the analyzer has the port of that in line 7"},
		{"nodes = node10:1,node11:2\n", "", "site.cfg:12: [Analyzer] without nodes"},
		{"node06:1", "a_b_c_d:1", `site.cfg:10: node "a_b_c_d" has 4 labels`},
		{"device = LMG450", "device = X", `site.cfg:7: device "X" is not known`},
	} {
		if !strings.Contains(seedSite, test.from) {
			t.Fatalf("no %q in the example", test.from)
		}
		_, err := ReadSite(strings.NewReader(strings.Replace(seedSite, test.from, test.to, 1)), "site.cfg")
		if !errors.Is(err, ErrConfigInvalid) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want %q", test.to, err, test.want)
		}
	}
	if _, err := ReadSite(strings.NewReader("[Site]\n"), "s"); !errors.Is(err, ErrNoTraces) {
		t.Error(err)
	}
}
