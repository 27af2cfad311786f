package tacc

import (
	"archive/tar"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-hpc/timers/internal/packed"
)

// ErrFormat reports input with neither a header nor a schema of a raw stats file.
var ErrFormat = errors.New("not a raw stats file")

// Read reads one file: plain, packed by gzip or zstd, or a tar of such files, recognised by its first bytes.
// Wrong lines are left out and listed in the Data. If an error ends the reading, the Data holds all that came
// before it.
func Read(r io.Reader) (*Data, error) {
	d := new(Data)
	return d, d.Add("", r)
}

// ErrLarge reports input that would take more memory than a Data may have, or that exceeds the limits for
// unpacking.
var ErrLarge = packed.ErrLarge

// Add reads a further file, as Read does. Its name is for messages.
func (d *Data) Add(name string, r io.Reader) error {
	return d.add(name, r, packed.NewBudget(packed.Most), 0)
}

// mostLayers is how often a file may be packed: a tar.gz of .gz files has three.
const mostLayers = 4

const tarMagicAt = 257

// add reads a file. The budget is that of the file which was named to Add, with all its layers.
func (d *Data) add(name string, r io.Reader, budget *packed.Budget, layer int) error {
	head := make([]byte, tarMagicAt+5)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		r = failed{err} // what came before it is read all the same
	}
	head = head[:n]
	kind, tarred := packed.KindOf(head), isTar(head)
	if (kind != packed.Plain || tarred) && layer == mostLayers {
		return named(name, fmt.Errorf("%w: packed more than %d times", ErrFormat, mostLayers))
	}
	all := io.MultiReader(bytes.NewReader(head), r)
	switch {
	case kind != packed.Plain:
		u, err := packed.NewReader(all, budget)
		if err != nil {
			return named(name, err)
		}
		err = d.add(name, u, budget, layer+1)
		return errors.Join(err, u.Close())
	case tarred:
		return d.addTar(name, bufio.NewReader(all), budget, layer+1)
	}
	return named(name, d.parse(name, head, r))
}

// failed is a reader that only returns an error.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }

func named(name string, err error) error {
	if err == nil || name == "" {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

func isTar(head []byte) bool {
	return len(head) > tarMagicAt && string(head[tarMagicAt:]) == "ustar"
}

// addTar reads the files of an archive. A foreign one does not keep the others from being read.
func (d *Data) addTar(name string, r io.Reader, budget *packed.Budget, layer int) error {
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
		if err := d.add(member, t, budget, layer); err != nil {
			if len(errs) < mostFaults {
				errs = append(errs, err)
			}
			if errors.Is(err, ErrLarge) {
				return errors.Join(errs...) // there is no room for the others either
			}
		}
	}
}

const (
	blockSize   = 128 << 10
	longestLine = 16 << 20 // a fork writes the state of all processes into one mark
)

// parse goes over the lines of a file. head is what has already been read of it.
func (d *Data) parse(name string, head []byte, r io.Reader) error {
	p := parser{data: d, name: name, header: -1}
	buf := make([]byte, max(blockSize, len(head)))
	end, looked := copy(buf, head), 0 // looked: there is no end of a line before it
	var failed error
	for failed == nil {
		n, err := r.Read(buf[end:])
		end += n
		failed = err
		used, perr := p.lines(buf[:end], looked)
		if perr != nil {
			return perr
		}
		end = copy(buf, buf[used:end])
		looked = end
		if end == len(buf) {
			if end >= longestLine {
				p.skipLong()
				end, looked = 0, 0
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

// lines takes the whole lines of a block and returns how many bytes they have. The first looked bytes have no
// end of a line, as is known from when there was no more of the block.
func (p *parser) lines(b []byte, looked int) (used int, err error) {
	for {
		n := bytes.IndexByte(b[used+looked:], '\n')
		if n < 0 {
			return used, nil
		}
		n, looked = n+looked, 0
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
		if err := p.data.full(); err != nil {
			return used, fmt.Errorf("line %d: %w", p.number, err)
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
