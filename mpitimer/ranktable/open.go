package ranktable

import (
	"container/list"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
)

// A run may have more ranks than a process may have descriptors. So the files of those tables alone are open that
// were looked at last; the others are opened again when they are looked at.
var opened = recent{most: mostOpen(), order: list.New(), place: make(map[*Table]*list.Element)}

// recent is the tables with an open file.
type recent struct {
	mu    sync.Mutex
	most  int
	order *list.List // of *Table, the one that was used last in front
	place map[*Table]*list.Element
}

// use moves a table to the front, and gives up the descriptors of others if there are too many. The caller has
// locked the table. Others that are in use at this moment keep theirs.
func (r *recent) use(t *Table) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if at := r.place[t]; at != nil {
		r.order.MoveToFront(at)
		return
	}
	r.place[t] = r.order.PushFront(t)
	for at := r.order.Back(); at != r.order.Front() && r.order.Len() > r.most; {
		next := at.Prev()
		if other := at.Value.(*Table); other.mu.TryLock() {
			_ = other.release() // it was open for reading: nothing can be lost
			r.order.Remove(at)
			delete(r.place, other)
			other.mu.Unlock()
		}
		at = next
	}
}

// forget takes a table out. The caller has locked it.
func (r *recent) forget(t *Table) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if at := r.place[t]; at != nil {
		r.order.Remove(at)
		delete(r.place, t)
	}
}

// reopen opens the file if its descriptor was given up.
func (t *Table) reopen() error {
	if t.file == nil {
		return t.open()
	}
	opened.use(t)
	return nil
}

// open opens the file, for the first time or again: then it has to be the same one.
func (t *Table) open() error {
	opened.use(t) // first, so that there is a descriptor
	file, err := rankfile.OpenToRead(t.name)
	if err != nil {
		opened.forget(t)
		return err
	}
	info, err := file.Stat()
	if err == nil && t.known != nil && !os.SameFile(info, t.known) {
		err = fmt.Errorf("another file has taken its place: %w", fs.ErrNotExist)
	}
	if err != nil {
		opened.forget(t)
		return errors.Join(err, file.Close())
	}
	t.known, t.file = info, file
	return nil
}
