// Package stats holds the measurements of timers: the call tree of one rank ([Profile]) and of all
// ranks ([Summary]), and the arithmetic between the two.
//
// Two functions make a Summary of Profiles, the same one bit for bit:
//
//   - [Reduce] runs in every rank of a running program and sends messages;
//   - [Merge] takes Profiles that were read from files.
//
// Both nouns are plain data of integers in nanoseconds. They can be kept, compared, written
// ([Profile.WriteTo], [Summary.WriteTo]) and read ([ReadProfile], [ReadSummary]). Means, deviations,
// quantiles and shares are methods, and each documents its basis. A value that does not exist (the mean
// of nothing) is 0, and so is the count beside it.
package stats
