// Package power records the electrical power of whole hosts as statistics of HDTrace: voltage, current and
// power, measured by an LMG450 power analyzer on a serial line, or by the processors themselves (RAPL).
//
// A configuration says what is measured, and a [Tracer] measures it, between Start and Stop, any number of
// times. Each trace becomes a file PROJECT_NODE_Energy.stat, and a project file names those in a directory,
// so that the viewer opens them.
//
// The configuration, the names, the error codes and the dialogue with the device are those of HDTrace's power
// tracer libPT (2009). A tracer is not part of a job: the program pt runs it on the host that the analyzer is
// connected to.
package power
