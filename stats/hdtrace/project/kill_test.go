package project

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// victimFolder is the variable with the directory for the program that is to be killed.
const victimFolder = "HDTRACE_TEST_VICTIM"

// TestVictim is that program: it writes a whole project, over and over its files, until it is killed.
func TestVictim(t *testing.T) {
	folder := os.Getenv(victimFolder)
	if folder == "" {
		t.Skip("for TestKillCampaign")
	}
	topology := hdtest.Sure(hdtrace.NewTopology("P", "Hostname", "Rank"))
	d := hdtest.Sure(NewDirectory(folder, topology, DirectoryOptions{}))
	host, rank := hdtest.Sure(topology.Node("h")), hdtest.Sure(topology.Node("h", "0"))
	var groups []*stat.Writer
	for i, o := range []stat.Options{{Buffer: 1}, {Buffer: 5000, MaxAge: time.Millisecond}, {}, {Gaps: stat.GapFiller, Buffer: 300}} {
		groups = append(groups, hdtest.Sure(d.StartStatistics(rank, fmt.Sprint("G", i), victimValues(i), o)))
	}
	energy := hdtest.Sure(d.StartStatistics(host, "Energy", victimValues(0), stat.Options{MaxAge: 2 * time.Millisecond}))
	events := hdtest.Sure(d.StartTrace(rank, trace.Options{Buffer: 4096, MaxAge: time.Millisecond}))
	relations := hdtest.Sure(d.NewRelations(rank, relation.Options{Buffer: 4096}))
	fmt.Println("begins")
	for n := int32(0); ; n++ {
		for more, s := range groups {
			victimEntry(s, n, more)
		}
		hdtest.ExpectOK(t, events.Begin("Step"), events.End())
		token := hdtest.Sure(relations.Create())
		hdtest.ExpectOK(t, token.Destroy())
		switch n % 100 {
		case 10:
			hdtest.ExpectOK(t, d.WriteProject(d.Project()))
		case 20:
			hdtest.Sure(groups[3].Disable())
			hdtest.Sure(groups[3].Enable())
		case 30:
			victimEntry(energy, n/100, 0)
		}
	}
}

// victimValues is a number, which is the entry's, and values whose sum with it is 0.
func victimValues(more int) []stat.Value {
	values := []stat.Value{{Name: "n", Type: stat.TypeInt32}, {Name: "minus", Type: stat.TypeInt64}}
	for i := range more * 3 {
		values = append(values, stat.Value{Name: fmt.Sprint("v", i), Type: stat.TypeDouble})
	}
	return values
}

func victimEntry(s *stat.Writer, n int32, more int) {
	numbers := []stat.Number{stat.Int32(n), stat.Int64(-int64(n))}
	for range more * 3 {
		numbers = append(numbers, stat.Double(float64(n)))
	}
	if err := s.WriteEntry(hdtrace.EpochOf(time.Now()), numbers...); err != nil {
		panic(err)
	}
}

// A program that is killed at a random moment leaves a project that all readers accept after a repair, with
// all entries from the first on, none of them torn. HDTRACE_FULL kills 200 programs instead of 20.
func TestKillCampaign(t *testing.T) {
	runs := 20
	if hdtest.FullTests() {
		runs = 200
	}
	entries, repairs := 0, 0
	for run := range runs {
		folder := filepath.Join(t.TempDir(), "project")
		killVictim(t, folder, time.Duration(rand.Int64N(int64(8*time.Millisecond))), run == 0)
		fixes, err := Repair(folder)
		if err != nil {
			t.Fatal(err)
		}
		repairs += len(fixes)
		if len(listOf(t, folder)) == 0 {
			continue // it was killed before it wrote anything
		}
		accepted(t, folder)
		if again, err := Repair(folder); err != nil || len(again) > 0 {
			t.Errorf("run %d: repaired twice: %v, %v", run, again, err)
		}
		entries += countVictim(t, folder)
		if t.Failed() {
			t.Fatalf("run %d left %v, repaired %s", run, listOf(t, folder), hdtest.Texts(fixes))
		}
	}
	t.Logf("%d programs killed, %d repairs, %d entries", runs, repairs, entries)
	if entries == 0 {
		t.Error("no program wrote an entry")
	}
}

// killVictim kills a program that long after it has begun to write, or has written some kilobytes.
func killVictim(t *testing.T, folder string, after time.Duration, some bool) {
	t.Helper()
	program := exec.Command(os.Args[0], "-test.run=^TestVictim$")
	program.Env = append(os.Environ(), victimFolder+"="+folder)
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "begins\n" {
		rest, _ := io.ReadAll(out)
		t.Fatalf("%q %s %v", line, rest, err)
	}
	for begin := time.Now(); some; time.Sleep(time.Millisecond) {
		if info, err := os.Stat(filepath.Join(folder, "P_h_0_G0.stat")); err == nil && info.Size() > 8<<10 {
			break
		}
		if time.Since(begin) > time.Minute {
			t.Fatal("the program writes nothing")
		}
	}
	time.Sleep(after)
	if err := program.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := program.Wait(); !errors.As(err, &exit) || exit.ExitCode() != -1 {
		t.Fatalf("the program has ended by itself: %v", err)
	}
}

// countVictim checks the entries of all groups that a project lists and has.
func countVictim(t *testing.T, folder string) (count int) {
	t.Helper()
	files, err := Open(os.DirFS(folder), "P.proj", hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, node := range files.Nodes {
		for _, s := range node.Statistics {
			_, list, err := entriesIn(hdtest.ReadFile(t, filepath.Join(folder, s.File)), hdtrace.ReadOptions{Name: s.File})
			if err != nil {
				t.Error(err)
			}
			next := int64(0)
			for _, e := range list {
				if filler := s.Group == "G3" && e.Int(0) == 0 && next > 0; filler {
					continue
				}
				wrong := false
				for i := 2; i < e.Len(); i++ {
					wrong = wrong || e.Float(i) != float64(next)
				}
				if e.Int(0) != next || e.Int(1) != -next || wrong {
					t.Fatalf("%s: entry %s %s, expected %d", s.File, e.Text(0), e.Text(1), next)
				}
				next++
			}
			count += len(list)
		}
	}
	return count
}
