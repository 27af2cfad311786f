//go:build linux && cgo && experimental

package nvtx

import "github.com/go-hpc/timers/mpitimer/ranges"

// Never run with ROCm's tools.
func init() {
	ranges.Register("roctx", opens("ROCTX", "roctxRangePushA", "roctxRangePop", "librocprofiler-sdk-roctx.so.1", "librocprofiler-sdk-roctx.so", "libroctx64.so.4", "libroctx64.so"))
}
