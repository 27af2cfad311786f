package perfmod

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestDefaultsAreE3SMs(t *testing.T) {
	want := Settings{GlobalStats: true, DepthLimit: 99999, DetailLimit: 1, OutputRanks: 0, OutputStride: 1, Timer: 4}
	if got := DefaultSettings(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	got, err := ReadSettings(strings.NewReader("&other x=1 /\n"), "in")
	if err != nil || got != want {
		t.Errorf("without the groups: %+v, %v", got, err)
	}
}

// What the driver of E3SM writes for a case, between groups of others.
func TestEveryKeyIsRead(t *testing.T) {
	const text = `&cime_driver_inst
  ninst_driver = 1
/
&prof_inparm
  profile_add_detail = .true.
  profile_barrier = .true.
  profile_depth_limit = 20
  profile_detail_limit = 12
  profile_disable = .true.
  profile_global_stats = .false.
  profile_outpe_num = -1
  profile_outpe_stride = 0
  profile_ovhd_measurement = .true.
  profile_papi_enable = .true.
  profile_single_file = .true.
  profile_timer = 2
/
&papi_inparm
  papi_ctr1_str = "PAPI_TOT_CYC"
  papi_ctr2_str = 'PAPI_NO_CTR    '
  papi_ctr3_str = 'PAPI_L1_DCM'
  papi_ctr4_str = ''
/
`
	want := Settings{
		Disable: true, Barrier: true, SingleFile: true, GlobalStats: false, DepthLimit: 20, DetailLimit: 12,
		OutputRanks: -1, OutputStride: 0, Timer: 2, Counters: true, MeasureOverhead: true, AddDetail: true,
		CounterNames: [4]string{"PAPI_TOT_CYC", "", "PAPI_L1_DCM", ""},
	}
	got, err := ReadSettings(strings.NewReader(text), "drv_in")
	if err != nil || got != want {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
	if names := got.counterNames(); !reflect.DeepEqual(names, []string{"PAPI_TOT_CYC", "PAPI_L1_DCM"}) {
		t.Errorf("counters %q", names)
	}
	if names := new(Settings).counterNames(); !reflect.DeepEqual(names, []string{"PAPI_FP_OPS"}) {
		t.Errorf("counters by default %q", names)
	}
}

// The fields of Settings are keys, each of them.
func TestEverySettingHasItsKey(t *testing.T) {
	var s Settings
	profile, counters := s.targets()
	seen := make(map[uintptr]string)
	for _, group := range []map[string]any{profile, counters} {
		for key, target := range group {
			at := reflect.ValueOf(target).Pointer()
			if other := seen[at]; other != "" {
				t.Errorf("%s and %s set the same", key, other)
			}
			seen[at] = key
		}
	}
	if fields := reflect.TypeOf(s).NumField(); len(profile) != fields-1 || len(counters) != len(s.CounterNames) {
		t.Errorf("%d and %d keys for %d fields", len(profile), len(counters), fields)
	}
}

func TestRealNamelistIsRead(t *testing.T) {
	name := filepath.Join("..", "..", "..", "shared", "data", "gptl", "generated", "e3sm-4ranks-ovhd", "drv_in")
	f, err := os.Open(name)
	if err != nil {
		t.Skipf("no real data: %v", err)
	}
	defer f.Close()
	want := DefaultSettings()
	want.Barrier, want.OutputRanks, want.OutputStride, want.MeasureOverhead = true, 2, 2, true
	if got, err := ReadSettings(f, name); err != nil || got != want {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
}

func TestWrongNamelistTellsLinesAndKeepsTheRest(t *testing.T) {
	const text = "&prof_inparm\n profile_barrier = .true.\n profile_timer = 'x'\n profile_detail = 3\n profile_outpe_num = 7\n/\n&papi_inparm\n papi_ctr1_str = FP\n/\n"
	got, err := ReadSettings(strings.NewReader(text), "drv_in")
	want := DefaultSettings()
	want.Barrier, want.OutputRanks = true, 7
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for _, part := range []string{"drv_in:3: ", "an integer", "drv_in:4: ", "profile_detail", "drv_in:8: ", "a string"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%v does not tell of %q", err, part)
		}
	}
}

func FuzzReadSettings(f *testing.F) {
	for _, seed := range []string{
		"&prof_inparm\n  profile_barrier = .true.\n  profile_outpe_num = 2,\n/\n&papi_inparm papi_ctr1_str='PAPI_NO_CTR' /",
		"&prof_inparm profile_timer=, profile_single_file=T &end", "&prof_inparm profile_depth_limit=99999999999 /",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadSettings(strings.NewReader(text), "in")
		if err != nil && !strings.Contains(err.Error(), "in:") {
			t.Errorf("no place in %v", err)
		}
		if names := s.counterNames(); len(names) == 0 || len(names) > 4 {
			t.Errorf("counters %q", names)
		}
		if !strings.Contains(strings.ToLower(text), "prof_inparm") {
			s.CounterNames = [4]string{}
			if s != DefaultSettings() {
				t.Errorf("got %+v without a group", s)
			}
		}
	})
}
