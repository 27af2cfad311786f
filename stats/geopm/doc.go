// Package geopm writes, reads and checks GEOPM reports: the costs of a program's regions on each node.
//
// [Write] writes the layout of GEOPM's own Reporter, or a variant that GEOPM's Python readers accept where they
// would fail. [Read] reads reports of all generations, from the text of version 1 on. [Check] lists faults that
// would make the real readers fail or silently misread data. [Build] makes a host's section from the exact
// times of its processes ([stats.Profile]) and its samples ([Collector]). Whatever tracks run at the same time,
// the runtimes of regions and of Unmarked Totals add up to the runtime of Application Totals.
//
// The format is that of geopm_report(7), corrected by libgeopm/src/Reporter.cpp and geopmpy/io.py.
package geopm
