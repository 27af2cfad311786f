package mpitimer

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-hpc/timers/mpitimer/internal/logfile"
)

// folderOfLone is a directory beside the files of rank 0, for those of a rank that reports alone though others
// run beside it: without it each would write over the files of the others.
func folderOfLone(rank int) string { return fmt.Sprintf("rank-%d", rank) }

// alone is what becomes of the reports of so many lone ranks.
func alone(size int) string {
	return fmt.Sprintf("each rank reports itself alone, rank 0 as configured and the others to the directories %s to %s there", folderOfLone(1), folderOfLone(size-1))
}

// standApart lets a lone rank write where no other does.
func (tm *Timers) standApart() {
	if tm.lone > 0 {
		tm.config.Output.Directory = filepath.Join(tm.config.Output.Directory, folderOfLone(tm.lone))
	}
}

// target is where a file of that name is written: a name that is not absolute is one in the configured
// directory.
func (tm *Timers) target(name string) string {
	if !filepath.IsAbs(name) {
		return filepath.Join(tm.config.Output.Directory, name)
	}
	if info, err := os.Stat(name); tm.lone == 0 || err == nil && !info.Mode().IsRegular() { // a device is everybody's
		return name
	}
	folder, base := filepath.Split(name)
	return filepath.Join(folder, folderOfLone(tm.lone), base)
}

// logFaults tells the log what was wrong when the timers began, each fault on a line: most programs
// drop the error of Initialize. Other ranks have the same configuration.
func (tm *Timers) logFaults(problem error) {
	if tm.rank() == 0 && tm.lone == 0 {
		for _, line := range logfile.Faults(problem) {
			tm.message(line)
		}
	}
}
