package read

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// globalRow is a row of E3SM's table of all ranks, written anew from a look at the files, without the reader's columns.
var globalRow = regexp.MustCompile(`^\s*("[^"]*"|\S.*?)\s+([y-]\s+)?\d+\s+\d+\s+\d\.\d+e[+-]\d+\s+\d\.\d+e[+-]\d+(\s+\d+\.\d+ \(\s*\d+\s+\d+\)){2}\s*$`)

// goodTables counts the tables of all ranks in a text that have a title and rows, and their rows.
func goodTables(text string) (tables, rows int) {
	inside, first := false, false
	for line := range strings.Lines(text) {
		switch {
		case strings.Contains(line, "walltotal") && strings.Contains(line, "wallmax"):
			inside, first = true, true
		case inside && globalRow.MatchString(line):
			if rows++; first {
				tables, first = tables+1, false
			}
		default:
			inside = false
		}
	}
	return tables, rows
}

// readTables counts what the reader has of them.
func readTables(text string) (tables, rows int) {
	files, _, _ := All(strings.NewReader(text))
	for _, f := range files {
		g, is := f.Contents.(*GlobalFile)
		if s, single := f.Contents.(*SingleFile); single && s.Global != nil {
			g, is = s.Global, true
		}
		if is && len(g.Summary.Regions) > 0 {
			tables, rows = tables+1, rows+len(g.Summary.Regions)
		}
	}
	return tables, rows
}

// Each good table of public logs can be reached, whatever stands around it: all that is there in one log, between other text,
// lines that other ranks have written into, and tables that end too early. GPTL_LOGS may name a directory of more logs.
func TestEveryTableIsReached(t *testing.T) {
	var logs []string
	var together strings.Builder
	for _, folder := range []string{"../../../shared/data/gptl", "../../../shared/data/faults", os.Getenv("GPTL_LOGS")} {
		_ = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Error(err)
			}
			want, wantRows := goodTables(string(text))
			if want == 0 {
				return nil
			}
			logs = append(logs, name)
			if got, rows := readTables(string(text)); got != want || rows != wantRows {
				t.Errorf("%s: %d of %d tables, %d of %d rows", name, got, want, rows, wantRows)
			}
			if !strings.Contains(string(text), "Stats for thread") { // else another kind of file
				fmt.Fprintf(&together, "step %d\n***** GLOBAL STATISTICS (    12 MPI%s\n12.5 s\n***** GLOBAL STATISTICS (     2 MPI TASKS) *****\n\n$Id\n'count' is\nname            on process", len(logs), text)
			}
			return nil
		})
	}
	if len(logs) == 0 {
		t.Skip("there are no logs")
	}
	want, wantRows := goodTables(together.String())
	if got, rows := readTables(together.String()); got != want || rows != wantRows {
		t.Errorf("one log of all: %d of %d tables, %d of %d rows", got, want, rows, wantRows)
	}
	t.Logf("%d logs, %d tables with %d rows in one", len(logs), want, wantRows)
}
