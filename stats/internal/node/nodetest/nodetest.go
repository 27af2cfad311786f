// Package nodetest lays out recorded trees of /proc and /sys, for the tests of all who read them.
package nodetest

import (
	"embed"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// trees are files of a line "== NAME" and the text of the file, for each: two-packages is a server with energy,
// frequencies and sensors, cluster-node one with InfiniBand, Lustre and NFS, host a small virtual machine.
//
//go:embed trees
var trees embed.FS

// Machine is a tree on disk that a test changes.
type Machine struct {
	Root string

	tb       testing.TB
	recorded []string // name and text in turns
}

// New lays out a recorded tree; "" is one without files.
func New(tb testing.TB, tree string) *Machine {
	tb.Helper()
	m := &Machine{Root: tb.TempDir(), tb: tb}
	if tree == "" {
		return m
	}
	text, err := trees.ReadFile("trees/" + tree + ".txt")
	if err != nil {
		tb.Fatal(err)
	}
	for _, part := range strings.Split("\n"+strings.TrimSuffix(string(text), "\n"), "\n== ")[1:] {
		name, body, _ := strings.Cut(part, "\n")
		m.recorded = append(m.recorded, name, body+"\n")
	}
	m.Restore("")
	return m
}

// Restore makes the files whose names begin so what they were.
func (m *Machine) Restore(prefix string) {
	m.tb.Helper()
	for i := 0; i < len(m.recorded); i += 2 {
		if strings.HasPrefix(m.recorded[i], prefix) {
			m.Write(m.recorded[i], m.recorded[i+1])
		}
	}
}

// Write writes a file in place, as one who keeps it open sees the kernel's.
func (m *Machine) Write(name, text string) {
	m.tb.Helper()
	path := filepath.Join(m.Root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		m.tb.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		m.tb.Fatal(err)
	}
}

// Remove removes files and folders.
func (m *Machine) Remove(names ...string) {
	m.tb.Helper()
	for _, name := range names {
		if err := os.RemoveAll(filepath.Join(m.Root, name)); err != nil {
			m.tb.Fatal(err)
		}
	}
}
