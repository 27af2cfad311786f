package signal

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFormula(t *testing.T) {
	values := map[string]float64{
		"A": 6, "B": 4, "ZERO": 0, "CPU_ENERGY@package-0": 10, "CPUINFO::FREQ_STICKER": 2e9, "a.b": 3, "read-ahead": 5,
		"A@core-1": 100, "A@core": 50,
	}
	of := func(name string) float64 {
		if v, known := values[name]; known {
			return v
		}
		return math.NaN()
	}
	for text, want := range map[string]float64{
		"A/B": 1.5, "A-B": 2, "A - B - 1": 1, "A-1": 5, "-A": -6, "--A": 6, "- -A*+2": 12, "2+3*4": 14, "(2+3)*4": 20, "12/2/3": 2,
		"CPU_ENERGY@package-0/2": 5, "CPU_ENERGY@package-0-2": 8, "A@core-1-1": 99, "A@core-B": 46, "A@core - 1": 49,
		"CPUINFO::FREQ_STICKER * 1e-9": 2, "a.b": 3, `"read-ahead"*2`: 10, "\tA\n*2 ": 12, ".5": 0.5, "1.5e+1": 15, "2E-1": 0.2,
		"1e3": 1000, "64*(A+B)": 640, "a.b-1": 2,
	} {
		f, err := ParseFormula(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := f.Value(of); got != want || f.String() != text {
			t.Errorf("%q is %v, not %v", text, got, want)
		}
	}
	for _, text := range []string{"A/ZERO", "A/(B-4)", "0/0", "UNKNOWN", "A+UNKNOWN*0", "1/-0"} {
		f, err := ParseFormula(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := f.Value(of); !math.IsNaN(got) {
			t.Errorf("%q is %v, not NaN", text, got)
		}
	}
}

func TestFormulaNames(t *testing.T) {
	f, err := ParseFormula("(B+A)/B - C@cpu-3")
	if err != nil || !slices.Equal(f.Names(), []string{"B", "A", "C@cpu-3"}) {
		t.Fatal(f.Names(), err)
	}
	if got := f.Of([]float64{2, 4, 1}); got != 2 {
		t.Error(got)
	}
	if got := f.Of([]float64{2, 4}); !math.IsNaN(got) {
		t.Error("a value is missing:", got)
	}
	f.Names()[0] = "X"
	if f.Names()[0] != "B" {
		t.Error("the formula's own names were changed")
	}
	values := []float64{2, 4, 1}
	if n := testing.AllocsPerRun(100, func() { f.Of(values) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestFormulaErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "column 1: expected a name, a number or \"(\", found the end",
		"A +":                     "column 4: expected a name, a number or \"(\", found the end",
		"A B":                     "column 3: expected an operator or the end, found \"B\"",
		"(A":                      "column 3: expected \")\", found the end",
		"A)":                      "column 2: expected an operator or the end, found \")\"",
		"A*/B":                    "column 3: expected a name, a number or \"(\", found \"/\"",
		"A ^ 2":                   "column 3: '^' has no meaning here",
		"é":                       "column 1: 'é' has no meaning here",
		"1.2.3":                   "column 1: \"1.2.3\" is not a number that fits",
		"A+1e999":                 "column 3: \"1e999\" is not a number that fits",
		"0x10":                    "column 1: \"0x10\" is not a number",
		"3A":                      "column 1: \"3A\" is not a number",
		`"A`:                      "column 1: the quote is not closed",
		`A+""`:                    "column 3: a name is empty",
		strings.Repeat("(", 1000): "column 202: more than 200 signs and parentheses in each other",
		strings.Repeat("-", 1000): "column 202: more than 200 signs and parentheses in each other",
	} {
		f, err := ParseFormula(text)
		if f != nil || !errors.Is(err, ErrFormula) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A formula is written from a tree whose value is known.
func TestFormulaProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, want := drawFormula(t, 5)
		f, err := ParseFormula(text)
		if err != nil {
			t.Fatal(err)
		}
		got := f.Value(func(name string) float64 { return float64(name[0]) })
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("%q is %v, not %v", text, got, want)
		}
	})
}

func drawFormula(t *rapid.T, depth int) (string, float64) {
	what := rapid.IntRange(0, 6).Draw(t, "what")
	if depth == 0 {
		what = min(what, 1)
	}
	switch what {
	case 0:
		v := rapid.Float64Range(0, 1000).Draw(t, "number")
		return fmt.Sprintf(" %g", v), v
	case 1:
		name := rapid.StringMatching(`[A-Za-z_][A-Z0-9_.:]{0,5}`).Draw(t, "name")
		return name, float64(name[0])
	case 2:
		text, v := drawFormula(t, depth-1)
		return "-(" + text + ")", -v
	}
	a, va := drawFormula(t, depth-1)
	b, vb := drawFormula(t, depth-1)
	operator := "+-*/"[what-3]
	return "(" + a + ") " + string(operator) + "(" + b + ")", apply(operator, va, vb)
}

func FuzzFormula(f *testing.F) {
	for _, text := range []string{"INSTRUCTIONS/CYCLES", "64*(CACHE_MISSES@cpu-1 - 2e-3)/-TIME", `"a b"+.5`, "((", "1e", "A@-1", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		formula, err := ParseFormula(text)
		if err != nil {
			if !errors.Is(err, ErrFormula) || !strings.Contains(err.Error(), "column ") {
				t.Fatal(err)
			}
			return
		}
		names := formula.Names()
		values := make([]float64, len(names))
		for i := range values {
			values[i] = float64(i + 1)
		}
		got := formula.Of(values)
		again := formula.Value(func(name string) float64 { return values[slices.Index(names, name)] })
		if got != again && !(math.IsNaN(got) && math.IsNaN(again)) {
			t.Fatalf("%q: %v and %v", text, got, again)
		}
	})
}
