package config

// Packages are the packages below mpitimer that keys of the configuration belong to, whether they are linked
// or not: a program that sets one of the keys without its package is told what to import. Package mpitimer/all
// links them all.
var Packages = map[string]string{
	"GEOPM":             "geopm",
	"GEOPMCalls":        "geopm",
	"GEOPMAgent":        "geopm",
	"GEOPMPolicy":       "geopm",
	"GEOPMProfile":      "geopm",
	"GEOPMSignals":      "geopm",
	"GEOPMRegions":      "geopm",
	"GEOPMProcesses":    "geopm",
	"GEOPMPeriod":       "geopm",
	"Counters":          "counters",
	"CountersLock":      "counters",
	"CountersChildren":  "counters",
	"CountersMultiplex": "counters",
	"Derived":           "counters",
	"SyncMPI":           "mpicalls",
	"MPITimeOnly":       "mpicalls",
	"MPITrace":          "mpicalls",
	"MPIWaits":          "mpicalls",
	"MPIMatrix":         "mpicalls",
	"MPIEvents":         "mpicalls",
	"UpstreamPrefix":    "upstream",
	"FlightRecorder":    "flightrecorder",
	"Findings":          "findings",
	"Outputs":           "viewers",
	"Predecessor":       "predecessor",
	"Ranges":            "ranges",
}
