package timeline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
)

// apart is how far a call of MPI may be outside of the region that made it. They are timed by one clock; only a
// thread that is not the region's is farther away.
const apart = 20 * time.Microsecond

// awaitCalls lets the calls of MPI be written where nestCalls finds them. Those of an earlier run go.
func (r *Recorder) awaitCalls() error {
	regions := &mpicall.Regions{Folder: r.options.Directory, Project: r.options.Project, At: r.clock.asOf}
	entries, err := os.ReadDir(regions.CallsFolder())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("timeline: calls of an earlier run: %w", err)
	}
	prefix := fmt.Sprintf("%s_%s_%d_", r.options.Project, r.host, r.rank)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) {
			if err := os.Remove(filepath.Join(regions.CallsFolder(), e.Name())); err != nil {
				return fmt.Errorf("timeline: calls of an earlier run: %w", err)
			}
		}
	}
	r.regions = regions
	mpicall.Nest(regions)
	return nil
}

// nestCalls puts the calls of MPI into the traces of the rank's regions.
func (r *Recorder) nestCalls() error {
	mpicall.Nest(nil)
	folder := r.regions.CallsFolder()
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	problems := []error{err}
	prefix := fmt.Sprintf("%s_%s_%d_", r.options.Project, r.host, r.rank)
	for _, e := range entries {
		thread, ours := strings.CutPrefix(e.Name(), prefix)
		thread, calls := strings.CutSuffix(thread, ".trc")
		if !ours || !calls {
			continue
		}
		node, err := r.directory.Topology().Node(r.host, strconv.Itoa(r.rank), thread)
		if err == nil {
			err = r.directory.Nest(node, folder, apart, "mpi"+thread)
		}
		problems = append(problems, err)
	}
	_ = os.Remove(folder) // of the last rank, when it is empty
	return errors.Join(problems...)
}
