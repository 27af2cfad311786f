// Package util traces how much a host's resources are used over time: processors, memory, network and disk
// go, sample by sample, into a statistics group of an HDTrace project.
//
//	directory, err := util.NewDirectory("traces", "solver", hdtrace.DirectoryOptions{})
//	node, err := directory.Topology().Node(hdtrace.Label(host))
//	tracer, err := util.CreateIn(directory, node, util.Options{Sources: util.All, Interval: 100 * time.Millisecond})
//	tracer.Start()
//	…
//	err = tracer.Finalize()
//	err = util.WriteProject(directory, os.DirFS("traces"))
//
// It is the resources utilization tracer of the HDTrace project (libRUT) for Go programs: the same values, in
// the same order, with the same names, units and groupings, so that the project's viewers and converters take
// its files. In a parallel program [CreatePerHost] makes one trace for each host.
//
// What is written is right or marked: a value that cannot be known, because a counter has jumped back or a
// processor is offline, is [Unknown], and counted (see [Counts]).
//
// The numbers come from /proc and /sys of Linux.
package util
