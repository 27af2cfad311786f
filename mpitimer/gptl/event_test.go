package gptl

import (
	"fmt"
	"math"
	"strconv"
	"testing"
)

func TestEventNameToCode(t *testing.T) {
	fresh(t)
	for name, want := range map[string]Option{
		"GPTL_IPC": 17, "GPTL_CI": 18, "GPTL_L3MRT": 26, "PAPI_L1_DCM": -1 << 31, "PAPI_TOT_CYC": -1<<31 + 0x3b,
		"PAPI_TOT_INS": -1<<31 + 0x32, "PAPI_FP_OPS": -1<<31 + 0x66, "PAPI_REF_CYC": -1<<31 + 0x6b,
	} {
		code, err := EventNameToCode(name)
		ok(t, err)
		equal(t, "code of "+name, code, want)
	}
	for _, name := range []string{"", "PAPI_", "TOT_CYC", "perf::CYCLES"} {
		_, err := EventNameToCode(name)
		wants(t, err, ErrNoCounters, fmt.Sprintf("%q", name))
	}
}

func TestEventCodeToName(t *testing.T) {
	fresh(t)
	for code := range derivedEvents {
		roundTrip(t, code)
	}
	for index := range presetEvents {
		roundTrip(t, Option(presetMask+index))
	}
	wrong := []Option{0, 8, 53, -1, presetMask + 108}
	if strconv.IntSize > 32 {
		wrong = append(wrong, math.MinInt) // on others the first of the events
	}
	for _, code := range wrong {
		_, err := EventCodeToName(code)
		wants(t, err, ErrNoCounters, "EventCodeToName")
	}
}

func roundTrip(t *testing.T, code Option) {
	t.Helper()
	name, err := EventCodeToName(code)
	ok(t, err)
	back, err := EventNameToCode(name)
	ok(t, err)
	equal(t, "code of "+name, back, code)
}

func TestPAPILibraryInit(t *testing.T) {
	fresh(t)
	wants(t, PAPILibraryInit(), ErrNoCounters, "PAPILibraryInit")
	equal(t, "errors", NumErrors(), 1)
}
