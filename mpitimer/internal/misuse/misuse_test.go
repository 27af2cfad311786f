package misuse

import (
	"fmt"
	"regexp"
	"runtime"
	"testing"
	"unsafe"

	"github.com/go-hpc/timers/stats"
)

// Beyond the most, warnings are counted and no longer kept apart; those that are there go on being counted. One kind
// hides no other.
func TestListIsBounded(t *testing.T) {
	var l List
	for kind := range 5 {
		for i := range Most {
			l.Keep(fmt.Sprint("kind", kind), fmt.Sprint("path", i), About{}, 0)
		}
	}
	l.Keep("kind0", "path0", About{}, 0)
	l.Keep("kind3", "path0", About{}, 0)
	all := l.All()
	counts := map[string]uint64{}
	sum := uint64(0)
	for _, w := range all {
		counts[w.Kind+" "+w.Path] = w.Count
		sum += w.Count
	}
	if len(all) != Most+1 || counts["kind0 path0"] != 2 || counts["kind0 path1"] != 1 || counts["kind0 "] != Most-mostOfKind || counts["kind3 path0"] != 2 {
		t.Errorf("%d warnings: %v", len(all), counts)
	}
	if sum != 5*Most+2 {
		t.Errorf("%d are counted of %d", sum, 5*Most+2)
	}
}

// caller is where it is called.
func caller() uintptr {
	var pcs [4]uintptr
	return Outside(pcs[:runtime.Callers(2, pcs[:])])
}

func TestPlacesOfWarnings(t *testing.T) {
	var l List
	l.Keep("kind", "", About{}, caller())
	l.Keep("kind", "", About{}, caller())
	l.Keep("kind", "", About{}, 0)
	places := map[string]bool{}
	for _, w := range l.All() {
		places[w.Caller] = true
	}
	here := 0
	for place := range places {
		if regexp.MustCompile(`^misuse/misuse_test\.go:\d+$`).MatchString(place) {
			here++
		}
	}
	if here != 2 || !places[""] || len(places) != 3 {
		t.Errorf("places %v", places)
	}
}

func TestMostIsEnoughForReports(t *testing.T) {
	if Most < stats.MaxWarnings {
		t.Errorf("a rank keeps %d warnings, a summary has room for %d", Most, stats.MaxWarnings)
	}
}

// A warning that was given lately is counted without a look at the others.
func TestAgain(t *testing.T) {
	var l List
	node := 7
	about := About{Tree: unsafe.Pointer(&node), Node: 3}
	l.Keep("kind", "path/of/node", about, 5)
	l.Keep("kind", "name", About{}, 6)
	if !l.Again("kind", "", about, 5) || !l.Again("kind", "name", About{}, 6) {
		t.Error("a warning is not found again")
	}
	if l.Again("kind", "", about, 6) || l.Again("other", "", about, 5) || l.Again("kind", "nama", About{}, 6) {
		t.Error("another warning is found")
	}
	for _, w := range l.All() {
		if w.Count != 2 {
			t.Errorf("%+v, want it twice", w)
		}
	}
}
