// Package gptlcompat writes GPTL's timing files, in E3SM's layout and in upstream's, for the programs
// that read them: PACE, CIME's get_timing, and ten years of scripts.
//
// E3SM's files come from its own fork of GPTL. [WriteGlobal] writes the global statistics, one row
// per timer name over all ranks and threads; [WriteRank] writes the call tree of one rank;
// E3SM's single file is the former and then the latter of each rank.
// [GlobalName] and [RankName] give the files their usual names. Package
// upstream writes the files of upstream's GPTL 8. E3SM's tools read only the former, GPTL's scripts only the latter.
//
// A global file has one record per name, whereas our own tree has one per call path and environment.
// [ByName] folds a rank's Profile by name. WriteGlobal and upstream.WriteTimingSummary take the
// reduction of the folded Profiles, so every number is exact: the largest time of one thread under a
// name does not follow from the largest times under each of its paths. The files of one rank also have
// a row for each name, unless a [PrintMethod] asks for call paths.
//
// Package read reads all these files, and package check holds the rules of the programs that read them.
// This package imports neither.
//
// # Format
//
// The layouts are facts: E3SM's comes from share/timing and its Fortran layer perf_mod, which adds the banners;
// upstream's comes from version 8.1.1. Columns, widths and number formats match theirs to the byte. Writers and
// readers share one table of each layout's columns; the checker has widths of its own.
//
// These lines are fixed text of the formats and do not describe this module: the $Id line and "GPTL version
// info", unless options give another text; "HAVE_COMM_F2C", "ENABLE_NESTEDOMP", "BIT64"; the explanations above
// the tables, even of missing columns; "papimem portion". "GPTL was built with THREADED_PTHREADS" (upstream:
// "with UNDERLYING_PTHREADS") means that there are tracks beside the first; upstream's "ENABLE_PMPI" and
// "HAVE_PAPI" mean that their columns are present. The numbers of threads are tracks.
//
// # Deviations
//
// Both layouts:
//
//   - Values are printed from our integers: walls and counts are not rounded to a float32 first, and
//     a time below a nanosecond is rounded to one.
//   - A wall holds completed calls only, as in GPTL: what a running timer has spent since its last
//     start is in no column.
//   - A timer that never ran on a thread has no row there, nor one that was reset unless [Build.Idle] asks for it.
//   - The print method can be call_path or path_names, which GPTL has not. No row then
//     has the "*" of a timer with several parents, and there are no blocks of these.
//   - Where the parents of several timers would close a loop, the next best parent is taken, the root
//     at last; GPTL drops the timer. FullTree ends with ErrTooLarge where GPTL fills the disk.
//   - How GPTL's hash table is filled is left out: there is none. Files of GPTL's keep their lines (Build.HashTable).
//
// E3SM's layout:
//
//   - A rank in which a timer is running but has not completed a call sets the "on" flag of the global
//     file; theirs loses the flag of such ranks.
//   - The title above "Same stats sorted by timer" stands over its columns; theirs is two to the left.
//   - A first thread without timers has a line that says so, as PACE fails on a table without rows; theirs crashes.
//   - The columns of cpu time, percent, MPI bytes and counters are never written: PACE fails on them.
//
// Upstream's layout, of which a reader wants every row as long as its title, but where GPTL's own are not, and every title
// one word:
//
//   - The title of "Same stats sorted by timer" stands over its columns, and blanks in the names in titles are "_".
//   - Every column with values has its title, also of MPI bytes; of native counters per second if [Event.Untitled]
//     does not say otherwise.
//   - "NOT PRINTED" counts ranks, not threads; timers that only other threads ran are in the summary.
//   - Names have no limit of 63 bytes; of one that is shortened, the whole stands under "long name
//     translations".
//
// # Names
//
// A name that a reader would stop at is made safe, see [WriteGlobal] and upstream.WriteTiming. Two different
// names never become the same. A region of the program called Total, as the run's own is, becomes Total~2.
package gptlcompat
