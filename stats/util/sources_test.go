package util

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func TestParseSources(t *testing.T) {
	for text, want := range map[string]Sources{
		"all": All, "cpu": CPUUtil | CPUUtilX, " NET_IN_ext , hdd": NetInExt | HDD, "all,-PROC_HDD_STATS": All &^ HDDStats, "rut": RUT,
	} {
		if got, err := ParseSources(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "cpu,", "gpu", "cpu;mem", "-"} {
		if got, err := ParseSources(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
	if _, err := ParseSources("cpu,-cpu"); !errors.Is(err, ErrNoSource) {
		t.Error(err)
	}
	if n := len(RUT.String()); n == 0 || RUT == All {
		t.Error(RUT)
	}
	fifteen := 0
	for s := RUT; s != 0; s &= s - 1 {
		fifteen++
	}
	if fifteen != 15 {
		t.Errorf("the thesis has 15 sources, not %d", fifteen)
	}
}

func TestSourcesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := Sources(rapid.Uint32Range(1, uint32(All)).Draw(t, "set"))
		got, err := ParseSources(set.String())
		if err != nil || got != set {
			t.Fatalf("%v becomes %v, %v", set, got, err)
		}
	})
}
