// Package all links every output and source of the timers, so every key of the configuration has its
// package.
//
//	import _ "github.com/go-hpc/timers/mpitimer/all"
package all

import (
	_ "github.com/go-hpc/timers/mpitimer/counters"
	_ "github.com/go-hpc/timers/mpitimer/findings"
	_ "github.com/go-hpc/timers/mpitimer/flightrecorder"
	_ "github.com/go-hpc/timers/mpitimer/geopm"
	_ "github.com/go-hpc/timers/mpitimer/mpicalls"
	_ "github.com/go-hpc/timers/mpitimer/predecessor" // and by it ranktable: reports have what lost ranks measured
	_ "github.com/go-hpc/timers/mpitimer/ranges"
	_ "github.com/go-hpc/timers/mpitimer/upstream"
	_ "github.com/go-hpc/timers/mpitimer/viewers" // Outputs
)
