// Package power records the electrical power of whole hosts as statistics of HDTrace: voltage, current and
// power, measured by a power analyzer LMG450 on a serial line, or by the processors themselves (RAPL).
//
// A configuration says what is measured, and a [Tracer] does it, between Start and Stop, as often as
// wanted. Each trace becomes a file PROJECT_NODE_Energy.stat, and what is in a directory is named in a
// project file, so that the viewer opens it.
//
// The configuration, the names, the codes of errors and the dialogue with the device are those of the power
// tracer libPT of HDTrace (2009). It takes part in no job: the program pt runs it on the host that the
// analyzer is connected to.
package power
