package packed

import (
	"io"
	"sync"
)

// ahead reads on while the caller looks at what was read: unpacking takes longer than any use of what is
// unpacked.
type ahead struct {
	from  io.Reader
	begin sync.Once
	gone  sync.WaitGroup
	quit  chan struct{}
	full  chan block
	free  chan []byte

	last []byte // the rest of now is still to be read
	now  []byte
	err  error // behind it
}

// block is what one Read returned.
type block struct {
	bytes []byte
	err   error
}

// Two blocks wait while one is being read and another is being filled.
const (
	blocks    = 4
	blockSize = 64 << 10
)

func newAhead(from io.Reader) *ahead {
	return &ahead{from: from, quit: make(chan struct{}), full: make(chan block, blocks), free: make(chan []byte, blocks)}
}

func (a *ahead) run() {
	defer a.gone.Done()
	for made := 0; ; {
		var b []byte
		if made < blocks && len(a.free) == 0 {
			b = make([]byte, blockSize)
			made++
		} else {
			select {
			case b = <-a.free:
			case <-a.quit:
				return
			}
		}
		n, err := a.from.Read(b[:blockSize])
		a.full <- block{b[:n], err} // has room for all blocks
		if err != nil {
			return
		}
		select {
		case <-a.quit:
			return
		default:
		}
	}
}

func (a *ahead) Read(p []byte) (int, error) {
	a.begin.Do(func() {
		a.gone.Add(1)
		go a.run()
	})
	for len(a.now) == 0 {
		if a.err != nil {
			return 0, a.err
		}
		if a.last != nil {
			a.free <- a.last
		}
		b := <-a.full
		a.last, a.now, a.err = b.bytes, b.bytes, b.err
	}
	n := copy(p, a.now)
	a.now = a.now[n:]
	return n, nil
}

// stop ends the reading. Nothing may be read after it.
func (a *ahead) stop() {
	a.begin.Do(func() {})
	select {
	case <-a.quit:
	default:
		close(a.quit)
	}
	a.gone.Wait()
}
