package mpitimer

import (
	"path"
	"path/filepath"
	"strings"
)

// forE3SM is the value of For that lets the files be those of a case of E3SM.
const forE3SM = "e3sm"

// Directories below that of a case of E3SM. PACE takes every file of that one for E3SM's, and looks at none below.
const (
	asideFolder      = "mpitimer"
	checkpointFolder = "checkpoints"
)

// suit gives keys that have their default value still that which For wants.
func (o *OutputConfig) suit() {
	if o.For != forE3SM {
		return
	}
	d := DefaultConfig().Output
	for key, value := range map[*string][2]string{
		&o.Directory: {d.Directory, "timing"}, &o.Prefix: {d.Prefix, "model_timing"}, &o.GlobalFile: {d.GlobalFile, "stats"},
	} {
		if *key == value[0] {
			*key = value[1]
		}
	}
}

// below is the name of a file in a directory below, if the files have the names by which PACE and CIME look for them: who reads
// these must not meet it. One that has a directory of its own stays there.
func (o *OutputConfig) below(folder, name string) string {
	if o.GlobalFile != "stats" || filepath.IsAbs(name) || strings.Contains(name, "/") {
		return name
	}
	return path.Join(folder, name)
}

// aside is the name of a file that is not E3SM's.
func (o *OutputConfig) aside(name string) string { return o.below(asideFolder, name) }
