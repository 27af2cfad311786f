package rewrite

import (
	"fmt"
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"time"
)

// estimates returns the functions of a file by name.
func estimates(t *testing.T, text string, o Options) map[string]Function {
	t.Helper()
	if _, err := parser.ParseFile(token.NewFileSet(), "", text, 0); err != nil {
		t.Fatal(err)
	}
	list := make(map[string]Function)
	for _, f := range rewritten(t, one(text), o).Functions {
		list[f.Name] = f
	}
	return list
}

const work = "x[0]++; x[1] = x[0]*x[2]; x[3] += x[4]/x[5]; x[6] = x[7]-x[8]*x[9]; x[10] = x[11]+x[12]*x[13]; x[14]++; x[15] = x[16]*x[17]*x[18]\n"

// A chain of functions that do little but call the next gets no more timers than it may have.
func TestTimersOfAChainStayWithinTheBudget(t *testing.T) {
	var b strings.Builder
	b.WriteString("package p\n")
	const links = 12
	for i := range links {
		call := fmt.Sprintf("f%d(x)", i+1)
		if i == links-1 {
			call = "for range 500 {\n" + work + "}"
		}
		fmt.Fprintf(&b, "func f%d(x []float64) {\n%s%s%s\n}\n", i, work, work, call)
	}
	list := estimates(t, b.String(), Options{})
	chosen := 0
	for name, f := range list {
		if f.Chosen {
			chosen++
		}
		e := f.Estimate
		if cost := e.Timers + timers; f.Chosen && cost > budget*e.Total {
			t.Errorf("%s: timers of %g in %g", name, cost, e.Total)
		}
	}
	if !list["f11"].Chosen {
		t.Errorf("the function that works: %s", list["f11"].Why)
	}
	if chosen == links || chosen < 2 {
		t.Errorf("%d of %d are chosen", chosen, links)
	}
}

func TestLeavesInLoopsMustCostMore(t *testing.T) {
	const text = "package p\nfunc leaf(x []float64) {\nfor range 100 {\n" + work + "}\n}\n"
	needed := estimates(t, text+"func F(x []float64) { leaf(x) }\n", Options{})["leaf"].Estimate.Needed
	inLoop := estimates(t, text+"func F(x []float64) { for range 7 { leaf(x) } }\n", Options{})["leaf"].Estimate.Needed
	inner := estimates(t, text+"func F(x []float64) { for range 7 { for range x { leaf(x) } } }\n", Options{})["leaf"].Estimate.Needed
	if needed != DefaultThreshold || inLoop != 2*needed || inner != 4*needed {
		t.Errorf("needed %g, in a loop %g, in two %g", needed, inLoop, inner)
	}
}

func TestEstimates(t *testing.T) {
	list := estimates(t, `package p

import "os"

const n = 1 << 10

type box struct{ inner *part }
type part struct{ table [64]int }

func (p *part) work() int { s := 0; for i := range p.table { s += p.table[i] }; return s }
func newBox() *box        { return &box{} }

func constant(x []int)    { for i := 0; i < n; i++ { x[i]++ } }
func typed(b *box)        { b.inner.work() }
func result()             { newBox().inner.work() }
func local()              { b := newBox(); p := b.inner; p.work() }
func endless(x []int)     { for { endless(x); constant(x) } }
func rare(err error)      { if err != nil { for range 1000 { os.ReadFile("x") } } }
func spawn(x []int)       { go constant(x) }
func closure(x []int)     { f := func() { constant(x) }; f() }
func mutual(x []int)      { other(x) }
func other(x []int)       { mutual(x) }
`, Options{})
	work, constant := list["work"].Estimate.Total, list["constant"].Estimate.Total
	if work < 20 || work > 200 {
		t.Errorf("64 rounds take %g", work)
	}
	if constant < 300 || constant > 3000 {
		t.Errorf("1024 rounds take %g", constant)
	}
	for _, name := range []string{"typed", "result", "local"} {
		if got := list[name].Estimate.Total; got < work || got > work+60 {
			t.Errorf("%s takes %g, of it the method %g", name, got, work)
		}
	}
	if got := list["closure"].Estimate.Total; got < constant || got > constant+60 {
		t.Errorf("closure takes %g, what it calls %g", got, constant)
	}
	if got := list["endless"].Estimate.Total; got < 2*constant || got > 20*constant {
		t.Errorf("endless takes %g, the calls of itself must not count", got)
	}
	if got := list["rare"].Estimate.Total; got > 1e6 {
		t.Errorf("an error's way counts in full: %g", got)
	}
	if got := list["spawn"].Estimate.Total; got > goroutine+50 {
		t.Errorf("a goroutine counts for who starts it: %g", got)
	}
	if got := list["mutual"].Estimate.Total; got > 50 {
		t.Errorf("functions that call each other take %g", got)
	}
}

// An estimate is the sum of its parts.
func TestPartsAddUp(t *testing.T) {
	r := rewritten(t, listed(t, "encoding/json", "text/template/parse"), Options{})
	for _, f := range r.Functions {
		sum := 0.0
		for i, p := range f.Estimate.Parts {
			sum += p.Cost
			if i > 0 && p.Cost > f.Estimate.Parts[i-1].Cost {
				t.Errorf("%s: parts are not in order", f.Region)
			}
		}
		if diff := sum - f.Estimate.Total; diff > 1e-6*sum+1e-6 || diff < -1e-6*sum-1e-6 {
			t.Errorf("%s: parts are %g, the whole is %g", f.Region, sum, f.Estimate.Total)
		}
	}
}

func TestDurations(t *testing.T) {
	for ns, want := range map[float64]string{0: "0 ns", 3.4: "3 ns", 1500: "1.5 µs", 12345: "12 µs", 140e3: "140 µs", 2.5e6: "2.5 ms", 3e9: "3.0 s", 1e15: "999 s"} {
		if got := duration(ns); got != want {
			t.Errorf("%g is %s, not %s", ns, got, want)
		}
	}
}

func TestHookIsNecessary(t *testing.T) {
	if _, err := Rewrite(nil, Options{}); err == nil || !strings.Contains(err.Error(), "Options.Hook") {
		t.Error(err)
	}
}

// The hook's own package is left alone, and a package that cannot be parsed as a whole.
func TestPackagesLeftAlone(t *testing.T) {
	o := forced(t)
	o.Hook = "example.com/m/hook"
	r := rewritten(t, []Package{
		{ImportPath: o.Hook, Name: "hook", Files: []File{{Path: "hook.go", Text: []byte("package hook\nfunc F() {}\n")}}},
		{ImportPath: "example.com/m/x", Name: "x", Files: []File{
			{Path: "x.go", Text: []byte("package x\nfunc F() {}\n")},
			{Path: "y.go", Text: []byte("package x\n\nfunc G( {}\n")},
		}},
		one("package p\nfunc F() {}\n")[0],
	}, o)
	if len(r.Files) != 1 || r.Files["p.go"] == nil {
		t.Errorf("changed are %q", r.Files)
	}
	if len(r.Problems) != 1 || r.Problems[0].File != "y.go" || r.Problems[0].Line != 3 {
		t.Errorf("problems %v", r.Problems)
	}
}

func BenchmarkRewrite(b *testing.B) {
	var text strings.Builder
	text.WriteString("package p\n")
	for i := range 5000 {
		fmt.Fprintf(&text, "func f%d(x []float64) {\n\tfor i := range x {\n\t\tif x[i] > 0 {\n\t\t\tx[i] = x[i] * float64(i)\n\t\t\tf%d(x)\n\t\t}\n\t}\n}\n", i, (i+7)%5000)
	}
	start := time.Now()
	for b.Loop() {
		rewritten(b, one(text.String()), Options{})
	}
	lines := strings.Count(text.String(), "\n")
	b.ReportMetric(float64(lines*b.N)/time.Since(start).Seconds(), "lines/s")
}

// A function that does next to nothing unless a buffer has to be filled first costs next to nothing, as
// html.(*Tokenizer).readByte of x/net, which made that parser half as slow again. One whose straight way is
// work, or whose if is all that it does in a loop, does not.
func TestSidePathsAreSeldom(t *testing.T) {
	const fill = "for range 100 {\n" + work + "}\n"
	list := estimates(t, "package p\n"+
		"func next(b, x []float64) float64 {\nif len(b) == 0 {\nif x[0] > 1 {\nreturn 0\n}\n"+fill+"}\nreturn b[0]\n}\n"+
		"func busy(b, x []float64) float64 {\n"+strings.Repeat(work, 20)+"if len(b) == 0 {\n"+fill+"}\nreturn b[0]\n}\n"+
		"func looped(b, x []float64) {\nfor range 100 {\nif b[0] > 0 {\n"+work+"}\n}\n}\n", Options{})
	whole := estimates(t, "package p\nfunc f(x []float64) {\n"+fill+"}\n", Options{})["f"].Estimate.Total
	for name, within := range map[string][2]float64{"next": {0, 0.05 * whole}, "busy": {0.2 * whole, 2 * whole}, "looped": {0.2 * whole, whole}} {
		if got := list[name].Estimate.Total; got < within[0] || got > within[1] {
			t.Errorf("%s: %.0f ns, want %.0f to %.0f; filling takes %.0f", name, got, within[0], within[1], whole)
		}
	}
}
