package file

import (
	"io"
)

// Tailed is a file that ends with a tail, which the next write replaces: whenever the program is
// killed, but for the few microseconds of a write, the file has its end. Where files can only grow the tail
// is left out until the last write.
type Tailed struct {
	w    io.Writer
	At   placedFile // nil for a file that can only grow
	Kept int64      // bytes that will not be written again
	end  int64      // length of the file
}

// placedFile is what can be cut and written at any place, such as an *os.File.
type placedFile interface {
	io.WriterAt
	Truncate(size int64) error
}

func NewTailed(w io.Writer, sequential bool) Tailed {
	f := Tailed{w: w}
	if at, ok := w.(placedFile); ok && !sequential {
		f.At = at
	}
	return f
}

// Write writes data behind what is kept. Of it keep bytes are kept in turn; a file that can only grow takes
// no more.
func (f *Tailed) Write(data []byte, keep int) error {
	if f.At == nil {
		return f.append(data[:keep])
	}
	// The tail is cut off first. New text over half of an old one could look like something that was
	// never meant, if the program is killed in the middle of the write.
	if f.end > f.Kept {
		if err := f.At.Truncate(f.Kept); err != nil {
			return err
		}
	}
	n, err := f.At.WriteAt(data, f.Kept)
	if err != nil && n <= 0 && f.end == 0 {
		f.At = nil // a pipe, or a file that was opened for appending
		return f.append(data[:keep])
	}
	f.end = f.Kept + int64(max(n, 0))
	if err == nil {
		f.Kept += int64(keep)
	}
	return err
}

func (f *Tailed) append(data []byte) error {
	n, err := f.w.Write(data)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	f.Kept += int64(n)
	return err
}
