package generate

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats/calls/functions"
)

func TestSpecialsAreFunctions(t *testing.T) {
	list := specials(t)
	if len(list) < 140 {
		t.Errorf("only %d macros", len(list))
	}
	for name := range list {
		if _, ok := functions.Lookup(name); !ok {
			t.Errorf("special.h has a macro for MPI_%s, which the table of functions does not have", name)
		}
	}
}

func TestParseSpecials(t *testing.T) {
	list, err := ParseSpecials("#define ON_Send(call, buf, dest) \\\n\tMADE(call)\n#define ON_Bsend ON_Send\n" +
		"#define COLLECTIVE_Bcast(form, call, buf, comm, ...) form(call)\n#define COLLECTIVE_Scan COLLECTIVE_Bcast\n#define PUT(x) x\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name       string
		parameters int
		want       string
	}{
		{"Send", 2, "FREQUENT(Send, Send"},
		{"Send_c", 2, "SPECIAL(Send_c, Send"},
		{"Bsend", 2, "SPECIAL(Bsend, Bsend"},
		{"Isend", 2, "PLAIN(Isend"},
		{"Bcast", 2, "FREQUENT_COLLECTIVE(Bcast, Bcast, BLOCKING"},
		{"Ibcast_c", 3, "COLLECTIVE(Ibcast_c, Bcast, NONBLOCKING"},
		{"Scan_init", 4, "COLLECTIVE(Scan_init, Scan, PERSISTENT"},
		{"Iscan", 3, "COLLECTIVE(Iscan, Scan, NONBLOCKING"},
		{"Probe", 5, "PLAIN(Probe"},
	} {
		name, form, err := list.of(Prototype{Name: c.name, Parameters: make([]Parameter, c.parameters)})
		if got := macro(c.name, name, form); err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
		if name == "" {
			continue
		}
		_, _, err = list.of(Prototype{Name: c.name, Parameters: make([]Parameter, c.parameters+1)})
		if err == nil || !strings.Contains(err.Error(), "MPI_"+c.name+": ") {
			t.Errorf("%s with a parameter more: %v", c.name, err)
		}
	}
	for _, bad := range []string{
		"", "#define PUT(x) x", "#define ON_Bsend ON_Send\n", "#define ON_Send(call) x\n#define ON_Send(call) y\n",
		"#define ON_Send(call) x\n#define COLLECTIVE_Bcast COLLECTIVE_Send\n", "#define ON_Send(call) x\n#define COLLECTIVE_Bcast ON_Send\n",
	} {
		if list, err := ParseSpecials(bad); err == nil {
			t.Errorf("%q was taken: %v", bad, list)
		}
	}
}
