package project_test

import (
	"fmt"
	"log"
	"os"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
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
	d, err := project.NewDirectory(dir, topology, project.DirectoryOptions{})
	if err != nil {
		log.Fatal(err)
	}
	energy, err := d.StartStatistics(host, "Energy", []stat.Value{
		{Name: "P", Type: stat.TypeFloat, Unit: "W", Grouping: "Power"},
	}, stat.Options{})
	if err != nil {
		log.Fatal(err)
	}
	events, err := d.StartTrace(rank, trace.Options{})
	if err != nil {
		log.Fatal(err)
	}

	_ = events.Begin("Step")
	_ = energy.WriteFloat(167.8) // at the time that it is now
	_ = events.End()

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
	findings, err := project.CheckDirectory(dir)
	fmt.Println(findings, err)
	// Output:
	// wave.proj
	// wave_node07_0.trc
	// wave_node07_Energy.stat
	// [] <nil>
}
