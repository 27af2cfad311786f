//go:build linux

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/go-hpc/timers/scripts/kill/ledger"
)

var scenarios = []scenario{
	{"a clean run takes its tables away", cleanRun},
	{"a job is killed while it takes its tables away", killedInRemoval},
	{"a job is killed when its report appears", killedAtReport},
	{"tables where Tables: auto puts them", automatic},
	{"two jobs in one folder, one is killed", oneOfTwo},
	{"two jobs in one folder, both are killed", bothOfTwo},
	{"the folder of the tables vanishes", vanishing},
	{"the disk is full while tables grow", fullDisk},
	{"a job is killed after its disk was full", killedOnFullDisk},
	{"the disk is full from the start", fullFromTheStart},
	{"a folder that is read-only", readOnly},
	{"a folder that others can write to", writable},
	{"a folder that is a file", noFolder},
}

func cleanRun(s *scene) {
	folder := filepath.Join(s.at, "tables")
	if s.begin(3, folder, "-steps", "30", "-histograms") {
		s.endWell()
		s.says("tables in", folder)
		s.noneLeft(folder)
	}
}

// killedInRemoval: where a table is gone the report is on disk.
func killedInRemoval(s *scene) {
	for range 4 {
		folder := filepath.Join(s.at, "tables")
		if !s.begin(3, folder, "-steps", "5") || !s.awaitRunning() {
			return
		}
		waitFor(30*time.Second, 0, func() bool { return len(left(folder)) < s.ranks || s.ended() })
		if err := s.reportOnDisk(); err != nil {
			s.fail("a table was taken away, and the report is not on disk: %v", err)
		}
		s.killAll()
		s.judge()
		if err := os.RemoveAll(folder); err != nil {
			s.fail("%v", err)
		}
	}
}

// killedAtReport: before the report is whole all tables are there, for judge complains otherwise.
func killedAtReport(s *scene) {
	for range 4 {
		folder := filepath.Join(s.at, "tables")
		if !s.begin(3, folder, "-steps", "2", "-mode", "grow") || !s.awaitRunning() {
			return
		}
		waitFor(30*time.Second, 0, func() bool {
			files, _ := filepath.Glob(filepath.Join(s.folder, "*timing*")) // under whatever name it is written
			return len(files) > 0 || s.ended()
		})
		s.killAll()
		s.judge()
		if err := os.RemoveAll(folder); err != nil {
			s.fail("%v", err)
		}
	}
}

func automatic(s *scene) {
	if !s.begin(2, "auto") || !s.awaitRunning() {
		return
	}
	time.Sleep(50 * time.Millisecond)
	_, rest, found := strings.Cut(s.output(0), "mpitimer: tables in ")
	folder, _, _ := strings.Cut(rest, "\n")
	s.killAll()
	if !found {
		s.fail("the log does not say where the tables are: %s", s.lastWords())
		return
	}
	defer os.RemoveAll(folder)
	info, err := os.Stat(folder)
	if err != nil || info.Mode().Perm()&0o077 != 0 {
		s.fail("folder %s is not there for its user alone: %v, %v", folder, info, err)
	}
	s.tables = folder
	s.judge()
	// By its name alone, among whatever other runs this machine holds.
	out := filepath.Join(s.at, "auto.mptsum")
	if said, err := exec.Command(s.mpitimer, "recover", filepath.Base(folder), "-o", out).CombinedOutput(); err != nil {
		s.fail("recover %s: %v: %s", filepath.Base(folder), err, said)
	}
}

// runFolder returns the directory of the only run in a directory that is not among those known already.
func (s *scene) runFolder(folder string, known ...string) string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		s.fail("%v", err)
	}
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if len(known) == 0 || path != known[0] {
			return path
		}
	}
	s.fail("no run in %s", folder)
	return folder
}

// twoJobs starts one that runs for ever and another one, in one directory.
func (s *scene) twoJobs(args ...string) (first *kill, folder, second string, ok bool) {
	folder = filepath.Join(s.at, "tables")
	if !s.begin(2, folder) || !s.awaitRunning() {
		return nil, "", "", false
	}
	run := s.runFolder(folder)
	s.kill.tables = run
	job, tables := s.job, s.kill.tables
	if !s.begin(2, folder, args...) || !s.awaitRunning() {
		return nil, "", "", false
	}
	return &kill{plan: s.plan, job: job, tables: tables}, folder, s.runFolder(folder, run), true
}

func oneOfTwo(s *scene) {
	first, folder, _, ok := s.twoJobs("-steps", "150")
	if !ok {
		return
	}
	if p, lives := first.rank(1); lives {
		p.signal(syscall.SIGKILL)
	}
	first.finish(patience)
	first.dead = ledger.Monotonic()
	s.endWell()
	first.judge()
	s.problem = append(s.problem, first.problem...)
	if now := s.runFolder(folder); now != first.tables || len(left(folder)) != first.ranks {
		s.fail("the killed job's tables are in %s, now there is %s with %v", first.tables, now, left(folder))
	}
}

func bothOfTwo(s *scene) {
	first, folder, second, ok := s.twoJobs()
	if !ok {
		return
	}
	for _, j := range []*job{first.job, s.job} {
		if p, lives := j.rank(0); lives {
			p.signal(syscall.SIGTERM)
		}
	}
	first.finish(patience)
	first.dead = ledger.Monotonic()
	s.end()
	s.tables = second
	s.judge()
	first.judge()
	s.problem = append(s.problem, first.problem...)
	s.foundBoth(folder)
}

func vanishing(s *scene) {
	folder := filepath.Join(s.at, "tables")
	if !s.begin(3, folder, "-steps", "40", "-mode", "grow", "-histograms") || !s.awaitRunning() {
		return
	}
	if err := os.RemoveAll(folder); err != nil {
		s.fail("%v", err)
	}
	s.endWell()
	s.noneLeft(folder)
}

// mount makes a small file system, and returns how to unmake it; nil where one may not.
func (s *scene) mount(folder, options string) (remove func()) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		s.fail("%v", err)
		return nil
	}
	err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "mode=0700,"+options)
	if err != nil {
		s.skipped = "no file system may be mounted here: " + err.Error()
		return nil
	}
	return func() {
		if err := syscall.Unmount(folder, 0); err != nil {
			s.fail("unmount %s: %v", folder, errors.Join(err, syscall.Unmount(folder, syscall.MNT_DETACH)))
		}
	}
}

func fullDisk(s *scene) {
	folder := filepath.Join(s.at, "small")
	remove := s.mount(folder, "size=256k")
	if remove == nil {
		return
	}
	defer remove()
	if s.begin(2, folder, "-steps", "8", "-mode", "grow", "-histograms") {
		s.endWell()
		s.says("goes on without", folder)
		s.noneLeft(folder)
	}
}

func killedOnFullDisk(s *scene) {
	folder := filepath.Join(s.at, "small")
	remove := s.mount(folder, "size=256k")
	if remove == nil {
		return
	}
	defer remove()
	if !s.begin(2, folder, "-mode", "grow") || !s.awaitRunning() {
		return
	}
	if !waitFor(time.Minute, 10*time.Millisecond, func() bool { return strings.Contains(s.output(0), "goes on without") }) {
		s.fail("rank 0 does not say that the disk is full: %s", s.lastWords())
	}
	s.kind = "out of memory" // so that tables may be old
	s.killAll()
	s.judge()
}

func fullFromTheStart(s *scene) {
	folder := filepath.Join(s.at, "small")
	remove := s.mount(folder, "size=12k")
	if remove == nil {
		return
	}
	defer remove()
	if s.begin(2, folder, "-steps", "20") {
		s.endWell()
		s.says("no tables in files", folder)
		for _, file := range left(folder) {
			s.fail("left behind: %s", file)
		}
	}
}

func readOnly(s *scene) {
	folder := filepath.Join(s.at, "sealed")
	if os.Geteuid() != 0 {
		if err := os.Mkdir(folder, 0o500); err != nil {
			s.fail("%v", err)
			return
		}
	} else {
		remove := s.mount(folder, "ro")
		if remove == nil {
			return
		}
		defer remove()
	}
	s.withoutTables(folder)
}

// withoutTables runs a job whose tables cannot be in the directory.
func (s *scene) withoutTables(folder string) {
	if s.begin(2, folder, "-steps", "20") {
		s.endWell()
		s.says("no tables in files", folder)
	}
}

func writable(s *scene) {
	folder := filepath.Join(s.at, "open")
	if err := errors.Join(os.Mkdir(folder, 0o777), os.Chmod(folder, 0o777)); err != nil {
		s.fail("%v", err)
	}
	s.withoutTables(folder)
	s.noneLeft(folder)
}

func noFolder(s *scene) {
	file := filepath.Join(s.at, "file")
	if err := os.WriteFile(file, []byte("of somebody else"), 0o666); err != nil {
		s.fail("%v", err)
	}
	s.withoutTables(file)
	if text, err := os.ReadFile(file); err != nil || string(text) != "of somebody else" {
		s.fail("the file is now %q (%v)", text, err)
	}
}
