package ranktable

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/stats"
)

var noteText = rankfile.Text{
	Program: "model", Command: []string{"./model", "-t", "a\tb\nc"}, Host: "node7", Job: map[string]string{"SLURM_JOB_ID": "12", "JOB_ID": "<7&>"},
	Environments: []stats.Environment{
		{Name: "all", Size: 4, Ranks: []stats.Range{{First: 0, Last: 3, Stride: 1}}},
		{Name: "odd", Size: 3, Ranks: []stats.Range{{First: 1, Last: 3, Stride: 2}, {First: 9, Last: 9, Stride: 1}}},
	},
	Warnings: []stats.Warning{{Kind: "stop without start", Path: "x", Caller: "main.go:7", Count: 3}},
	Counters: []stats.Counter{{Name: "CPU_ENERGY", Unit: "J", Step: 1e-6, Domain: "board"}, {Name: "RSS", Step: 1, Peak: true}},
	Counted:  []float64{0.25, 1},
	Columns:  []int{0, 1}, Empty: []int64{7, 0},
}

func TestNoteReadAgain(t *testing.T) {
	if got, err := decodeText(noteText.Encode()); err != nil || !reflect.DeepEqual(got, noteText) {
		t.Errorf("%s is read as %+v, %v", noteText.Encode(), got, err)
	}
	rapid.Check(t, func(t *rapid.T) {
		want := rankfile.Text{Program: rapid.String().Draw(t, "program"), Host: string(rapid.SliceOf(rapid.Byte()).Draw(t, "host"))}
		if got, err := decodeText(want.Encode()); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s is read as %+v, %v", want.Encode(), got, err)
		}
	})
}

// Later programs add keys, and fields behind those that are known.
func TestNoteOfLaterProgram(t *testing.T) {
	note := strings.Replace(string(noteText.Encode()), "main.go:7\t3\n", "main.go:7\t3\tmore\n", 1) + "colour=red\n"
	if got, err := decodeText([]byte(note)); err != nil || !reflect.DeepEqual(got, noteText) {
		t.Errorf("%s is read as %+v, %v", note, got, err)
	}
}

func TestNoteFaults(t *testing.T) {
	for note, want := range map[string]string{
		"job=a\n":                   "line 1: job: 1 fields, expected 2",
		"host=a\nenvironment=all\n": "line 2: environment: 1 fields, expected 2",
		"environment=all\tx\n":      `line 1: environment: strconv.Atoi: parsing "x": invalid syntax`,
		"warning=a\tb\tc\n":         "line 1: warning: 3 fields, expected 4",
		"counter=a\n":               "line 1: counter: 1 fields, expected 5",
		"counted=1\tx\n":            `line 1: counted: strconv.ParseFloat: parsing "x": invalid syntax`,
		"{}":                        `line 1: "{}", expected KEY=value`,
	} {
		if _, err := decodeText([]byte(note)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", note, err, want)
		}
	}
}
