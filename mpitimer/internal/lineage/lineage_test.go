package lineage

import (
	"bytes"
	"context"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"
)

// inherited is what a goroutine that is started here gets.
func inherited() (v any) {
	done := make(chan any)
	go func() { done <- Handed() }()
	return <-done
}

// Goroutines inherit what was handed on when they were started, and nothing that was handed on before or later.
func TestHandOn(t *testing.T) {
	a, b := new(int), new(int)
	if Handed() != nil || inherited() != nil {
		t.Fatal("something is there that nobody has handed on")
	}
	HandOn(a)
	late := make(chan any)
	wait := make(chan bool)
	go func() { <-wait; late <- Handed() }()
	HandOn(b)
	if got := inherited(); got != b {
		t.Errorf("inherited %v, want the inner one", got)
	}
	Back()
	if got := inherited(); got != a {
		t.Errorf("inherited %v, want the outer one", got)
	}
	Back()
	Back() // one too many
	if got := inherited(); got != nil {
		t.Errorf("inherited %v behind the end", got)
	}
	close(wait)
	if got := <-late; got != a {
		t.Errorf("inherited %v later, want what was there at the start", got)
	}
}

// What a goroutine inherits goes on to those that it starts, as when a library starts them.
func TestHandOnThroughOthers(t *testing.T) {
	a := new(int)
	HandOn(a)
	defer Back()
	done := make(chan any)
	go func() { done <- inherited() }()
	if got := <-done; got != a {
		t.Errorf("inherited %v, want %v", got, a)
	}
}

// A program's own labels stay what they are, also in a goroutine that has inherited something.
func TestLabelsStay(t *testing.T) {
	pprof.Do(context.Background(), pprof.Labels("own", "label"), func(ctx context.Context) {
		before := get()
		HandOn(new(int))
		stop, started := make(chan bool), make(chan bool)
		go func() { close(started); <-stop }()
		<-started
		Back()
		if get() != before {
			t.Error("the labels are others than before")
		}
		var text bytes.Buffer
		if err := pprof.Lookup("goroutine").WriteTo(&text, 1); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(text.String(), `# labels: {"own":"label"}`); n < 2 {
			t.Errorf("%d stacks with the label, want those of both goroutines\n%s", n, &text)
		}
		close(stop)
	})
}

// A panic that leaves a statement between HandOn and Back does not let what is kept grow.
func TestHandOnAfterPanics(t *testing.T) {
	a := new(int)
	before := get()
	for range 100 {
		HandOn(a)
	}
	Back()
	Back()
	if get() != before {
		t.Error("the labels are others than before")
	}
}

// A goroutine keeps what it has inherited when it hands it on itself.
func TestHandOnInherited(t *testing.T) {
	a := new(int)
	HandOn(a)
	defer Back()
	done := make(chan any)
	go func() {
		HandOn(Handed())
		Back()
		done <- Handed()
	}()
	if got := <-done; got != a {
		t.Errorf("%v is left, want %v", got, a)
	}
}

// A loop that starts goroutines allocates nothing for them here.
func TestHandOnAllocates(t *testing.T) {
	a := new(int)
	if n := testing.AllocsPerRun(100, func() { HandOn(a); Back() }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
	runtime.KeepAlive(a)
}

func BenchmarkHandOn(b *testing.B) {
	a := new(int)
	for b.Loop() {
		HandOn(a)
		Back()
	}
}
