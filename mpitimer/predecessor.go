package mpitimer

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-hpc/timers/internal/owner"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// takeOver keeps what the rank takes over from runs that this one continues: their ranks with its own
// number, and if they had more ranks than this run has, those beyond, in turn.
func (tm *Timers) takeOver() error {
	if tm.config.Output.Predecessor == "" {
		return nil
	}
	var problem error
	for _, folder := range filepath.SplitList(tm.config.Output.Predecessor) {
		run, err := runFolder(folder)
		if err != nil {
			problem = errors.Join(problem, fmt.Errorf("mpitimer: predecessor: %w", err))
			continue
		}
		problem = errors.Join(problem, tm.takeOverFrom(run))
	}
	return problem
}

// runFolder is a folder that holds rank files: the one that is named, or the only one of this user in it.
func runFolder(folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var inside []string
	for _, e := range entries {
		switch {
		case strings.HasSuffix(e.Name(), rankfile.Extension):
			return folder, nil
		case e.IsDir() && isOwn(e):
			inside = append(inside, filepath.Join(folder, e.Name()))
		}
	}
	if len(inside) != 1 {
		return "", fmt.Errorf("%s holds no tables, and %d folders, expected those of one run", folder, len(inside))
	}
	return inside[0], nil
}

// isOwn reports whether a folder belongs to this user. Others may have theirs beside it.
func isOwn(e os.DirEntry) bool {
	info, err := e.Info()
	if err != nil {
		return false
	}
	uid, known := owner.Of(info)
	return !known || uid == os.Geteuid()
}

func (tm *Timers) takeOverFrom(folder string) error {
	size := tm.all.Size()
	for rank, ranks := tm.rank(), tm.rank()+1; rank < ranks; rank += size {
		t, err := openOwn(filepath.Join(folder, rankfile.Name(rank)))
		if errors.Is(err, fs.ErrNotExist) { // on another node, in another of the folders
			tm.keepWarning(warningKey{kind: warnNotContinued, path: filepath.Join(folder, rankfile.Name(rank))})
			continue
		}
		if err != nil {
			return fmt.Errorf("mpitimer: predecessor: %w", err)
		}
		of, err := tm.inherit(t)
		if err = errors.Join(err, t.Close()); err != nil {
			return fmt.Errorf("mpitimer: predecessor: %w", err)
		}
		ranks = max(ranks, of)
	}
	return nil
}

// inherit keeps the profile of a rank of an earlier run, of so many ranks. Of a table that is damaged
// it keeps what stands before the damage.
func (tm *Timers) inherit(t *ranktable.Table) (ranks int, err error) {
	info, err := t.Info()
	if err != nil {
		return 0, err
	}
	if info.Alive {
		return info.Size, fmt.Errorf("%s: the run has not ended", info.File)
	}
	p, err := t.Profile()
	if p != nil {
		tm.earlier = append(tm.earlier, p)
		tm.keepWarning(warningKey{kind: warnContinues, path: info.Program + " of " + info.Begin.UTC().Format(time.DateTime)})
	}
	return info.Size, err
}

// together is a profile with those of earlier runs.
func (tm *Timers) together(p *stats.Profile) *stats.Profile {
	for _, before := range tm.earlier {
		p = snapshot.Join(p, before)
	}
	return p
}
