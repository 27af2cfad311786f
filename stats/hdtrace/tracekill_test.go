package hdtrace

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// killVariable is the folder for the program that is to be killed.
const killVariable = "HDTRACE_TEST_KILL"

// TestTraceKillProgram is that program: it writes a trace and relations until it is killed.
func TestTraceKillProgram(t *testing.T) {
	folder := os.Getenv(killVariable)
	if folder == "" {
		t.Skip("for TestTraceKillCampaign")
	}
	sequential := os.Getenv(killVariable+"_SEQUENTIAL") != ""
	trace := sure(StartTrace(sure(os.Create(filepath.Join(folder, "P_n.trc"))), TraceOptions{Buffer: 8 << 10, MaxAge: time.Millisecond, Sequential: sequential}))
	relations := sure(NewRelations(sure(os.Create(filepath.Join(folder, "P_n.rel"))), RelationOptions{
		Header: RelationHeader{Host: "h"}, Buffer: 8 << 10, MaxAge: time.Millisecond, Sequential: sequential,
	}))
	expectOK(t, trace.Begin("Total"))
	for i := 0; ; i++ {
		expectOK(t, trace.Begin("Step"), trace.Attribute("n", strconv.Itoa(i)), trace.Begin("Inner"))
		if i%3 == 0 {
			expectOK(t, trace.Element(Element{Name: "For", Text: "element"}))
		}
		token := sure(relations.Create())
		expectOK(t, token.Start("work", []Attribute{{"n", strconv.Itoa(i)}}))
		expectOK(t, trace.End(), trace.End(), token.End(nil), token.Destroy())
	}
}

// A program that is killed at any time leaves files that are accepted when they were mended, and nothing
// is missing in them up to their end.
func TestTraceKillCampaign(t *testing.T) {
	runs := 20
	if fullTests() {
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
	left := readFile(t, filepath.Join(folder, "P_n.trc"))
	mended := mendTrace(t, left)
	acceptedTrace(t, mended)
	_, list, err := readTrace(mended, ReadOptions{})
	expectOK(t, err)
	n := 0
	for _, r := range list {
		if r.Name == "Step" {
			if number, _ := r.Value("n"); number != strconv.Itoa(n) && number != "" { // the last may lack it
				t.Fatalf("state %s, expected %d", number, n)
			}
			n++
		}
	}
	related := readFile(t, filepath.Join(folder, "P_n.rel"))
	mendedRelations := mendRelations(related)
	acceptedRelations(t, mendedRelations)
	relations, err := assembled(mendedRelations)
	expectOK(t, err)
	for i, r := range relations {
		if r.Token != int64(i) {
			t.Fatalf("token %d, expected %d", r.Token, i)
		}
	}
	return bytes.Equal(mended, left) && bytes.Equal(mendedRelations, related)
}
