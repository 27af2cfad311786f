package project

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
)

// accepted checks that all readers accept the projects in a directory. Where HDTRACE_READER is set, it is a
// command that opens the projects given to it with the real Java reader, and fails if one is refused.
func accepted(t *testing.T, dir string) {
	t.Helper()
	findings, err := CheckDirectory(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !hdtrace.Accepted(findings, hdtrace.AllReaders) {
		t.Errorf("%s is not accepted: %v", dir, findings)
	}
	command := os.Getenv("HDTRACE_READER")
	projects, _ := filepath.Glob(filepath.Join(dir, "*"+naming.ExtProject))
	if command == "" || len(projects) == 0 {
		return
	}
	if out, err := exec.Command(command, projects...).CombinedOutput(); err != nil {
		t.Errorf("the real reader refuses: %v\n%s", err, out)
	}
}

// sampled is a file with one INT32, one DOUBLE and n entries, a second apart.
func sampled(t testing.TB, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	now := 1799999999 * hdtrace.Second
	options := stat.Options{MaxAge: -1, Clock: func() hdtrace.Epoch { return now }}
	s := hdtest.Sure(stat.Start(&b, hdtest.HostA(t), "G", []stat.Value{{Name: "n", Type: stat.TypeInt32}, {Name: "d", Type: stat.TypeDouble}}, options))
	for i := range n {
		hdtest.ExpectOK(t, s.WriteEntry(1800000000*hdtrace.Second+hdtrace.Epoch(i)*hdtrace.Second, stat.Int32(int32(i)), stat.Double(float64(i)/2)))
	}
	hdtest.ExpectOK(t, s.Close())
	return b.Bytes()
}

// entriesIn reads all entries of a statistics file.
func entriesIn(data []byte, options hdtrace.ReadOptions) (h *stat.Header, list []*stat.Entry, err error) {
	r, err := stat.NewReader(bytes.NewReader(data), options)
	if err != nil {
		return nil, nil, err
	}
	for e, err := range r.Entries() {
		if err != nil {
			return r.Header(), list, err
		}
		list = append(list, e.Clone())
	}
	return r.Header(), list, nil
}
