package cache

import (
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"
)

// aged makes an entry one that was used so long ago.
func aged(t *testing.T, folder string, age time.Duration) string {
	t.Helper()
	at := time.Now().Add(-age)
	if err := os.Chtimes(folder, at, at); err != nil {
		t.Fatal(err)
	}
	return folder
}

func expectThere(t *testing.T, folder string, want bool) {
	t.Helper()
	if _, err := os.Stat(folder); (err == nil) != want {
		t.Errorf("%s: there %t, want %t", filepath.Base(folder), err == nil, want)
	}
}

func made(t *testing.T, base, name string, bytes int64, age time.Duration) string {
	t.Helper()
	folder := filepath.Join(base, name)
	file := filepath.Join(folder, "file")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, bytes); err != nil { // a hole, which needs no disk
		t.Fatal(err)
	}
	return aged(t, folder, age)
}

// What is old goes, and of what is too much that which was not used for longest; what is in use stays, and
// what is not the cache's.
func TestTrim(t *testing.T) {
	own(t)
	c, _ := opened(t)
	const day = 24 * time.Hour
	for _, e := range []struct {
		name  string
		bytes int64
		age   time.Duration
		stays bool
	}{
		{"timers-old", 1, 6 * day, false},
		{"overlay-earlier", mostBytes / 2, 4 * day, false},
		{"overlay-later", mostBytes / 2, 2 * day, true},
		{"overlay-in-use", mostBytes / 4, time.Minute, true},
		{"new-killed", 1, 2 * time.Hour, false},
		{"new-of-another-build", 1, time.Minute, true},
		{"of-the-user", 1, 600 * day, true},
	} {
		folder := made(t, c.folder, e.name, e.bytes, e.age)
		defer expectThere(t, folder, e.stays)
	}
	kept(t, c, "timers", some("package a"), true)
}

// An entry that a build takes while another trims is there, or is made again.
func TestTrimBesideBuilds(t *testing.T) {
	own(t)
	first, _ := opened(t)
	folder := kept(t, first, "timers", some("package a"), true)
	var wait sync.WaitGroup
	for range 4 {
		c, _ := opened(t)
		wait.Go(func() {
			for i := range 40 {
				got, _, err := c.Keep("timers", some("package a"))
				if err != nil || got != folder {
					t.Errorf("%s, %v", got, err)
				}
				if text, err := os.ReadFile(filepath.Join(got, "a.go")); err != nil || string(text) != "package a" {
					t.Errorf("taken, but %q, %v", text, err)
				}
				if _, _, err := c.Keep("overlay-"+strconv.Itoa(i%3), some("package b")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Go(func() {
		for range 200 {
			first.trim(time.Now())
		}
	})
	wait.Wait()
}

// From the moment that an entry is taken nobody removes it, however old it was.
func TestTakenEntryStays(t *testing.T) {
	own(t)
	c, _ := opened(t)
	folder := aged(t, kept(t, c, "timers", some("package a"), true), 100*24*time.Hour)
	kept(t, c, "timers", some("package a"), false)
	c.trim(time.Now())
	expectThere(t, folder, true)
	aged(t, folder, 100*24*time.Hour)
	c.trim(time.Now())
	expectThere(t, folder, false)
}
