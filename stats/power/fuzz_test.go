package power

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
)

// Whatever is in a configuration, each fault has a place or is of the whole, and what has none can be used.
func FuzzReadConfig(f *testing.F) {
	f.Add([]byte(seedConfig))
	f.Add([]byte("[Trace]\ntype=HDSTATS\nnode=a\nchannel=4\nvalues=P\n"))
	f.Add([]byte("[general\n=\n[]\n#\n a = b # c\nport=:\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := ReadConfig(bytes.NewReader(text), "f.cfg")
		checkFault(t, err, bytes.Count(text, []byte{'\n'})+1)
		checkFault(t, c.Check(), bytes.Count(text, []byte{'\n'})+1)
		if err == nil && c.Check() == nil {
			if len(c.Traces) == 0 || c.Cycle < MinCycleRAPL || c.Cycle > MaxCycle {
				t.Errorf("accepted: %+v", c)
			}
			if err := CheckTogether([]*Config{c}); err != nil {
				t.Errorf("a configuration does not go with itself: %v", err)
			}
		}
	})
}

func checkFault(t *testing.T, err error, lines int) {
	t.Helper()
	if err == nil {
		return
	}
	for _, e := range leaves(err) {
		var fault *ConfigError
		if !errors.As(e, &fault) || fault.Line < 0 || fault.Line > lines || fault.Text == "" {
			t.Errorf("fault %v of %d lines", e, lines)
		}
	}
}

// seedSite is the example of the documentation.
const seedSite = `# measured by the administrator
[Site]
project = MyProject
topology = Host_Process_Thread
cycle = 100

[Analyzer]
device = LMG450
port = node06:/dev/ttyUSB0
nodes = node06:1, node07:2

[Analyzer]
port = node10:/dev/ttyUSB0
nodes = node10:1,node11:2
`

// A site that is read without faults gives configurations without faults.
func FuzzReadSite(f *testing.F) {
	f.Add([]byte(seedSite))
	f.Add([]byte("[Analyzer]\nnodes=:1,a:,b:9\n[Analyzer]\ndevice=RAPL\nnodes=a:1"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := ReadSite(bytes.NewReader(text), "site.cfg")
		checkFault(t, err, bytes.Count(text, []byte{'\n'})+1)
		if err != nil {
			return
		}
		configs, err := s.Select(s.Nodes(), []Quantity{Power})
		if err != nil || len(configs) != len(s.Analyzers) {
			t.Fatalf("%d configurations of %d analyzers, %v", len(configs), len(s.Analyzers), err)
		}
		for _, c := range configs {
			if err := c.Check(); err != nil {
				t.Error(err)
			}
		}
		if err := CheckTogether(configs); err != nil {
			t.Error(err)
		}
	})
}

// What is read of a message depends on the message alone, and of its start nothing is read.
func FuzzMessages(f *testing.F) {
	f.Add([]byte("#500008\x00\x00\x80\x3f\x00\x00\x00\x40\n"), 8)
	f.Add([]byte("#14\x0d\x0a\x0d\x43#14\x00\x00\x80\x3f\r\n#"), 8)
	f.Add([]byte("-113,\"a\nb\"\r\n0\n"), -1)
	f.Fuzz(func(t *testing.T, b []byte, want int) {
		data, n, err := parseBinary(b, want)
		if n < 0 || n > len(b) || err != nil && n != 0 || n > 0 && (len(data) == 0 || len(data)%4 != 0 || want >= 0 && len(data) != want) {
			t.Fatalf("%d bytes, %d of data, %v", n, len(data), err)
		}
		if n > 0 {
			again, m, err := parseBinary(b[:n], want)
			if m != n || err != nil || !bytes.Equal(again, data) {
				t.Errorf("the message alone: %d bytes instead of %d, %v", m, n, err)
			}
			for i := range n {
				if _, m, err := parseBinary(b[:i], want); m != 0 || err != nil {
					t.Errorf("the first %d bytes of a message of %d: %d, %v", i, n, m, err)
				}
			}
			values, overflows, err := decodeValues(data)
			for _, v := range values {
				if math.IsNaN(v) {
					overflows--
				} else if !plausible(v) {
					t.Errorf("%g", v)
				}
			}
			if err == nil && (overflows != 0 || len(values) != len(data)/4) {
				t.Errorf("%d values of %d bytes", len(values), len(data))
			}
		}
		text, n, err := parseText(b)
		if n < 0 || n > len(b) || err != nil && n != 0 || strings.HasPrefix(text, "#") {
			t.Fatalf("%q, %d, %v", text, n, err)
		}
		if again, m, err := parseText(b[:n]); n > 0 && (again != text || m != n || err != nil) {
			t.Errorf("the text alone: %q, %d, %v instead of %q, %d", again, m, err, text, n)
		}
	})
}
