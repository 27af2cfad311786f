package hdtrace

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

var update = flag.Bool("update", false, "write the files in testdata anew")

// realData is the folder of files of real programs; the test is skipped where it is not.
func realData(t testing.TB) string {
	t.Helper()
	const folder = "../../../shared/data/hdtrace"
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the files of real programs are not here: ", err)
	}
	return folder
}

// fullTests says whether tests that can take minutes are to be whole: where HDTRACE_FULL is set.
func fullTests() bool { return os.Getenv("HDTRACE_FULL") != "" }

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// golden compares with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want := readFile(t, path); !bytes.Equal(got, want) {
		t.Errorf("%s:\n%s\nexpected\n%s", path, got, want)
	}
}

// sure is a value without an error.
func sure[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// is checks that an error matches.
func is(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, expected an error that matches %v", what, err, want)
	}
	if want == nil && err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// accepted checks that all readers accept the projects in a directory. Where HDTRACE_READER is set, it is a
// command that opens the projects given to it with the real Java reader, and fails if one is refused.
func accepted(t *testing.T, dir string) {
	t.Helper()
	findings, err := CheckDirectory(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !Accepted(findings, AllReaders) {
		t.Errorf("%s is not accepted: %v", dir, findings)
	}
	command := os.Getenv("HDTRACE_READER")
	projects, _ := filepath.Glob(filepath.Join(dir, "*"+extProject))
	if command == "" || len(projects) == 0 {
		return
	}
	if out, err := exec.Command(command, projects...).CombinedOutput(); err != nil {
		t.Errorf("the real reader refuses: %v\n%s", err, out)
	}
}

// acceptedFile checks that all readers accept what is in a file.
func acceptedFile(t *testing.T, name string, data []byte) {
	t.Helper()
	findings := kinds[filepath.Ext(name)].check(name, bytes.NewReader(data), int64(len(data)))
	if !Accepted(findings, AllReaders) {
		t.Errorf("%v", findings)
	}
}

// mapFS is a file system of texts.
func mapFS(files map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

// texts is findings or fixes, a line each.
func texts[T interface{ String() string }](list []T) string {
	var b strings.Builder
	for _, f := range list {
		b.WriteString(f.String() + "\n")
	}
	return b.String()
}

// hostA is a node on level 1 of a project P.
func hostA(t testing.TB) *Node {
	t.Helper()
	topology := sure(NewTopology("P", "Hostname", "Rank", "Thread"))
	return sure(topology.Node("hostA"))
}

// fixedClock tells times one second apart, from 1000 on.
func fixedClock() func() Epoch {
	now := 999 * second
	return func() Epoch { now += second; return now }
}

// entriesOf reads all entries of a statistics file.
func entriesOf(data []byte, options ReadOptions) (h *StatisticsHeader, list []*Entry, err error) {
	r, err := NewStatisticsReader(bytes.NewReader(data), options)
	if err != nil {
		return nil, nil, err
	}
	for {
		e, err := r.Next()
		if err == io.EOF {
			return r.Header(), list, nil
		}
		if err != nil {
			return r.Header(), list, err
		}
		list = append(list, e.Clone())
	}
}
