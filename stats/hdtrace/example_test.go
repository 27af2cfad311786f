package hdtrace_test

import (
	"bytes"
	"fmt"
	"log"
	"os"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// A program writes statistics of its host and a trace of its rank, and the project file beside them.
func ExampleNewDirectory() {
	dir, err := os.MkdirTemp("", "project")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	topology, err := hdtrace.NewTopology("wave", "Hostname", "Rank")
	if err != nil {
		log.Fatal(err)
	}
	host, _ := topology.Node("node07")
	rank, _ := topology.Node("node07", "0")
	d, err := hdtrace.NewDirectory(dir, topology, hdtrace.DirectoryOptions{})
	if err != nil {
		log.Fatal(err)
	}
	energy, err := d.StartStatistics(host, "Energy", []hdtrace.Value{
		{Name: "P", Type: hdtrace.TypeFloat, Unit: "W", Grouping: "Power"},
	}, hdtrace.StatisticsOptions{})
	if err != nil {
		log.Fatal(err)
	}
	trace, err := d.StartTrace(rank, hdtrace.TraceOptions{})
	if err != nil {
		log.Fatal(err)
	}

	_ = trace.Begin("Step")
	_ = energy.WriteFloat(167.8) // at the time that it is now
	_ = trace.End()

	if err := d.Close(); err != nil {
		log.Fatal(err)
	}
	if err := d.WriteProject(d.Project()); err != nil {
		log.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range files {
		fmt.Println(f.Name())
	}
	findings, err := hdtrace.CheckDirectory(dir)
	fmt.Println(findings, err)
	// Output:
	// wave.proj
	// wave_node07_0.trc
	// wave_node07_Energy.stat
	// [] <nil>
}

// Statistics can be written to anything that takes bytes, and be read from anything that gives them.
func ExampleStartStatistics() {
	topology, _ := hdtrace.NewTopology("wave", "Hostname")
	node, _ := topology.Node("node07")
	var file bytes.Buffer
	s, err := hdtrace.StartStatistics(&file, node, "Utilization", []hdtrace.Value{
		{Name: "CPU_TOTAL", Type: hdtrace.TypeFloat, Unit: "%", Grouping: "CPU"},
		{Name: "MEM_USED", Type: hdtrace.TypeInt64, Unit: "B", Grouping: "MEM"},
	}, hdtrace.StatisticsOptions{Clock: func() hdtrace.Epoch { return hdtrace.EpochParts(1247806573, 0) }})
	if err != nil {
		log.Fatal(err)
	}
	err = s.WriteEntry(hdtrace.EpochParts(1247806574, 500000000), hdtrace.Float(12.5), hdtrace.Int64(1<<30))
	if err != nil {
		log.Fatal(err)
	}
	if err := s.Close(); err != nil {
		log.Fatal(err)
	}

	r, err := hdtrace.NewStatisticsReader(&file, hdtrace.ReadOptions{})
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
