package house

import (
	"regexp"
	"testing"
)

// makesFiles is what makes a file or a directory, or sets a mode, past internal/atomicfile: where it is used
// wrongly a killed process leaves half a file, others read what the mask forbids, or write what is read
// again.
var makesFiles = regexp.MustCompile(`\bos\.(WriteFile|Create|CreateTemp|MkdirTemp|Chmod|Chown|O_CREATE)\b|\.Chmod\(|\b(syscall|unix)\.(Chmod|Fchmod|Umask|O_CREAT)\b`)

// commonPlaces is what names a place that all users share, in which names that can be known beforehand are those of
// whoever comes first.
var commonPlaces = regexp.MustCompile(`\bos\.TempDir\(|"/(tmp|dev/shm)\b|\+ "\.(part|tmp|temp|new)"|"\.(part|tmp|temp|new)"`)

// mayMakeFiles are the files and directories in which that is right, with the reason.
var mayMakeFiles = map[string]string{
	"internal/atomicfile":                 "it is the writer",
	"mpitimer/auto/trial.go":              "a CPU profile is written as long as the program runs, to a folder of one build",
	"mpitimer/internal/flight/flight.go":  "the file beside a table has the table's mode",
	"mpitimer/internal/rankfile":          "tables are mapped, new by O_EXCL, and readable for others if TablesReadable says so",
	"stats/hdtrace/project/directory.go":  "traces grow as long as the program runs; new by O_EXCL",
	"stats/tacc/archive.go":               "raw statistics grow as long as the node runs; new by O_EXCL",
	"cmd/pt/create.go":                    "the text form grows as it is measured",
	"cmd/mpitimer/internal/instrument":    "the cache, which only the user can look into, and the go command's own folder",
	"cmd/mpitimer/internal/load/loadtest": "for tests",
	"internal/golden":                     "for tests",
	"internal/standin":                    "for tests",
	"mpitimer/internal/timerstest":        "for tests",
	"stats/internal/node/nodetest":        "for tests",
	"mpitimer/mpiwrap/internal/generate":  "writes sources of this module",
	"examples/shallowwater/snapshot.go":   "several ranks write one picture",
	"scripts":                             "programs that test and measure",
}

// mayNameCommonPlaces are the files in which a place that all share is named, with the reason.
var mayNameCommonPlaces = map[string]string{
	"mpitimer/internal/rankfile/place.go":             "tables are in a folder of the user, which is checked",
	"cmd/mpitimer/internal/instrument/cache/cache.go": "a folder of a name that nobody can know",
	"internal/atomicfile/through.go":                  "tells devices from files in memory",
	"examples/shallowwater/snapshot.go":               "several ranks write one picture, beside it",
	"scripts":                                         "programs that test and measure",
}

func TestFilesAreMadeInOnePlace(t *testing.T) {
	expectOnlyIn(t, makesFiles, mayMakeFiles, "use internal/atomicfile, or say in mayMakeFiles why not")
}

func TestCommonPlacesAreNamedInOnePlace(t *testing.T) {
	expectOnlyIn(t, commonPlaces, mayNameCommonPlaces, "use a name that nobody can know beforehand, or say in mayNameCommonPlaces why not")
}

// rawCalls are system calls that the runtime is not told of. While one waits nothing of the program goes on once
// garbage is to be collected.
var rawCalls = regexp.MustCompile(`\b(syscall|unix)\.RawSyscall`)

// mayCallRaw are the files that do it all the same: the calls in them never wait for a device.
var mayCallRaw = map[string]string{
	"mpitimer/internal/stay/stay_linux.go":      "a pipe that is never full, and the thread's number",
	"scripts/bench/counters":                    "measures what they cost",
	"mpitimer/internal/perf/own_linux_other.go": "counters of the thread itself: to tell the runtime costs as much as they do",
	"internal/perfevent":                        "counters of the processor, too",
}

func TestRuntimeIsToldOfSystemCalls(t *testing.T) {
	expectOnlyIn(t, rawCalls, mayCallRaw, "use what tells the runtime of the call: files of /sys may be slow")
}

// expectOnlyIn checks that something stands in some files and directories only, and in each of them.
func expectOnlyIn(t *testing.T, what *regexp.Regexp, allowed map[string]string, advice string) {
	t.Helper()
	used := map[string]bool{}
	for _, f := range sources(t) {
		found := what.FindString(f.code)
		if found == "" {
			continue
		}
		at := placeIn(f.name, allowed)
		if at == "" {
			t.Errorf("%s has %s: %s", f.name, found, advice)
		}
		used[at] = true
	}
	for place, why := range allowed {
		if !used[place] || why == "" {
			t.Errorf("%s may have what it does not have, or for no reason: %q", place, why)
		}
	}
}

// placeIn returns the entry of a list that a file is in, empty if there is none.
func placeIn(name string, allowed map[string]string) string {
	for place := range allowed {
		if within(name, place) {
			return place
		}
	}
	return ""
}

func TestMakersOfFilesAreFound(t *testing.T) {
	for _, text := range []string{
		"err := os.WriteFile(name, nil, 0o600)", "f, err := os.Create(name)", "os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)",
		"os.Chmod(name, 0o777)", "f.Chmod(0o644)", "syscall.Umask(0)", "os.MkdirTemp(\"\", \"x\")",
	} {
		if !makesFiles.MatchString(text) {
			t.Errorf("not found: %s", text)
		}
	}
	for _, text := range []string{"dir := os.TempDir()", "name := \"/tmp/x\"", "part := name + \".part\""} {
		if !commonPlaces.MatchString(text) {
			t.Errorf("not found: %s", text)
		}
	}
	for _, text := range []string{"os.MkdirAll(folder, 0o777)", "os.OpenFile(name, os.O_RDWR, 0)", "t.TempDir()"} {
		if makesFiles.MatchString(text) || commonPlaces.MatchString(text) {
			t.Errorf("found: %s", text)
		}
	}
	if placeIn("mpitimer/output_other.go", mayMakeFiles) != "" || placeIn("scripts/kill/main.go", mayMakeFiles) != "scripts" {
		t.Error("files are taken for those of another place")
	}
}
