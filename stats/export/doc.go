// Package export writes what a run measured in the forms that other programs open, and reads those back
// that can carry it.
//
// A [Run] is what is written: the Summary of a run and, where they are known, the Profiles of its ranks.
// [Formats] lists the forms with what each of them cannot carry; docs/export.md says how each is opened.
// JSON and YAML carry everything: what [ReadJSON] and [ReadYAML] return equals what was written.
//
// Names may hold any bytes. Forms of plain text hold them escaped as in Go, so that no name ends a line
// or a field, or steers a terminal; what is not UTF-8 is written as \xNN wherever a form is of text.
package export
