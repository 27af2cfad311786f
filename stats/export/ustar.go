package export

import (
	"fmt"
	"io"
)

// archive writes files of a tar, as POSIX 1003.1-1988 has it (ustar). Package archive/tar, which can do much
// more, links package os/user, and with that the C library, into programs that were linked statically.
type archive struct {
	w    io.Writer
	left int64 // of the present file, to be written
	pad  int64 // after it
}

const (
	tarBlock = 512
	tarMost  = 1<<33 - 1 // bytes of a file: eleven octal digits
)

// begin ends the file before and begins the next, of that size, which everybody may read.
func (a *archive) begin(name string, size int64) error {
	if err := a.end(); err != nil {
		return err
	}
	if len(name) > 99 || size > tarMost {
		return fmt.Errorf("file %s of %d bytes does not fit into a tar, expected a name of 99 bytes at most and %d bytes", name, size, int64(tarMost))
	}
	var h [tarBlock]byte
	copy(h[0:], name)
	copy(h[100:], "0000644\x00")
	copy(h[108:], "0000000\x00") // user and group: nobody's in particular
	copy(h[116:], "0000000\x00")
	copy(h[124:], fmt.Sprintf("%011o\x00", size))
	copy(h[136:], "00000000000\x00") // no time, so that the same figures make the same file
	h[156] = '0'
	copy(h[257:], "ustar\x0000")
	copy(h[329:], "0000000\x00") // device numbers
	copy(h[337:], "0000000\x00")
	copy(h[148:], "        ")
	sum := 0
	for _, b := range h {
		sum += int(b)
	}
	copy(h[148:], fmt.Sprintf("%06o\x00 ", sum))
	a.left, a.pad = size, (tarBlock-size%tarBlock)%tarBlock
	_, err := a.w.Write(h[:])
	return err
}

func (a *archive) Write(content []byte) (int, error) {
	if int64(len(content)) > a.left {
		return 0, fmt.Errorf("%d bytes more than the file of a tar was to have", int64(len(content))-a.left)
	}
	n, err := a.w.Write(content)
	a.left -= int64(n)
	return n, err
}

func (a *archive) end() error {
	if a.left != 0 {
		return fmt.Errorf("a file of a tar lacks %d bytes", a.left)
	}
	_, err := a.w.Write(make([]byte, a.pad))
	a.pad = 0
	return err
}

// Close ends the last file and the tar.
func (a *archive) Close() error {
	if err := a.end(); err != nil {
		return err
	}
	_, err := a.w.Write(make([]byte, 2*tarBlock))
	return err
}
