package geopm

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const shared = "../../../shared/data/geopm"

// sharedReport returns a report that GEOPM's own code wrote, or is tested with.
func sharedReport(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(shared, name))
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("%s is absent", filepath.Join(shared, name))
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func read(t testing.TB, text string) *Report {
	t.Helper()
	r, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func write(t testing.TB, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// lines that only one of two texts has, as a diff has them: in order, with - and +.
func differing(want, got string) []string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	common := make([][]int, len(a)+1) // longest common subsequence from here on
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var list []string
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			list = append(list, "-"+a[i])
			i++
		default:
			list = append(list, "+"+b[j])
			j++
		}
	}
	return list
}
