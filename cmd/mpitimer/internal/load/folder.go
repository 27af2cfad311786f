package load

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-hpc/timers/internal/owner"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// asideFolder is where the timers write what is not E3SM's, with "For: e3sm".
const asideFolder = "mpitimer"

// extProject is that of HDTrace's projects, which are read elsewhere.
const extProject = ".proj"

// folder is what is found in a directory. Others may have files there, too: what is read is of one user.
type folder struct {
	*gathering
	found []source
	runs  []*ranktable.Run
	below []string // where there may be tables
}

// folder takes in the files of a directory, and the rank tables below it.
func (g *gathering) folder(name string) error {
	f := folder{gathering: g}
	before := len(g.sources) + len(g.problems)
	if err := f.read(name); err != nil {
		return err
	}
	if len(f.below) > 0 {
		runs, err := ranktable.Find(f.below...)
		switch f.runs = runs; {
		case errors.Is(err, fs.ErrPermission):
			g.ignored = append(g.ignored, err)
		case err != nil:
			g.problems = append(g.problems, err)
		}
	}
	err := f.choose(name)
	first := len(g.sources)
	for _, s := range f.found {
		g.add(s, s.problem)
	}
	g.sources = append(g.sources[:first:first], g.wholeRun(g.sources[first:])...)
	if err = errors.Join(err, g.tables(f.runs, name)); err != nil {
		return err
	}
	if before == len(g.sources)+len(g.problems) {
		return fmt.Errorf("%s: %w: %s", name, ErrForm, expected)
	}
	return nil
}

// read reads the files of a directory.
func (f *folder) read(name string) error {
	entries, err := os.ReadDir(name)
	if err != nil {
		return err
	}
	tables := false
	for entries := range slices.Chunk(entries, 64) {
		files := make([]inFolder, len(entries))
		together(len(entries), func(i int) {
			if entries[i].Type().IsRegular() {
				files[i] = f.file(filepath.Join(name, entries[i].Name()))
			}
		})
		for i, e := range entries {
			one := &files[i]
			switch {
			case e.IsDir() && e.Name() == asideFolder:
				one.err = f.read(filepath.Join(name, e.Name()))
			case e.IsDir():
				one.table = true // perhaps
			}
			switch {
			case errors.Is(one.err, fs.ErrPermission): // another user has left it there
				f.ignored = append(f.ignored, one.err)
			case one.err != nil:
				return one.err
			case errors.Is(one.problem, ErrForm):
				f.passed++
			case one.file != "":
				f.found = append(f.found, one.source)
			}
			tables = tables || one.table
		}
	}
	if tables {
		f.below = append(f.below, name)
	}
	return nil
}

// inFolder is a file of a directory.
type inFolder struct {
	source
	table bool // it is a rank table: those are read together
	err   error
}

// file reads a file of a directory, unless it is a rank table.
func (f *folder) file(name string) (one inFolder) {
	file, err := os.Open(name)
	if err != nil {
		one.err = err
		return one
	}
	head, _ := bufio.NewReader(file).Peek(len(tableMagic))
	info, err := file.Stat()
	one.err = errors.Join(err, file.Close())
	if one.table = one.err == nil && string(head) == tableMagic; one.err != nil || one.table {
		return one
	}
	one.source, err = f.readFile(name, 0)
	one.file, one.user, one.problem = name, userOf(info), err
	return one
}

// choose leaves out what is not of the user whose files are read.
func (f *folder) choose(name string) error {
	users, good := f.users()
	user, known := meant(name, users)
	if !known {
		user, known = meant(name, good)
	}
	if !known && len(good) > 1 {
		err := fmt.Errorf("%s: holds files of %d other users, including %d and %d; name the files to read", name, len(good), good[0], good[1])
		for _, r := range f.runs {
			err = errors.Join(err, r.Close())
		}
		f.runs = nil
		return err
	}
	if !known {
		return nil
	}
	files := len(f.found) > 0 // where users share a place of tables the runs of others are no fault
	f.found = slices.DeleteFunc(f.found, func(s source) bool {
		if s.user != user {
			f.ignored = append(f.ignored, notUsed(s.file, "file", s.user, user))
		}
		return s.user != user
	})
	var err error
	f.runs = slices.DeleteFunc(f.runs, func(r *ranktable.Run) bool {
		if userOfRun(r) == user {
			return false
		}
		f.others = append(f.others, userOfRun(r))
		if files && len(r.Folders) > 0 {
			f.ignored = append(f.ignored, notUsed(r.Folders[0], "tables", userOfRun(r), user))
		}
		err = errors.Join(err, r.Close())
		return true
	})
	return err
}

func notUsed(name, what string, of, user int) error {
	return fmt.Errorf("%s: %s of user %d beside files of user %d: %w", name, what, of, user, ranktable.ErrOwner)
}

// users are those of whom something was found, and those of whom something can be shown, each once.
func (f *folder) users() (all, good []int) {
	add := func(user int, shows bool) {
		if !slices.Contains(all, user) {
			all = append(all, user)
		}
		if shows && !slices.Contains(good, user) {
			good = append(good, user)
		}
	}
	for i := range f.found {
		s := &f.found[i]
		add(s.user, s.summary != nil || len(s.profiles) > 0)
	}
	for _, r := range f.runs {
		add(userOfRun(r), len(r.Tables) > 0)
	}
	return all, good
}

// meant is the one of some users whose files in a directory are read: the caller, else the directory's owner, else the only one.
func meant(folder string, users []int) (user int, known bool) {
	if slices.Contains(users, os.Geteuid()) {
		return os.Geteuid(), true
	}
	if info, err := os.Stat(folder); err == nil && slices.Contains(users, userOf(info)) {
		return userOf(info), true
	}
	if len(users) == 1 {
		return users[0], true
	}
	return 0, false
}

// userOf is whose a file is. What is root's, or nobody's as far as the system says, is the caller's.
func userOf(info fs.FileInfo) int {
	if uid, known := owner.Of(info); known && !owner.Trusted(info) {
		return uid
	}
	return os.Geteuid()
}

func userOfRun(r *ranktable.Run) int {
	if r.Own() || r.Owner <= 0 {
		return os.Geteuid()
	}
	return r.Owner
}

// ProjectsIn returns the files of HDTrace's projects in a directory, none if it is a file, as Files chooses them: the messages name those of
// other users.
func ProjectsIn(messages io.Writer, folder string) []string {
	list, _ := filepath.Glob(filepath.Join(folder, "*"+extProject))
	kept, others := ofOneUser(folder, list)
	tellNotUsed(messages, others)
	return kept
}

// ofOneUser is which of some files in a directory are read, as Files chooses them, and an error for each of the others that
// names it. Where nothing tells whose are meant, it is all of them.
func ofOneUser(folder string, names []string) (kept []string, others []error) {
	var users []int
	for _, name := range names {
		user := os.Geteuid()
		if info, err := os.Stat(name); err == nil {
			user = userOf(info)
		}
		users = append(users, user)
	}
	user, known := meant(folder, users)
	for i, name := range names {
		if known && users[i] != user {
			others = append(others, notUsed(name, "file", users[i], user))
		} else {
			kept = append(kept, name)
		}
	}
	return kept, others
}
