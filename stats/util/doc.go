// Package util samples a host's processors, memory, network and disk over time, into a statistics group
// of an HDTrace project.
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
// the same order, with the same names, units and groupings, so that the project's viewers and converters
// accept its files. In a parallel program [CreatePerHost] makes one trace for each host.
//
// Every value written is right or marked: one that cannot be known, because a counter has jumped back or a
// processor is offline, is [Unknown], and counted (see [Counts]).
//
// The numbers come from Linux's /proc and /sys.
package util
