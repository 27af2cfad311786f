package node

import (
	"bytes"
	"encoding/binary"
	"syscall"
	"unsafe"
)

// openBytes opens a file whose name ends with a 0 byte. Package syscall would copy it.
func openBytes(name []byte) (descriptor, error) { return openWith(name, 0) }

func openWith(name []byte, flags int) (descriptor, error) {
	for {
		here := -100 // AT_FDCWD
		d, _, err := syscall.Syscall6(syscall.SYS_OPENAT, uintptr(here), uintptr(unsafe.Pointer(unsafe.SliceData(name))), uintptr(syscall.O_RDONLY|syscall.O_CLOEXEC|flags), 0, 0, 0)
		switch err {
		case 0:
			return descriptor(d), nil
		case syscall.EINTR:
		default:
			return -1, err
		}
	}
}

// list appends the names in the directory at path. Entries have the form of struct linux_dirent64: two
// numbers of 8 bytes, the length of the entry in 2, a type in 1, and the name, which ends with a 0 byte.
func (v *Visitor) list(names []string) ([]string, error) {
	const head = 19
	d, err := openWith(v.path, syscall.O_DIRECTORY)
	if err != nil {
		return names, err
	}
	defer d.close()
	if v.listed == nil {
		v.listed = make([]byte, 16<<10)
	}
	for {
		n, err := syscall.ReadDirent(int(d), v.listed)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return names, err
		}
		for rest := v.listed[:n]; len(rest) > head; {
			length := int(binary.NativeEndian.Uint16(rest[16:]))
			if length <= head || length > len(rest) {
				break
			}
			name, _, _ := bytes.Cut(rest[head:length], []byte{0})
			if rest = rest[length:]; string(name) != "." && string(name) != ".." {
				names = append(names, v.Name(name))
			}
		}
	}
}
