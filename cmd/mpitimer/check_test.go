package main

import (
	"bytes"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
)

// keepsRules holds a file in a form of GPTL's to the rules of the programs that read such files; other
// texts have none.
func keepsRules(t *testing.T, name string, text []byte) {
	t.Helper()
	_, kind, err := gptlcompat.Read(bytes.NewReader(text))
	if err != nil {
		return
	}
	rules := map[gptlcompat.Kind]func([]byte) error{
		gptlcompat.GlobalKind: check.Global, gptlcompat.RankKind: check.Rank, gptlcompat.SingleKind: check.SingleFile,
		gptlcompat.TimingKind: check.Timing, gptlcompat.TimingSummaryKind: check.TimingSummary,
	}
	if err := rules[kind](text); err != nil {
		t.Errorf("%s breaks a rule of its readers: %v", name, err)
	}
}
