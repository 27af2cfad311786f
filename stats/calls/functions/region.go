package functions

import "strings"

// Calls are regions named after their function; what SyncMPI has them wait for before is one as GPTL names it.
const (
	callPrefix = "MPI_"
	syncPrefix = "sync_"
)

// RegionName returns the name of the region of calls of a function, or of the synchronisation before them.
func RegionName(function string, synchronising bool) string {
	if synchronising {
		return syncPrefix + function
	}
	return callPrefix + function
}

// IsRegion reports whether a name is that of a region of calls.
func IsRegion(name string) bool {
	function, ok := strings.CutPrefix(name, callPrefix)
	if !ok {
		function, ok = strings.CutPrefix(name, syncPrefix)
	}
	if ok {
		_, ok = Lookup(function)
	}
	return ok
}
