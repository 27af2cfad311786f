// Package cache keeps the files of instrumented builds in a directory that no other user can change. They are
// compiled into the user's programs, so nothing is taken on trust: on every use the directory, and everything
// taken from it, must belong to the user alone, and have the content that its name promises.
package cache

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/go-hpc/timers/internal/owner"
)

// Cache is the directory of a build. Close ends its use.
type Cache struct {
	folder  string
	private bool // removed at the end

	mu   sync.Mutex
	used []string // entries, which are marked as in use from time to time
	quit chan struct{}
	gone sync.WaitGroup
}

// Open opens the user's cache. If there is none that only the user can change, it says why, and makes a
// directory that Close removes.
func Open(messages io.Writer) (*Cache, error) {
	c := &Cache{quit: make(chan struct{})}
	var err error
	if c.folder, err = ofUser(); err == nil {
		c.gone.Go(c.keepMarking)
		return c, nil
	}
	fmt.Fprintf(messages, "mpitimer: no cache: %v; this build uses a directory that is removed when it ends\n", err)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM) // before there is something to remove
	if c.folder, err = Temporary("timers-build-"); err != nil {
		signal.Stop(signals)
		return nil, err
	}
	c.private = true
	c.gone.Go(func() { c.removeAtSignal(signals) })
	return c, nil
}

// Private reports whether Close removes what is in the cache.
func (c *Cache) Private() bool { return c.private }

// Close ends the use of the cache.
func (c *Cache) Close() error {
	close(c.quit)
	c.gone.Wait()
	if c.private {
		return os.RemoveAll(c.folder)
	}
	return nil
}

// ofUser makes the user's directory, or checks it.
func ofUser() (string, error) {
	base, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(base, 0o700); err != nil {
		return "", err
	}
	if base, err = Chain(base); err != nil {
		return "", err
	}
	folder := filepath.Join(base, "mpitimer")
	if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return "", err
	}
	info, err := os.Lstat(folder)
	if err != nil {
		return "", err
	}
	uid, known := owner.Of(info)
	switch {
	case !info.IsDir():
		return "", fmt.Errorf("%s is not a directory but %s", folder, info.Mode().Type())
	case known && uid != os.Geteuid():
		return "", fmt.Errorf("%s belongs to user %d", folder, uid)
	case known && info.Mode().Perm() != 0o700:
		// Earlier versions let others in. What those may have left there is not the user's, and is not used.
		return folder, os.Chmod(folder, 0o700)
	}
	return folder, nil
}

// Temporary makes a directory that belongs to the user alone, with a name that nobody can predict, where
// others cannot replace it.
func Temporary(prefix string) (string, error) {
	place, err := Chain(os.TempDir())
	if err != nil {
		return "", fmt.Errorf("directory for temporary files: %w", err)
	}
	return os.MkdirTemp(place, prefix)
}

// removeAtSignal removes a private directory when the build is interrupted.
func (c *Cache) removeAtSignal(signals chan os.Signal) {
	defer signal.Stop(signals)
	select {
	case <-c.quit:
	case s := <-signals:
		_ = os.RemoveAll(c.folder)
		signal.Reset(os.Interrupt, syscall.SIGTERM)
		if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
			time.Sleep(time.Second) // for which this process does not live
		}
		os.Exit(1)
	}
}
