package rankfile

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/blocks"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// children are what a test has to do in a process of its own: by a name in the environment, with the
// directory that it is for.
var children = map[string]func(folder string) error{
	"limited file":       growInLimitedFile,
	"limited addresses":  growInLimitedAddresses,
	"nobody":             createAsNobody,
	"full shared memory": createInFullMemory,
	"parent":             createAndFork,
	"orphan":             waitForEnd,
	"stranger":           lockAsStranger,
}

const childName, childFolder = "RANKFILE_TEST_CHILD", "RANKFILE_TEST_FOLDER"

func TestMain(m *testing.M) {
	name := os.Getenv(childName)
	if name == "" {
		os.Exit(m.Run())
	}
	if err := children[name](os.Getenv(childFolder)); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// inChild runs one of the children.
func inChild(t *testing.T, name, folder string, attributes *syscall.SysProcAttr) {
	t.Helper()
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = append(os.Environ(), childName+"="+name, childFolder+"="+folder)
	cmd.SysProcAttr = attributes
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", name, err, out)
	}
}

// fixed is a header of a rank.
func fixed(rank, size int) Fixed {
	f := Fixed{Rank: uint32(rank), Size: uint32(size), PID: uint32(os.Getpid()), Hertz: 1e9, Beat: 1000}
	f.Identify()
	return f
}

// create makes the file of rank 0, which is closed at the end of the test.
func create(t *testing.T, folder string) *File {
	t.Helper()
	f, err := Create(folder, 0, false, func(err error) { t.Errorf("full: %v", err) })
	if err != nil {
		t.Fatal(err)
	}
	f.Describe(fixed(0, 1), Mark{})
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// onDisk is the bytes of a file that are not holes.
func onDisk(info os.FileInfo) int64 { return info.Sys().(*syscall.Stat_t).Blocks * 512 }

// layout is what readers are told of the files.
var layout = blocks.Layout{First: HeaderSize, Align: Align, End: EndAt, Damage: Damage}

// contents is what a reader finds in a file.
func contents(t *testing.T, path string) (*Header, blocks.Contents) {
	t.Helper()
	bytes, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data := aligned(bytes)
	h, err := HeaderOf(data)
	if err != nil {
		t.Fatal(err)
	}
	c, err := layout.Scan(data, h.End())
	if err != nil {
		t.Fatal(err)
	}
	return h, c
}

// aligned is bytes at an address where words may stand.
func aligned(bytes []byte) []byte {
	words := make([]uint64, len(bytes)/8+1)
	data := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(bytes))
	copy(data, bytes)
	return data
}

// fill makes a table of some nodes, each of which has completed a call.
func fill(space table.Space, track uint32, nodes int) (*table.Table, error) {
	t := &table.Table{}
	t.Init(space, track, 16)
	for n := 1; n < nodes; n++ {
		at := t.Add(uint64(n), table.Cold{Parent: uint32(n / 2), Histogram: t.Histograms.Make()}, nameOf(track, n))
		t.Records[at].Calls, t.Records[at].Total = 1, uint64(n)
		t.Histograms.Count(t.Cold[at].Histogram, 10)
		t.Histograms.Count(t.Cold[at].Histogram, 100)
	}
	return t, expect(t, track, nodes)
}

func nameOf(track uint32, n int) string { return fmt.Sprintf("region %d of %d", n, track) }

// expect says what is not as fill has made it.
func expect(t *table.Table, track uint32, nodes int) error {
	if t.Len() != nodes {
		return fmt.Errorf("track %d: %d nodes, want %d", track, t.Len(), nodes)
	}
	for n := 1; n < nodes; n++ {
		r, c := t.Records[n], t.Cold[n]
		calls := uint64(0)
		t.Histograms.Each(c.Histogram, func(bucket int, count uint64) { calls += uint64(bucket) * count })
		if t.Name(&c) != nameOf(track, n) || c.Parent != uint32(n/2) || r.Calls != 1 || r.Total != uint64(n) || calls != 110 {
			return fmt.Errorf("track %d, node %d: %q %+v %+v, calls %d", track, n, t.Name(&c), r, c, calls)
		}
	}
	return nil
}

// mount makes a small file system of its own, or skips the test.
func mount(t *testing.T, kind, options string) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("test", folder, kind, 0, options); err != nil {
		t.Skipf("cannot mount a %s: %v", kind, err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return folder
}

// unless says what is wrong when an error is not the one that is wanted.
func unless(err, want error) error {
	if errors.Is(err, want) {
		return nil
	}
	return fmt.Errorf("error %v, want %v", err, want)
}

// opened is the table of a track that nobody writes.
func opened(track *blocks.Track) *table.Table {
	t := new(blocks.Table)
	for _, kind := range []table.Kind{table.Nodes, table.Names, table.Windows, table.Far, table.Extremes} {
		t.Take(kind, track.Blocks[kind].Block, nil)
	}
	t.Mend()
	return &t.Table
}
