// Package export writes a run in the formats of other programs, and reads back the formats that can
// hold it.
//
// A [Run] is what is written: the Summary of a run and, if they are known, the Profiles of its ranks.
// [Formats] lists the formats with what each of them cannot hold; docs/export.md says how to open each. JSON
// and YAML hold everything: what [ReadJSON] and [ReadYAML] return equals what was written.
//
// Names may hold any bytes. Plain-text formats escape them as in Go, so that no name ends a line or a field,
// or controls a terminal; what is not UTF-8 is written as \xNN in every text format.
package export
