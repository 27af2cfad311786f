// Package geopm writes, reads and checks GEOPM reports: the costs of a program's regions on each node.
//
// [Write] writes the layout of GEOPM's own Reporter, and where that breaks GEOPM's Python readers, what
// they accept. [Read] reads reports of all generations, from the text of version 1 on. [Check] says what
// would make the real readers fail or damage data without a word. [Build] makes the section of a host of
// the exact times of its processes ([stats.Profile]) and of what was sampled ([Collector]). Whatever tracks
// run at the same time, the runtimes of regions and of Unmarked Totals add up to that of Application Totals.
//
// The format is that of geopm_report(7), corrected by libgeopm/src/Reporter.cpp and geopmpy/io.py.
package geopm
