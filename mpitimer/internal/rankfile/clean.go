package rankfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unsafe"
)

// keep is how long the tables of a run that has died are kept in a place of Tables: auto, which is
// the node's memory.
const keep = 3 * 24 * time.Hour

// Left is how many runs have left their tables behind.
type Left struct {
	Ended int // their ranks came to their end, and not all that was to be written was
	Died  int // a rank of theirs did not
}

func (l Left) String() string {
	count := func(n int, what string) string {
		if n == 1 {
			return "1 earlier run " + what
		}
		return strconv.Itoa(n) + " earlier runs " + what
	}
	var parts []string
	if l.Died > 0 {
		parts = append(parts, count(l.Died, "that did not end"))
	}
	if l.Ended > 0 {
		parts = append(parts, count(l.Ended, "without a whole report"))
	}
	return strings.Join(parts, " and ")
}

// Clean removes from a user's own folder the runs that have died long ago, and counts those that have
// done so since. It touches nothing that is not a rank file in a folder of a run.
func Clean(base, except string, now time.Time) (left Left, problem error) {
	runs, err := os.ReadDir(base)
	if err != nil {
		return left, err
	}
	for _, run := range runs {
		folder := filepath.Join(base, run.Name())
		if run.Name() == except || !run.IsDir() || mine(folder) != nil {
			continue
		}
		found := survey(folder, now)
		switch {
		case found.leave || len(found.files) == 0 && now.Sub(found.newest) < keep: // or only just made
		case now.Sub(found.newest) >= keep:
			problem = errors.Join(problem, removeRun(folder, found.files))
		case found.died:
			left.Died++
		default:
			left.Ended++
		}
	}
	return left, problem
}

// remains is what a run has left in its folder.
type remains struct {
	files  []string
	newest time.Time // the last sign of life
	died   bool      // a rank did not come to its end
	leave  bool      // one of the ranks lives, or there is something else in the folder
}

// survey looks at the rank files of a run.
func survey(folder string, now time.Time) (found remains) {
	if info, err := os.Lstat(folder); err == nil {
		found.newest = info.ModTime()
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return remains{leave: true}
	}
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if e.Type().IsRegular() && isBeside(e.Name()) {
			found.files = append(found.files, path)
			continue
		}
		if !e.Type().IsRegular() || !strings.HasSuffix(e.Name(), Extension) {
			return remains{leave: true}
		}
		f, err := OpenToRead(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return remains{leave: true}
		}
		last, lives, ended := signs(f, now)
		found.leave = found.leave || lives
		found.died = found.died || !ended
		if last.After(found.newest) {
			found.newest = last
		}
		f.Close()
		found.files = append(found.files, path)
	}
	return found
}

// signs is when the rank of a file was last seen to live, whether it does, and whether it came to its
// end. The time of the last change that the file system keeps is no such sign: it may know nothing of what
// is written through a mapping.
func signs(f *os.File, now time.Time) (last time.Time, lives, ended bool) {
	if info, err := f.Stat(); err == nil {
		last = info.ModTime()
	}
	var words [HeaderSize / 8]uint64
	page := unsafe.Slice((*byte)(unsafe.Pointer(&words)), HeaderSize)
	if _, err := f.ReadAt(page, 0); err != nil {
		return last, locked(f), false
	}
	h, err := HeaderOf(page)
	if err != nil {
		return last, locked(f), false
	}
	if mark, _ := h.Mark(); time.Unix(0, mark.Unix).After(last) {
		last = time.Unix(0, mark.Unix)
	}
	return last, h.Lives(f, now), h.State() == Reported || h.State() == Kept
}

func removeRun(folder string, files []string) error {
	var problem error
	for _, f := range files {
		problem = errors.Join(problem, os.Remove(f))
	}
	return errors.Join(problem, os.Remove(folder))
}
