package ranktable

import (
	"fmt"
	"io"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

const childFolder = "RANKTABLE_TEST_FOLDER"

// TestMain is also the process that writes a table while the test reads it.
func TestMain(m *testing.M) {
	folder := os.Getenv(childFolder)
	if folder == "" {
		os.Exit(m.Run())
	}
	if err := hammer(folder); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// start runs a process that writes the table of rank 0 in a directory, until it is told to end, or killed.
func start(t *testing.T, folder string) (cmd *exec.Cmd, stop func() error) {
	t.Helper()
	cmd = exec.Command("/proc/self/exe")
	cmd.Env = append(os.Environ(), childFolder+"="+folder)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(stdout, make([]byte, len(ready))); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(os.Stderr, stdout) }()
	ended := sync.OnceValue(func() error {
		_ = stdin.Close()
		return cmd.Wait()
	})
	t.Cleanup(func() { _ = ended() })
	return cmd, ended
}

const ready = "ready\n"

// What the writer of the tests does: calls that all take as long, in regions of which there are ever
// more, on several tracks.
const (
	lasts     = 1 << 33 // nanoseconds; its square does not fit into 64 bits
	tracks    = 3
	mostNodes = 2_000
)

// hammer writes until its standard input ends.
func hammer(folder string) error {
	f, err := begin(folder, 0, 1)
	if err != nil {
		return err
	}
	var stop atomic.Bool
	var wait sync.WaitGroup
	for number := range uint32(tracks) {
		wait.Go(func() {
			w := newTrack(f, number)
			for i := 0; !stop.Load(); i++ {
				n := w.region(i % mostNodes)
				if w.call(n); i%3 == 0 {
					w.Given.Add(n, table.GivenOf(2*lasts, 2), 0)
				}
				if i%1024 == 1023 {
					w.PutAside([]table.Extreme{{Min: table.NoMin}})
				}
			}
		})
	}
	wait.Go(func() {
		for i := int64(0); !stop.Load(); i++ {
			f.Note(note(int(i)))
			time.Sleep(time.Millisecond) // a thousand times as often as a rank does it
		}
	})
	fmt.Print(ready)
	_, err = io.Copy(io.Discard, os.Stdin)
	stop.Store(true)
	wait.Wait()
	return err
}

// begin makes the file of a rank as one whose timers run, on a clock of nanoseconds.
func begin(folder string, rank, size int) (*rankfile.File, error) {
	f, err := rankfile.Create(folder, rank, false, nil)
	if err != nil {
		return nil, err
	}
	fixed := rankfile.Fixed{
		Rank: uint32(rank), Size: uint32(size), PID: uint32(os.Getpid()), Begin: 1e18, Resolution: 10, FromTicks: 1000, FromNanos: 1000,
		Hertz: 1e9, PairCost: 20, Beat: 1000,
	}
	copy(fixed.Run[:], runOf(folder))
	fixed.Identify()
	f.Note(note(0))
	f.Describe(fixed, rankfile.Mark{Ticks: 1000, Nanos: 1000, Unix: 1e18})
	return f, nil
}

func runOf(folder string) string { return idOf(filepath.Base(folder)) }

// note is the text of a file, of which the number changes a part.
func note(number int) []byte {
	text := rankfile.Text{
		Program: "program", Command: []string{"program", "argument"}, Host: "host", Job: map[string]string{"JOB_ID": "7"},
		Environments: []stats.Environment{{Name: "all", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}},
		Warnings:     []stats.Warning{{Kind: "kind", Path: fmt.Sprint(number), Count: 1}},
	}
	return text.Encode()
}

// track is the table of one, with what the writer of a test has to know besides.
type track struct {
	table.Table
	regions int
}

func newTrack(space table.Space, number uint32) *track {
	t := &track{}
	t.Init(space, number, 16)
	return t
}

// region is the i-th one below the root, made when it is new. Its name says what it is.
func (t *track) region(i int) uint32 {
	for i >= t.regions {
		n := t.Len()
		t.Add(uint64(n), table.Cold{Parent: uint32(n / 2), Histogram: t.Histograms.Make()}, nameOf(n))
		t.regions++
	}
	return uint32(i + 1)
}

func nameOf(n int) string { return fmt.Sprint("region ", n) }

// call is a call of a region, as a start and a stop record it.
//
//go:norace
func (t *track) call(n uint32) {
	r := &t.Records[n]
	start := uint64(2000)
	table.Store(&r.Start, start)
	table.Store(&r.Start, start|table.Writing)
	table.Store(&r.Calls, r.Calls+1)
	table.Store(&r.Total, r.Total+lasts)
	table.Store(&r.Min, lasts)
	table.Store(&r.Max, lasts)
	high, low := bits.Mul64(lasts, lasts)
	low, carry := bits.Add64(r.Squares, low, 0)
	table.Store(&r.Squares, low)
	t.Cold[n].SquaresHigh += high + carry
	t.Histograms.Count(t.Cold[n].Histogram, int32(stats.BucketOf(lasts)))
	table.Store(&r.Start, 0)
}

// written is a directory with the table of a rank: so many regions on each track, each called once.
func written(t testing.TB, folder string, rank, size, regions int) *rankfile.File {
	t.Helper()
	f, err := begin(folder, rank, size)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	for number := range uint32(tracks) {
		w := newTrack(f, number)
		for i := range regions {
			w.call(w.region(i))
		}
	}
	return f
}

// bytesOf is what a file holds.
func bytesOf(t testing.TB, f *rankfile.File) []byte {
	t.Helper()
	data, err := os.ReadFile(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// runFolder is an empty directory whose name is that of a run.
func runFolder(t testing.TB, base, id string) string {
	t.Helper()
	folder := filepath.Join(base, "program-20260102-030405-"+id)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

const someRun, otherRun = "0123456789abcdef", "fedcba9876543210"
