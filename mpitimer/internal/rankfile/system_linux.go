package rankfile

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// CreateFile makes a file that did not exist, under that very name.
func CreateFile(path string, mode os.FileMode) (*os.File, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, mode)
}

// Reopen opens a file that was made so.
func Reopen(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
}

// flock is the system's, or what a test takes it to be.
var flock = syscall.Flock

// lock marks the file as one of a process that lives. The lock is the mapping's as much as the
// descriptor's: it ends with the process, however it ends. A reader that asks for it at this very
// moment has it for some microseconds. Not held, without an error, means that the file system knows no
// locks.
func lock(f *os.File) (held bool, err error) {
	const attempts = 1000
	for attempt := 1; ; attempt++ {
		switch err := flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
		case err == nil:
			return true, nil
		case errors.Is(err, syscall.ENOSYS), errors.Is(err, syscall.EOPNOTSUPP), errors.Is(err, syscall.ENOLCK):
			return false, nil
		case !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) || attempt == attempts:
			return false, err
		}
		time.Sleep(time.Millisecond)
	}
}

// OpenToRead opens a regular file. No link is followed, and nothing else is opened, unless somebody
// puts it there at this very moment: then it is closed again.
func OpenToRead(path string) (*os.File, error) {
	if info, err := os.Lstat(path); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, notRegular(path, info)
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, err
	}
	return onlyRegular(f)
}

func unlock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

// locked reports whether the process that wrote a file still has its lock.
func locked(f *os.File) bool {
	fd := int(f.Fd())
	if err := flock(fd, syscall.LOCK_SH|syscall.LOCK_NB); err != nil {
		return errors.Is(err, syscall.EWOULDBLOCK)
	}
	_ = flock(fd, syscall.LOCK_UN)
	return false
}

// pidNamespace identifies the container in which processes have the numbers that the caller sees; 0 where
// that is not known.
func pidNamespace() uint64 {
	var stat syscall.Stat_t
	if err := syscall.Stat("/proc/self/ns/pid", &stat); err != nil {
		return 0
	}
	return stat.Ino
}

// processExists reports whether there is a process of that number.
func processExists(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// MapFile maps a part of a file, to be written.
func MapFile(f *os.File, base, length int64) ([]byte, error) {
	return mapAs(f, base, length, syscall.PROT_READ|syscall.PROT_WRITE)
}

// MapToRead maps a file that another process may be writing.
func MapToRead(f *os.File, n int64) ([]byte, error) { return mapAs(f, 0, n, syscall.PROT_READ) }

func mapAs(f *os.File, base, length int64, access int) ([]byte, error) {
	if int64(int(length)) != length {
		return nil, syscall.ENOMEM
	}
	return syscall.Mmap(int(f.Fd()), base, int(length), access, syscall.MAP_SHARED)
}

// populate maps pages that are going to be written, all at once (MADV_POPULATE_WRITE): kernels before 5.14 refuse, and map them one by one.
func populate(bytes []byte) { _ = syscall.Madvise(bytes, 23) }

// Unmap ends a mapping.
func Unmap(bytes []byte) error { return syscall.Munmap(bytes) }

// AllocateDisk extends a file, with every block of the extension reserved.
func AllocateDisk(f *os.File, from, to int64) error {
	// Beyond this limit the system would send a signal that ends the program.
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err == nil && uint64(to) > limit.Cur {
		return syscall.EFBIG
	}
	for {
		err := syscall.Fallocate(int(f.Fd()), 0, from, to-from)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EOPNOTSUPP), errors.Is(err, syscall.ENOSYS):
			return writeZeros(f, from, to)
		default:
			return err
		}
	}
}

// writeZeros does the same on file systems that cannot reserve.
func writeZeros(f *os.File, from, to int64) error {
	zeros := make([]byte, 64<<10)
	for from < to {
		n, err := f.WriteAt(zeros[:min(int64(len(zeros)), to-from)], from)
		if err != nil {
			return err
		}
		from += int64(n)
	}
	return nil
}

// punchHole gives pages of the file back; that it can't is no harm.
func punchHole(f *os.File, from, length int64) {
	const keepSize, punch = 1, 2
	_ = syscall.Fallocate(int(f.Fd()), keepSize|punch, from, length)
}

// free is how many bytes a user can still write to the file system of a directory.
func free(folder string) (uint64, bool) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(folder, &stat); err != nil {
		return 0, false
	}
	return stat.Bavail * uint64(stat.Bsize), true
}

// remote reports whether a directory is on a file system of other machines.
func remote(folder string) bool {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(folder, &stat); err != nil {
		return true
	}
	switch uint32(stat.Type) {
	case 0x6969, // NFS
		0x0bd00bd0, // Lustre
		0x47504653, // GPFS
		0x19830326, // BeeGFS
		0xaad7aaea, // PanFS
		0x00c36400, // Ceph
		0xff534d42, // CIFS
		0xfe534d42, // SMB2
		0x5346414f, // AFS
		0x65735546, // FUSE: not known where it leads
		0x20030528: // OrangeFS
		return true
	}
	return false
}
