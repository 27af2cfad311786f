package perf

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// described is a tree of /sys and /proc with devices as kernels describe them.
func describedTree(t *testing.T) string {
	root := t.TempDir()
	for path, text := range map[string]string{
		"cpu/type": "4\n", "cpu/events/mem-loads": "event=0xcd,umask=0x1,ldlat=3\n", "cpu/events/cpu-cycles": "event=0x3c\n",
		"cpu/format/event": "config:0-7,32-35\n", "cpu/format/umask": "config:8-15\n", "cpu/format/ldlat": "config1:0-15\n",
		"cpu/format/edge": "config:18\n", "cpu/events/mem-loads.unit": "x\n",
		"arm/type": "7\n", "arm/events/cpu-cycles": "event=0x11\n", "arm/format/event": "config:0-15\n",
		"uncore/type": "12\n", "uncore/events/clockticks": "event=0xff\n", "uncore/cpumask": "0\n", "uncore/format/event": "config:0-7\n",
	} {
		path = filepath.Join(root, devices, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestNames(t *testing.T) {
	root := describedTree(t)
	for name, want := range map[string]Event{
		"INSTRUCTIONS":                        {kind: 0, config: [3]uint64{1}, Mode: User},
		"INSTRUCTIONS:u":                      {kind: 0, config: [3]uint64{1}, Mode: User},
		"CYCLES:k":                            {kind: 0, config: [3]uint64{0}, Mode: Kernel},
		"CYCLES:uk":                           {kind: 0, config: [3]uint64{0}, Mode: User | Kernel},
		"PAPI_TOT_INS":                        {kind: 0, config: [3]uint64{1}, Mode: User},
		"PAPI_TOT_CYC:uk":                     {kind: 0, config: [3]uint64{0}, Mode: User | Kernel},
		"perf::INSTRUCTIONS:uk":               {kind: 0, config: [3]uint64{1}, Mode: User | Kernel},
		"perf::CPU-MIGRATIONS":                {kind: 1, config: [3]uint64{4}, Mode: User},
		"perf::PERF_COUNT_SW_PAGE_FAULTS_MIN": {Mode: User},
		"perf::TASK-CLOCK":                    {Mode: User},
		"PAPI_L1_DCM":                         {kind: 3, config: [3]uint64{0x10000}, Mode: User},
		"PAPI_TLB_DM":                         {kind: 3, config: [3]uint64{0x10003}, Mode: User},
		"r01c2":                               {kind: 4, config: [3]uint64{0x1c2}, Mode: User},
		"r01C2:k":                             {kind: 4, config: [3]uint64{0x1c2}, Mode: Kernel},
		"cpu/mem-loads/":                      {kind: 4, config: [3]uint64{0x1cd, 3}, Mode: User},
		"mem-loads":                           {kind: 4, config: [3]uint64{0x1cd, 3}, Mode: User},
		"cpu/event=0x3c5,edge/":               {kind: 4, config: [3]uint64{0x3000400c5}, Mode: User},
		"cpu/config=0x7,umask=1/u":            {},
		"arm/cpu-cycles/:uk":                  {kind: 7, config: [3]uint64{0x11}, Mode: User | Kernel},
	} {
		e, err := lookup(root, name)
		if want.Mode == 0 {
			if !errors.Is(err, ErrUnknown) {
				t.Errorf("%s: got %v, %v", name, e, err)
			}
			continue
		}
		if err != nil || e.kind != want.kind || e.config != want.config || e.Mode != want.Mode || e.Name != name {
			t.Errorf("%s: got %+v, %v", name, e, err)
		}
	}
}

func TestWrongNames(t *testing.T) {
	root := describedTree(t)
	for name, says := range map[string]string{
		"INSTRUCTION":            "near: INSTRUCTIONS",
		"instructions":           "near: INSTRUCTIONS",
		"PAPI_TOT_INST":          "near: PAPI_TOT_INS",
		"mem_loads":              "near: cpu/mem-loads/",
		"CYCLES:x":               "expected u, k or uk",
		"TASK_CLOCK:u":           "has no modes",
		"cpu-cycles":             "several devices",
		"uncore/clockticks/":     "not for a thread",
		"cpu/event=0x10000/":     "does not fit",
		"cpu/event=zz/":          "is no number",
		"cpu/evant=1/":           "no term",
		"none/x/":                "no such event",
		"../../x":                "no such event",
		"*":                      "no such event",
		"FLOPS":                  "no single event",
		"":                       "no such event",
		"r01c2r":                 "no such event",
		strings.Repeat("x", 500): "no such event",
	} {
		if e, err := lookup(root, name); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.40q: got %+v, %v, want %q", name, e, err, says)
		}
	}
}
