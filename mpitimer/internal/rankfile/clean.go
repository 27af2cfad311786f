package rankfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unsafe"
)

// keep is how long the tables of a run that has died are kept in a place of Tables: auto, which is
// the node's memory.
const keep = 3 * 24 * time.Hour

// Clean removes from a user's own folder the runs that have died long ago, and counts those that have
// died since. It touches nothing that is not a rank file in a folder of a run.
func Clean(base, except string, now time.Time) (left int, problem error) {
	runs, err := os.ReadDir(base)
	if err != nil {
		return 0, err
	}
	for _, run := range runs {
		folder := filepath.Join(base, run.Name())
		if run.Name() == except || !run.IsDir() || mine(folder) != nil {
			continue
		}
		files, newest, leave := survey(folder)
		switch {
		case leave || len(files) == 0 && now.Sub(newest) < keep: // or only just made
		case now.Sub(newest) < keep:
			left++
		default:
			problem = errors.Join(problem, removeRun(folder, files))
		}
	}
	return left, problem
}

// survey lists the rank files of a run, with the time of the last sign of life. Leave says that one of
// the ranks lives, or that there is something else in the folder.
func survey(folder string) (files []string, newest time.Time, leave bool) {
	if info, err := os.Lstat(folder); err == nil {
		newest = info.ModTime()
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, newest, true
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasSuffix(e.Name(), Extension) {
			return nil, newest, true
		}
		path := filepath.Join(folder, e.Name())
		f, err := OpenToRead(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, newest, true
		}
		last, lives := signs(f)
		leave = leave || lives
		if last.After(newest) {
			newest = last
		}
		f.Close()
		files = append(files, path)
	}
	return files, newest, leave
}

// signs is when the rank of a file was last seen to live, and whether it does. The time of the last
// change that the file system keeps is no such sign: it may know nothing of what is written through a
// mapping.
func signs(f *os.File) (last time.Time, lives bool) {
	if info, err := f.Stat(); err == nil {
		last = info.ModTime()
	}
	var words [HeaderSize / 8]uint64
	page := unsafe.Slice((*byte)(unsafe.Pointer(&words)), HeaderSize)
	if _, err := f.ReadAt(page, 0); err != nil {
		return last, locked(f)
	}
	h, err := HeaderOf(page)
	if err != nil {
		return last, locked(f)
	}
	if mark, _ := h.Mark(); time.Unix(0, mark.Unix).After(last) {
		last = time.Unix(0, mark.Unix)
	}
	return last, h.Lives(f)
}

func removeRun(folder string, files []string) error {
	var problem error
	for _, f := range files {
		problem = errors.Join(problem, os.Remove(f))
	}
	return errors.Join(problem, os.Remove(folder))
}
