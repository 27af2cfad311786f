package power

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// seedConfig is the example of the thesis.
const seedConfig = `[General]
device=LMG450
port=node06:/dev/ttyUSB0
cycle=100
project=MeinProjekt
topology=Cluster_Host_Process_Thread

[Trace]
type=HDSTATS
node=pvs_node06
channel=1
values=Utrms,Itrms,P

[Trace]
type=HDSTATS
node=pvs_node07
channel=2
values=Utrms,Itrms,P
`

func TestReadConfig(t *testing.T) {
	all := []Quantity{Voltage, Current, Power}
	want := &Config{
		File: "pt.cfg", Device: LMG450, Host: "node06", Port: "/dev/ttyUSB0", Cycle: 100 * time.Millisecond, Project: "MeinProjekt",
		Topology: []string{"Cluster", "Host", "Process", "Thread"},
		Traces: []Trace{
			{Node: "pvs_node06", Channel: 1, Values: all, Statistics: true},
			{Node: "pvs_node07", Channel: 2, Values: all, Statistics: true},
		},
	}
	// Names of sections and keys are of any case, Channel and Cycle, too; there may be blanks and comments.
	other := "# power\r\n" + strings.NewReplacer("[General]", "[ GENERAL ] # one", "[Trace]", "[trAce]", "cycle=100", "Cycle = 100\t# ms",
		"channel=", "  Channel =", "values=Utrms,Itrms,P", "VALUES=P,Itrms,Utrms", "\n", "\r\n").Replace(seedConfig)
	for _, text := range []string{seedConfig, other} {
		c, err := ReadConfig(strings.NewReader(text), "pt.cfg")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, c, cmpopts.IgnoreUnexported(Config{}, Trace{})); diff != "" {
			t.Error(diff)
		}
		if err := c.Check(); err != nil {
			t.Error(err)
		}
	}
}

func TestDefaults(t *testing.T) {
	c, err := ReadConfig(strings.NewReader("[Trace]\ntype=HDSTATS\nnode=a\nchannel=4\nvalues=P\n"), "x")
	if err != nil || c.Check() != nil {
		t.Fatal(err, c.Check())
	}
	if c.Device != LMG450 || c.Port != "/dev/ttyUSB0" || c.Host != "" || c.Cycle != 100*time.Millisecond || c.Project != "MyProject" || strings.Join(c.Topology, "_") != "Host_Process_Thread" {
		t.Errorf("%+v", c)
	}
}

// faultsOf returns what is said of the example with something replaced.
func faultsOf(t *testing.T, from, to string) (all []string, err error) {
	t.Helper()
	if !strings.Contains(seedConfig, from) {
		t.Fatalf("no %q in the example", from)
	}
	c, err := ReadConfig(strings.NewReader(strings.Replace(seedConfig, from, to, 1)), "pt.cfg")
	if err == nil {
		err = c.Check()
	}
	if err != nil {
		for _, e := range leaves(err) {
			all = append(all, e.Error())
		}
	}
	return all, err
}

func TestConfigFaults(t *testing.T) {
	for _, test := range []struct{ from, to, want string }{
		{"device=LMG450", "device=LMG500", `pt.cfg:2: device "LMG500" is not known`},
		{"device=LMG450", "device=lmg450", `pt.cfg:2: device "lmg450"`},
		{"cycle=100", "cycle=49", "pt.cfg:4: cycle 49 ms is not between 50 and 60000 ms"},
		{"cycle=100", "cycle=60001", "pt.cfg:4: cycle 60001 ms"},
		{"cycle=100", "cycle=100ms", `pt.cfg:4: cycle "100ms" is not a number`},
		{"cycle=100", "cycle=99999999999999999999", "pt.cfg:4: cycle"},
		{"cycle=100", "cycle=", "pt.cfg:4: cycle has no value"},
		{"cycle=100", "cycle=100\ncycle=200", "pt.cfg:5: cycle was set before, in line 4"},
		{"cycle=100", "cycle", `pt.cfg:4: "cycle" is neither`},
		{"port=node06:/dev/ttyUSB0", "port=node06:", "pt.cfg:3: port has no device file"},
		{"port=node06:/dev/ttyUSB0", "port=/dev/tty USB0", `pt.cfg:3: port "/dev/tty USB0" has blanks`},
		{"project=MeinProjekt", "project=Mein_Projekt", `pt.cfg:5: project "Mein_Projekt"`},
		{"topology=Cluster_Host_Process_Thread", "topology=Cluster", "pt.cfg:8: node \"pvs_node06\" has 2 labels, the topology Cluster has 1 levels"},
		{"topology=Cluster_Host", "topology=Cluster__Host", "pt.cfg:6: "},
		{"[General]", "[Generals]", "pt.cfg:1: section [generals] is not known"},
		{"[General]", "[General", "pt.cfg:1: "},
		{"[General]\n", "", "pt.cfg:1: \"device=LMG450\" stands before the first section"},
		{"type=HDSTATS", "type=hdstats", `pt.cfg:9: type "hdstats" is not known`},
		{"type=HDSTATS\n", "", "pt.cfg:8: [Trace] without type"},
		{"node=pvs_node06\n", "", "pt.cfg:8: [Trace] without node"},
		{"channel=1\n", "", "pt.cfg:8: [Trace] without channel"},
		{"values=Utrms,Itrms,P\n", "", "pt.cfg:8: [Trace] without values"},
		{"channel=1", "channel=0", "pt.cfg:8: channel 0 is not between 1 and 4"},
		{"channel=1", "channel=5", "pt.cfg:8: channel 5"},
		{"channel=1", "channel=one", `pt.cfg:11: channel "one" is not a number`},
		{"values=Utrms,Itrms,P", "values=Utrms,Q", `pt.cfg:12: value "Q" is not known`},
		{"values=Utrms,Itrms,P", "values=Utrms, P", `pt.cfg:12: value " P" is written P, without blanks`},
		{"values=Utrms,Itrms,P", "values=utrms", `pt.cfg:12: value "utrms" is written Utrms`},
		{"values=Utrms,Itrms,P", "values=P,P", "pt.cfg:12: P is named twice"},
		{"node=pvs_node06", "node=pvs_node07", "pt.cfg:14: node \"pvs_node07\" has a trace already (line 8)"},
		{"node=pvs_node06", "node=pvs_näh", "pt.cfg:8: node \"pvs_näh\""},
		{"node=pvs_node06", "node=_node06", "pt.cfg:8: node \"_node06\""},
		{"device=LMG450", "device=RAPL", "pt.cfg:8: Utrms of channel 1: RAPL counts energy"},
	} {
		all, err := faultsOf(t, test.from, test.to)
		if !errors.Is(err, ErrConfigInvalid) || Status(err) != 253 {
			t.Errorf("%q: %v, status %d", test.to, err, Status(err))
		}
		if !slices.ContainsFunc(all, func(text string) bool { return strings.HasPrefix(text, test.want) }) {
			t.Errorf("%q: %q, want %q", test.to, all, test.want)
		}
	}
	for _, cycle := range []string{"50", "60000"} { // where the real program aborts
		if all, err := faultsOf(t, "cycle=100", "cycle="+cycle); err != nil {
			t.Errorf("cycle %s: %v", cycle, all)
		}
	}
}

func TestConfigWarnings(t *testing.T) {
	c, err := ReadConfig(strings.NewReader(strings.Replace(seedConfig, "cycle=100", "color=red", 1)), "pt.cfg")
	if err != nil || len(c.Warnings) != 1 || !strings.HasPrefix(c.Warnings[0], "pt.cfg:4: color is not known") {
		t.Errorf("%q, %v", c.Warnings, err)
	}
}

func TestCodes(t *testing.T) {
	if _, err := OpenConfig(filepath.Join(t.TempDir(), "none.cfg")); !errors.Is(err, ErrConfigNotFound) || Status(err) != 254 {
		t.Error(err)
	}
	c, _ := ReadConfig(strings.NewReader("[General]\n"), "x")
	if err := c.Check(); !errors.Is(err, ErrNoTraces) || Status(err) != 251 {
		t.Error(err)
	}
	path := filepath.Join(t.TempDir(), "pt.cfg")
	if err := os.WriteFile(path, []byte(seedConfig), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, "Host", options(t)); !errors.Is(err, ErrConfigInvalid) {
		t.Error(err)
	}
	if _, err := Open(path, "", options(t)); !errors.Is(err, ErrWrongHost) || Status(err) != 252 {
		t.Error(err)
	}
	if Status(nil) != 0 || Status(errors.New("x")) != 255 || ErrDevice.Status() != 248 || ErrOutput.Status() != 249 {
		t.Error("status")
	}
}

func TestPortAndHost(t *testing.T) {
	for port, want := range map[string][2]string{
		"node06:/dev/ttyUSB0": {"node06", "/dev/ttyUSB0"}, "/dev/ttyS0": {"", "/dev/ttyS0"},
		"/dev/serial/by-path/pci-0000:00:14.0": {"", "/dev/serial/by-path/pci-0000:00:14.0"},
		"n:/dev/serial/by-path/pci-0000:00":    {"n", "/dev/serial/by-path/pci-0000:00"},
	} {
		if host, device := SplitPort(port); host != want[0] || device != want[1] {
			t.Errorf("%q: %q, %q", port, host, device)
		}
	}
	name, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	if !Here("") || !Here("localhost") || !Here(strings.ToUpper(name)) || Here("no-"+name) {
		t.Error("Here")
	}
	for _, test := range []struct {
		a, b string
		want bool
	}{{"node06", "node06.cluster", true}, {"node06.a", "node06.b", false}, {"node06.a.", "NODE06.A", true}, {"node0", "node06", false}} {
		if sameHost(test.a, test.b) != test.want {
			t.Errorf("%q and %q", test.a, test.b)
		}
	}
}

func TestTogether(t *testing.T) {
	read := func(name, from, to string) *Config {
		c, err := ReadConfig(strings.NewReader(strings.ReplaceAll(seedConfig, from, to)), name)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	a := read("a.cfg", "", "")
	if err := CheckTogether([]*Config{a, read("b.cfg", "node0", "host0")}); err != nil { // another host, too
		t.Error(err)
	}
	if err := CheckTogether([]*Config{a, read("b.cfg", "pvs_node0", "pvs_host0")}); !errors.Is(err, ErrConfigInvalid) || !strings.Contains(err.Error(), "b.cfg:3: port") {
		t.Error(err)
	}
	if err := CheckTogether([]*Config{a, read("b.cfg", "ttyUSB0", "ttyUSB1")}); err == nil || !strings.Contains(err.Error(), "b.cfg:8: MeinProjekt_pvs_node06_Energy.stat") {
		t.Error(err)
	}
}

func TestVerbosity(t *testing.T) {
	for text, want := range map[string]Level{"": Warning, "-1": Silent, "3": Debug, "0": Error} {
		t.Setenv("PT_VERBOSITY", text)
		if l, err := Verbosity(Warning); l != want || err != nil {
			t.Errorf("%q: %v, %v", text, l, err)
		}
	}
	for _, text := range []string{"4", "-2", "loud"} {
		t.Setenv("PT_VERBOSITY", text)
		if l, err := Verbosity(Silent); l != Silent || err == nil {
			t.Errorf("%q: %v, %v", text, l, err)
		}
	}
	var b strings.Builder
	log := Logger(&b, Info)
	log(Debug, "no")
	log(Error, "yes")
	if b.String() != "pt: error: yes\n" {
		t.Errorf("%q", b.String())
	}
}
