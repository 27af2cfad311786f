package tacc

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestNodeOnThisMachine(t *testing.T) {
	if _, err := os.Stat("/proc/stat"); err != nil {
		t.Skip("no /proc here")
	}
	dir := t.TempDir()
	m, err := NewMonitor(dir, "77", 10*time.Millisecond, NodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Begin(); err != nil {
		t.Fatal(err)
	}
	if err := m.Begin(); err == nil {
		t.Error("it begins twice")
	}
	if err := m.Mark("phase\nof two lines"); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(time.Minute)
	for name := filepath.Join(dir, m.node.Host(), currentName); ; time.Sleep(5 * time.Millisecond) {
		if text, err := os.ReadFile(name); err != nil || bytes.Count(text, []byte("\n\n")) >= 0 && bytes.Count(text, []byte("\ncpu 0 ")) >= 5 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("no samples come")
		}
	}
	host := m.node.Host()
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, host, currentName))
	if err != nil {
		t.Fatal(err)
	}
	checked(t, text)
	d, err := Read(bytes.NewReader(text))
	if err != nil || d.FaultTotal() > 0 || d.Recovered > 0 {
		t.Fatal(err, d.Faults)
	}
	jobs := Correct(d).Jobs()
	if len(jobs) != 1 || jobs[0].ID != "77" || !jobs[0].Runs[0].Begin || !jobs[0].Runs[0].End || jobs[0].Runs[0].Records < 6 {
		t.Errorf("%+v", jobs[0].Runs)
	}
	for _, e := range jobs[0].Totals {
		if e.Type == "mem" && e.Key.Name == "MemTotal" && e.Max == 0 || e.Type == "ps" && e.Key.Name == "ctxt" && e.Delta == 0 {
			t.Errorf("%s %s is nothing", e.Type, e.Key.Name)
		}
	}
}

func TestMonitorRefuses(t *testing.T) {
	o := NodeOptions{CollectorOptions: CollectorOptions{Root: machine(t), Types: []string{"vfs"}}, Clock: func() time.Time { return time.Unix(1700000000, 0) }}
	for _, job := range []string{"", "-", "0", "a b", "1,2"} {
		if _, err := NewMonitor(t.TempDir(), job, 0, o); err == nil {
			t.Errorf("job %q", job)
		}
	}
	if _, err := NewMonitor(t.TempDir(), "7", time.Microsecond, o); err == nil {
		t.Error("an interval of a microsecond")
	}
	dir := t.TempDir()
	m, err := NewMonitor(dir, "7", 0, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.End(); err == nil {
		t.Error("it ends before it begins")
	}
	if err := m.Begin(); err != nil {
		t.Fatal(err)
	}
	if err := m.End(); err != nil {
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Errorf("closed again: %v", err)
	}
	if m.Begin() == nil || m.Mark("x") == nil || m.End() == nil {
		t.Error("it goes on when it is closed")
	}
	text, err := os.ReadFile(filepath.Join(dir, "n1.example.org", currentName))
	if err != nil || bytes.Count(text, []byte("vfs - 3093 507 74000\n")) != 2 {
		t.Errorf("%v\n%s", err, text)
	}
}

// checked fails where a file is not as the monitor writes it.
func checked(t testing.TB, text []byte) {
	t.Helper()
	findings, err := Check(bytes.NewReader(text))
	if err != nil || len(findings) > 0 {
		t.Errorf("the file is not as it should be: %v %v", findings, err)
	}
}
