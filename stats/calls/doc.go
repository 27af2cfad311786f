// Package calls holds the records of a rank's calls to MPI's functions, which package functions lists.
//
// [Decode] reads the records of a rank's calls, which with its
// communicators, datatypes and files form a [Rank]. From these come:
//
//   - event traces in HDTrace's form, which its viewers open: [WriteTrace] and [GatherProject];
//   - the time that calls waited for other ranks, by call path: [FindWaits], [ReduceWaits] and
//     [WriteWaits], on a clock that [Align] has aligned over the ranks, with its error;
//   - who talks to whom: [GatherMatrix], and in which regions: [GatherPaths].
//
// What the ranks tell each other goes along trees and rings of powers of two: the messages of a rank
// grow with the logarithm of the number of ranks, and no order of blocking sends can stop them.
package calls
