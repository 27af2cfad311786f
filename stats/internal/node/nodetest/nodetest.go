// Package nodetest lays out recorded trees of /proc and /sys, for the tests of all their readers.
package nodetest

import (
	"embed"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// trees are files that hold, for each recorded file, a line "== NAME" and its text: two-packages is a server
// with energy, frequencies and sensors, cluster-node one with InfiniBand, Lustre and NFS, host a small
// virtual machine.
//
//go:embed trees
var trees embed.FS

// A Machine is a tree on disk that a test changes.
type Machine struct {
	Root string

	tb       testing.TB
	recorded []string // name and text alternate
}

// New lays out a recorded tree; "" means one without files.
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

// Restore resets the files whose names start with a prefix.
func (m *Machine) Restore(prefix string) {
	m.tb.Helper()
	for i := 0; i < len(m.recorded); i += 2 {
		if strings.HasPrefix(m.recorded[i], prefix) {
			m.Write(m.recorded[i], m.recorded[i+1])
		}
	}
}

// Write writes a file in place, so that a reader that keeps it open sees the change, as it sees the kernel's.
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

// Remove removes files and directories.
func (m *Machine) Remove(names ...string) {
	m.tb.Helper()
	for _, name := range names {
		if err := os.RemoveAll(filepath.Join(m.Root, name)); err != nil {
			m.tb.Fatal(err)
		}
	}
}
