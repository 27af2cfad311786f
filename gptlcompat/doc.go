// Package gptlcompat writes the timing files of GPTL as E3SM uses it, for the programs that read
// them: PACE, CIME's get_timing, and the scripts of ten years.
//
// There are two files. [WriteGlobal] writes the global statistics: one row per timer name, over all
// ranks and threads. [WriteRank] writes the call tree of one rank. [GlobalName] and [RankName] give
// the files their usual names.
//
// A global file has one record per name, whereas our own tree has one per call path and context.
// [ByName] folds a rank's Profile by name; the reduction of the folded Profiles is what WriteGlobal
// takes, so that every number is exact: the largest time of one thread under a name cannot be had
// from the largest times under each of its paths.
//
// # Format
//
// The layout is a fact of E3SM's fork of GPTL (share/timing in E3SM) and of its Fortran layer
// perf_mod, which adds the banners. Columns, widths and number formats are theirs to the byte,
// including the float32 of the counts and of a rank's walls. Package check holds the rules that the
// readers impose.
//
// These things differ on purpose:
//
//   - The $Id line and the explanations above a rank's table are our own words; no reader needs
//     theirs.
//   - Rows of a rank's file are call paths: a name is repeated where its timer ran below several
//     parents, each row with the times below that parent. No row has the "*" of a timer with several
//     parents, and there are no blocks of multiple parents.
//   - A rank in which a timer is running but has not completed a call sets the "on" flag of the global
//     file; theirs loses the flag of such ranks.
//   - The title above "Same stats sorted by timer" stands over its columns; theirs is two to the left.
//   - A rank without timers gives an empty table; theirs crashes.
//
// As in GPTL, a wall holds completed calls only: what a running timer has spent since its last start
// is in no column.
//
// # Names
//
// A name that a reader would stop at is made safe, see [WriteGlobal]. Two different names never
// become the same.
package gptlcompat
