//go:build mpi && cgo

package mpitimer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/attach"
)

type elsewhereSettings struct {
	File string `yaml:"Elsewhere"`
}

func (s *elsewhereSettings) Check() []attach.Fault { return nil }

func (s *elsewhereSettings) Open() (attach.Output, attach.Source) {
	if s.File == "" {
		return nil, nil
	}
	return &probe{settings: probeSettings{File: s.File}}, nil
}

// Programs of one job that link different packages: some processes have an attachment that the others do not
// know at all, nor its key.
func TestMPIAttachedByOneProgramOnly(t *testing.T) {
	rank, size := mpiWorld.Rank(), mpiWorld.Size()
	if size == 1 {
		t.Skip("one rank is one program")
	}
	folder := sharedFolder(t)
	if rank < size/2 { // rank 0 among them, whose configuration counts
		attach.Register(attach.Kind{Name: "elsewhere", Settings: func() attach.Settings { return &elsewhereSettings{} }})
	}
	hearNothing(t)
	c := quietConfig()
	c.Output.Directory = folder
	if rank < size/2 {
		if err := c.Set("Elsewhere", "only-here"); err != nil {
			t.Error(err)
		}
	}
	if err := c.Set("ProbeFile", "probe"); err != nil { // which all link
		t.Error(err)
	}
	begin := time.Now()
	log := new(syncBuffer)
	err := Initialize(WithCommunicator(mpiWorld), WithConfig(c), WithLog(log))
	if err == nil || !strings.Contains(err.Error(), "elsewhere is left out on all ranks: rank "+string(rune('0'+size/2))+" does not have it") {
		t.Errorf("rank %d: %v", rank, err)
	}
	Start("work").Stop()
	if err := Finalize(); err != nil {
		t.Error(err)
	}
	if took := time.Since(begin); took > time.Minute {
		t.Errorf("it took %v", took)
	}
	for _, line := range heard.by[rank] {
		if strings.HasPrefix(line, "only-here") {
			t.Errorf("rank %d: %s", rank, line)
		}
	}
	if told := strings.Contains(log.String(), "elsewhere is left out"); told != (rank == 0) {
		t.Errorf("rank %d: the log has told of it: %v", rank, told)
	}
	together(t)
	if _, err := os.Stat(filepath.Join(folder, "timing.probe")); rank == 0 && err != nil {
		t.Error(err)
	}
	together(t)
}
