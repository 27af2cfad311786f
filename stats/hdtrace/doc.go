// Package hdtrace writes and reads the files of the HDTrace family: projects of event traces, relations
// and statistics over time, as the viewer Sunshot and the converters of the HDTrace project open them.
//
// A project is a set of files in one directory whose names begin alike:
//
//	PROJECT.proj                      the topology, communicators, datatypes, names of statistics groups
//	PROJECT_LABEL1_LABEL2.trc         the event trace of a node of the topology
//	PROJECT_LABEL1_LABEL2.rel         its relations
//	PROJECT_LABEL1_LABEL2.info        text from which the project file is made
//	PROJECT_LABEL1_LABEL2_GROUP.stat  the statistics of a group, of a node on any level
//
// The format is what the readers accept that exist (the Java library HDTraceFormat, and the C tools of
// HDTrace's writing library), which is not in all points what the thesis of 2009 says that defined it. Where
// the two differ the readers win; where the thesis' form is wanted it is an option.
//
// What all of these share is here: points in time, the topology, attributes and elements, faults and findings. The
// packages below it write, read, check and repair a kind of file each: stat the statistics, trace the event traces,
// relation the relations, and project the project file, the info files and the directory as a whole.
//
// Writers take an io.Writer and readers an io.Reader; names of files come from [Node], for they are part
// of the format.
package hdtrace
