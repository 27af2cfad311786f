// Package export writes a run in the formats of other programs, and reads back the formats that can
// hold it.
//
// A [Run] holds the Summary of a run and, if they are known, the Profiles of its ranks. [Formats] lists the
// formats and the losses of each; docs/export.md says how to open them. JSON and YAML hold everything:
// [ReadJSON] and [ReadYAML] return the same Run again.
//
// Names may hold any bytes. Plain-text formats escape them as in Go, so that no name ends a line or a field,
// or controls a terminal; bytes that are not UTF-8 become \xNN in every text format.
package export
