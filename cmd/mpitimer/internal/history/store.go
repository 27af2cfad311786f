package history

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/rand"
	"debug/buildinfo"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/stats/history"
)

// A file of a store is a summary, and its name says what else is known of the run:
//
//	TIME_COMMIT[+dirty]_BRANCH_MACHINE_pRANKS[_INPUT]_RANDOM.mptsum.gz
//
// TIME is in UTC; fields are escaped as in URLs, and blank if they are not known. No two writers choose the same name.
const (
	timeForm  = "20060102T150405Z"
	extension = ".mptsum"
	gzipped   = ".gz"
	dirtyMark = "+dirty"
)

func escaped(field string) string {
	return strings.ReplaceAll(url.QueryEscape(field), "_", "%5F")
}

// nameOf returns the name of the file of a run.
func nameOf(r *history.Run) string {
	var random [4]byte
	_, _ = rand.Read(random[:]) // it never fails
	commit := escaped(r.Commit)
	if r.Dirty {
		commit += dirtyMark
	}
	fields := []string{time.Unix(0, r.Time).UTC().Format(timeForm), commit, escaped(r.Branch), escaped(r.Machine), fmt.Sprint("p", r.Ranks)}
	if r.Input != "" {
		fields = append(fields, escaped(r.Input))
	}
	return strings.Join(append(fields, hex.EncodeToString(random[:])), "_") + extension + gzipped
}

// ofName sets what the name of a file says of a run, and reports whether it is one of a store.
func ofName(r *history.Run, file string) bool {
	fields := strings.Split(strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file), gzipped), extension), "_")
	if len(fields) != 6 && len(fields) != 7 {
		return false
	}
	at, err := time.Parse(timeForm, fields[0])
	if err != nil {
		return false
	}
	r.Time = at.UnixNano()
	fields[1], r.Dirty = strings.CutSuffix(fields[1], dirtyMark)
	for i, to := range []*string{&r.Commit, &r.Branch, &r.Machine} {
		if text, err := url.QueryUnescape(fields[1+i]); err == nil {
			*to = text
		}
	}
	if len(fields) == 7 {
		if text, err := url.QueryUnescape(fields[5]); err == nil {
			r.Input = text
		}
	}
	return true
}

// first returns the first of some environment variables that is set.
func first(variables ...string) string {
	for _, v := range variables {
		if text := os.Getenv(v); text != "" {
			return text
		}
	}
	return ""
}

// git returns what git answers in the current directory, "" if it does not.
func git(args ...string) string {
	out, err := exec.Command("git", args...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// built returns the commit that the Go program in a file was built of, and whether there were changes that it does not have.
func built(program string) (commit string, dirty bool, err error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return "", false, cli.Usage{Err: err}
	}
	if commit, dirty = commitOf(info); commit == "" {
		return "", false, cli.Usagef("%s: it does not say of which commit it was built; go build -buildvcs=true makes it do so", program)
	}
	return commit, dirty, nil
}

func commitOf(info *debug.BuildInfo) (commit string, dirty bool) {
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			dirty = s.Value == "true"
		}
	}
	return commit, dirty
}

// store copies a run to a directory. Program is the file of the program, and input what it worked on; "" if they are not known.
func store(name, folder, program, input string) error {
	run, damage := load.Files([]string{name})
	if run == nil {
		return cli.Usage{Err: damage}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	s := run.Summary
	r := history.Run{Input: cmp.Or(input, os.Getenv("MPITIMER_INPUT")), Ranks: s.Size, Time: cmp.Or(s.Start, time.Now().UnixNano()), Machine: first("MPITIMER_MACHINE", "CI_RUNNER_DESCRIPTION", "RUNNER_NAME")}
	if r.Machine == "" {
		r.Machine, _ = os.Hostname()
	}
	if program != "" {
		var err error
		if r.Commit, r.Dirty, err = built(program); err != nil {
			return err
		}
	} else if r.Commit = first("CI_COMMIT_SHA", "GITHUB_SHA"); r.Commit == "" {
		if r.Commit = git("rev-parse", "HEAD"); r.Commit != "" {
			r.Dirty = git("status", "--porcelain", "--untracked-files=no") != ""
		}
	}
	if r.Branch = first("CI_COMMIT_REF_NAME", "GITHUB_HEAD_REF", "GITHUB_REF_NAME"); r.Branch == "" {
		r.Branch = strings.TrimSuffix(git("rev-parse", "--abbrev-ref", "HEAD"), "HEAD") // which it is called without a branch
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := s.WriteTo(z); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	err := cli.WriteFile(filepath.Join(folder, nameOf(&r)), []string{name}, func(w io.Writer) error {
		_, err := w.Write(b.Bytes())
		return err
	})
	return errors.Join(err, damage)
}

// shelf is where the runs of directories are gathered.
type shelf struct {
	o       *options
	history history.History
	tell    func(format string, args ...any)
	missing error
	found   int // runs, also those that are not wanted
	dirty   int // runs that are not wanted for that
}

// read reads a file, or all in a directory and below. Files in directories that are no runs are passed over, but not all of them.
func (s *shelf) read(name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return s.file(name, true)
	}
	before := s.found
	err = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		return s.file(path, false)
	})
	if err == nil && s.found == before {
		err = cli.Usagef("%s: no run is there; --add RUN adds one", name)
	}
	return err
}

func (s *shelf) file(name string, named bool) error {
	run, err := load.Files([]string{name})
	switch {
	case run == nil && !named && (errors.Is(err, load.ErrForm) || errors.Is(err, fs.ErrNotExist)): // history prune has just removed it
		return nil
	case run == nil && named:
		return cli.Usage{Err: err}
	}
	if s.found++; err != nil {
		return s.leave(name, err.Error())
	}
	times, whole := history.Times(run.Summary)
	if !whole {
		return s.leave(name, "it had not ended, or ranks are missing")
	}
	r := history.Run{Name: name, Program: run.Summary.Program, Ranks: run.Summary.Size, Time: run.Summary.Start, Commit: run.Meta["commit"], Branch: run.Meta["branch"], Machine: run.Meta["machine"], Input: run.Meta["input"]}
	ofName(&r, name)
	switch {
	case s.o.branch != "" && r.Branch != s.o.branch:
		return nil
	case r.Dirty && !s.o.dirty:
		s.dirty++
		return nil
	}
	s.history.Add(r, times)
	return nil
}

// leave leaves a file out.
func (s *shelf) leave(name, why string) error {
	s.tell("mpitimer: left out: %s: %s", name, why)
	s.missing = cli.Incomplete("runs are left out")
	return nil
}
