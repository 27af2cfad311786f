package auto

import (
	"testing"

	"github.com/google/pprof/profile"
)

// A stack means the innermost region in it, and the program's innermost function there or what that calls of Go's library.
func TestInsideRegions(t *testing.T) {
	regions := map[string]bool{"main.run": true, "internal/x.Read": true, "main.run.func1": true}
	modules := []string{"main", "example.com/m", "nodots"}
	for _, c := range []struct {
		stack            []string
		region, function string
	}{
		{[]string{"main.run", "main.main"}, "main.run", "its own text"},
		{[]string{"runtime.memmove", "main.run", "main.main"}, "main.run", "its own text"},
		{[]string{"syscall.write", "os.(*File).Write", "fmt.Println", "main.run", "main.main"}, "main.run", "fmt.Println"},
		{[]string{"runtime.mallocgc", "main.helper", "main.run", "main.main"}, "main.run", "main.helper"},
		{[]string{"strings.Fields", "nodots/y.Split", "example.com/m/internal/x.Read", "main.run"}, "internal/x.Read", "strings.Fields"},
		{[]string{"nodots/y.Split", "example.com/m/internal/x.Read", "main.run"}, "internal/x.Read", "nodots/y.Split"},
		{[]string{"main.main", "runtime.main"}, "Total", "main.main"},
		{[]string{"runtime.scanobject", "runtime.gcBgMarkWorker"}, "the runtime, beside the program", "runtime.gcBgMarkWorker"},
		{[]string{"main.run.func1", "iter.Pull.func1"}, "main.run.func1", "its own text"},
	} {
		if got := place(c.stack, regions, modules); got != (inside{c.region, c.function}) {
			t.Errorf("%q: %v, want %s: %s", c.stack, got, c.region, c.function)
		}
	}
	for name, want := range map[string]string{"main.F[...]": "main.F", "main.(*T[go.shape.int]).M": "main.(*T).M", "main.F-range2": "main.F"} {
		if got := plainName(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// The functions with most of the time come first, those with next to none not at all.
func TestInsideRegionsText(t *testing.T) {
	sample := func(n int64, names ...string) *profile.Sample {
		s := &profile.Sample{Value: []int64{n, n * 1e7}}
		for _, name := range names {
			s.Location = append(s.Location, &profile.Location{Line: []profile.Line{{Function: &profile.Function{Name: name}}}})
		}
		return s
	}
	p := &profile.Profile{Sample: []*profile.Sample{
		sample(20, "fmt.Println", "main.run"), sample(70, "main.run"), sample(1, "os.Exit", "main.run"), sample(9, "fmt.Println", "main.run", "main.main"),
	}}
	const want = "\nmpitimer: inside regions, by 100 samples of the processor's time:\n  ~70 %  main.run: its own text\n  ~29 %  main.run: fmt.Println\n"
	if got := insideRegions(p, map[string]bool{"main.run": true}, []string{"main"}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := insideRegions(&profile.Profile{}, nil, nil); got != "" {
		t.Errorf("of no samples: %q", got)
	}
}
