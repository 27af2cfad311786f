//go:build linux && (amd64 || arm64)

package device

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/standin"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/device/internal/killed"
	"github.com/go-hpc/timers/mpitimer/timeline"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
)

// tracksOf are the names of the tracks on which regions of a name ran.
func tracksOf(p *stats.Profile, name string) (list []string) {
	for _, n := range p.Nodes {
		for _, m := range n.ByTrack {
			if n.Name == name && !slices.Contains(list, p.Tracks[m.Track]) {
				list = append(list, p.Tracks[m.Track])
			}
		}
	}
	slices.Sort(list)
	return list
}

// Each stream of a device has a track, up to as many as there may be; a handle that comes again has the one that it had.
func TestLanes(t *testing.T) {
	use(t)
	end := begin(t)
	inContext(t, 1, func() {
		for range 3 {
			Start(5, "few").Stop()
			Start(6, "few").Stop()
		}
		for stream := range Stream(80) {
			Start(stream, "many").Stop()
		}
	})
	inContext(t, 2, func() { Start(5, "few").Stop() })
	p, faults := end()
	if got, want := tracksOf(p, "gpu0:few"), []string{"gpu0 stream 0", "gpu0 stream 1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := tracksOf(p, "gpu1:few"); !slices.Equal(got, []string{"gpu1 stream 0"}) {
		t.Errorf("%q", got)
	}
	if got := tracksOf(p, "gpu0:many"); len(got) != 65 || !slices.Contains(got, "gpu0") {
		t.Errorf("%d tracks of 80 streams, want 64 and that of the device: %q", len(got), got)
	}
	if n := node(p, "/Total/gpu0:many"); n.Calls != 80 || len(faults) > 0 {
		t.Errorf("%+v, %v", n, faults)
	}
}

// What is reset between two regions starts anew on the tracks of devices too, and again.
func TestReset(t *testing.T) {
	use(t)
	end := begin(t)
	inContext(t, 1, func() {
		for range 3 {
			mpitimer.Default().Reset()
			Start(1, "a").Stop()
			the.finish(time.Minute, nil)
		}
	})
	if p, _ := end(); node(p, "/Total/gpu0:a").Calls != 1 {
		t.Errorf("%+v", p.Nodes)
	}
}

// A timeline has a thread for each stream of a device, with what ran when.
func TestTimeline(t *testing.T) {
	s := use(t)
	directory, hook := t.TempDir(), timeline.NewTrace()
	c := mpitimer.DefaultConfig()
	c.Output.Directory, c.Output.GlobalFile, c.Output.RankFiles, c.Output.Tables = t.TempDir(), "none", 0, "off"
	if err := mpitimer.Initialize(mpitimer.WithCommunicator(machenv.NewSerial()), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard), mpitimer.WithHook(hook)); err != nil {
		t.Fatal(err)
	}
	recorder, err := timeline.Start(mpitimer.Default(), timeline.Options{Directory: directory, Project: "p", Trace: hook})
	if err != nil {
		t.Fatal(err)
	}
	inContext(t, 1, func() {
		step := mpitimer.Start("step")
		for range 3 {
			outer := Start(1, "outer")
			for range 2 {
				inner := Start(1, "inner")
				s.launch(1, 2e6)
				inner.Stop()
			}
			outer.Stop()
		}
		Start(2, "beside").Stop()
		step.Stop()
	})
	the.finish(time.Minute, nil)
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	if err := mpitimer.Finalize(); err != nil {
		t.Fatal(err)
	}
	if findings, err := project.CheckDirectory(directory); err != nil || !hdtrace.Accepted(findings, hdtrace.AllReaders) {
		t.Errorf("%v, %v", findings, err)
	}
	names, _ := filepath.Glob(filepath.Join(directory, "p_*_0_gpu0.*.trc"))
	if len(names) != 2 {
		t.Fatalf("traces of devices: %v, want one of each stream", names)
	}
	for _, file := range names {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int{"gpu0:outer": 3, "gpu0:inner": 6}
		if strings.Contains(string(text), "beside") {
			want = map[string]int{"gpu0:beside": 1}
		}
		for name, n := range want {
			if got := strings.Count(string(text), `region='`+name+`'`); got != n {
				t.Errorf("%d of %s, want %d\n%s", got, name, n, text)
			}
		}
	}
}

// Where the program that is to be killed keeps its tables, and the driver that it has.
const killFolder, killDriver = "DEVICE_TEST_TABLES", "DEVICE_TEST_DRIVER"

// TestKilledProgram is that program.
func TestKilledProgram(t *testing.T) {
	folder := os.Getenv(killFolder)
	if folder == "" {
		t.Skip("for TestKilled")
	}
	s := bound(t, standin.At(t, os.Getenv(killDriver)))
	c := mpitimer.DefaultConfig()
	c.Output.Directory, c.Output.GlobalFile, c.Output.RankFiles, c.Output.Tables = folder, "none", 0, filepath.Join(folder, "tables")
	if err := mpitimer.Initialize(mpitimer.WithCommunicator(machenv.NewSerial()), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard)); err != nil {
		t.Fatal(err)
	}
	inContext(t, 1, func() {
		step := mpitimer.Start("step")
		for range 10 {
			flux := Start(7, "flux")
			s.launch(7, 1e6)
			flux.Stop()
		}
		step.Stop()
		the.finish(time.Minute, nil)
		Start(7, "lost") // the device never does it
		s.launch(7, 1e15)
		os.Stdout.WriteString("ready\n")
		time.Sleep(time.Hour)
	})
}

// The tables of a program that was killed have the device's times that were known, on its track.
func TestKilled(t *testing.T) {
	folder := t.TempDir()
	program := exec.Command(os.Args[0], "-test.run=^TestKilledProgram$")
	driver := standin.Build(t, "libcuda.so.1", "testdata/standin.c")
	program.Env = append(os.Environ(), killFolder+"="+folder, killDriver+"="+driver.Path)
	p, _ := killed.Profile(t, program, filepath.Join(folder, "tables"))
	n := node(p, "/Total/step/gpu0:flux")
	if n == nil || n.Calls != 10 || n.Total < 9e6 || !slices.Equal(tracksOf(p, "gpu0:flux"), []string{"gpu0 stream 0"}) {
		t.Errorf("%+v on %q", n, tracksOf(p, "gpu0:flux"))
	}
	if n := node(p, "/Total/step/gpu0:overlap"); n == nil || n.Calls != 1 || !slices.Equal(tracksOf(p, "gpu0:overlap"), []string{"gpu0"}) {
		t.Errorf("%+v on %q", n, tracksOf(p, "gpu0:overlap"))
	}
}
