package stat_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
)

// Statistics can be written to anything that takes bytes, and be read from anything that gives them.
func ExampleStart() {
	topology, _ := hdtrace.NewTopology("wave", "Hostname")
	node, _ := topology.Node("node07")
	var file bytes.Buffer
	s, err := stat.Start(&file, node, "Utilization", []stat.Value{
		{Name: "CPU_TOTAL", Type: stat.TypeFloat, Unit: "%", Grouping: "CPU"},
		{Name: "MEM_USED", Type: stat.TypeInt64, Unit: "B", Grouping: "MEM"},
	}, stat.Options{Clock: func() hdtrace.Epoch { return hdtrace.EpochParts(1247806573, 0) }})
	if err != nil {
		log.Fatal(err)
	}
	err = s.WriteEntry(hdtrace.EpochParts(1247806574, 500000000), stat.Float(12.5), stat.Int64(1<<30))
	if err != nil {
		log.Fatal(err)
	}
	if err := s.Close(); err != nil {
		log.Fatal(err)
	}

	r, err := stat.NewReader(&file, hdtrace.ReadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for e, err := range r.Entries() {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(e.Start, e.End, e.Float(0), e.Int(1))
	}
	// Output:
	// 1247806573.000000000 1247806574.500000000 12.5 1073741824
}
