package tacc

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// cpuinfo is what the kernel shows of two processors.
func cpuinfo(vendor string, family, model, siblings, cores int) string {
	one := fmt.Sprintf("processor\t: %%d\nvendor_id\t: %s\ncpu family\t: %d\nmodel\t\t: %d\nmodel name\t: X : Y\nsiblings\t: %d\ncpu cores\t: %d\n\n", vendor, family, model, siblings, cores)
	return fmt.Sprintf(one, 0) + fmt.Sprintf(one, 1)
}

// Each processor gets the types that the monitor programs on it, and no others.
func TestProcessorTypes(t *testing.T) {
	units := func(g string) string {
		return fmt.Sprintf("intel_%[1]s_cbo intel_%[1]s_hau intel_%[1]s_imc intel_%[1]s_qpi intel_%[1]s_r2pci", g)
	}
	for _, c := range []struct{ about, text, want string }{
		{"Nehalem", cpuinfo("GenuineIntel", 6, 0x1a, 4, 4), "intel_4pmc3"},
		{"Sandy Bridge", cpuinfo("GenuineIntel", 6, 0x2d, 8, 8), "intel_8pmc3 intel_pcu intel_rapl " + units("snb")},
		{"Ivy Bridge with threads", cpuinfo("GenuineIntel", 6, 0x3e, 16, 8), "intel_4pmc3 " + units("ivb") + " intel_pcu intel_rapl"},
		{"Haswell", cpuinfo("GenuineIntel", 6, 0x3f, 12, 12), "intel_8pmc3 " + units("hsw") + " intel_pcu intel_rapl"},
		{"Broadwell", cpuinfo("GenuineIntel", 6, 0x4f, 28, 14), "intel_4pmc3 " + units("bdw") + " intel_pcu intel_rapl"},
		{"Knights Landing", cpuinfo("GenuineIntel", 6, 0x57, 272, 68), "intel_knl intel_rapl"},
		{"Cascade Lake with threads", cpuinfo("GenuineIntel", 6, 0x55, 56, 28), "intel_4pmc3 intel_rapl intel_skx_cha intel_skx_imc"},
		{"Skylake", cpuinfo("GenuineIntel", 6, 0x55, 24, 24), "intel_8pmc3 intel_rapl intel_skx_cha intel_skx_imc"},
		{"Sapphire Rapids with threads", cpuinfo("GenuineIntel", 6, 0x8f, 112, 56), "intel_8pmc3 intel_rapl"},
		{"Alder Lake", cpuinfo("GenuineIntel", 6, 0x97, 16, 8), ""},
		{"Opteron", cpuinfo("AuthenticAMD", 0x10, 2, 4, 4), ""},
		{"Naples", cpuinfo("AuthenticAMD", 0x17, 1, 16, 8), "amd64_pmc amd64_rapl"},
		{"Rome", cpuinfo("AuthenticAMD", 0x17, 0x31, 128, 64), "amd64_df amd64_pmc amd64_rapl"},
		{"Milan", cpuinfo("AuthenticAMD", 0x19, 1, 128, 64), "amd64_df amd64_pmc amd64_rapl"},
		{"Genoa", cpuinfo("AuthenticAMD", 0x19, 0x11, 96, 96), "amd64_pmc amd64_rapl"},
		{"Turin", cpuinfo("AuthenticAMD", 0x1a, 2, 64, 64), "amd64_pmc amd64_rapl"},
		{"another maker", cpuinfo("HygonGenuine", 0x18, 1, 64, 32), ""},
		{"no such lines, as on ARM", "processor\t: 0\nBogoMIPS\t: 200\nCPU implementer\t: 0x41\n\n", ""},
		{"nothing", "", ""},
		{"cut", "vendor_id : GenuineIntel\ncpu family : 6\nmod", ""},
		{"no numbers", "vendor_id : GenuineIntel\ncpu family : 6\nmodel : x\nsiblings :\ncpu cores", ""},
	} {
		p := parseProcessor([]byte(c.text))
		var got []string
		for i := range pmus() {
			if pmus()[i].fits(&p) {
				got = append(got, pmus()[i].typ.Name)
			}
		}
		want := strings.Fields(c.want)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s, %s: %s, want %s", c.about, &p, got, want)
		}
	}
}

// Schema lines are those in a file of a real node, where it has the type, and of the sets of registers that the monitor's
// source chooses from. TestSchemasAreTheMonitors has all others.
func TestProgrammedSchemas(t *testing.T) {
	want := map[string]string{
		"intel_4pmc3": "!intel_4pmc3 CTL0,C CTL1,C CTL2,C CTL3,C CTR0,E,W=48 CTR1,E,W=48 CTR2,E,W=48 CTR3,E,W=48 FIXED_CTR0,E,W=48 FIXED_CTR1,E,W=48 FIXED_CTR2,E,W=48",
		"intel_knl":   "!intel_knl CTL0,C CTL1,C CTR0,E,W=40 CTR1,E,W=40 FIXED_CTR0,E,W=40 FIXED_CTR1,E,W=40 FIXED_CTR2,E,W=40",
	}
	for _, table := range readShared(t, "stampede-2013/archive/c460-104.platform.extension/1380603601.gz").Tables {
		switch name := table.Type.Name; name {
		case "amd64_pmc": // it had four counters then
		case "intel_snb_pcu":
			want["intel_pcu"] = strings.Replace(table.Type.String(), name, "intel_pcu", 1)
		default:
			want[name] = table.Type.String()
		}
	}
	compared := 0
	for i := range pmus() {
		typ := &pmus()[i].typ
		if want[typ.Name] != "" {
			compared++
		}
		if got := typ.String(); want[typ.Name] != "" && got != want[typ.Name] {
			t.Errorf("schema\n%s, want\n%s", got, want[typ.Name])
		}
		if back, err := ParseType(typ.String()); err != nil || !slices.Equal(back.Keys, typ.Keys) {
			t.Errorf("%s: %v", typ.Name, err)
		}
	}
	if compared != 8 {
		t.Errorf("%d types were compared with real lines", compared)
	}
}

// Control registers are those of a real node, where it was programmed as version 2.3.5 does it.
func TestControlsOfARealNode(t *testing.T) {
	d := readShared(t, "stampede-2013/archive/c460-104.platform.extension/1380603601.gz")
	for name, ours := range map[string]string{"intel_snb_imc": "", "intel_snb_hau": "", "intel_snb_r2pci": "", "intel_snb_pcu": "intel_pcu"} {
		if ours == "" {
			ours = name
		}
		m := pmus()[slices.IndexFunc(pmus(), func(m pmu) bool { return m.typ.Name == ours })]
		for _, table := range d.Tables {
			if table.Type.Name != name {
				continue
			}
			_, _, values, _ := table.Row(table.Rows() - 1)
			same := len(m.events)
			if name == "intel_snb_imc" {
				same-- // the last was PRE_COUNT_ALL in that version
			}
			if got := values[:same]; !slices.Equal(got, m.events[:same]) {
				t.Errorf("%s: the node has %d, we write %d", name, got, m.events)
			}
		}
	}
}

// Every event that is programmed has the name that the original's readers give it, but the few that these do not know.
func TestNamesOfProgrammedEvents(t *testing.T) {
	unknown := map[string]bool{
		"intel_8pmc3 430108": true, "intel_4pmc3 43100f": true, "intel_4pmc3 43200f": true,
		"intel_ivb_imc 1400b01": true, "intel_hsw_imc 1400b01": true, "intel_bdw_imc 1400b01": true,
	}
	for i := range pmus() {
		m := &pmus()[i]
		names, known := namesOf(m.typ.Name)
		if !known && !m.energy {
			t.Errorf("no names for %s", m.typ.Name)
		}
		for _, g := range m.of {
			for _, register := range m.eventsFor(&processor{generation: g}) {
				key := fmt.Sprintf("%s %x", m.typ.Name, register)
				if named := names.programmed[register] != ""; register != 0 && named == unknown[key] {
					t.Errorf("%s of %s: named %v", key, g, named)
				}
			}
		}
	}
}

// Whatever /proc/cpuinfo says, a processor is of one vendor's generation, and a type is only for those that it names.
func FuzzProcessor(f *testing.F) {
	f.Add([]byte(cpuinfo("GenuineIntel", 6, 0x55, 56, 28)))
	f.Add([]byte(cpuinfo("AuthenticAMD", 0x19, 1, 128, 64)))
	f.Add([]byte("vendor_id:GenuineIntel\ncpu family:6\nmodel:85\n:\nmodel\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p := parseProcessor(text)
		if p.generation != "" && p.vendor != "GenuineIntel" && p.vendor != "AuthenticAMD" {
			t.Errorf("%s is of a generation", &p)
		}
		for i := range pmus() {
			intel := strings.HasPrefix(pmus()[i].typ.Name, "intel_")
			if pmus()[i].fits(&p) && (p.generation == "" || intel != (p.vendor == "GenuineIntel")) {
				t.Errorf("%s is for %s", pmus()[i].typ.Name, &p)
			}
			if n := len(pmus()[i].eventsFor(&p)); pmus()[i].fits(&p) && n > pmus()[i].typ.controls() {
				t.Errorf("%s of %s has %d events", pmus()[i].typ.Name, &p, n)
			}
		}
	})
}
