package project

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// The project file is read, changed and written again by whoever has recorded a part of the project: by processes
// of one host and of others that share a disk. So that none loses what another has added, one at a time does so, who
// has made the lock: a file beside it.
//
// That a file is made by one alone (O_EXCL) holds on local disks, NFS from version 3 on, Lustre, GPFS and BeeGFS.
// Locks of the system do not hold as far: fcntl needs a lock daemon for NFS 3 and an option of the mount for Lustre,
// which otherwise refuses it or locks within one host, and flock is such a lock of one host in NFS of old kernels.
// What they have and this has not is that they end with their process. A lock that was left behind is found here by
// its process, which is no more, if that was of this host; otherwise because nothing has become of it for long, as
// the clock of the one who waits has it, so that clocks of hosts need not agree. It holds for milliseconds while a
// few kilobytes are read and written. Who was stopped in between for longer than that looks at the end whether the
// lock is still his, which leaves the moment of the renaming.

// Times of a lock; tests shorten them.
type lockTimes struct {
	poll, stale, patience time.Duration
}

var projectLock = lockTimes{poll: 5 * time.Millisecond, stale: 30 * time.Second, patience: 3 * time.Minute}

// ErrLocked is matched by the error of a project file that others do not let go.
var ErrLocked = errors.New("locked")

// fileLock is a lock that is held.
type fileLock struct {
	path string
	mark []byte // what is in the file
}

// lockMark is what tells whose a lock is.
func lockMark() []byte {
	host, _ := os.Hostname() // without a name others wait for its end, or for long
	return fmt.Appendf(nil, "%d %s %s %016x\n", os.Getpid(), printableWord(host), processes(), rand.Uint64())
}

// printableWord keeps a name from being several words.
func printableWord(s string) string {
	if label := hdtrace.Label(s); label != "" {
		return label
	}
	return "-"
}

// processes is the space that the number of this process is of: containers of one host have their own.
func processes() string {
	if space, err := os.Readlink("/proc/self/ns/pid"); err == nil {
		return hdtrace.Label(space)
	}
	return "-"
}

// abandoned reports whether the process that a lock's mark names is of this host and is no more.
func abandoned(mark []byte) bool {
	var pid int
	var host, space, number string
	if n, _ := fmt.Sscan(string(mark), &pid, &host, &space, &number); n < 4 || pid <= 0 {
		return false
	}
	mine, err := os.Hostname()
	return err == nil && host == printableWord(mine) && space == processes() && !alive(pid)
}

// lockFile waits for a lock.
func lockFile(path string, times lockTimes) (*fileLock, error) {
	l := &fileLock{path: path, mark: lockMark()}
	begin := time.Now()
	var seen []byte
	since := begin
	for {
		err := l.make()
		if err == nil {
			return l, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("hdtrace: lock: %w: %w", hdtrace.ErrCreate, err)
		}
		mark, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("hdtrace: lock: %w", err)
		}
		now := time.Now()
		if seen == nil || !bytes.Equal(mark, seen) {
			seen, since = append([]byte{}, mark...), now
		}
		if err == nil && (abandoned(mark) || now.Sub(since) > times.stale) {
			breakLock(path, mark)
		}
		if now.Sub(begin) > times.patience {
			return nil, fmt.Errorf("hdtrace: %s (%s) is there for %v; remove it if nobody writes into the project: %w", path, bytes.TrimSpace(clipped(mark)), now.Sub(since).Round(time.Second), ErrLocked)
		}
		time.Sleep(times.poll + rand.N(times.poll))
	}
}

// clipped is the start of a mark, which may be anything.
func clipped(mark []byte) []byte { return mark[:min(len(mark), 200)] }

// make makes the lock.
func (l *fileLock) make() error {
	f, err := newFile(l.path)
	if err != nil {
		return err
	}
	_, err = f.Write(l.mark)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(l.path))
	}
	return nil
}

// breakLock removes a lock that was left behind. One at a time does so, so that none removes the lock that another
// has made in its place. Who dies within that leaves a file that only a user removes.
func breakLock(path string, mark []byte) {
	breaker := path + ".break"
	f, err := newFile(breaker)
	if err != nil {
		return // somebody else is at it
	}
	_ = f.Close()
	if now, err := os.ReadFile(path); err == nil && bytes.Equal(now, mark) {
		_ = os.Remove(path)
	}
	_ = os.Remove(breaker)
}

// held reports whether the lock is still that of its holder.
func (l *fileLock) held() bool {
	mark, err := os.ReadFile(l.path)
	return err == nil && bytes.Equal(mark, l.mark)
}

// release gives it back.
func (l *fileLock) release() error {
	if !l.held() {
		return nil // it was taken away
	}
	return os.Remove(l.path)
}

// MergeProject adds a project to the project file that is there, or makes that. What p says goes before what the
// file says, whose name, description and elements without a meaning stay where p has none. Other processes, on other
// hosts too, may do the same at the same time: all that each has added is in the file then.
//
// A file that cannot be read, or has other types of levels, stays as it is. The error matches ErrLocked if another
// process does not let go of it for minutes. p may have changed afterwards.
func (d *Directory) MergeProject(p *Project) error {
	return d.update(p, func(path string) error {
		there, err := readProjectFile(path)
		if there == nil || err != nil {
			return err
		}
		p.Extra = append(p.Extra, there.Extra...)
		if there.Name != "" {
			p.Name = there.Name
		}
		mine := p.Groups
		p.Groups = slices.Clone(there.Groups) // in the order of the file
		for _, g := range mine {
			p.AddGroup(g)
		}
		return p.Merge(there)
	})
}

// update writes a project while nobody else does, after change has looked at the file that is there.
func (d *Directory) update(p *Project, change func(path string) error) error {
	name := p.Topology.ProjectFile()
	path := filepath.Join(d.path, name)
	lock, err := lockFile(path+".lock", projectLock)
	if err != nil {
		return err
	}
	if err := change(path); err != nil {
		return errors.Join(fmt.Errorf("hdtrace: %s stays as it is: %w", path, err), lock.release())
	}
	var text bytes.Buffer
	if _, err = p.WriteTo(&text); err == nil && !lock.held() {
		err = fmt.Errorf("hdtrace: %s was taken away while it was held: %w", lock.path, ErrLocked)
	}
	if err == nil {
		err = replaceFile(path, text.Bytes())
	}
	return errors.Join(err, lock.release())
}

// ReadProject reads the project file, nil if it is not there.
func (d *Directory) ReadProject() (*Project, error) {
	return readProjectFile(filepath.Join(d.path, d.topology.ProjectFile()))
}

func readProjectFile(path string) (p *Project, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return Read(f, hdtrace.ReadOptions{Name: filepath.Base(path)})
}
