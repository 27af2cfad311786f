package mpitimer

import (
	"path/filepath"

	"github.com/go-hpc/timers/gptlcompat"
)

// foldRankFiles lets the file of rank 0 stand for those of all ranks that write one. What a rank could not
// write it tells itself.
func (tm *Timers) foldRankFiles(name func(rank int) string) {
	size := tm.all.Size()
	if tm.rank() != 0 || tm.comm == nil || size == 1 {
		return
	}
	last, count := 0, 0
	for rank := range size {
		if tm.config.writesFile(rank) {
			last, count = rank, count+1
		}
	}
	tm.written.Through(tm.target(name(0)), filepath.Base(name(last)), count)
}

func rankName(prefix string, size int) func(rank int) string {
	return func(rank int) string { return gptlcompat.RankName(prefix, rank, size) }
}

// nameFiles names in the log, in one line, the files that were written, if this rank speaks for all that
// wrote.
func (tm *Timers) nameFiles(speaks bool) {
	if line := tm.written.Line(tm.config.Output.ASCII); speaks && line != "" {
		tm.inform(line)
	}
}
