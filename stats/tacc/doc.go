// Package tacc reads, corrects, reports and writes the raw stats files of TACC's node monitor
// (tacc_stats, since 2025 hpcperfstats), and collects their contents from /proc and /sys.
//
// A raw stats file is text: header lines ($), a schema line (!) for each type of device, then records: an
// empty line, a line with time, job and host, marks (%), and a line of values for each device. Read takes
// all generations from 1.0.5 to 3.0. What it returns is as in the file; Correct makes series of it, with the
// difference from sample to sample and flags that say how it was found; Jobs and Regions sum these up.
//
// Format: TACC/tacc_stats (monitor/src/stats_file.c) and its successor TACC/HPCPerfStats. All counters stay
// unsigned 64-bit integers; units are applied when something is printed.
package tacc
