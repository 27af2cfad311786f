package tacc

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// ErrFormat is matched by errors of input that has neither a header nor a schema of a raw stats file.
var ErrFormat = errors.New("not a raw stats file")

// Read reads one file: plain, packed by gzip or zstd, or a tar of such files; what it is, its first bytes
// tell. Lines that are wrong are left out and listed in the Data. Where an error ends the reading, the Data
// holds all that came before it.
func Read(r io.Reader) (*Data, error) {
	d := new(Data)
	return d, d.Add("", r)
}

// Add reads a further file, as Read does. Its name is for messages.
func (d *Data) Add(name string, r io.Reader) error { return d.add(name, r, 0) }

// mostLayers is how often a file may be packed: a tar.gz of .gz files has three.
const mostLayers = 4

const tarMagicAt = 257

func (d *Data) add(name string, r io.Reader, layer int) error {
	head := make([]byte, tarMagicAt+5)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		r = failed{err} // what came before it is read all the same
	}
	head = head[:n]
	kind := packing(head)
	if kind != plain && layer == mostLayers {
		return named(name, fmt.Errorf("%w: packed more than %d times", ErrFormat, mostLayers))
	}
	all := io.MultiReader(bytes.NewReader(head), r)
	switch kind {
	case packedGzip:
		z, err := gzip.NewReader(all)
		if err != nil {
			return named(name, err)
		}
		return d.add(name, z, layer+1)
	case packedZstd:
		z, err := zstd.NewReader(all, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return named(name, err)
		}
		defer z.Close()
		return d.add(name, z, layer+1)
	case packedTar:
		return d.addTar(name, bufio.NewReader(all), layer+1)
	}
	return named(name, d.parse(name, head, r))
}

// Unpack is the content of a file that is packed by gzip or zstd, or of one that is not.
func Unpack(r io.Reader) (io.Reader, error) {
	b := bufio.NewReader(r)
	head, err := b.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch packing(head) {
	case packedGzip:
		return gzip.NewReader(b)
	case packedZstd:
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}
	return b, nil
}

// failed is a reader that has nothing but an error.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }

func named(name string, err error) error {
	if err == nil || name == "" {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

type packed uint8

const (
	plain packed = iota
	packedGzip
	packedZstd
	packedTar
)

func packing(head []byte) packed {
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return packedGzip
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return packedZstd
	case len(head) > tarMagicAt && string(head[tarMagicAt:]) == "ustar":
		return packedTar
	}
	return plain
}

// addTar reads the files of an archive. One that is none of ours does not keep the others from being read.
func (d *Data) addTar(name string, r io.Reader, layer int) error {
	var errs []error
	t := tar.NewReader(r)
	for {
		h, err := t.Next()
		if err == io.EOF {
			return errors.Join(errs...)
		}
		if err != nil {
			return errors.Join(append(errs, named(name, err))...)
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		member := h.Name
		if name != "" {
			member = name + ":" + h.Name
		}
		if err := d.add(member, t, layer); err != nil {
			errs = append(errs, err)
		}
	}
}

const (
	blockSize   = 128 << 10
	longestLine = 16 << 20 // a fork writes the state of all processes into one mark
)

// parse goes over the lines of a file. head is what was read of it already.
func (d *Data) parse(name string, head []byte, r io.Reader) error {
	p := parser{data: d, name: name, header: -1}
	buf := make([]byte, max(blockSize, len(head)))
	end := copy(buf, head)
	var failed error
	for failed == nil {
		n, err := r.Read(buf[end:])
		end += n
		failed = err
		used, perr := p.lines(buf[:end])
		if perr != nil {
			return perr
		}
		end = copy(buf, buf[used:end])
		if end == len(buf) {
			if end >= longestLine {
				p.skipLong()
				end = 0
				continue
			}
			buf = append(buf, make([]byte, len(buf))...)
		}
	}
	if end > 0 && !p.skipping {
		p.number++
		if err := p.line(buf[:end]); err != nil {
			return err
		}
	}
	if failed != io.EOF {
		return fmt.Errorf("after line %d: %w", p.number, failed)
	}
	return p.finish()
}

// lines takes the whole lines of a block and returns how many bytes they have.
func (p *parser) lines(b []byte) (used int, err error) {
	for {
		n := bytes.IndexByte(b[used:], '\n')
		if n < 0 {
			return used, nil
		}
		line := b[used : used+n]
		used += n + 1
		if p.skipping {
			p.skipping = false
			continue
		}
		p.number++
		if err := p.line(line); err != nil {
			return used, err
		}
	}
}

// skipLong leaves out the line that is being read, up to its end.
func (p *parser) skipLong() {
	if !p.skipping {
		p.number++
		p.faultf(LongLine, "longer than %d bytes", longestLine)
	}
	p.skipping = true
}
