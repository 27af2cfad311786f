package mpiwrap_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/stats/calls/functions"
)

// The tests start programs of their own under mpirun: they need no build tag, but an MPI.
type mpi struct {
	name, tags string
	options    []string
}

var mpis = []mpi{
	{"openmpi", "mpi,mpi_openmpi", []string{"--oversubscribe"}},
	{"mpich", "mpi,mpi_mpich", []string{"-launcher", "fork"}},
}

// each runs a test with each MPI that is installed; a short one with the first alone: the wrappers are generated for both
// from the same tables, and take a compiler of C long.
func each(t *testing.T, test func(t *testing.T, m mpi)) {
	for i, m := range mpis {
		t.Run(m.name, func(t *testing.T) {
			if testing.Short() && i > 0 {
				t.Skip("compiles the wrappers for another MPI")
			}
			for _, tool := range []string{"mpicc." + m.name, "mpirun." + m.name} {
				if _, err := exec.LookPath(tool); err != nil {
					t.Skipf("%s is not installed: MPI calls cannot be tested with it", tool)
				}
			}
			test(t, m)
		})
	}
}

// patience ends what hangs.
const patience = 2 * time.Minute

func environment(extra ...string) []string {
	return append(append(os.Environ(),
		"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "OMPI_MCA_mpi_yield_when_idle=1",
		"OMPI_MCA_btl_vader_single_copy_mechanism=none", "OMPI_MCA_hwloc_base_binding_policy=none", "HWLOC_HIDE_ERRORS=2"), extra...)
}

// built remembers what has been built, in a directory that TestMain removes.
var built struct {
	sync.Mutex
	folder string
	done   map[string]error
}

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "mpiwrap")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	built.folder, built.done = folder, make(map[string]error)
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// once builds a file, unless it was built before.
func once(t testing.TB, file string, command ...string) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	path := filepath.Join(built.folder, file)
	if _, known := built.done[file]; !known {
		for i, word := range command {
			command[i] = strings.ReplaceAll(word, "{}", path)
		}
		c := exec.Command(command[0], command[1:]...)
		c.Env = append(os.Environ(), "CGO_ENABLED=1")
		if out, err := c.CombinedOutput(); err != nil {
			built.done[file] = fmt.Errorf("%v: %w\n%s", command, err, out)
		} else {
			built.done[file] = nil
		}
	}
	if err := built.done[file]; err != nil {
		t.Fatal(err)
	}
	return path
}

// c compiles a program of testdata/c.
func (m mpi) c(t testing.TB, name string, options ...string) string {
	t.Helper()
	command := append([]string{"mpicc." + m.name, "-w", "-O1", "-o", "{}", "testdata/c/" + name + ".c"}, options...)
	return once(t, name+"."+m.name, command...)
}

// library returns the shared library of the wrappers, for which everything is compiled once more: at night.
func (m mpi) library(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles everything for a shared library")
	}
	return once(t, "preload."+m.name+".so", "go", "build", "-buildvcs=false", "-tags", m.tags, "-buildmode=c-shared", "-o", "{}", "./testdata/preload")
}

// program builds a Go program of testdata.
func (m mpi) program(t *testing.T, name string) string {
	t.Helper()
	return m.tagged(t, name, "")
}

// tagged builds it with more tags.
func (m mpi) tagged(t *testing.T, name, tags string) string {
	t.Helper()
	return once(t, name+tags+"."+m.name, "go", "build", "-buildvcs=false", "-tags", m.tags+tags, "-o", "{}", "./testdata/"+name)
}

// run runs a program under mpirun, and returns the lines of each rank.
func (m mpi) run(t *testing.T, ranks int, environ []string, program ...string) [][]string {
	t.Helper()
	lines, err := m.try(t, ranks, environ, program...)
	if err != nil {
		t.Fatalf("%v\nThe ranks wrote %q", err, lines)
	}
	return lines
}

func (m mpi) try(t *testing.T, ranks int, environ []string, program ...string) ([][]string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	// Each rank writes a file of its own: mpirun mixes the ranks' lines.
	out := filepath.Join(t.TempDir(), "out")
	line := append([]string{}, m.options...)
	line = append(line, "-n", strconv.Itoa(ranks), "sh", "-c",
		`exec "$@" >"$OUT.${OMPI_COMM_WORLD_RANK:-$PMI_RANK}"`, "sh")
	if len(environ) > 0 {
		line = append(append(line, "env"), environ...)
	}
	c := exec.CommandContext(ctx, "mpirun."+m.name, append(line, program...)...)
	c.Env = environment("OUT=" + out)
	c.WaitDelay = patience
	said, err := c.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%v: %w\n%s", c.Args, err, said)
	}
	lines := make([][]string, ranks)
	for r := range lines {
		text, _ := os.ReadFile(fmt.Sprintf("%s.%d", out, r))
		lines[r] = strings.Split(strings.TrimSpace(string(text)), "\n")
	}
	return lines, err
}

// counted is what there is of one function.
type counted struct {
	calls          uint64
	sent, received uint64
}

// table is what a rank has left of its calls.
type table struct {
	memory   []byte
	entries  []mpicall.Entry
	lost     uint64
	state    state
	hasState bool
}

// state is what testdata/preload writes.
type state struct {
	Communicators []mpicall.Communicator
	Datatypes     []mpicall.Datatype
	Files         []mpicall.File
	Partners      []mpicall.Partner
	Events        []uint64
	Dropped       uint64
	Goroutines    bool
	Begun         int
	Ending        mpicall.Bound
}

// preloaded runs a program with the wrappers preloaded, and returns its lines and tables by rank.
func (m mpi) preloaded(t *testing.T, ranks int, mode string, program ...string) ([][]string, []table) {
	t.Helper()
	lines, tables, err := m.tryPreloaded(t, ranks, mode, program...)
	if err != nil {
		t.Fatal(err)
	}
	return lines, tables
}

func (m mpi) tryPreloaded(t *testing.T, ranks int, mode string, program ...string) ([][]string, []table, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "table")
	lines, err := m.try(t, ranks, []string{"LD_PRELOAD=" + m.library(t), "MPIWRAP_TEST=" + name, "MPIWRAP_MODE=" + mode}, program...)
	tables := make([]table, ranks)
	for r := range tables {
		memory, problem := os.ReadFile(fmt.Sprintf("%s.%d", name, r))
		if problem != nil {
			t.Fatalf("%v, after %v", problem, err)
		}
		tables[r].memory, tables[r].entries, tables[r].lost = memory, mpicall.Read(memory), mpicall.Lost(memory)
		if text, problem := os.ReadFile(fmt.Sprintf("%s.%d.json", name, r)); problem == nil {
			if problem := json.Unmarshal(text, &tables[r].state); problem != nil {
				t.Fatal(problem)
			}
			tables[r].hasState = true
		}
	}
	return lines, tables, err
}

// functions sums the entries by function; waits are those of the synchronising mode.
func (tb table) functions(waits bool) map[string]counted {
	sums := make(map[string]counted)
	for _, e := range tb.entries {
		if e.Synchronising != waits || e.Calls == 0 || e.Function == mpicall.Between {
			continue
		}
		name := functions.List()[e.Function].Name
		c := sums[name]
		sums[name] = counted{c.calls + e.Calls, c.sent + e.Sent, c.received + e.Received}
	}
	return sums
}

// expected reads the "expect" lines of a rank.
func expected(t *testing.T, lines []string) map[string]counted {
	t.Helper()
	sums := make(map[string]counted)
	for _, line := range lines {
		var name string
		var sent, received uint64
		if !strings.HasPrefix(line, "expect ") {
			continue
		}
		if _, err := fmt.Sscanf(line, "expect %s %d %d", &name, &sent, &received); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		c := sums[name]
		sums[name] = counted{c.calls + 1, c.sent + sent, c.received + received}
	}
	return sums
}

// partner is whom messages are exchanged with, and where.
type partner struct {
	region uint32
	rank   int
}

// partners reads the "partner" lines of a rank, which end with the region where there are any.
func partners(t *testing.T, lines []string) map[partner]counted {
	t.Helper()
	sums := make(map[partner]counted)
	for _, line := range with("partner", lines) {
		var p partner
		var bytes uint64
		if n, err := fmt.Sscanf(line, "partner %d %d %d", &p.rank, &bytes, &p.region); n < 2 {
			t.Fatalf("%q: %v", line, err)
		}
		c := sums[p]
		sums[p] = counted{calls: c.calls + 1, sent: c.sent + bytes}
	}
	return sums
}

// sent returns what a rank has told of whom it has sent to.
func (tb table) sent() map[partner]counted {
	return tb.partners(func(p *mpicall.Partner) (calls, bytes uint64) { return p.Calls, p.Bytes })
}

// received returns the same of whom it has received from.
func (tb table) received() map[partner]counted {
	return tb.partners(func(p *mpicall.Partner) (calls, bytes uint64) { return p.Receives, p.ReceivedBytes })
}

func (tb table) partners(of func(p *mpicall.Partner) (calls, bytes uint64)) map[partner]counted {
	sums := make(map[partner]counted)
	for i := range tb.state.Partners {
		p := &tb.state.Partners[i]
		if calls, bytes := of(p); calls > 0 {
			c := sums[partner{p.Node, p.Rank}]
			sums[partner{p.Node, p.Rank}] = counted{calls: c.calls + calls, sent: c.sent + bytes}
		}
	}
	return sums
}

// with returns the lines that begin with a word.
func with(word string, lines []string) []string {
	var list []string
	for _, line := range lines {
		if strings.HasPrefix(line, word+" ") {
			list = append(list, line)
		}
	}
	return list
}

// compare says how what was counted differs from what was expected.
func compare[K comparable](t *testing.T, what string, got, want map[K]counted) {
	t.Helper()
	for name, w := range want {
		if g := got[name]; g != w {
			t.Errorf("%s: %v: %+v, want %+v", what, name, g, w)
		}
	}
	for name, g := range got {
		if _, known := want[name]; !known {
			t.Errorf("%s: %v: %+v, want none", what, name, g)
		}
	}
}
