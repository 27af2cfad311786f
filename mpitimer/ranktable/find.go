package ranktable

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/go-hpc/timers/internal/order"
	"github.com/go-hpc/timers/internal/owner"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/stats"
)

// ErrOwner reports, in Run.Ignored, tables that carry the run's ID but do not belong to its owner, and
// files beside the directories of runs that are not tables.
var ErrOwner = errors.New("not used")

// Find opens the tables in directories: each is the directory of a run, a directory of such directories, or the
// parent of the users' directories. Tables of one run on several nodes make one Run. Without directories it looks
// where Tables: auto puts them on this node, and takes all readable tables of all users.
//
// A Run belongs to one user: anybody can write a table with the ID of another user's run, which is in
// that user's log. Tables that do not belong to the run's owner are in Ignored. See also [Candidates].
//
// The runs are in the order of their start. The error reports unreadable directories; Find returns the
// other runs all the same.
func Find(folders ...string) ([]*Run, error) {
	s := search{runs: make(map[key]*Run)}
	if len(folders) == 0 {
		for _, place := range rankfile.Places() {
			s.users(place)
		}
	}
	var problem error
	for _, folder := range folders {
		problem = errors.Join(problem, s.named(folder))
	}
	return s.list(), problem
}

// Candidates returns the runs that a user who names none chooses among, and the others: the user's own runs
// come before other users' runs, and readable runs before unknown ones. The remains of other users'
// runs therefore never hide a run.
func Candidates(runs []*Run) (meant, others []*Run) {
	meant = runs
	for _, better := range []func(*Run) bool{(*Run).Own, func(r *Run) bool { return len(r.Tables) > 0 }} {
		if !slices.ContainsFunc(meant, better) {
			continue
		}
		var kept []*Run
		for _, r := range meant {
			if better(r) {
				kept = append(kept, r)
			} else {
				others = append(others, r)
			}
		}
		meant = kept
	}
	return meant, others
}

// search is the runs that were found up to now.
type search struct {
	runs    map[key]*Run
	seen    []os.FileInfo // directories
	planted []elsewhere
}

// key is the end of a run's name, and its owner.
type key struct {
	id    string
	owner int
}

// elsewhere is tables in a directory that belongs to somebody else.
type elsewhere struct {
	key
	folder string
	of     int
}

// list is the runs in the order of their start.
func (s *search) list() []*Run {
	var list []*Run
	strays := s.strays()
	for k, r := range s.runs {
		r.complete()
		r.Ignored = append(s.ignored(k), strays...)
		list = append(list, r)
	}
	order.By(list, func(a, b *Run) int {
		return cmp.Or(a.begin.Compare(b.begin), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Owner, b.Owner))
	})
	return list
}

// strays takes out what is no run where there are runs: files with the extension of tables that nobody can read, in a
// directory that is not named as one.
func (s *search) strays() (list []error) {
	some := false
	for _, r := range s.runs {
		some = some || len(r.members) > 0
	}
	for k, r := range s.runs {
		if some && len(r.members) == 0 && !isRunName(r.Name) {
			for _, p := range r.Problems {
				list = append(list, fmt.Errorf("%w (of user %d): %w", p, k.owner, ErrOwner))
			}
			delete(s.runs, k)
		}
	}
	order.By(list, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	return list
}

// ignored tells of tables that carry a run's ID and are not its owner's, once each directory.
func (s *search) ignored(of key) []error {
	var list []error
	for k, r := range s.runs {
		if k.id != of.id || k.owner == of.owner {
			continue
		}
		for _, folder := range r.Folders {
			list = append(list, fmt.Errorf("%s: tables of user %d with the ID of a run of user %d: %w", folder, k.owner, of.owner, ErrOwner))
		}
	}
	for _, p := range s.planted {
		if p.key == of {
			list = append(list, fmt.Errorf("%s: tables of user %d in a directory of user %d: %w", p.folder, p.owner, p.of, ErrOwner))
		}
	}
	order.By(list, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	return list
}

// named looks into a directory that the caller has named, which may be a link.
func (s *search) named(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("rank tables: %w", err)
	}
	if holdsTables(entries) { // those of a run, or what somebody has left beside the directories of runs
		s.run(folder, entries)
	}
	return errors.Join(s.below(folder, entries), s.users(folder))
}

// below looks into the directories of runs.
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

// users looks into the directories of users in a place that they share. Those of other users often can't
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

// idOf is the end of a directory's name.
func idOf(name string) string { return name[max(len(name)-idLength, 0):] }

// isRunName reports whether a directory's name may be that of a run.
func isRunName(name string) bool {
	id := idOf(name)
	return len(name) > idLength && len(id) == idLength && strings.Trim(id, "0123456789abcdef") == ""
}

// run opens the tables of a directory.
func (s *search) run(folder string, entries []os.DirEntry) {
	info, err := os.Stat(folder)
	if err != nil || slices.ContainsFunc(s.seen, func(known os.FileInfo) bool { return os.SameFile(known, info) }) {
		return
	}
	s.seen = append(s.seen, info)
	name := filepath.Base(folder)
	var paths []string
	for _, e := range entries {
		if isTable(e) {
			paths = append(paths, filepath.Join(folder, e.Name()))
		}
	}
	all, works := make([]found, len(paths)), make([]work, runtime.GOMAXPROCS(0))
	inParts(len(works), len(paths), func(part, i int) { all[i] = openFound(paths[i], &works[part]) })
	for i := range all {
		f := &all[i]
		if f.err == nil {
			f.err = s.add(f.table, &f.info, name, folder, info)
		}
		if f.err != nil {
			r := s.of(key{idOf(name), ownerOf(f.path, info)}, name, folder)
			r.Problems = append(r.Problems, f.err)
		}
	}
}

// found is a table that was found, and what is wrong with it.
type found struct {
	path  string
	table *Table
	info  Info
	err   error
}

func openFound(path string, w *work) found {
	f := found{path: path}
	if f.table, f.err = Open(path); f.err != nil {
		return f
	}
	i, err := f.table.look(true, w)
	if err != nil {
		f.err = errors.Join(err, f.table.Close())
		return f
	}
	f.info = f.table.info(i)
	return f
}

// ownerOf is whom a file belongs to, -1 if that is not known; if it cannot be looked at that of its directory.
func ownerOf(path string, folder os.FileInfo) int {
	info, err := os.Lstat(path)
	if err != nil {
		info = folder
	}
	if uid, known := owner.Of(info); known {
		return uid
	}
	return -1
}

// of is the run to which a directory belongs.
func (s *search) of(k key, name, folder string) *Run {
	r := s.runs[k]
	if r == nil {
		r = &Run{Name: name, Owner: k.owner}
		s.runs[k] = r
	}
	if !slices.Contains(r.Folders, folder) {
		r.Folders = append(r.Folders, folder)
	}
	return r
}

// add adds a table to its run.
func (s *search) add(t *Table, info *Info, name, folder string, about os.FileInfo) error {
	id := info.Run
	if idOf(name) != id {
		name = id // the directory was renamed
	}
	if id == "" {
		id, name = idOf(filepath.Base(folder)), filepath.Base(folder)
	}
	k := key{id, info.Owner}
	// A user's table in the directory of another one was put there by that one: as a link, for only root gives files
	// away. The caller has put there what is in the caller's own.
	if of, known := owner.Of(about); known && of != info.Owner && of != 0 && of != os.Geteuid() {
		if p := (elsewhere{k, folder, of}); !slices.Contains(s.planted, p) {
			s.planted = append(s.planted, p)
		}
		return t.Close()
	}
	s.of(k, name, folder).take(t, info)
	return nil
}

// take adds a table of the run.
func (r *Run) take(t *Table, info *Info) {
	r.members = append(r.members, member{t, *info})
}

// complete sorts the tables, and finds out which are missing.
func (r *Run) complete() {
	order.Stably(r.members, func(a, b member) int { return cmp.Compare(a.Rank, b.Rank) })
	found := r.members
	r.members = nil
	for _, m := range found {
		var wrong error
		switch {
		case r.Size != 0 && m.Size != r.Size:
			wrong = fmt.Errorf("byte 0: of a run of %d ranks, others of %d: %w", m.Size, r.Size, ErrFormat)
		case len(r.members) > 0 && r.members[len(r.members)-1].Rank == m.Rank:
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
		r.members = append(r.members, m)
	}
	r.list()
	r.found = len(r.Problems)
}

// list makes the list of tables, and that of missing ranks, from the members.
func (r *Run) list() {
	r.Tables = nil
	var present []int
	for _, m := range r.members {
		r.Tables = append(r.Tables, m.table)
		present = append(present, m.Rank)
	}
	r.Missing = missing(present, r.Size)
}

// Infos yields the Info that Find has read for each of Tables, in order. This costs nothing, and is as old as the search.
func (r *Run) Infos() iter.Seq[*Info] {
	return func(yield func(*Info) bool) {
		for i := range r.members {
			if !yield(&r.members[i].Info) {
				return
			}
		}
	}
}

// Keep closes the tables of all ranks except the wanted ones, by the Info that Find has read. The
// others are then missing.
func (r *Run) Keep(wanted func(*Info) bool) {
	r.members = slices.DeleteFunc(r.members, func(m member) bool {
		if wanted(&m.Info) {
			return false
		}
		_ = m.table.Close() // it was open for reading: nothing can be lost
		return true
	})
	r.list()
}

// missing are the ranks below size that are not among some ascending ones.
func missing(present []int, size int) []stats.Range {
	var list []stats.Range
	next := 0
	for _, rank := range append(slices.Clone(present), size) {
		if rank > next {
			list = append(list, stats.Range{First: next, Last: rank - 1, Stride: 1})
		}
		next = rank + 1
	}
	return list
}
