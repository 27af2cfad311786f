// Package packed reads files that may be compressed by gzip or zstd, within limits for all readers of the module.
package packed

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"github.com/klauspost/compress/gzip"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// The limits. A few kilobytes of a packed file can expand to gigabytes, and a reader may keep several times
// the size of a text in memory. A reader of plain files whose memory does not grow with the file may read
// more than this; it does not need this package.
const (
	// Most is how many bytes may be unpacked from one file; if it is packed several times, the layers are
	// counted together.
	Most = 1 << 30

	// MostText is how many bytes a reader that keeps a whole text in memory may read, packed or not.
	MostText = 256 << 20

	// MostWindow is how far back a zstd file may refer; it is what zstd itself accepts by default.
	MostWindow = 128 << 20
)

// ErrLarge reports that a file exceeds a limit.
var ErrLarge = errors.New("too large")

// Kind is how a file is packed.
type Kind uint8

// The kinds of packed files.
const (
	Plain Kind = iota
	Gzip
	Zstd
)

// HeadSize is how many of a file's first bytes KindOf looks at.
const HeadSize = 4

// KindOf returns the kind of a file, judged by its first bytes.
func KindOf(head []byte) Kind {
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return Gzip
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return Zstd
	}
	return Plain
}

// A Budget bounds what is unpacked from one file. Its zero value is already spent.
type Budget struct {
	left atomic.Int64 // atomic, since layers are unpacked at the same time
	most int64
}

// NewBudget returns a Budget of the given number of bytes: Most, except in tests.
func NewBudget(most int64) *Budget {
	b := &Budget{most: most}
	b.left.Store(most)
	return b
}

// A Reader reads the contents of a file. Reading fails with an error that matches ErrLarge once the budget is
// spent. A packed file is unpacked on a goroutine of its own, from the first Read on.
type Reader struct {
	Kind Kind

	from  io.Reader
	ahead *ahead
	zstd  *zstd.Decoder
}

// NewReader returns a Reader of a file that may be packed once. Several Readers may share a Budget; nil means
// one of its own. The caller closes the Reader first, then the file.
func NewReader(r io.Reader, budget *Budget) (*Reader, error) {
	b := bufio.NewReader(r)
	head, err := b.Peek(HeadSize)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if budget == nil {
		budget = NewBudget(Most)
	}
	u := &Reader{Kind: KindOf(head), from: b}
	switch u.Kind {
	case Gzip:
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, err
		}
		u.ahead = newAhead(&limited{from: z, budget: budget})
	case Zstd:
		u.zstd, err = zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(MostWindow))
		if err != nil {
			return nil, err
		}
		u.ahead = newAhead(&limited{from: u.zstd, budget: budget})
	}
	if u.ahead != nil {
		u.from = u.ahead
	}
	return u, nil
}

// Read reads the unpacked contents.
func (u *Reader) Read(p []byte) (int, error) { return u.from.Read(p) }

// Close releases what unpacking needs, and waits until nothing reads the file any more. It does not close the
// file.
func (u *Reader) Close() error {
	if u.ahead != nil {
		u.ahead.stop()
	}
	if u.zstd != nil {
		u.zstd.Close()
	}
	return nil
}

// Text returns a reader that fails with an error that matches ErrLarge after MostText bytes.
func Text(r io.Reader) io.Reader { return limit(r, MostText) }

func limit(r io.Reader, most int64) io.Reader {
	return &limited{from: r, budget: NewBudget(most), text: true}
}

// limited reads as long as some of the budget is left.
type limited struct {
	from   io.Reader
	budget *Budget
	text   bool
}

func (l *limited) Read(p []byte) (int, error) {
	left := l.budget.left.Load()
	if left <= 0 {
		// A file that ends exactly here is not too large.
		var one [1]byte
		if n, err := l.from.Read(one[:]); n == 0 && err != nil {
			return 0, err
		}
		what := "unpacked it is"
		if l.text {
			what = "it is"
		}
		return 0, fmt.Errorf("%w: %s larger than %d MiB; expected at most that", ErrLarge, what, l.budget.most>>20)
	}
	n, err := l.from.Read(p[:min(int64(len(p)), left)])
	l.budget.left.Add(int64(-n))
	return n, err
}
