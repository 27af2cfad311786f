//go:build linux && cgo && experimental

package ranges

// Never run with ROCm's tools.
func init() {
	markers["roctx"] = opens("ROCTX", "roctxRangePushA", "roctxRangePop", "librocprofiler-sdk-roctx.so.1", "librocprofiler-sdk-roctx.so", "libroctx64.so.4", "libroctx64.so")
}
