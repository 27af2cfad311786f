// Package hdtrace writes and reads the files of the HDTrace family: projects of event traces, relations
// and statistics over time, as the viewer Sunshot and the converters of the HDTrace project open them.
//
// A project is a set of files in one directory whose names start alike:
//
//	PROJECT.proj                      the topology, communicators, datatypes, names of statistics groups
//	PROJECT_LABEL1_LABEL2.trc         the event trace of a node of the topology
//	PROJECT_LABEL1_LABEL2.rel         its relations
//	PROJECT_LABEL1_LABEL2.info        text from which the project file is made
//	PROJECT_LABEL1_LABEL2_GROUP.stat  the statistics of a group, of a node on any level
//
// The format follows the existing readers (the Java library HDTraceFormat, and the C tools of HDTrace's
// writing library). They differ in some points from the thesis of 2009 that defined the format. In
// these points the readers win; options select the thesis' form.
//
// This package holds their common parts: points in time, the topology, attributes and elements, faults and findings.
// The packages below it each write, read, check and repair one kind of file: stat the statistics, trace the event
// traces, relation the relations, and project the project file, the info files and the directory as a whole.
//
// Writers take an io.Writer and readers an io.Reader; file names come from [Node], because they are
// part of the format.
package hdtrace
