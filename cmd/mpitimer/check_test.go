package main

import (
	"bytes"
	"testing"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/read"
)

// keepsRules holds a file in a form of GPTL's to the rules of the programs that read such files; other
// texts have none.
func keepsRules(t *testing.T, name string, text []byte) {
	t.Helper()
	_, kind, err := read.File(bytes.NewReader(text))
	if err != nil {
		return
	}
	rules := map[read.Kind]func([]byte) error{
		read.GlobalKind: check.Global, read.RankKind: check.Rank, read.SingleKind: check.SingleFile,
		read.TimingKind: check.Timing, read.TimingSummaryKind: check.TimingSummary,
	}
	if err := rules[kind](text); err != nil {
		t.Errorf("%s breaks a rule of its readers: %v", name, err)
	}
}
