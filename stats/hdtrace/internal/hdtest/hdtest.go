// Package hdtest is what the tests of HDTrace's packages share.
package hdtest

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// RealData is the directory of files of real programs; the test is skipped where it is not.
func RealData(t testing.TB) string {
	t.Helper()
	for folder := "../../../../shared/data/hdtrace"; ; folder = "../" + folder {
		if _, err := os.Stat(folder); err == nil {
			return folder
		} else if len(folder) > 60 {
			t.Skip("the files of real programs are not here: ", err)
		}
	}
}

// FullTests reports whether tests that can take minutes are to be whole: where HDTRACE_FULL is set.
func FullTests() bool { return os.Getenv("HDTRACE_FULL") != "" }

func ReadFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Sure is a value without an error.
func Sure[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Is checks that an error matches.
func Is(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, expected an error that matches %v", what, err, want)
	}
	if want == nil && err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// MapFS is a file system of texts.
func MapFS(files map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

// Texts is findings or fixes, a line each.
func Texts[T interface{ String() string }](list []T) string {
	var b strings.Builder
	for _, f := range list {
		b.WriteString(f.String() + "\n")
	}
	return b.String()
}

// HostA is a node on level 1 of a project P.
func HostA(t testing.TB) *hdtrace.Node {
	t.Helper()
	topology := Sure(hdtrace.NewTopology("P", "Hostname", "Rank", "Thread"))
	return Sure(topology.Node("hostA"))
}

// FixedClock tells times one second apart, from 1000 on.
func FixedClock() func() hdtrace.Epoch {
	now := 999 * hdtrace.Second
	return func() hdtrace.Epoch { now += hdtrace.Second; return now }
}
