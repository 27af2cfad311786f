package project

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// killVariable is the directory for the program that is to be killed.
const killVariable = "HDTRACE_TEST_KILL"

// TestTraceKillProgram is that program: it writes a trace and relations until it is killed.
func TestTraceKillProgram(t *testing.T) {
	folder := os.Getenv(killVariable)
	if folder == "" {
		t.Skip("for TestTraceKillCampaign")
	}
	sequential := os.Getenv(killVariable+"_SEQUENTIAL") != ""
	events := hdtest.Sure(trace.Start(hdtest.Sure(os.Create(filepath.Join(folder, "P_n.trc"))), trace.Options{Buffer: 8 << 10, MaxAge: time.Millisecond, Sequential: sequential}))
	relations := hdtest.Sure(relation.NewWriter(hdtest.Sure(os.Create(filepath.Join(folder, "P_n.rel"))), relation.Options{
		Header: relation.Header{Host: "h"}, Buffer: 8 << 10, MaxAge: time.Millisecond, Sequential: sequential,
	}))
	hdtest.ExpectOK(t, events.Begin("Total"))
	for i := 0; ; i++ {
		hdtest.ExpectOK(t, events.Begin("Step"), events.Attribute("n", strconv.Itoa(i)), events.Begin("Inner"))
		if i%3 == 0 {
			hdtest.ExpectOK(t, events.Element(hdtrace.Element{Name: "For", Text: "element"}))
		}
		token := hdtest.Sure(relations.Create())
		hdtest.ExpectOK(t, token.Start("work", []hdtrace.Attribute{{Name: "n", Value: strconv.Itoa(i)}}))
		hdtest.ExpectOK(t, events.End(), events.End(), token.End(nil), token.Destroy())
	}
}

// A program that is killed at any time leaves files that are accepted when they were mended, and nothing
// is missing in them up to their end.
func TestTraceKillCampaign(t *testing.T) {
	runs := 20
	if hdtest.FullTests() {
		runs = 200
	}
	untouched := 0
	for run := range runs {
		folder := t.TempDir()
		program := exec.Command(os.Args[0], "-test.run=^TestTraceKillProgram$")
		program.Env = append(os.Environ(), killVariable+"="+folder)
		if run%4 == 3 {
			program.Env = append(program.Env, killVariable+"_SEQUENTIAL=1")
		}
		if err := program.Start(); err != nil {
			t.Fatal(err)
		}
		waitForFile(t, filepath.Join(folder, "P_n.trc"))
		waitForFile(t, filepath.Join(folder, "P_n.rel"))
		time.Sleep(time.Duration(rand.Int64N(int64(10 * time.Millisecond))))
		program.Process.Kill()
		program.Wait()
		if checkKilled(t, folder) {
			untouched++
		}
	}
	t.Logf("%d of %d programs left files that needed no repair", untouched, runs)
	if untouched == 0 {
		t.Error("all needed repair, though the files are whole between writes")
	}
}

func waitForFile(t *testing.T, name string) {
	t.Helper()
	for begin := time.Now(); ; time.Sleep(time.Millisecond / 10) {
		if info, err := os.Stat(name); err == nil && info.Size() > 0 {
			return
		}
		if time.Since(begin) > time.Minute {
			t.Fatal("the program writes nothing")
		}
	}
}

// checkKilled mends the files and says whether there was nothing to do.
func checkKilled(t *testing.T, folder string) (untouched bool) {
	t.Helper()
	left := hdtest.ReadFile(t, filepath.Join(folder, "P_n.trc"))
	mended := func(data []byte, kind faults.Kind) []byte {
		if fix, ok := kind.Plan("x", bytes.NewReader(data), int64(len(data))); ok {
			data = hdtest.ApplyFix(data, &fix)
		}
		if findings := kind.Check("x", bytes.NewReader(data), int64(len(data))); !hdtrace.Accepted(findings, hdtrace.Java|hdtrace.Sunshot) {
			t.Fatalf("%v\n%s", findings, data)
		}
		return data
	}
	events := mended(left, faults.Kinds[naming.ExtTrace])
	var list []*trace.Record
	for r, err := range hdtest.Sure(trace.NewReader(bytes.NewReader(events), hdtrace.ReadOptions{})).Records() {
		hdtest.ExpectOK(t, err)
		list = append(list, r.Clone())
	}
	n := 0
	for _, r := range list {
		if r.Name == "Step" {
			if number, _ := r.Value("n"); number != strconv.Itoa(n) && number != "" { // the last may lack it
				t.Fatalf("state %s, expected %d", number, n)
			}
			n++
		}
	}
	related := hdtest.ReadFile(t, filepath.Join(folder, "P_n.rel"))
	mendedRelations := mended(related, faults.Kinds[naming.ExtRelation])
	var relations []*relation.Relation
	for r, err := range hdtest.Sure(relation.NewReader(bytes.NewReader(mendedRelations), hdtrace.ReadOptions{})).Assembled() {
		hdtest.ExpectOK(t, err)
		relations = append(relations, r)
	}
	for i, r := range relations {
		if r.Token != int64(i) {
			t.Fatalf("token %d, expected %d", r.Token, i)
		}
	}
	return bytes.Equal(events, left) && bytes.Equal(mendedRelations, related)
}
