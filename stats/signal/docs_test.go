package signal

import (
	"os"
	"strings"
	"testing"
)

// The page for users names every signal.
func TestDocsNameSignals(t *testing.T) {
	text, err := os.ReadFile("../../docs/signals.md")
	if err != nil {
		t.Fatal(err)
	}
	p := newMachine(t).find()
	names := systemNames
	for _, s := range p.Signals() {
		names = append(names, s.Name)
	}
	for _, a := range p.Absent() {
		names = append(names, a.Name)
	}
	for _, name := range names {
		if !strings.Contains(string(text), "`"+name+"`") && !strings.HasPrefix(name, sensorPrefix) {
			t.Errorf("docs/signals.md does not name %s", name)
		}
	}
}

// Formulas that the page shows are formulas.
func TestDocsFormulas(t *testing.T) {
	text, err := os.ReadFile("../../docs/signals.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| formula | value |")
	table, _, _ = strings.Cut(table, "\n\n")
	n := 0
	for _, line := range strings.Split(table, "\n")[2:] {
		cells := strings.Split(line, "`")
		if _, err := ParseFormula(cells[1]); err != nil {
			t.Error(err)
		}
		n++
	}
	if n < 5 {
		t.Errorf("only %d formulas", n)
	}
}
