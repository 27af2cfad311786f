//go:build mpi && cgo

package viewers

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/stats"
)

// ownFiles is an output of which each rank writes its profile to a file of its own.
type ownFiles struct{ run attach.Run }

func init() {
	attach.Register(attach.Kind{Name: "own files", Settings: func() attach.Settings { return new(ownFilesSettings) }})
}

type ownFilesSettings struct {
	OwnFiles bool `yaml:"OwnFiles"`
}

func (*ownFilesSettings) Check() []attach.Fault { return nil }

func (s *ownFilesSettings) Open() (attach.Output, attach.Source) {
	if !s.OwnFiles {
		return nil, nil
	}
	return new(ownFiles), nil
}

func (o *ownFiles) Begin(r attach.Run) error {
	o.run = r
	return nil
}

func (*ownFiles) Stop() {}

func (*ownFiles) End(bool) error { return nil }

func (o *ownFiles) Report(r *attach.Report) error {
	return o.run.Write(ownFile(world.Rank()), func(w io.Writer) error {
		_, err := r.Profile.WriteTo(w)
		return err
	})
}

func ownFile(rank int) string { return fmt.Sprintf("own-%d.mptprof", rank) }

// What all ranks give to one file is to the bit what each has in a file of its own, also if it is more than a message.
func TestMPIOutputsOfRanks(t *testing.T) {
	folder, err := machenv.Broadcast(world, 0, []byte(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	config := mpitimer.DefaultConfig()
	config.Output.GlobalFile, config.Output.RankFiles = "none", 0
	config.Output.Directory, config.Output.Tables = string(folder), "off"
	for key, value := range map[string]string{"Outputs": "run.mptprof, run.cubex", "OwnFiles": "true"} {
		if err := config.Set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	tm, err := mpitimer.New(mpitimer.WithCommunicator(world), mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	const most = 40000
	regions := 1 + world.Rank()
	if world.Rank() == world.Size()-1 {
		regions = most
	}
	const each = 8000 // below one region, with itself
	for first := 0; first < regions; first += each {
		group := tm.Start("group " + strconv.Itoa(first))
		for i := first + 1; i < min(first+each, regions); i++ {
			tm.Start("region " + strconv.Itoa(i)).Stop()
		}
		group.Stop()
	}
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
	if err := world.Barrier(); err != nil || world.Rank() != 0 {
		return // with an error, which rank 0 has, too
	}
	got, err := os.ReadFile(filepath.Join(string(folder), "run.mptprof"))
	if err != nil {
		t.Fatal(err)
	}
	var want []byte
	for rank := range world.Size() {
		own, err := os.ReadFile(filepath.Join(string(folder), ownFile(rank)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := stats.ReadProfile(bytes.NewReader(own))
		if err != nil || p.Rank != rank || len(p.Nodes) < 2+rank {
			t.Fatalf("rank %d: %v, %d nodes", rank, err, len(p.Nodes))
		}
		want = append(want, own...)
	}
	if !bytes.Equal(got, want) || len(want) < 1<<20 {
		t.Errorf("the file of all ranks has %d bytes, theirs %d; the same: %v", len(got), len(want), bytes.Equal(got, want))
	}
	cube, err := os.ReadFile(filepath.Join(string(folder), "run.cubex"))
	if err != nil || bytes.Count(cube, []byte("<location ")) != world.Size() {
		t.Errorf("%v, %d locations", err, bytes.Count(cube, []byte("<location ")))
	}
	wantProfiles(t, string(folder), world.Size(), 1+most)
}
