//go:build otf2 && cgo

package otf2

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// recordKnown runs testdata/known.c on four ranks with all its calls recorded: it returns what the ranks have said, and the project.
func recordKnown(t *testing.T, mpi string) (said []string, projectFile, log string) {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds libmpitimer")
	}
	for _, tool := range []string{"mpicc." + mpi, "mpirun." + mpi} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	folder := t.TempDir()
	run := func(name string, arguments ...string) string {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		c := exec.CommandContext(ctx, name, arguments...)
		c.Env = append(os.Environ(), "CGO_ENABLED=1", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "OMPI_MCA_mpi_yield_when_idle=1",
			"OMPI_MCA_rmaps_base_oversubscribe=1", "OMPI_MCA_btl_vader_single_copy_mechanism=none", "OMPI_MCA_hwloc_base_binding_policy=none", "HWLOC_HIDE_ERRORS=2",
			"MPITIMER_MPI_TRACE=known", "MPITIMER_MPI_WAITS=1", "MPITIMER_DIRECTORY="+folder, "MPITIMER_TABLES=off", "OUT="+filepath.Join(folder, "said"))
		c.WaitDelay = time.Minute
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, arguments, err, out)
		}
		return string(out)
	}
	library, program := filepath.Join(folder, "libmpitimer.so"), filepath.Join(folder, "program")
	run("go", "build", "-buildvcs=false", "-tags", "mpi,mpi_"+mpi, "-buildmode=c-shared", "-o", library, "../../../cmd/libmpitimer")
	run("mpicc."+mpi, "-O1", "-w", "-o", program, "testdata/known.c")
	log = run("mpirun."+mpi, "-n", "4", "env", "LD_PRELOAD="+library, "sh", "-c", `exec "$0" >"$OUT.${OMPI_COMM_WORLD_RANK:-$PMI_RANK}"`, program)
	for rank := range 4 {
		text, err := os.ReadFile(filepath.Join(folder, "said."+strconv.Itoa(rank)))
		if err != nil || len(text) == 0 {
			t.Fatalf("rank %d has said nothing: %v\n%s", rank, err, log)
		}
		said = append(said, strings.Split(strings.TrimSpace(string(text)), "\n")...)
	}
	return said, filepath.Join(folder, "known.proj"), log
}

// Messages that are known by construction are in the trace one by one, as sent and as received, of every kind and with both MPIs:
// whence, where to, with which tag, in which communicator, how long, and none received before it was sent. So has the page. What
// is no message is none, and OTF2 gets what was cancelled as such.
func TestKnownMessages(t *testing.T) {
	for _, mpi := range []string{"openmpi", "mpich"} {
		t.Run(mpi, func(t *testing.T) {
			said, name, log := recordKnown(t, mpi)
			files := os.DirFS(filepath.Dir(name))
			folder := filepath.Join(t.TempDir(), "trace")
			written, err := Write(folder, files, filepath.Base(name), Options{})
			if err != nil {
				t.Fatal(err)
			}
			var want, came []string
			sums := map[string]int{}
			for _, line := range said {
				switch f := strings.Fields(line); f[0] {
				case "message":
					came = append(came, strings.Join(f[1:], " "))
					fallthrough
				case "sent":
					want = append(want, strings.Join(f[1:], " "))
				default:
					n, _ := strconv.Atoi(f[1])
					sums[f[0]] += n
				}
			}
			sent, received := messagesOf(t, readBack(t, folder), sums["cancelled"])
			sameList(t, "sent", keys(sent), want)
			sameList(t, "received", keys(received), came)
			for key, list := range received {
				for i, at := range list {
					if i < len(sent[key]) && at < sent[key][i]-2000 {
						t.Errorf("%s is received %d ns before it is sent", key, sent[key][i]-at)
					}
				}
			}
			if written.Unmatched != int64(sums["unknown"]) || written.Plain != int64(sums["plain"]) {
				t.Errorf("%+v, want %d messages that are not known and %d collective calls that are regions only", written, sums["unknown"], sums["plain"])
			}
			timeline, err := lanes.Read(files, filepath.Base(name), lanes.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var without []string // the page has neither tags nor communicators
			for _, line := range want {
				f := strings.Fields(line)
				without = append(without, strings.Join([]string{f[1], f[2], f[4]}, " "))
			}
			sameList(t, "page", pageMessages(t, timeline), without)
			if timeline.Unpaired != 0 {
				t.Errorf("one end of %d messages is not known to the page", timeline.Unpaired)
			}
			waits(t, log)
		})
	}
}

// waits looks for the 400 ms that rank 1 waits in MPI_Probe, less what it is late by.
func waits(t *testing.T, log string) {
	t.Helper()
	for line := range strings.Lines(log) {
		f := strings.Fields(line)
		if !strings.HasPrefix(line, "late sender") || !slices.Contains(f, "Probe") {
			continue
		}
		if s, err := strconv.ParseFloat(f[2], 64); err == nil && s >= 0.08 {
			return
		}
	}
	t.Errorf("no wait of up to 400 ms in Probe:\n%s", log)
}

// messagesOf returns, of messages "communicator from to tag bytes" with world ranks, when they were sent and received.
func messagesOf(t *testing.T, lines []string, cancelled int) (sent, received map[string][]int64) {
	t.Helper()
	sent, received = map[string][]int64{}, map[string][]int64{}
	members := map[string][]string{}
	others := 0
	for _, text := range lines {
		if rest, ok := strings.CutPrefix(text, "communicator "); ok {
			name, list, _ := strings.Cut(rest, " [")
			for _, one := range strings.Split(strings.Trim(list, "]"), ", ") {
				members[name] = append(members[name], strings.TrimPrefix(strings.Trim(one, "'"), "Rank "))
			}
			continue
		}
		l, kind, ok := lineOf(text)
		if !ok {
			continue
		}
		if kind == "other" {
			others++
			continue
		}
		into := map[string]map[string][]int64{"send": sent, "isend": sent, "receive": received, "ireceived": received}[kind]
		if into == nil {
			continue
		}
		f := strings.Fields(l.what)
		if kind[0] == 'i' {
			f = f[:len(f)-1] // without the request
		}
		// Names of communicators have blanks.
		n := len(f)
		name, tag, bytes := strings.Join(f[1:n-2], " "), f[n-2], f[n-1]
		peer, err := strconv.Atoi(f[0])
		if err != nil || peer >= len(members[name]) {
			t.Errorf("%s: no rank of %q", text, name)
			continue
		}
		from, to := strings.TrimSuffix(l.place[strings.Index(l.place, "/Rank ")+6:], "/Thread 0"), members[name][peer]
		if kind == "receive" || kind == "ireceived" {
			from, to = to, from
		}
		key := strings.Join([]string{strings.TrimSuffix(name, " (both groups)"), from, to, tag, bytes}, " ")
		into[key] = append(into[key], l.at[0])
	}
	if others != cancelled {
		t.Errorf("%d requests were cancelled, want %d", others, cancelled)
	}
	return sent, received
}

func keys(of map[string][]int64) (list []string) {
	for key, times := range of {
		slices.Sort(times)
		for range times {
			list = append(list, key)
		}
	}
	return list
}

func sameList(t *testing.T, what string, got, want []string) {
	t.Helper()
	balance := map[string]int{}
	for _, key := range got {
		balance[key]++
	}
	for _, key := range want {
		balance[key]--
	}
	for key, n := range balance {
		if n != 0 {
			t.Errorf("%s: %d more than there were of %s", what, n, key)
		}
	}
}

// pageMessages returns those of a page: from, to, bytes.
func pageMessages(t *testing.T, tl *lanes.Timeline) (list []string) {
	t.Helper()
	for data := tl.MessageData; len(data) > 0; {
		var numbers [6]uint64
		for i := range numbers {
			v, n := binary.Uvarint(data)
			if n <= 0 {
				t.Fatal("messages of the page are cut short")
			}
			numbers[i], data = v, data[n:]
		}
		if numbers[1]%4 == uint64(lanes.Sent) {
			list = append(list, fmt.Sprint(tl.Lanes[numbers[0]].Rank, " ", tl.Lanes[numbers[1]/4].Rank, " ", numbers[5]))
		}
	}
	return list
}
