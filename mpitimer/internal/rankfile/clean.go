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

	"github.com/go-hpc/timers/internal/order"
)

// keep is how long the tables of a run that has died are kept in a place of Tables: auto, which is
// the node's memory.
const keep = 3 * 24 * time.Hour

// mostFiles is how many rank files one Clean looks at before it leaves the rest to the next: a program waits for it when it
// starts, and each file costs 22 µs.
var mostFiles = 64

// Clean removes from a user's own directory the runs that have died long ago, and counts those that have left something to
// recover since. It touches nothing that is not a rank file in a directory of a run. More says that there are newer runs, which
// it has not come to.
func Clean(base, except string, now time.Time) (left int, more bool, problem error) {
	runs, err := os.ReadDir(base)
	if err != nil {
		return left, more, err
	}
	order.Stably(runs, func(a, b fs.DirEntry) int { return strings.Compare(begun(a.Name()), begun(b.Name())) })
	looked := 0
	for _, run := range runs {
		folder := filepath.Join(base, run.Name())
		if run.Name() == except || !run.IsDir() || mine(folder) != nil {
			continue
		}
		if more = looked >= mostFiles; more {
			break
		}
		found := survey(folder, now)
		looked += found.looked
		switch {
		case found.leave || len(found.files) == 0 && now.Sub(found.newest) < keep: // or only just made
		case now.Sub(found.newest) >= keep:
			problem = errors.Join(problem, removeRun(folder, found.files))
		case found.died:
			left++
		}
	}
	return left, more, problem
}

// begun is the end of a run's name, which says when it began: the oldest are looked at first.
func begun(run string) string { return run[max(len(run)-len("20060102-150405-0123456789abcdef"), 0):] }

// toldName is the file in a user's own directory whose time is when the user was last told what is left there.
const toldName = ".told"

// Told reports whether that was within a day, in which nobody has to look what is left.
func Told(base string, now time.Time) bool {
	info, err := os.Lstat(filepath.Join(base, toldName))
	return err == nil && now.Sub(info.ModTime()).Abs() < 24*time.Hour
}

// Due is what the user is to be told, once a day, of so many runs that have left tables, or more; else it is empty.
func Due(base string, left int, more bool, now time.Time) string {
	name := filepath.Join(base, toldName)
	if left > 0 && Told(base, now) {
		return ""
	}
	if _ = os.Remove(name); left == 0 { // as a rule there is none
		return ""
	}
	if f, err := CreateFile(name, 0o600); err == nil { // else it is told once more
		_ = errors.Join(f.Close(), os.Chtimes(name, now, now))
	}
	runs := "1 earlier run"
	switch {
	case more:
		runs = "at least " + strconv.Itoa(left) + " earlier runs"
	case left > 1:
		runs = strconv.Itoa(left) + " earlier runs"
	}
	return runs + " left tables in " + base + " (mpitimer runs lists them; told once a day)"
}

// remains is what a run has left in its directory.
type remains struct {
	files  []string
	newest time.Time // the last sign of life
	died   bool      // a rank did not come to its end, or not to a whole report
	leave  bool      // one of the ranks lives, or there is something else in the directory
	looked int       // at so many files
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
		found.looked++
		f, err := OpenToRead(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return remains{leave: true}
		}
		last, lives, ended := signs(f, now)
		f.Close()
		if found.leave = lives; lives {
			return found
		}
		found.died = found.died || !ended
		if last.After(found.newest) {
			found.newest = last
		}
		found.files = append(found.files, path)
	}
	return found
}

// signs is when the rank of a file was last seen to live, whether it does, and whether it came to a whole
// report. The time of the last change that the file system keeps is no such sign: it may know nothing of what
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
	return last, h.Lives(f, now), h.State() == Reported
}

func removeRun(folder string, files []string) error {
	var problem error
	for _, f := range files {
		problem = errors.Join(problem, os.Remove(f))
	}
	return errors.Join(problem, os.Remove(folder))
}
