package ranktable

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/stats"
)

// ErrOwner is matched by the errors in Run.Problems that tell of tables of another user.
var ErrOwner = errors.New("of another user")

// Find opens the tables in folders: each that of a run, or one that holds the folders of runs, or the
// place where the folders of users stand. Those of one run on several nodes make one Run. Without
// folders it looks where Tables: auto puts them on this node, for those of all users that can be read.
//
// The runs are in the order of their begin. The error tells of folders that can't be read; what was
// found elsewhere is returned all the same.
func Find(folders ...string) ([]*Run, error) {
	s := search{runs: make(map[string]*Run)}
	if len(folders) == 0 {
		for _, place := range rankfile.Places() {
			s.users(place)
		}
	}
	var problem error
	for _, folder := range folders {
		problem = errors.Join(problem, s.named(folder))
	}
	var list []*Run
	for _, r := range s.runs {
		r.complete()
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *Run) int {
		return cmp.Or(a.begin.Compare(b.begin), cmp.Compare(a.Name, b.Name))
	})
	return list, problem
}

// search is the runs that were found up to now, by the end of their names.
type search struct {
	runs map[string]*Run
	seen []os.FileInfo // folders
}

// named looks into a folder that the caller has named, which may be a link.
func (s *search) named(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("rank tables: %w", err)
	}
	if holdsTables(entries) {
		s.run(folder, entries)
		return nil
	}
	return errors.Join(s.below(folder, entries), s.users(folder))
}

// below looks into the folders of runs.
func (s *search) below(folder string, entries []os.DirEntry) error {
	var problem error
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		path := filepath.Join(folder, e.Name())
		files, err := os.ReadDir(path)
		switch {
		case err != nil && isRunName(e.Name()) && !errors.Is(err, fs.ErrNotExist):
			problem = errors.Join(problem, fmt.Errorf("rank tables: %w", err))
		case holdsTables(files):
			s.run(path, files)
		}
	}
	return problem
}

// users looks into the folders of users in a place that they share. Those of other users often can't
// be read.
func (s *search) users(place string) error {
	entries, err := os.ReadDir(place)
	if err != nil {
		return nil
	}
	var problem error
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), rankfile.OwnFolderPrefix) {
			continue
		}
		folder := filepath.Join(place, e.Name())
		runs, err := os.ReadDir(folder)
		if err == nil {
			err = s.below(folder, runs)
		} else {
			err = fmt.Errorf("rank tables: %w", err)
		}
		problem = errors.Join(problem, err)
	}
	return problem
}

func holdsTables(entries []os.DirEntry) bool {
	return slices.ContainsFunc(entries, isTable)
}

func isTable(e os.DirEntry) bool { return strings.HasSuffix(e.Name(), Extension) }

// idLength is how long the end of a run's name is that tells it from all others.
const idLength = len(rankfile.Fixed{}.Run)

// idOf is the end of a folder's name.
func idOf(name string) string { return name[max(len(name)-idLength, 0):] }

// isRunName says whether a folder's name may be that of a run.
func isRunName(name string) bool {
	id := idOf(name)
	return len(name) > idLength && len(id) == idLength && strings.Trim(id, "0123456789abcdef") == ""
}

// run opens the tables of a folder.
func (s *search) run(folder string, entries []os.DirEntry) {
	info, err := os.Stat(folder)
	if err != nil || slices.ContainsFunc(s.seen, func(known os.FileInfo) bool { return os.SameFile(known, info) }) {
		return
	}
	s.seen = append(s.seen, info)
	name := filepath.Base(folder)
	for _, e := range entries {
		if !isTable(e) {
			continue
		}
		t, err := Open(filepath.Join(folder, e.Name()))
		if err == nil {
			err = s.add(t, name, folder)
		}
		if err != nil {
			r := s.of(idOf(name), name, folder)
			r.Problems = append(r.Problems, err)
		}
	}
}

// of is the run with an id, to which a folder belongs.
func (s *search) of(id, name, folder string) *Run {
	r := s.runs[id]
	if r == nil {
		r = &Run{Name: name}
		s.runs[id] = r
	}
	if !slices.Contains(r.Folders, folder) {
		r.Folders = append(r.Folders, folder)
	}
	return r
}

// add adds a table to its run.
func (s *search) add(t *Table, name, folder string) error {
	i, err := t.look(true)
	if err != nil {
		return errors.Join(err, t.Close())
	}
	info := t.info(i)
	id := info.Run
	if idOf(name) != id {
		name = id // the folder was renamed
	}
	if id == "" {
		id, name = idOf(filepath.Base(folder)), filepath.Base(folder)
	}
	s.of(id, name, folder).take(t, &info)
	return nil
}

// take adds a table of the run.
func (r *Run) take(t *Table, info *Info) {
	r.members = append(r.members, member{t, *info})
}

// complete sorts the tables, and finds out which are missing.
func (r *Run) complete() {
	slices.SortStableFunc(r.members, func(a, b member) int { return cmp.Compare(a.Rank, b.Rank) })
	var present []int
	for n, m := range r.members {
		var wrong error
		switch {
		case r.Size != 0 && m.Size != r.Size:
			wrong = fmt.Errorf("byte 0: of a run of %d ranks, others of %d: %w", m.Size, r.Size, ErrFormat)
		case n > 0 && len(present) > 0 && present[len(present)-1] == m.Rank:
			wrong = fmt.Errorf("byte 0: rank %d is there twice: %w", m.Rank, ErrFormat)
		}
		if wrong != nil {
			r.Problems = append(r.Problems, errors.Join(m.table.wrong(wrong), m.table.Close()))
			continue
		}
		r.Size = m.Size
		if r.Program == "" {
			r.Program = m.Program
		}
		if r.begin.IsZero() || m.Begin.Before(r.begin) {
			r.begin = m.Begin
		}
		r.Tables = append(r.Tables, m.table)
		present = append(present, m.Rank)
	}
	r.ranks = present
	r.Missing = missing(present, r.Size)
	r.tellOwners()
	r.found = len(r.Problems)
}

// tellOwners tells of other users' tables, once each folder.
func (r *Run) tellOwners() {
	told := make(map[string]bool)
	for _, m := range r.members {
		what := fmt.Sprintf("%s: tables of user %d", filepath.Dir(m.File), m.Owner)
		if m.Owner < 0 || m.Owner == os.Geteuid() || told[what] {
			continue
		}
		told[what] = true
		r.Problems = append(r.Problems, fmt.Errorf("%s: %w", what, ErrOwner))
	}
}

// missing are the ranks below size that are not among some ascending ones.
func missing(present []int, size int) []stats.Span {
	var list []stats.Span
	next := 0
	for _, rank := range append(slices.Clone(present), size) {
		if rank > next {
			list = append(list, stats.Span{First: next, Last: rank - 1, Stride: 1})
		}
		next = rank + 1
	}
	return list
}
