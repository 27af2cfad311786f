package rankfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
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
		files, newest, alive := survey(folder)
		switch {
		case alive || len(files) == 0 && now.Sub(newest) < keep: // or only just made
		case now.Sub(newest) < keep:
			left++
		default:
			problem = errors.Join(problem, removeRun(folder, files))
		}
	}
	return left, problem
}

// survey lists the rank files of a run, with the time of the last change, and whether one of the ranks
// lives.
func survey(folder string) (files []string, newest time.Time, alive bool) {
	if info, err := os.Lstat(folder); err == nil {
		newest = info.ModTime()
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, newest, true // leave it alone
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasSuffix(e.Name(), Extension) {
			continue
		}
		path := filepath.Join(folder, e.Name())
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, newest, true
		}
		alive = alive || Locked(f)
		if info, err := f.Stat(); err == nil && info.ModTime().After(newest) {
			newest = info.ModTime()
		}
		f.Close()
		files = append(files, path)
	}
	return files, newest, alive
}

func removeRun(folder string, files []string) error {
	var problem error
	for _, f := range files {
		problem = errors.Join(problem, os.Remove(f))
	}
	return errors.Join(problem, os.Remove(folder))
}
