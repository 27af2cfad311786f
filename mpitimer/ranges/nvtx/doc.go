// Package nvtx makes regions ranges of NVTX, for Nsight, or tasks of ITT, for VTune, when the configuration asks for it:
//
//	import _ "github.com/go-hpc/timers/mpitimer/ranges/nvtx"
//
// The library is opened while the program runs, on Linux and with cgo. Tasks of ITT were taken by Intel's reference collector; VTune itself
// was never there. With the tag experimental there are also the ranges of ROCTX, for
// ROCm's profilers, which were never run with the real tools.
package nvtx
