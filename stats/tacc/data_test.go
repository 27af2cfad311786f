package tacc

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

const shared = "../../../shared/data/tacc"

const (
	stampede2013 = "stampede-2013/archive/c460-104.platform.extension/1380603601.gz"
	compute2014  = "compute-0-1-2014/1414794601.gz"
	devnode2014  = "devnode-2014/1398875868"
	stampede2026 = "stampede3-2026/HPCPerfStatsdDataSample"
)

// sharedFile returns the content of a real file; the test is left out where it is not there.
func sharedFile(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(shared, name))
	if err != nil {
		t.Skipf("the shared data are not here: %v", err)
	}
	return b
}

func readShared(t testing.TB, name string) *Data {
	t.Helper()
	d, err := Read(bytes.NewReader(sharedFile(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// counts are what a file holds.
type counts struct {
	Program, Version                string
	Records, Types, WithRows, Rows  int
	Begins, Ends, Faults, Recovered int
	Values                          int
	FirstTime, LastTime             int64
}

func countsOf(d *Data) counts {
	c := counts{Program: d.Headers[0].Program, Version: d.Headers[0].Version, Records: len(d.Records), Types: len(d.Tables), Faults: d.FaultTotal(), Recovered: d.Recovered}
	for _, t := range d.Tables {
		if t.Rows() > 0 {
			c.WithRows++
		}
		c.Rows += t.Rows()
		c.Values += len(slices.Concat(t.values...))
	}
	for i := range d.Records {
		for _, m := range d.Records[i].Marks {
			switch m.Kind {
			case Begin:
				c.Begins++
			case End:
				c.Ends++
			}
		}
	}
	c.FirstTime, c.LastTime = d.Records[0].Time, d.Records[len(d.Records)-1].Time
	return c
}

func TestRealFiles(t *testing.T) {
	for name, want := range map[string]counts{
		stampede2013:                  {"tacc_stats", "1.0.5", 150, 28, 25, 14850, 3, 3, 0, 0, 204150, 1380603601000000000, 1380689401000000000},
		compute2014:                   {"tacc_stats", "2.0.0", 3, 22, 12, 125, 1, 1, 0, 0, 2554, 1414794601079211000, 1414794900122182000},
		devnode2014:                   {"tacc_stats", "1.0.6", 1, 22, 14, 27, 1, 0, 0, 0, 479, 1398875868000000000, 1398875868000000000},
		stampede2026:                  {"tacc_stats", "2.3.5", 17, 11, 11, 4142, 0, 0, 0, 0, 40416, 1773864970470903000, 1773869696669051000},
		"synthetic/rollover.raw":      {"hpcperfstats", "2.3.5", 4, 7, 7, 28, 1, 1, 0, 0, 112, 1700000000000000000, 1700000030500000000},
		"synthetic/idle_then_job.raw": {"hpcperfstats", "2.3.5", 7, 1, 1, 7, 2, 1, 0, 0, 14, 1700000000000000000, 1700001500000000000},
		"synthetic/tiered_2026.raw":   {"hpcperfstats", "3.0.0", 3, 3, 3, 9, 1, 1, 0, 0, 21, 1700000000000000000, 1700000060000000000},
	} {
		t.Run(name, func(t *testing.T) {
			d := readShared(t, name)
			if got := countsOf(d); got != want {
				t.Errorf("got %#v\nwant %#v; faults %v", got, want, d.Faults)
			}
		})
	}
}
