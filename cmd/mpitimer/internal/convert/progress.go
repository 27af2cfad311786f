package convert

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// patience is how long work may take before progress is shown.
const patience = time.Second

// progress shows on a terminal what takes long. It is silent in a pipe, and if the work is quick.
type progress struct {
	w     io.Writer // nil: nobody looks
	stop  chan struct{}
	mu    sync.Mutex
	text  string
	shown bool
}

func newProgress(w io.Writer) *progress {
	p := &progress{}
	if isTerminal(w) {
		p.w, p.stop = w, make(chan struct{})
		go p.tick(p.stop)
	}
	return p
}

func (p *progress) tick(stop <-chan struct{}) {
	next := time.NewTimer(patience)
	defer next.Stop()
	for {
		select {
		case <-stop:
			return
		case <-next.C:
			p.show()
			next.Reset(patience / 5)
		}
	}
}

func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop != nil {
		fmt.Fprintf(p.w, "\r\x1b[K%s", p.text)
		p.shown = true
	}
}

// say sets what is being done.
func (p *progress) say(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = text
}

// done ends the progress and leaves nothing of it on the terminal.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop == nil {
		return
	}
	close(p.stop)
	p.stop = nil
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// counted shows how much was written.
func (p *progress) counted(write func(io.Writer) error, name string) func(io.Writer) error {
	if p.w == nil || name == "" || name == "-" {
		return write
	}
	return func(w io.Writer) error { return write(&counter{w: w, p: p}) }
}

type counter struct {
	w io.Writer
	p *progress
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	c.p.say(fmt.Sprintf("writing: %.1f MB", float64(c.n)/1e6))
	return n, err
}
