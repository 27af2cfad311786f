package ranktable

import (
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// A rank that was killed in its last report, before it noted once that it lives, has run as long as its Total
// says: its regions have all ended.
func TestProfileKilledInFinalize(t *testing.T) {
	folder := runFolder(t, t.TempDir(), "00112233445566ff")
	f, err := begin(folder, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	var main table.Table
	main.Init(f, 0, 2)
	total := main.Add(1, table.Cold{}, "Total")
	step := main.Add(2, table.Cold{Parent: total}, "step")
	main.Records[total] = table.Record{Calls: 1, Total: 501e6, Min: 501e6, Max: 501e6}
	main.Records[step] = table.Record{Calls: 2, Total: 400e6, Min: 200e6, Max: 200e6}
	data := bytesOf(t, f)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	dead, err := Read(data, "dead")
	if err != nil {
		t.Fatal(err)
	}
	l, err := dead.Look()
	if err != nil || l.Profile.To != 501e6 || l.LastSeen != time.Unix(1e9, 501e6) {
		t.Errorf("wall time %v, last seen %v, want 501 ms after the begin: %v", time.Duration(l.Profile.To), l.LastSeen, err)
	}
}
