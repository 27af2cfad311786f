//go:build mpi && cgo

package mpitimer

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

func TestMPISingleFileOfARun(t *testing.T) {
	dir := sharedFolder(t)
	c := quietConfig()
	c.Output.Directory, c.Output.GlobalFile, c.Output.RankFiles, c.Output.RankStride = dir, "stats", -1, 2
	c.Output.SingleFile = true
	set(&c, "UpstreamPrefix", "gptl")
	tm, err := New(WithCommunicator(mpiWorld), WithConfig(c), WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	tm.Start("step").Stop()
	if err := tm.Finalize(); err != nil {
		t.Error(err)
	}
	together(t)
	if mpiWorld.Rank() == 0 {
		parts, upstream := []string{"global"}, []string{}
		for rank := 0; rank < mpiWorld.Size(); rank += 2 {
			parts = append(parts, fmt.Sprint(rank))
			upstream = append(upstream, fmt.Sprintf("gptl.%06d", rank))
		}
		expectParts(t, filepath.Join(dir, "timing_all"), strings.Join(parts, " "))
		expectFolder(t, dir, "mpitimer", "timing_all")
		expectFolder(t, filepath.Join(dir, "mpitimer"), append(upstream, "gptl.summary")...)
	}
	together(t) // the directory ends with rank 0's test
}
