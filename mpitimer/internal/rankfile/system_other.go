//go:build !linux

package rankfile

import (
	"errors"
	"os"
)

// Tables in files are written and read on Linux only: other systems have no way to reserve the disk
// beforehand, without which a full one would kill the program.

var errSystem = errors.New("tables in files are not supported on this system")

// CreateFile makes a file that did not exist.
func CreateFile(string, os.FileMode) (*os.File, error) { return nil, errSystem }

// Reopen opens a file that was made so.
func Reopen(string) (*os.File, error) { return nil, errSystem }

func lock(*os.File) (bool, error) { return false, errSystem }

// OpenToRead opens a regular file.
func OpenToRead(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, notRegular(path, info)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return onlyRegular(f)
}

func unlock(*os.File) error { return errSystem }

func locked(*os.File) bool { return false }

func pidNamespace() uint64 { return 0 }

func processExists(int) bool { return true }

// MapFile maps a part of a file, to be written.
func MapFile(*os.File, int64, int64) ([]byte, error) { return nil, errSystem }

// MapToRead maps a file that another process may be writing.
func MapToRead(*os.File, int64) ([]byte, error) { return nil, errSystem }

func populate([]byte) {}

// Unmap ends a mapping.
func Unmap([]byte) error { return errSystem }

// AllocateDisk extends a file.
func AllocateDisk(*os.File, int64, int64) error { return errSystem }

func punchHole(*os.File, int64, int64) {}

func free(string) (uint64, bool) { return 0, false }

func remote(string) bool { return false }
