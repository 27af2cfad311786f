// Package predecessor makes the last report of a run also cover an earlier run that it continues and
// that ended without a report: the earlier measurements come from its tables. A program that links it,
//
//	import _ "github.com/go-hpc/timers/mpitimer/predecessor"
//
// has the key Predecessor in the section Timers of its configuration.
package predecessor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-hpc/timers/internal/owner"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// The kinds of warnings.
const (
	warnContinues    = "includes what an earlier run measured"
	warnNotContinued = "table of an earlier run not found"
)

func init() {
	attach.Register(attach.Kind{Name: "predecessor", Settings: func() attach.Settings { return new(settings) }})
}

type settings struct {
	// Predecessor names the directory with the tables of the run that this one continues. Separate
	// several directories, from several nodes or runs, by ":".
	Predecessor string `yaml:"Predecessor"`
}

// Check implements attach.Settings.
func (s *settings) Check() []attach.Fault {
	if strings.Contains(s.Predecessor, "\x00") {
		return []attach.Fault{{Key: "Predecessor", Problem: fmt.Sprintf("%q, expected names of directories", s.Predecessor)}}
	}
	return nil
}

// Open implements attach.Settings.
func (s *settings) Open() (attach.Output, attach.Source) {
	if s.Predecessor == "" {
		return nil, nil
	}
	return nil, &source{folders: filepath.SplitList(s.Predecessor)}
}

// source is what a rank takes over from earlier runs.
type source struct {
	run     attach.Run
	folders []string
	earlier []*stats.Profile
}

// Begin keeps what the rank takes over: from each earlier run the rank with its own number, and if that run
// had more ranks than this one has, those beyond, in turn. If something cannot be read, the rest is still
// taken.
func (s *source) Begin(r attach.Run) error {
	s.run = r
	for _, folder := range s.folders {
		run, err := runFolder(folder)
		if err == nil {
			err = s.takeOver(run)
		}
		if err != nil {
			r.Complain(fmt.Errorf("predecessor: %w", err))
		}
	}
	return nil
}

// Join implements attach.Source.
func (s *source) Join(p *stats.Profile) *stats.Profile {
	for _, before := range s.earlier {
		p = join(p, before)
	}
	return p
}

// End implements attach.Source.
func (s *source) End(bool) error { return nil }

// runFolder returns a directory that holds rank files: the one that is named, or this user's only one in it.
func runFolder(folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var inside []string
	others := false // another user's tables, or what one has left beside the directories of runs
	for _, e := range entries {
		switch {
		case strings.HasSuffix(e.Name(), rankfile.Extension) && !e.IsDir():
			if isOwn(e) {
				return folder, nil
			}
			others = true
		case e.IsDir() && isOwn(e):
			inside = append(inside, filepath.Join(folder, e.Name()))
		}
	}
	if others && len(inside) == 0 {
		return folder, nil
	}
	if len(inside) != 1 {
		return "", fmt.Errorf("%s holds no tables, and %d directories, expected those of one run", folder, len(inside))
	}
	return inside[0], nil
}

// isOwn reports whether a directory belongs to this user. Others may have theirs beside it.
func isOwn(e os.DirEntry) bool {
	info, err := e.Info()
	if err != nil {
		return false
	}
	uid, known := owner.Of(info)
	return !known || uid == os.Geteuid()
}

func (s *source) takeOver(folder string) error {
	size := s.run.Size()
	for rank, ranks := s.run.Rank(), s.run.Rank()+1; rank < ranks; rank += size {
		t, err := ranktable.OpenOwn(filepath.Join(folder, rankfile.Name(rank)))
		if errors.Is(err, fs.ErrNotExist) { // on another node, in another of the directories
			s.run.Warn(warnNotContinued, filepath.Join(folder, rankfile.Name(rank)))
			continue
		}
		if err != nil {
			return err
		}
		of, err := s.inherit(t)
		if err = errors.Join(err, t.Close()); err != nil {
			return err
		}
		ranks = max(ranks, of)
	}
	return nil
}

// inherit keeps the profile of a rank of an earlier run with the given number of ranks. From a damaged table
// it keeps what precedes the damage.
func (s *source) inherit(t *ranktable.Table) (ranks int, err error) {
	info, err := t.Info()
	if err != nil {
		return 0, err
	}
	if info.Alive {
		return info.Size, fmt.Errorf("%s: the run has not ended", info.File)
	}
	p, err := t.Profile()
	if p != nil {
		s.earlier = append(s.earlier, p)
		s.run.Warn(warnContinues, info.Program+" of "+info.Begin.UTC().Format(time.DateTime))
	}
	return info.Size, err
}
