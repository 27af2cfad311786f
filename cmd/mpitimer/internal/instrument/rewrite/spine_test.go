package rewrite

import "testing"

// A pattern search spent 70 % of its time in a function that was estimated at 755 ns: how long the text is that it
// looks through stands in no source. Functions on the way to MPI, and what loops over data for them, are regions
// whatever the estimate; what loops over a key, or is called for each element, is not.
func TestTheWayToMPIAndItsLoopsOverDataAreRegions(t *testing.T) {
	list := estimates(t, `package p

import "example.com/binding/mpi"

type world struct{ comm *mpi.Comm }

func Run(w *world, texts []string, pattern string) int {
	n := 0
	for _, text := range texts {
		n += search(text, pattern)
	}
	w.send(n)
	tell(w)
	return total(w, n)
}

func search(text, pattern string) (n int) {
	for i := 0; i+len(pattern) <= len(text); i++ {
		if matches(text[i:], pattern) { n++ }
	}
	return n
}

func matches(text, pattern string) bool {
	b := []byte(pattern)
	for i := range b {
		if text[i] != b[i] { return false }
	}
	return true
}

func total(w *world, n int) int {
	for { 
		if w.comm.Iprobe() { break }
		x := []float64{1}
		axpy(x, x)
		n += hash("key")
	}
	return n
}

func axpy(x, y []float64) { for i := range x { x[i] += y[i] } }
func hash(key string) (h int) { for i := 0; i < len(key); i++ { h = h*31 + int(key[i]) }; return h }
func (w *world) send(n int) { w.comm.Send(n) }
func tell(w *world) int { return w.comm.Rank() }
func put(w *world, key string) { if hash(key)%8 == 3 { w.comm.Send(1) } }
func All(w *world, keys []string) { for _, k := range keys { put(w, k) } }
func alone(x []float64) { for i := range x { x[i]++ } }
`, Options{})
	for name, want := range map[string]bool{
		"Run": true, "All": true, "put": false, "search": true, "total": true, "axpy": true,
		"matches": false, "hash": false, "send": false, "tell": false, "alone": false,
	} {
		if f := list[name]; f.Chosen != want {
			t.Errorf("%s is a region: %t (%s)", name, f.Chosen, f.Why)
		}
	}
}

// MPI is called in one of many ways.
func TestCallsOfMPIAreSeen(t *testing.T) {
	list := estimates(t, `package p

import (
	"C"
	"github.com/sbromberger/gompi"
	other "github.com/btracey/mpi"
)

func byHand(x []float64) { for { C.MPI_Send(nil); if len(x) == 0 { return } } }
func byGompi()  { c := mpi.NewCommunicator(nil); for { c.Barrier() } }
func byOther()  { for other.Wait(1) { } }
func leads()    { byOther(); byOther() }
func handed()   { each(func() { byOther() }) }
func each(f func()) { f() }
func asks()     { for C.MPI_Comm_rank() > 1 { } }
func foreign(x interface{ Send(int) }) { for i := range 3 { x.Send(i) } }
`, Options{})
	for name, want := range map[string]bool{
		"byHand": true, "byOther": true, "leads": true, "handed": true, "each": false, "asks": false, "foreign": false,
	} {
		if f := list[name]; f.Chosen != want {
			t.Errorf("%s is a region: %t (%s)", name, f.Chosen, f.Why)
		}
	}
}

// A renderer was untimed that walks a tree: how deep a recursion goes stands in no source either. The function that begins one is a
// region, also behind an interface that only one type has, unless it is called in loops, may be inlined, or may be one of several.
func TestFunctionsThatBeginRecursionsAreRegions(t *testing.T) {
	list := rewritten(t, []Package{
		{ImportPath: "example.com/m/tree", Name: "tree", Files: []File{{Path: "t.go", Text: []byte(`package tree

type Node struct{ first, next *Node; value int }

type Renderer interface{ Render(n *Node, depth int) int }

type plain struct{ all map[string]int }

func New() Renderer { return &plain{} }

func (p *plain) Render(n *Node, depth int) (sum int) {
	if p.all == nil {
		p.all = map[string]int{"a": 1, "b": 2, "c": depth}
	}
	if depth > 7 || len(p.all) > 100 {
		p.all["a"], p.all["b"] = depth*depth+len(p.all), depth*17+p.all["c"]*p.all["d"]
	}
	Walk(n, func(n *Node) { sum += n.value })
	p.all["sum"], p.all["depth"] = sum+p.all["sum"]*2, depth+p.all["depth"]*3
	return sum + p.all["a"]*p.all["b"]
}

func Walk(n *Node, visit func(n *Node)) { walk(n, visit) }

func walk(n *Node, visit func(n *Node)) {
	visit(n)
	for c := n.first; c != nil; c = c.next {
		walk(c, visit)
	}
}

type one struct{ x int }
type other struct{ x int }

//go:noinline
func (o *one) slow(n *Node) int { return n.value }

//go:noinline
func (o *other) slow(n *Node) int { return -n.value }

func (o *one) Visit(n *Node) (sum int)   { Walk(n, func(n *Node) { sum += n.value }); sum += o.slow(n) + o.slow(n); sum += o.slow(n) + o.slow(n); return sum }
func (o *other) Visit(n *Node) (sum int) { Walk(n, func(n *Node) { sum -= n.value }); sum += o.slow(n) + o.slow(n); sum += o.slow(n) + o.slow(n); return sum }
`)}}},
		{ImportPath: "example.com/m/cmd/render", Name: "main", Files: []File{{Path: "main.go", Text: []byte(`package main

import "example.com/m/tree"

func main() {
	r, n := tree.New(), &tree.Node{}
	for i := range 100 {
		println(r.Render(n, i))
	}
	var v interface{ Visit(n *tree.Node) int }
	println(v.Visit(n))
}
`)}}}}, Options{Module: "example.com/m", Main: true})
	chosen := make(map[string]string)
	for _, f := range list.Functions {
		if f.Chosen {
			chosen[f.Region] = f.Why
		}
	}
	if why := chosen["tree.(*plain).Render"]; len(chosen) != 1 || why != "it begins a recursion, and nothing says how deep" {
		t.Errorf("regions %v", chosen)
	}
}
