package mpitimer

import (
	"path"
	"path/filepath"
	"strings"
)

// forE3SM is the value of For that lets the files be those of a case of E3SM.
const forE3SM = "e3sm"

// Folders below that of a case of E3SM. PACE takes every file of that one for E3SM's, and looks at none below.
const (
	asideFolder      = "mpitimer"
	checkpointFolder = "checkpoints"
)

// suit gives keys that have their default value still that which For wants.
func (o *Output) suit() {
	if o.For != forE3SM {
		return
	}
	standard := DefaultConfig().Output
	for _, each := range []struct {
		key            *string
		standard, want string
	}{
		{&o.Directory, standard.Directory, "timing"},
		{&o.Prefix, standard.Prefix, "model_timing"},
		{&o.GlobalFile, standard.GlobalFile, "stats"},
	} {
		if *each.key == each.standard {
			*each.key = each.want
		}
	}
}

// asInE3SM reports whether the files have the names by which PACE and CIME look for them.
func (o *Output) asInE3SM() bool { return o.GlobalFile == "stats" }

// aside is the name of a file that is not E3SM's, so that those who read these do not meet it. One that has a folder of its
// own stays there.
func (o *Output) aside(name string) string {
	if !o.asInE3SM() || filepath.IsAbs(name) || strings.Contains(name, "/") {
		return name
	}
	return path.Join(asideFolder, name)
}

// checkpointPrefix is what the names of the files of checkpoints begin with, before their number.
func (o *Output) checkpointPrefix() string {
	if !o.asInE3SM() {
		return o.Prefix
	}
	return path.Join(checkpointFolder, o.Prefix)
}
