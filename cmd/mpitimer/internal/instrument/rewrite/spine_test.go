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
