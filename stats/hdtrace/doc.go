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
// Writers take an io.Writer and readers an io.Reader; names of files come from [Node], for they are part
// of the format. [Directory] puts a program's files into a directory, [BuildProject] makes the project
// file for what lies there, [Check] tells what the readers would refuse, and [Repair] mends what a
// program left that was killed.
package hdtrace
