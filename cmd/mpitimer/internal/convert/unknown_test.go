package convert

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/stats/export"
)

// Whatever form a run was read from: no format has a number for a figure that is not in it, and those that can hold a
// text say where it comes from.
func TestUnknownFiguresAreNotWritten(t *testing.T) {
	silent := []string{"hatchet", "folded", "extrap", "extrap-lines", "pprof", "speedscope", "cube"} // pprof and cube are compressed or in an archive
	for form, file := range loadtest.TextFiles(t) {
		for _, f := range export.Formats() {
			run, err := read(io.Discard, []string{file})
			if err != nil {
				t.Fatalf("%s: %v", form, err)
			}
			before, after, one := new(bytes.Buffer), new(bytes.Buffer), run.Export(false)
			err = f.Write(before, one)
			if errors.Is(err, export.ErrRun) && (f.Name == "profiles" || f.Name == "folded") {
				continue // there are none; or no self time
			}
			if err != nil {
				t.Fatalf("%s: %s: %v", form, f.Name, err)
			}
			if said := strings.Contains(before.String(), form); !said && !slices.Contains(silent, f.Name) {
				t.Errorf("%s: %s does not say where its figures come from", form, f.Name)
			}
			if f.Name == "summary" || f.Name == "profiles" {
				continue // which carry what is lacking
			}
			loadtest.Poison(one.Summary, one.Profiles)
			if err := f.Write(after, one); err != nil {
				t.Fatalf("%s: %s: %v", form, f.Name, err)
			}
			if !bytes.Equal(before.Bytes(), after.Bytes()) {
				t.Errorf("%s: %s shows figures that are not in the file:\n%s\n%s", form, f.Name, before, after)
			}
		}
	}
}

// What a file of each form does not have is blank in a table of all that is known.
func TestUnknownColumnsAreBlank(t *testing.T) {
	flat := []string{"self_ns", "recursion", "timed", "open_ns", "level", "call_min_ns", "call_max_ns", "call_squares_ns2", "run_hosts", "run_start_ns"}
	blank := map[string][]string{
		"E3SM stats": append([]string{"stddev_ns", "squares_ns2"}, flat...), "GPTL 8 summary": flat,
		"E3SM ranks":       {"stddev_ns", "call_squares_ns2", "open_ns", "level", "run_hosts", "run_start_ns"},
		"GPTL 8 processes": {"stddev_ns", "call_squares_ns2", "open_ns", "level", "run_hosts", "run_start_ns"},
		"GEOPM report":     {"total_ns", "tracks", "recursion", "call_min_ns", "call_squares_ns2", "open_ns", "level", "run_start_ns"},
	}
	for form, file := range loadtest.TextFiles(t) {
		run, err := read(io.Discard, []string{file})
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		var text bytes.Buffer
		if err := export.WriteCSV(&text, run.Summary); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&text).ReadAll()
		if err != nil || len(blank[form]) == 0 || len(rows) < 2 {
			t.Fatalf("%s: %d rows, %v", form, len(rows), err)
		}
		for _, name := range blank[form] {
			at := slices.Index(rows[0], name)
			if at < 0 {
				t.Fatalf("no column %s", name)
			}
			for _, row := range rows[1:] {
				if row[at] != "" {
					t.Errorf("%s: %s of %s is %q", form, name, row[3], row[at])
				}
			}
		}
	}
}
